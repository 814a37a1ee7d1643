// Draws from a density on the unit cube by walkers that stretch towards each other [GW10 (7)]. The walk needs
// no scales: it is the same for long, thin and tilted densities.
//
// Walkers that begin at a lower peak would stay there. So they begin at random places under the density to a
// power of 0, which rises to 1 [DM06]: at every rise walkers of little weight give way to copies of others.
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
  std::size_t walkers = 60;  // even, and at least twice the number of axes
  std::size_t rounds = 200;  // under the density itself; every walker moves once in a round
};

// All places of the second half of the rounds.
[[nodiscard]] std::vector<CubePoint> draws(const LogDensity& density, std::size_t axes,
                                           const WalkLimits& limits, Random& random);

}  // namespace cairn
