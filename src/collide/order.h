// The local order of bodies: small ones along a Morton curve [WS93], then walls and the few large bodies by
// uid. The large ones are tested against all others one by one.
#pragma once

#include <cstdint>
#include <vector>

#include "model/world.h"

namespace cairn {

struct SpatialOrder {
  std::vector<std::uint32_t> order;  // order[k]: present local index of the body that becomes k
  std::uint32_t small = 0;           // number of small bodies, which come first
};

[[nodiscard]] SpatialOrder spatial_order(const World& world);

}  // namespace cairn
