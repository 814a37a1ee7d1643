// A visit of any block in vectors of four: u = Pᵀ(v_B + ω_B × s_B − v_A − ω_A × s_A), and the push by P Δγ.
// The bits are those of relative_velocity() and push_bodies(). Turning blocks do not fit in.
#pragma once

#include <cstddef>
#include <span>

#include "base/vectors.h"
#include "math/four.h"
#include "problem/contact_problem.h"

namespace cairn {

class BlockFrame {
 public:
  CAIRN_INLINE explicit BlockFrame(const Block& block)
      : a_(block.a),
        b_(block.b),
        n_(first3(&block.n.x)),
        t1_(first3(&block.t1.x)),
        t2_(cross3(n_, t1_)),
        arm_a_(first3(&block.arm_a.x)),
        arm_b_(last3(&block.arm_a.z)) {}

  // Pᵀ of the relative velocity, without bias.
  CAIRN_INLINE Vec3 velocity(std::span<const BodyState> bodies) const {
    const double *a = &bodies[a_].velocity.x, *b = &bodies[b_].velocity.x;
    const Four w = load4(b) + cross3(load4(b + 4), arm_b_) - load4(a) - cross3(load4(a + 4), arm_a_);
    const Four u = product(n_, t1_, t2_, w);
    return {u[0], u[1], u[2]};
  }

  // Applies the impulse γ to the mobile bodies.
  CAIRN_INLINE void push(const ContactProblem& problem, std::uint32_t i, const Vec3& gamma,
                         std::span<BodyState> bodies) const {
    const Four p = all4(gamma.x) * n_ + all4(gamma.y) * t1_ + all4(gamma.z) * t2_;
    const auto [share_a, share_b] = problem.share[i];
    if (share_a != kNoShare) push(bodies[a_], problem.mobility_of(a_), -p, cross3(p, arm_a_));
    if (share_b != kNoShare) push(bodies[b_], problem.mobility_of(b_), p, cross3(arm_b_, p));
  }

 private:
  static_assert(offsetof(BodyState, spin) == 4 * sizeof(double));
  // The vector whose components stand at from[1] to from[3].
  CAIRN_INLINE static Four last3(const double* from) {
    return __builtin_shufflevector(load4(from), Four{}, 1, 2, 3, 7);
  }
  // (x·w, y·w, z·w, 0), if the fourth number of x, y and z or that of w is zero.
  CAIRN_INLINE static Four product(Four x, Four y, Four z, const Four& w) {
    Four none{};
    x *= w;
    y *= w;
    z *= w;
    transpose(x, y, z, none);
    return x + y + z;
  }
  CAIRN_INLINE static Four product(const Mat3& m, const Four& w) {
    return product(first3(&m.row0.x), first3(&m.row1.x), last3(&m.row1.z), w);
  }
  CAIRN_INLINE static void push(BodyState& body, const Mobility* mobility, const Four& p, const Four& turn) {
    double *velocity = &body.velocity.x, *spin = &body.spin.x;
    const bool is_plain = body.inverse_moment >= 0;
    const Four change = is_plain ? all4(body.inverse_mass) * p : product(mobility->inverse_mass, p);
    const Four spun = is_plain ? all4(body.inverse_moment) * turn : product(mobility->inverse_inertia, turn);
    store4(velocity, load4(velocity) + change);
    store4(spin, load4(spin) + spun);
  }

  std::uint32_t a_, b_;
  Four n_, t1_, t2_, arm_a_, arm_b_;  // the fourth numbers are zero
};

}  // namespace cairn
