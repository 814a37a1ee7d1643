// Radii of spheres: one, evenly spread, normally distributed (cut at both ends), or from a list in turn.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "text/value.h"

namespace cairn {

struct Sizes {
  enum class Kind { fixed, uniform, normal, list };
  Kind kind = Kind::fixed;
  double smallest = 0, largest = 0;  // radii [m]
  double mean = 0, deviation = 0;    // of the normal distribution before it is cut
  std::vector<double> list;

  static Sizes fixed(double radius) { return {Kind::fixed, radius, radius, radius, 0, {}}; }
  // Of body `index`; fixed sizes and lists draw nothing.
  double radius(std::uint64_t index, Random& random) const;
};

// Diameters of spheres or discs whose shape gives none.
Option sizes_option();
// Of the key `sizes`, which gives diameters. Throws InputError for a distribution without width or sense.
Sizes read_sizes(const Value& sizes);

}  // namespace cairn
