// The local order of bodies: small ones along a Morton curve [WS93], then walls and the few large bodies by
// uid. The large ones are tested against all others one by one.
//
// The curve runs through cubes whose edge is a power of two, with a corner at the origin. A body's code is
// the number of its cube along the curve, and depends on its own place and on the edge alone. Bodies whose
// codes begin with the same bits lie in a box. Starting with all small bodies, a box with more than
// leaf_size() of them is halved, again and again. The boxes that remain are the leaves.
#pragma once

#include <cstdint>
#include <vector>

#include "collide/parts.h"
#include "model/world.h"

namespace cairn {

struct SpatialOrder {
  std::vector<std::uint32_t> order;  // order[k]: present local index of the body that becomes k
  std::uint32_t small = 0;           // number of small bodies, which come first
  Parts parts;                       // of the new order
};

// The most bodies in a leaf of a world with this many small bodies, unless they lie in one cube. It is small
// enough that threads share many leaves, and large enough that few pairs cross two of them.
std::uint32_t leaf_size(std::size_t small);

[[nodiscard]] SpatialOrder spatial_order(const World& world);

}  // namespace cairn
