// Compatible forces: of all impulses that leave the motion of a solved problem unchanged, those that stiff
// elastic grains would settle on. They minimise the elastic energy
//   min Σ w*(y)   with Bᵀy = F, y ∈ Υ      (see contact_network.h and elastic_contact.h)
// which is strictly convex. So there is exactly one answer, whichever solution the solver has found. A common
// factor of all stiffnesses cancels; only their ratios matter.  [OK18]
//
// Three methods with the same answer:
//   newton                on the micro-displacements d: min Ψ(d) = Σ w(−B d) + F·d, y = ∂w
//   interior_point        on forces and displacements together, along the central path
//   augmented_lagrangian  the paper's: multipliers for Bᵀy = F, accelerated projected gradients inside
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/compatible/contact_network.h"

namespace cairn {

enum class CompatibleSolver { newton, interior_point, augmented_lagrangian };

struct CompatibleMethod {
  double power = 2;  // p: the energy of a contact grows with the p-th power of its compression
  // Tangential over normal stiffness of a loaded contact.
  double tangential = 1;
  CompatibleSolver solver = CompatibleSolver::newton;
  double tolerance = 1e-12;  // ‖Bᵀy − F‖/‖F‖

  // κ of the energy. The tangent normal stiffness is p − 1 times the secant one; the tangential stiffness is
  // not scaled.
  double ratio() const { return tangential * (power - 1); }
};

struct [[nodiscard]] CompatibleReport {
  bool converged = false;
  std::uint64_t iterations = 0;
  double balance = 0;  // ‖Bᵀy − F‖/‖F‖
};

// Finds y of every element.
CompatibleReport compatible_forces(ContactNetwork& network, const CompatibleMethod& method,
                                   std::vector<Vec3>& y);

// The three methods. The network must have elements and a load.
CompatibleReport compatible_newton(ContactNetwork& network, const CompatibleMethod& method,
                                   std::vector<Vec3>& y);
CompatibleReport compatible_interior_point(ContactNetwork& network, const CompatibleMethod& method,
                                           std::vector<Vec3>& y);
CompatibleReport compatible_augmented_lagrangian(const ContactNetwork& network,
                                                 const CompatibleMethod& method, std::vector<Vec3>& y);

// ‖Bᵀy − F‖/‖F‖.
double imbalance(const ContactNetwork& network, std::span<const Vec3> y);

}  // namespace cairn
