// Relative velocities of the blocks of a problem: three directions P = [n, t1, t2] at two points, or about
// them.
//   u = Pᵀ (v_B + ω_B × s_B − v_A − ω_A × s_A)     impulse +Pγ on B at s_B, −Pγ on A at s_A
//   u = Pᵀ (ω_B − ω_A)                             of a turning block: γ is an angular impulse [N m s]
// World axes, SI; arms s from the centres of mass; t2 = n × t1.
#pragma once

#include <cstdint>
#include <vector>

#include "math/mat3.h"

namespace cairn {

struct Block {
  std::uint32_t a = 0, b = 0;  // bodies of the problem
  std::uint32_t turning = 0;
  Vec3 n, t1;
  Vec3 arm_a, arm_b;

  Vec3 t2() const { return cross(n, t1); }
};

// Motion of a body, and its mass properties. If mass or inertia depend on the direction (locked axes, three
// different moments), the inverse moment is negative and Mobility holds the matrices.
struct alignas(64) BodyState {
  Vec3 velocity;
  double inverse_mass = 0;  // [1/kg]; 0: prescribed motion
  Vec3 spin;
  double inverse_moment = 0;  // [1/(kg m²)]
};

struct Mobility {
  Mat3 inverse_mass, inverse_inertia;  // world axes
};

inline bool is_mobile(const BodyState& body) { return body.inverse_mass > 0 || body.inverse_moment != 0; }

// Applies an impulse and an angular impulse to a body.
inline void push(BodyState& body, const Mobility* mobility, const Vec3& impulse, const Vec3& turn) {
  if (body.inverse_moment >= 0) {
    body.velocity += body.inverse_mass * impulse;
    body.spin += body.inverse_moment * turn;
  } else {
    body.velocity += mobility->inverse_mass * impulse;
    body.spin += mobility->inverse_inertia * turn;
  }
}

// P γ.
inline Vec3 to_world(const Block& block, const Vec3& gamma) {
  return gamma.x * block.n + gamma.y * block.t1 + gamma.z * block.t2();
}
// Pᵀ w.
inline Vec3 to_block(const Block& block, const Vec3& w) {
  return {dot(block.n, w), dot(block.t1, w), dot(block.t2(), w)};
}

// Dᵀ v of one block.
inline Vec3 relative_velocity(const Block& block, const BodyState& a, const BodyState& b) {
  if (block.turning) return to_block(block, b.spin - a.spin);
  return to_block(block, b.velocity + cross(b.spin, block.arm_b) - a.velocity - cross(a.spin, block.arm_a));
}

}  // namespace cairn
