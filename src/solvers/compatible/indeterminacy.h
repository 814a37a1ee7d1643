// How far equilibrium alone determines the forces of a contact network, and how far a solver's choice is from
// the compatible one.
//   components − rank B   states of self-stress: forces that balance each other on every body
//   freedoms − rank B     mechanisms: motions that press no contact
// The rank comes from the pivots of the Cholesky factor of BᵀB (scaled to a unit diagonal, 10⁻¹³ added):
// those of dependent columns are next to nothing, and the widest gap among small pivots tells the two apart;
// how wide it is, is part of the report. A contact takes part in self-stress if a random vector projected
// onto the null space of Bᵀ is not zero there, which a contact that takes part misses with probability zero.
//
// One sparse factor and two solves, or two factors more where it needs a closer look whether the forces are
// unique: like one to three steps of Newton's method.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/compatible/contact_network.h"

namespace cairn {

enum class Uniqueness { no, yes, undecided };

struct [[nodiscard]] Indeterminacy {
  std::uint64_t contacts = 0;    // closed ones
  std::uint64_t components = 0;  // of their forces
  std::uint64_t freedoms = 0;    // of the bodies they hold
  std::uint64_t rank = 0;
  double gap = 0;  // smallest pivot kept over the largest dropped; 0: none was dropped
  // No self-stress at all, or none that the signs and cones of the forces leave room for: yes. Undecided only
  // with friction, where a force lies on its cone.
  Uniqueness unique = Uniqueness::yes;
  std::vector<std::uint8_t> self_stressed;  // per element of the network

  std::uint64_t self_stresses() const { return components - rank; }
  std::uint64_t mechanisms() const { return freedoms - rank; }
};

// `y` are the compatible forces.
Indeterminacy indeterminacy(ContactNetwork& network, std::span<const Vec3> y);

}  // namespace cairn
