// D of single blocks as matrices, for the diagonal of N and for N as a matrix. Products with N do not need
// them.
#pragma once

#include "base/assert.h"
#include "math/symmetric3.h"
#include "problem/contact_problem.h"

namespace cairn {

// D of one block and one of its bodies: u = ± (linear v + angular ω).
struct BlockJacobian {
  Mat3 linear, angular;
};
inline BlockJacobian jacobian(const Block& block, const Vec3& arm) {
  const Mat3 p{block.n, block.t1, block.t2()};
  if (block.turning) return {{{}, {}, {}}, p};
  return {p, -1.0 * (p * cross_matrix(arm))};
}

// The mobility of a body, also of one that has only a mass and a moment.
inline Mobility mobility_of(const ContactProblem& problem, std::uint32_t b) {
  const BodyState& body = problem.bodies[b];
  CAIRN_ASSERT(!(body.inverse_moment < 0) || b < problem.mobility.size());
  if (body.inverse_moment < 0) return problem.mobility[b];
  const double m = body.inverse_mass, j = body.inverse_moment;
  return {diagonal({m, m, m}), diagonal({j, j, j})};
}

// J_i M⁻¹ J_jᵀ of one body.
inline Mat3 coupling(const BlockJacobian& i, const Mobility& mobility, const BlockJacobian& j) {
  return i.linear * (mobility.inverse_mass * transpose(j.linear)) +
         i.angular * (mobility.inverse_inertia * transpose(j.angular));
}

}  // namespace cairn
