// A second opinion about a solution of a contact problem, which shares no code with the library: bodies,
// projections onto cones, local steps and sums of its own, in long double (64 bits of mantissa).
#pragma once

#include <array>
#include <vector>

#include "problem/contact_problem.h"

namespace cairn::problems {

using Real = long double;
using Triple = std::array<Real, 3>;

struct Opinion {
  Real residual = 0;   // as problem/residual.h defines it
  Real round_off = 0;  // how much of it may be rounding of velocities that doubles hold
  // z = γ − f solves the problem with q + d instead of q, where f is the natural map and d = N f − f/ρ.
  std::vector<Triple> z, d;
  std::vector<Real> d_error;  // rounding of d in long double
};
Opinion opinion_of(const ContactProblem& problem, const std::vector<Vec3>& impulse);

// Two solutions of a convex problem: (z − z')ᵀ N (z − z') ≤ −(d − d')ᵀ(z − z').
struct Agreement {
  Real distance = 0;  // left side: twice the kinetic energy of the difference of velocities [J]
  Real bound = 0;     // right side, with round-off
};
Agreement agreement_of(const ContactProblem& problem, const Opinion& a, const Opinion& b);

}  // namespace cairn::problems
