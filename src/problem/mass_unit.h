// A unit of mass for solvers that take square roots of masses. √(2 m) is not √2 √m to the last bit. In
// multiples of this unit, roots keep their bits when all masses are multiplied by a power of two.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "problem/contact_problem.h"

namespace cairn {

// The largest power of two not above the largest ρ [kg]. Needs prepare().
inline double mass_unit(const ContactProblem& problem) {
  CAIRN_ASSERT(problem.rho.size() == problem.size());
  const double largest = problem.rho.empty() ? 0 : *std::ranges::max_element(problem.rho);
  return largest > 0 ? std::ldexp(1.0, std::ilogb(largest)) : 1;
}

}  // namespace cairn
