// Overlap at the start: bodies that may not have any are refused, those with `relax: true` are pushed apart.
#pragma once

#include <functional>
#include <vector>

#include "model/world.h"

namespace cairn {

// Calls f(i, j, depth) for every pair of bodies that may collide and overlap; local indices, i < j by uid.
// Those across the faces of a periodic cell too.
void for_each_overlap(const World& world,
                      const std::function<void(std::uint32_t, std::uint32_t, double depth)>& f);

// Pushes free spheres and discs of the marked groups apart, away from all others and out of walls. Returns
// the overlap that remained, over the smaller radius; 0 if there was nothing to do.
double relax_groups(World& world, const std::vector<std::uint8_t>& relaxing, int dimension);

// The smaller radius of two bodies; a wall's does not count.
double smaller_radius(const World& world, std::uint32_t i, std::uint32_t j);

}  // namespace cairn
