// A solver for the tests alone: small problems, dense matrices, its own projections. Slow and sure.
#pragma once

#include "problem/contact_problem.h"

namespace cairn::samples {

struct Reference {
  std::vector<Vec3> impulse, velocity;
  double residual = 0;  // of the natural map, found with the matrix and projections of this file
};
Reference dense_reference(const ContactProblem& problem);

// The residual of impulses alone, found with the matrix and projections of this file.
double dense_residual(const ContactProblem& problem, const std::vector<Vec3>& impulse);

}  // namespace cairn::samples
