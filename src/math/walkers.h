// Draws from a density on the unit cube by walkers that stretch towards each other [GW10 (7)]. The walk needs
// no scales: it is the same for long, thin and tilted densities.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/random.h"
#include "math/minimum.h"

namespace cairn {

// The logarithm of the density, up to a constant; −∞ where it is zero.
using LogDensity = std::function<double(std::span<const double>)>;

struct WalkLimits {
  std::size_t walkers = 40;  // even, and at least twice the number of axes
  std::size_t rounds = 300;  // every walker moves once in a round; the first half is forgotten
};

// All places of the second half. The walkers start where the density is large among `trials` random points.
[[nodiscard]] std::vector<CubePoint> draws(const LogDensity& density, std::size_t axes,
                                           const WalkLimits& limits, Random& random);

}  // namespace cairn
