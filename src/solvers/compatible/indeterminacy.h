// How far equilibrium alone determines the forces of a contact network.
//   components − rank B   states of self-stress: forces that balance each other on every body
//   freedoms − rank B     mechanisms: motions that press no contact
// The rank follows from the pivots of the Cholesky factor of BᵀB (scaled to a unit diagonal, 10⁻¹³ added).
// Pivots of dependent columns are almost zero; the widest gap among small pivots separates them, and the
// report states it. A contact takes part in self-stress if a random vector, projected onto the null space of
// Bᵀ, is not zero there. Such a contact is missed with probability zero.
//
// Costs one sparse factor and two solves. If self-stress exists, the test of uniqueness adds a second factor
// and some Newton steps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/compatible/contact_network.h"

namespace cairn {

enum class Uniqueness { no, yes, undecided };

struct [[nodiscard]] Indeterminacy {
  std::uint64_t contacts = 0;    // closed contacts
  std::uint64_t components = 0;  // components of their forces
  std::uint64_t freedoms = 0;    // freedoms of the bodies they hold
  std::uint64_t rank = 0;
  double gap = 0;  // smallest pivot kept over the largest dropped; 0: none was dropped
  // yes: no self-stress at all, or none that the signs and cones of the forces allow. undecided: only with
  // friction, where a force lies on its cone.
  Uniqueness unique = Uniqueness::yes;
  std::vector<std::uint8_t> self_stressed;  // per element of the network

  std::uint64_t self_stresses() const { return components - rank; }
  std::uint64_t mechanisms() const { return freedoms - rank; }
};

// `y` holds the compatible forces.
Indeterminacy indeterminacy(ContactNetwork& network, std::span<const Vec3> y);

}  // namespace cairn
