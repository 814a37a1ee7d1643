#include "math/walkers.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr double kStretch = 2;         // a of [GW10 (9)]
constexpr double kKept = 0.5;          // effective share of the walkers that a rise of the power keeps
constexpr std::size_t kSettling = 12;  // rounds after a rise
constexpr int kHalvings = 40;          // of the interval in which the next power is sought

struct Walker {
  CubePoint at;
  double density = 0;
};

bool is_inside(const CubePoint& x) {
  return std::ranges::all_of(x, [](double value) { return value >= 0 && value <= 1; });
}

std::vector<Walker> first_places(const LogDensity& density, std::size_t axes, std::size_t walkers,
                                 Random& random) {
  std::vector<Walker> all(walkers);
  for (Walker& walker : all) {
    for (std::size_t k = 0; k < axes; ++k) walker.at.push_back(random.uniform());
    walker.density = density(walker.at);
  }
  return all;
}

// Weights of the walkers for a rise of the power, the largest being 1.
std::vector<double> weights_for(const std::vector<Walker>& walkers, double rise) {
  const double most = std::ranges::max_element(walkers, {}, &Walker::density)->density;
  std::vector<double> weights;
  for (const Walker& walker : walkers) weights.push_back(std::exp(rise * (walker.density - most)));
  return weights;
}

// The number of equal weights that would be worth as much, over the number of weights.
double effective_share(const std::vector<double>& weights) {
  double sum = 0, squares = 0;
  for (const double w : weights) {
    sum += w;
    squares += w * w;
  }
  return sum * sum / squares / static_cast<double>(weights.size());
}

// The largest rise of the power that keeps kKept of the walkers, at most `most`.
double next_rise(const std::vector<Walker>& walkers, double most) {
  if (effective_share(weights_for(walkers, most)) >= kKept) return most;
  double low = 0, high = most;
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = 0.5 * (low + high);
    (effective_share(weights_for(walkers, middle)) >= kKept ? low : high) = middle;
  }
  return high;
}

// Copies in proportion to the weights, at equal steps along their sum.
std::vector<Walker> resampled(const std::vector<Walker>& walkers, const std::vector<double>& weights,
                              Random& random) {
  double sum = 0;
  for (const double w : weights) sum += w;
  const double step = sum / static_cast<double>(walkers.size()), shift = random.uniform();
  std::vector<Walker> copies;
  double passed = 0;
  for (std::size_t k = 0; k < walkers.size(); ++k) {
    passed += weights[k];
    while (copies.size() < walkers.size() && (static_cast<double>(copies.size()) + shift) * step < passed)
      copies.push_back(walkers[k]);
  }
  while (copies.size() < walkers.size()) copies.push_back(walkers.back());  // rounding of the last step
  // Neighbours are copies of each other; shuffled, both halves have all kinds.
  for (std::size_t k = copies.size(); k > 1; --k)
    std::swap(copies[k - 1], copies[static_cast<std::size_t>(random.uniform() * static_cast<double>(k))]);
  return copies;
}

// Moves a walker along the line through another one: by a factor z with density 1/√z from 1/a to a.
void stretch(const LogDensity& density, double power, Walker& walker, const Walker& other, Random& random) {
  const double root = 1 + (kStretch - 1) * random.uniform(), z = root * root / kStretch;
  CubePoint to;
  for (std::size_t k = 0; k < walker.at.size(); ++k)
    to.push_back(other.at[k] + z * (walker.at[k] - other.at[k]));
  const double chance = random.uniform();
  if (!is_inside(to)) return;
  const double there = density(to), axes = static_cast<double>(to.size());
  if (std::log(chance) < (axes - 1) * std::log(z) + power * (there - walker.density))
    walker = {std::move(to), there};
}

// Each half moves with the other half at rest, which keeps the density.
void move_all(const LogDensity& density, double power, std::vector<Walker>& walkers, Random& random) {
  const std::size_t half = walkers.size() / 2;
  for (std::size_t k = 0; k < walkers.size(); ++k) {
    const auto pick = static_cast<std::size_t>(random.uniform() * static_cast<double>(half));
    stretch(density, power, walkers[k], walkers[k < half ? half + pick : pick], random);
  }
}

}  // namespace

std::vector<CubePoint> draws(const LogDensity& density, std::size_t axes, const WalkLimits& limits,
                             Random& random) {
  CAIRN_ASSERT(limits.walkers % 2 == 0 && limits.walkers >= 2 * axes && axes > 0);
  std::vector<Walker> walkers = first_places(density, axes, limits.walkers, random);
  for (double power = 0; power < 1;) {
    const double rise = next_rise(walkers, 1 - power);
    walkers = resampled(walkers, weights_for(walkers, rise), random);
    power = rise < 1 - power ? power + rise : 1;
    for (std::size_t round = 0; round < kSettling; ++round) move_all(density, power, walkers, random);
  }
  std::vector<CubePoint> places;
  for (std::size_t round = 0; round < limits.rounds; ++round) {
    move_all(density, 1, walkers, random);
    if (2 * round < limits.rounds) continue;
    for (const Walker& walker : walkers) places.push_back(walker.at);
  }
  return places;
}

}  // namespace cairn
