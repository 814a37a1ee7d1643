// Solves all sticking contacts together, directly. As long as no contact changes its state (open, stick or
// slip), the law is linear. With s the rows at which u must vanish:
//   (N_ss + ε diag N_ss) δ = −u_s,   γ_s ← P(γ_s + δ)
// s holds all rows of a sticking contact, the normal row of a contact that slips under Coulomb's law or has
// no friction, and the rows of joints that hold. ε keeps the system regular for redundant contacts. It costs
// a factor ε/λ of accuracy per step, with λ the smallest eigenvalue of the scaled N_ss.
//
// It acts as one more, exact block of Gauss-Seidel, for stacks in which sweeps carry the weight down too
// slowly.
#pragma once

#include <span>
#include <vector>

#include "problem/row_factor.h"

namespace cairn {

class StickingFace {
 public:
  // True for small problems with bodies: their factor costs about as much as a hundred sweeps.
  static bool can_take(const ContactProblem& problem);
  // One step from impulses whose velocities are u = N γ + q.
  void step(const ContactProblem& problem, std::span<Vec3> impulse, std::span<const Vec3> velocity);

  // Fills nodes_ with the rows s.
 private:
  void choose_rows(const ContactProblem& problem, std::span<const Vec3> impulse,
                   std::span<const Vec3> velocity);

  std::vector<RowFactor::Node> nodes_;
  std::vector<Vec3> x_;
  RowFactor factor_;
};

}  // namespace cairn
