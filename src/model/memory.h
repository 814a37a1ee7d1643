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

}  // namespace cairn
