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

struct ContactRecord {
  ContactKey key;
  Vec3 spring;  // tangential displacement of B against A since the contact stuck [m], world axes
};

using ContactMemory = std::vector<ContactRecord>;

}  // namespace cairn
