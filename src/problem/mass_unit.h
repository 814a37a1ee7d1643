// A unit of mass for solvers that take roots of masses. √(2 m) is not √2 √m to the last bit; roots of masses
// in multiples of this unit are the same whatever power of two all masses are multiplied by.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "problem/contact_problem.h"

namespace cairn {

// The power of two just below the largest ρ [kg]. Needs prepare().
inline double mass_unit(const ContactProblem& problem) {
  CAIRN_ASSERT(problem.rho.size() == problem.size());
  const double largest = problem.rho.empty() ? 0 : *std::ranges::max_element(problem.rho);
  return largest > 0 ? std::ldexp(1.0, std::ilogb(largest)) : 1;
}

}  // namespace cairn
