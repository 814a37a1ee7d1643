// Contacts between balls, with all data of a visit in two cache lines. The arms lie along the normal:
//   s_A = r_A n,   s_B = −r_B n,   Ω = r_A ω_A + r_B ω_B,   impulse p = Pγ
//   u = (n·Δv, t1·Δv − t2·Ω, t2·Δv + t1·Ω) + bias,   Δv = v_B − v_A
//   v_B += p/m_B, ω_B += r_B (p × n)/J_B;   v_A −= p/m_A, ω_A += r_A (p × n)/J_A
// The motion of a prescribed body is part of the bias.
#pragma once

#include <span>
#include <vector>

#include "base/vectors.h"
#include "math/four.h"
#include "problem/contact_problem.h"

namespace cairn {

enum class BallLaw : std::uint32_t { none, associated, coulomb };  // none: not a contact between balls

struct alignas(64) BallRow {
  // Loaded four at a time: a vector and one more number.
  Vec3 n;
  double arm_a = 0;  // r_A [m]
  Vec3 t1;
  double arm_b = 0;
  Vec3 bias;
  double friction = 0;
  double normal = 0, tangential = 0;               // 1/d_n, 1/d_t [kg]
  std::uint32_t a = kPrescribed, b = kPrescribed;  // body indices
  BallLaw law = BallLaw::none;

  static constexpr std::uint32_t kPrescribed = ~std::uint32_t{0};
};
static_assert(sizeof(BallRow) == 128);

struct BallFrame {
  Four n, t1, t2;  // the fourth numbers are zero

  CAIRN_INLINE explicit BallFrame(const BallRow& row)
      : n(first3(&row.n.x)), t1(first3(&row.t1.x)), t2(cross3(n, t1)) {}

  // u of the contact.
  CAIRN_INLINE Vec3 velocity(const BallRow& row, std::span<const BodyState> bodies) const {
    Four dv{}, turn{};
    if (row.b != BallRow::kPrescribed) {
      dv = load4(&bodies[row.b].velocity.x);
      turn = all4(row.arm_b) * load4(&bodies[row.b].spin.x);
    }
    if (row.a != BallRow::kPrescribed) {
      dv -= load4(&bodies[row.a].velocity.x);
      turn += all4(row.arm_a) * load4(&bodies[row.a].spin.x);
    }
    Four x = n * dv, y = t1 * dv - t2 * turn, z = t2 * dv + t1 * turn, none{};
    transpose(x, y, z, none);
    const Four u = x + y + z + load4(&row.bias.x);
    return {u[0], u[1], u[2]};
  }

  // Applies the impulse γ to both bodies.
  CAIRN_INLINE void push(const BallRow& row, const Vec3& gamma, std::span<BodyState> bodies) const {
    const Four p = all4(gamma.x) * n + all4(gamma.y) * t1 + all4(gamma.z) * t2;
    const Four turn = all4(gamma.z) * t1 - all4(gamma.y) * t2;
    if (row.a != BallRow::kPrescribed) push(bodies[row.a], -p, row.arm_a, turn);
    if (row.b != BallRow::kPrescribed) push(bodies[row.b], p, row.arm_b, turn);
  }

 private:
  CAIRN_INLINE static void push(BodyState& body, const Four& p, double arm, const Four& turn) {
    store4(&body.velocity.x, load4(&body.velocity.x) + all4(body.inverse_mass) * p);
    store4(&body.spin.x, load4(&body.spin.x) + all4(arm * body.inverse_moment) * turn);
  }
};

// Finds the contacts between balls, one row per block. `rows` is empty if the problem has no bodies or is
// compliant.
void find_balls(const ContactProblem& problem, Threads& threads, std::vector<BallRow>& rows);

}  // namespace cairn
