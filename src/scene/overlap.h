// Overlap at the start of a run: finds it, and pushes bodies with `relax: true` apart.
#pragma once

#include <functional>
#include <vector>

#include "model/world.h"

namespace cairn {

// The deepest contact point of a pair: its depth [m], and its normal from the first body to the second.
struct Overlap {
  double depth = 0;
  Vec3 normal;
};

// Calls f(i, j, overlap) for every pair of bodies that may collide and that overlaps, also across the faces
// of a periodic cell. i and j are local indices; the uid of i is smaller.
void for_each_overlap(const World& world,
                      const std::function<void(std::uint32_t, std::uint32_t, const Overlap&)>& f);

// A summary of all overlaps. Bodies that were placed to touch, and overlap by round-off, do not count.
struct OverlapSummary {
  std::size_t pairs = 0;
  std::uint32_t i = 0, j = 0;   // the pair with the largest share
  double depth = 0, share = 0;  // its depth [m], and depth over the smaller size
};
OverlapSummary overlaps_of(const World& world);

// Pushes free bodies of the marked groups apart, away from all others and out of walls, without turning them.
// Returns the largest remaining overlap over the smaller size; 0 if there was nothing to do.
double relax_groups(World& world, const std::vector<std::uint8_t>& relaxing, int dimension);

// The smaller size of two bodies. The size of a ball is its radius, that of another body half its thickness.
// Fixed and driven bodies that are not balls do not count.
double smaller_size(const World& world, std::uint32_t i, std::uint32_t j);

}  // namespace cairn
