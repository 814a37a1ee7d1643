// The local order of bodies: small ones along a Morton curve, then the few large ones (and walls without an
// end) by uid, which are tested against all others one by one.
#pragma once

#include <cstdint>
#include <vector>

#include "model/world.h"

namespace cairn {

struct SpatialOrder {
  std::vector<std::uint32_t> order;  // order[k]: present local index of the body that becomes k
  std::uint32_t small = 0;           // bodies before the large ones
};

[[nodiscard]] SpatialOrder spatial_order(const World& world);

}  // namespace cairn
