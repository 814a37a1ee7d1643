// Contact problems for Python: the algebra of one step, from arrays, from a file, or from a running scene.
#pragma once

#include <memory>
#include <string>

#include "arrays.h"
#include "problem/contact_problem.h"
#include "problem/fclib/file.h"
#include "solvers/solver.h"

namespace cairn::python {

struct Problem {
  ContactProblem contacts;  // prepared
  std::size_t dimension = 3;
  FclibInfo info;
  std::vector<Vec3> guess;  // first impulses; empty: zero
  SolveLimits limits;       // as the caller of a solver wants them

  static Problem of(const ContactProblem& problem, FclibInfo info);
};

// A Python callable as a solver: it gets a Problem and returns impulses of shape (n, 3).
std::unique_ptr<ContactSolver> solver_calling(const std::string& name, py::function callable);

}  // namespace cairn::python
