// Overlap at the start: bodies that may not have any are refused, those with `relax: true` are pushed apart.
#pragma once

#include <functional>
#include <vector>

#include "model/world.h"

namespace cairn {

// The deepest point of a pair: how deep, and the normal there from the first body to the second.
struct Overlap {
  double depth = 0;
  Vec3 normal;
};

// Calls f(i, j, overlap) for every pair of bodies that may collide and overlap; local indices, i < j by uid.
// Those across the faces of a periodic cell too.
void for_each_overlap(const World& world,
                      const std::function<void(std::uint32_t, std::uint32_t, const Overlap&)>& f);

// All overlaps at a glance. Bodies placed to touch, which overlap by round-off, do not count.
struct OverlapSummary {
  std::size_t pairs = 0;
  std::uint32_t i = 0, j = 0;   // the pair with the largest share
  double depth = 0, share = 0;  // its depth, and that over the smaller size
};
OverlapSummary overlaps_of(const World& world);

// Pushes free bodies of the marked groups apart, away from all others and out of walls, without turning them.
// Returns the overlap that remained, over the smaller size; 0 if there was nothing to do.
double relax_groups(World& world, const std::vector<std::uint8_t>& relaxing, int dimension);

// The smaller size of two bodies: the radius of a ball, half the thickness of another; a wall's does not
// count.
double smaller_size(const World& world, std::uint32_t i, std::uint32_t j);

}  // namespace cairn
