// What survives a step per contact, keyed (uid A, uid B, feature) with uid A < uid B and kept sorted by key.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "math/vec3.h"
#include "model/bodies.h"

namespace cairn {

struct ContactKey {
  Uid a = 0, b = 0;
  std::uint32_t feature = 0;  // which of several contacts of this pair; 0 if there is only one
  auto operator<=>(const ContactKey&) const = default;
};

// Resistance to rolling: how far the bodies have rolled over each other, and twisted about the normal, since
// the contact last gave way [rad].
struct RollSpring {
  Vec3 roll;
  double twist = 0;
};

struct ContactRecord {
  ContactKey key;
  Vec3 spring{};  // tangential displacement of B against A since the contact stuck [m], world axes
  RollSpring roll{};
  Vec3 impulse{};  // of the last step on B [N s], world axes; of methods that solve for impulses
};

using ContactMemory = std::vector<ContactRecord>;

// Why a contact can be pulled.
enum class Cohering : std::uint32_t {
  no,
  touch,   // it has touched, and has not been torn off since
  bond,    // it is bonded
  broken,  // it was; what holds it now is touch alone, if anything
};

// What plastic flow did to a contact. The rest of its displacement is elastic, or a gap.
struct PlasticState {
  double crush = 0;    // depth to which the surfaces were crushed, ≤ 0 [m]
  double stretch = 0;  // tensile flow since it coheres [m]
  double rest = 0;     // gap at which a bond was made, ≥ 0 [m]
  double slip = 0;     // length of the tangential flow of a bond [m]
  double work = 0;     // plastic work of a bond [J]
  double lift = 0;     // what sliding left of a gap and has not relaxed since the load went, ≥ 0 [m]
  Cohering cohering = Cohering::no;
  std::uint32_t bond = 0;  // index into World::bond_kinds

  bool is_trivial() const { return crush == 0 && lift == 0 && cohering == Cohering::no; }
};

struct PlasticRecord {
  ContactKey key;
  PlasticState state;
};
// Kept apart from ContactMemory: few contacts of few methods have one.
using PlasticMemory = std::vector<PlasticRecord>;

// What bonds of a kind hold. One breaks when its flow is beyond the limits; with limits of zero, at once.
struct BondKind {
  double tension = 0;    // that it holds [N] ...
  double stress = 0;     // ... or per area [Pa]
  double stretch = 0;    // tensile flow that it bears [m]
  double slip = 0;       // tangential flow that it bears [m]
  double energy = 0;     // plastic work that it bears [J]
  bool softens = false;  // its tension falls in proportion to the stretch
};

}  // namespace cairn
