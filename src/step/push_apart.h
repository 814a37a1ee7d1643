// The least displacement of bodies, weighted by mass, after which no contact overlaps:
//   x ← x + M⁻¹D_n λ,   0 ≤ λ ⟂ Φ + D_nᵀM⁻¹D_n λ ≥ 0
// a frictionless problem with displacements in place of velocities. No body gets velocity.
#pragma once

#include "solvers/solver.h"
#include "step/assemble.h"

namespace cairn {

struct [[nodiscard]] PushReport {
  double work = 0;        // that gravity did on the way [J]
  bool converged = true;  // no overlap is left but for the tolerance
};

class PushApart {
 public:
  // Contacts sorted by key.
  PushReport push(World& world, std::span<const Contact> contacts, ContactSolver& solver, Threads& threads);

 private:
  Assembler assembler_;
  ContactProblem problem_;
  ContactSolution shift_;
};

}  // namespace cairn
