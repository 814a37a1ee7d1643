#include "math/walkers.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr double kStretch = 2;       // a of [GW10 (9)]
constexpr std::size_t kTrials = 25;  // random points per walker at the start

struct Walker {
  CubePoint at;
  double density = 0;
};

bool is_inside(const CubePoint& x) {
  return std::ranges::all_of(x, [](double value) { return value >= 0 && value <= 1; });
}

// The best of many random points.
std::vector<Walker> first_places(const LogDensity& density, std::size_t axes, std::size_t walkers,
                                 Random& random) {
  std::vector<Walker> trials(kTrials * walkers);
  for (Walker& trial : trials) {
    for (std::size_t k = 0; k < axes; ++k) trial.at.push_back(random.uniform());
    trial.density = density(trial.at);
  }
  std::ranges::stable_sort(trials, std::ranges::greater{}, &Walker::density);
  trials.resize(walkers);
  return trials;
}

// Moves a walker along the line through another one: by a factor z with density 1/√z from 1/a to a.
void stretch(const LogDensity& density, Walker& walker, const Walker& other, Random& random) {
  const double root = 1 + (kStretch - 1) * random.uniform(), z = root * root / kStretch;
  CubePoint to;
  for (std::size_t k = 0; k < walker.at.size(); ++k)
    to.push_back(other.at[k] + z * (walker.at[k] - other.at[k]));
  const double chance = random.uniform();
  if (!is_inside(to)) return;
  const double there = density(to), axes = static_cast<double>(to.size());
  if (std::log(chance) < (axes - 1) * std::log(z) + there - walker.density) walker = {std::move(to), there};
}

}  // namespace

std::vector<CubePoint> draws(const LogDensity& density, std::size_t axes, const WalkLimits& limits,
                             Random& random) {
  CAIRN_ASSERT(limits.walkers % 2 == 0 && limits.walkers >= 2 * axes && axes > 0);
  std::vector<Walker> walkers = first_places(density, axes, limits.walkers, random);
  std::vector<CubePoint> places;
  const std::size_t half = walkers.size() / 2;
  for (std::size_t round = 0; round < limits.rounds; ++round) {
    // Each half moves with the other half at rest, which keeps the density.
    for (std::size_t k = 0; k < walkers.size(); ++k) {
      const auto pick = static_cast<std::size_t>(random.uniform() * static_cast<double>(half));
      stretch(density, walkers[k], walkers[k < half ? half + pick : pick], random);
    }
    if (2 * round < limits.rounds) continue;
    for (const Walker& walker : walkers) places.push_back(walker.at);
  }
  return places;
}

}  // namespace cairn
