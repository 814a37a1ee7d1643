// How the tests of agreement call a solver.
#pragma once

#include <string>

#include "problem/contact_problem.h"
#include "solvers/solver.h"

namespace cairn::samples {

struct Solved {
  SolveReport report;
  ContactSolution solution;
};
inline Solved solve(const SolverRow& row, const ContactProblem& problem, const SolveLimits& limits,
                    int threads = 1, std::vector<Vec3> guess = {},
                    const std::vector<std::string>& settings = {}) {
  Threads pool(threads);
  Solved run;
  run.solution.impulse = std::move(guess);
  run.report = solvers().make_with(row.name, settings)->solve(problem, run.solution, limits, pool);
  return run;
}

}  // namespace cairn::samples
