// Finds the smallest mass-weighted displacement after which no contact overlaps:
//   x ← x + M⁻¹D_n λ,   0 ≤ λ ⟂ Φ + D_nᵀM⁻¹D_n λ ≥ 0
// This is a frictionless problem with displacements in place of velocities. No body gains velocity.
#pragma once

#include "solvers/solver.h"
#include "step/assemble.h"

namespace cairn {

struct [[nodiscard]] PushReport {
  double work = 0;        // of gravity, over the displacement [J]
  bool converged = true;  // no overlap is left, within the tolerance
};

class PushApart {
 public:
  // Contacts must be sorted by key.
  PushReport push(World& world, std::span<const Contact> contacts, ContactSolver& solver, Threads& threads);

 private:
  Assembler assembler_;
  ContactProblem problem_;
  ContactSolution shift_;
};

}  // namespace cairn
