// Radii of spheres: fixed, evenly spread, normally distributed (cut at both ends), taken in turn from a list,
// or distributed as a cumulative curve says (pack/size_curve.h).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/random.h"
#include "pack/size_curve.h"
#include "text/value.h"

namespace cairn {

struct Sizes {
  enum class Kind { fixed, uniform, normal, list, curve };
  Kind kind = Kind::fixed;
  double smallest = 0, largest = 0;  // radii [m]
  double mean = 0, deviation = 0;    // of the normal distribution before the cut
  std::vector<double> list;
  SizeCurve curve;         // of radii
  std::uint64_t seed = 0;  // of the order in which the radii of a curve come

  static Sizes fixed(double radius) { return {Kind::fixed, radius, radius, radius, 0, {}, {}, 0}; }
  // The radius of body `index`. Fixed sizes, lists and curves use no random numbers.
  double radius(std::uint64_t index, Random& random) const;
};

// The option `sizes`: diameters of spheres or discs whose shape has none.
Option sizes_option();

struct SizeContext {
  double mass_power = 3;  // mass of a body in proportion to its diameter to this power
  std::uint64_t seed = 0;
  std::function<std::string(const Value& name)> find_file;  // the path of a file that the scene names
};
// Reads the option `sizes`. Throws InputError if its bounds are in the wrong order, not positive, or exclude
// the mean, or if a sieve curve does not rise from 0 to 1.
Sizes read_sizes(const Value& sizes, const SizeContext& context);

}  // namespace cairn
