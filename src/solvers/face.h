// The contacts that stick, solved for together and directly. While no contact opens, closes, sticks or slips
// the law is linear: with s the rows at which u must vanish,
//   (N_ss + ε diag N_ss) δ = −u_s,   γ_s ← P(γ_s + δ)
// s holds all rows of a contact that sticks, the normal row of one that slips under Coulomb's law, the normal
// row of one without friction, and the rows of joints that hold. ε keeps redundant contacts regular and costs
// a factor ε/λ of accuracy per step, λ the least eigenvalue of the scaled N_ss.
//
// It is one more block of Gauss-Seidel, an exact one, for stacks whose weight sweeps carry down too slowly.
#pragma once

#include <span>
#include <vector>

#include "problem/row_factor.h"

namespace cairn {

class StickingFace {
 public:
  // Problems with bodies whose factors cost about as much as a hundred sweeps.
  static bool can_take(const ContactProblem& problem);
  // A step from impulses whose velocities are u = N γ + q.
  void step(const ContactProblem& problem, std::span<Vec3> impulse, std::span<const Vec3> velocity);

 private:
  void choose_rows(const ContactProblem& problem, std::span<const Vec3> impulse,
                   std::span<const Vec3> velocity);

  std::vector<RowFactor::Node> nodes_;
  std::vector<Vec3> x_;
  RowFactor factor_;
};

}  // namespace cairn
