// Radii of spheres: fixed, evenly spread, normally distributed (cut at both ends), or taken in
// turn from a list.
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
  double mean = 0, deviation = 0;    // of the normal distribution before the cut
  std::vector<double> list;

  static Sizes fixed(double radius) { return {Kind::fixed, radius, radius, radius, 0, {}}; }
  // The radius of body `index`. Fixed sizes and lists use no random numbers.
  double radius(std::uint64_t index, Random& random) const;
};

// The option `sizes`: diameters of spheres or discs whose shape has none.
Option sizes_option();
// Reads the option `sizes`. Throws InputError if its bounds are in the wrong order, not positive, or
// exclude the mean.
Sizes read_sizes(const Value& sizes);

}  // namespace cairn
