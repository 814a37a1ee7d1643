// The state of each contact that survives a step. The key is (uid A, uid B, feature) with uid A < uid B, and
// lists are sorted by key.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "math/vec3.h"
#include "model/bodies.h"

namespace cairn {

struct ContactKey {
  Uid a = 0, b = 0;
  std::uint32_t feature = 0;  // name of this contact among those of the pair
  auto operator<=>(const ContactKey&) const = default;
};

// State of rolling resistance: how far the bodies have rolled over each other and twisted about the normal
// since the contact last gave way [rad].
struct RollSpring {
  Vec3 roll;
  double twist = 0;
};

struct ContactRecord {
  ContactKey key;
  Vec3 spring{};  // tangential displacement of B relative to A since the contact stuck [m], world axes
  RollSpring roll{};
  Vec3 impulse{};  // of the last step on B [N s], world axes; only in methods that solve for impulses
};

using ContactMemory = std::vector<ContactRecord>;

// Why a contact can carry tension.
enum class Cohering : std::uint32_t {
  no,
  touch,   // it has touched and has not been torn off since
  bond,    // it is bonded
  broken,  // its bond broke; only touch can hold it now
};

// Plastic deformation of a contact. The rest of its displacement is elastic, or a gap.
struct PlasticState {
  double crush = 0;    // depth to which the surfaces are crushed, ≤ 0 [m]
  double stretch = 0;  // tensile flow since the contact began to cohere [m]
  double rest = 0;     // gap at which a bond was made, ≥ 0 [m]
  double slip = 0;     // length of the tangential flow of a bond [m]
  double work = 0;     // plastic work of a bond [J]
  double lift = 0;     // gap from sliding that has not relaxed since unloading, ≥ 0 [m]
  Cohering cohering = Cohering::no;
  std::uint32_t bond = 0;  // index into World::bond_kinds

  bool is_trivial() const { return crush == 0 && lift == 0 && cohering == Cohering::no; }
};

struct PlasticRecord {
  ContactKey key;
  PlasticState state;
};
// Separate from ContactMemory: only few contacts, of few methods, have one.
using PlasticMemory = std::vector<PlasticRecord>;

// Strength of one kind of bond. A bond breaks when its flow exceeds the limits; with limits of zero, at once.
struct BondKind {
  double tension = 0;    // largest tension [N] ...
  double stress = 0;     // ... or per area [Pa]
  double stretch = 0;    // largest tensile flow [m]
  double slip = 0;       // largest tangential flow [m]
  double energy = 0;     // largest plastic work [J]
  bool softens = false;  // tension falls in proportion to the stretch
};

}  // namespace cairn
