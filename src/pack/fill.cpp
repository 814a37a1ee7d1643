// Random fills. Random sequential addition saturates at a solid fraction of 0.38 (0.55 in two dimensions) and
// becomes slow well before. Denser fills place all spheres at random, overlaps included, and push them apart
// (pack/relax.h) with slightly larger radii, so that none overlap in the end.
#include <algorithm>
#include <numbers>
#include <numeric>

#include "base/assert.h"
#include "pack/generate.h"
#include "pack/relax.h"

namespace cairn {
namespace {

constexpr double kSparse3 = 0.25, kSparse2 = 0.48;  // largest fraction for random sequential addition
constexpr double kDense = 0.58;     // largest fraction of balls around other solids that are pushed apart
constexpr double kRounding = 1e-6;  // of a radius: rounding error of a position in a far region
constexpr int kTries = 5000;        // for one sphere
constexpr double kSwell = 2e-3;     // by which radii are enlarged while they are pushed apart

double ball_volume(double r, int dimension) {
  return dimension == 2 ? std::numbers::pi * r * r : 4 * std::numbers::pi / 3 * r * r * r;
}

// Volume of body i over the volume of its bounding ball.
double solidity(const FillRequest& request, std::uint64_t i) {
  return request.solidity.empty() ? 1 : request.solidity[i % request.solidity.size()];
}

// Draws all radii in the order of the bodies; empty if there would be too many.
std::vector<double> draw_radii(const FillRequest& request, Random& random, std::uint64_t& wanted) {
  const int dimension = request.region.dimension;
  std::vector<double> radii;
  if (request.count) {
    wanted = *request.count;
    if (wanted > kMostBodies) return {};
    for (std::uint64_t i = 0; i < wanted; ++i) radii.push_back(request.sizes.radius(i, random));
    return radii;
  }
  // By mass or volume: the number of bodies that comes nearest to the target.
  const double target = request.mass ? *request.mass : request.solid_fraction * request.region.volume();
  const auto amount = [&](std::uint64_t i, double r) {
    return request.mass ? request.mass_of(i, r) : solidity(request, i) * ball_volume(r, dimension);
  };
  const double most = static_cast<double>(kMostBodies);
  const bool few = request.mass || target / ball_volume(request.sizes.largest, dimension) <= most;
  for (double sum = 0; few && radii.size() <= kMostBodies;) {
    const double r = request.sizes.radius(radii.size(), random), own = amount(radii.size(), r);
    if (sum + 0.5 * own > target) break;
    radii.push_back(r);
    sum += own;
  }
  const bool too_many = !few || radii.size() > kMostBodies;
  wanted = too_many ? kMostBodies + 1 : radii.size();
  return too_many ? std::vector<double>{} : radii;
}

// Indices with the largest radius first; equal radii keep their order.
std::vector<std::uint32_t> by_size(const std::vector<double>& radii) {
  std::vector<std::uint32_t> order(radii.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::uint32_t i) { return radii[i]; });
  return order;
}

// Random sequential addition. Returns false as soon as one sphere finds no place; `fitted`
// marks those that did.
bool add_one_by_one(const FillRequest& request, const Obstacles& obstacles, Random& random,
                    std::vector<Place>& places, std::vector<std::uint8_t>& fitted,
                    std::span<const std::uint32_t> order) {
  SphereGrid grid;
  for (const std::uint32_t i : order) {
    const double r = places[i].radius;
    if (!request.region.has_room(r)) return false;
    for (int k = 0; k < kTries && fitted[i] == 0; ++k) {
      places[i].position = request.region.random_center(r, random);
      fitted[i] = !grid.overlaps(places[i]) && obstacles.is_free(places[i]);
    }
    if (fitted[i] == 0) return false;
    grid.insert(places[i]);
  }
  return true;
}

// Indices in the order of grid cells, so that neighbours lie together in memory while they are pushed.
std::vector<std::uint32_t> by_place(const std::vector<Place>& places, double cell) {
  const auto along = [&](double x) { return std::floor(x / cell); };
  std::vector<std::uint32_t> order(places.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) {
    const Vec3& x = places[i].position;
    return std::array{along(x.z), along(x.y), along(x.x)};
  });
  return order;
}

// Places all spheres at once, then pushes them away from each other, other spheres and walls.
void push_apart(const FillRequest& request, const Obstacles& obstacles, Random& random,
                std::vector<Place>& places) {
  for (Place& place : places) {
    // Start outside of walls, which might otherwise push the sphere out on a side without room.
    for (int k = 0; k < kTries; ++k) {
      place.position = request.region.random_center(place.radius, random);
      if (obstacles.is_outside_solids(place)) break;
    }
  }
  // The swollen spheres, sorted by place, followed by the spheres that cannot move.
  const std::vector<std::uint32_t> order = by_place(places, 4 * request.sizes.largest);
  std::vector<Place> all;
  for (const std::uint32_t i : order) {
    const double swollen = places[i].radius * (1 + kSwell);
    all.push_back({places[i].position, request.region.has_room(swollen) ? swollen : places[i].radius});
  }
  for (std::size_t k = 0; k < obstacles.spheres().size(); ++k) all.push_back(obstacles.spheres()[k]);
  std::vector<std::uint8_t> movable(all.size(), 0);
  std::fill_n(movable.begin(), places.size(), std::uint8_t{1});
  const auto confine = [&](const Place& sphere) {
    return request.region.nearest_center(obstacles.pushed_out(sphere), sphere.radius);
  };
  // The report does not matter: mark_fitted() finds every sphere that still overlaps.
  (void)relax(all, movable, request.region.dimension, confine, {.tolerance = 0.9 * kSwell, .rounds = 3000});
  for (std::size_t k = 0; k < order.size(); ++k) places[order[k]].position = all[k].position;
}

// Marks, largest first, the spheres that overlap none marked before.
void mark_fitted(const FillRequest& request, const Obstacles& obstacles, const std::vector<Place>& places,
                 std::span<const std::uint32_t> order, std::vector<std::uint8_t>& fitted) {
  SphereGrid grid;
  for (const std::uint32_t i : order) {
    fitted[i] = request.region.holds(places[i].position, places[i].radius) && !grid.overlaps(places[i]) &&
                obstacles.is_free(places[i]);
    if (fitted[i] != 0) grid.insert(places[i]);
  }
}

// Random sequential addition of the solids themselves. Solids are apart if their balls are; for others the
// exact test decides.
bool add_solids(const FillRequest& request, const Obstacles& obstacles, Random& random,
                std::vector<Place>& places, std::vector<std::uint8_t>& fitted,
                std::span<const std::uint32_t> order) {
  // The solids placed so far, in the order of insertion into the grid.
  SphereGrid grid;
  std::vector<FillBody> bodies;
  std::vector<Place> taken;
  std::ranges::fill(fitted, std::uint8_t{0});
  for (const std::uint32_t i : order) {
    const FillBody own = request.body(i);
    Place& place = places[i];
    // True if the solid overlaps no other solid and no obstacle at its present place.
    const auto is_free = [&] {
      const PlacedShape solid{*own.shape, place.position, own.orientation, place.radius};
      const bool met = grid.any_index_near(place, [&](std::uint32_t k) {
        return !are_apart(solid,
                          {*bodies[k].shape, taken[k].position, bodies[k].orientation, taken[k].radius});
      });
      return !met && obstacles.is_free(solid);
    };
    // Random places until one is free.
    for (int k = 0; k < kTries && fitted[i] == 0; ++k) {
      place.position = request.region.random_center(place.radius, random);
      fitted[i] = is_free();
    }
    if (fitted[i] == 0) return false;
    grid.insert(place);
    bodies.push_back(own);
    taken.push_back(place);
  }
  return true;
}

bool all_fitted(const std::vector<std::uint8_t>& fitted) {
  return std::ranges::all_of(fitted, [](std::uint8_t f) { return f != 0; });
}

}  // namespace

FillResult fill(const FillRequest& request, const Obstacles& obstacles) {
  const int dimension = request.region.dimension;
  CAIRN_ASSERT(dimension == 2 || dimension == 3);
  CAIRN_ASSERT(request.region.volume() > 0);
  CAIRN_ASSERT(request.count || request.solid_fraction >= 0);
  CAIRN_ASSERT(!request.mass || request.mass_of);
  // The radii and the volume of all bodies.
  FillResult result;
  Random random(request.seed);
  const std::vector<double> radii = draw_radii(request, random, result.wanted);
  std::vector<Place> places;
  double volume = 0;
  for (const double r : radii) {
    places.push_back({{}, r});
    volume += ball_volume(r, dimension);
  }

  // Sparse fills go one by one. The others, and sparse fills that failed, are placed at once
  // and pushed apart.
  const std::vector<std::uint32_t> order = by_size(radii);
  std::vector<std::uint8_t> fitted(places.size(), 0);
  const double crowd = volume / request.region.volume();
  const bool sparse = crowd <= (dimension == 2 ? kSparse2 : kSparse3);
  const bool room = request.region.has_room(request.sizes.largest);
  const bool may_push = crowd < (request.body ? kDense : 1);
  if (room && (!sparse || !add_one_by_one(request, obstacles, random, places, fitted, order)) && may_push) {
    push_apart(request, obstacles, random, places);
    mark_fitted(request, obstacles, places, order, fitted);
  }
  // If the balls around solids do not fit, the solids themselves may.
  if (room && request.body && !all_fitted(fitted))
    add_solids(request, obstacles, random, places, fitted, order);

  // Return the fitted bodies, in their order.
  double filled = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (fitted[i] == 0) continue;
    CAIRN_ASSERT(request.region.holds(places[i].position, (1 - kRounding) * places[i].radius));
    result.places.push_back(places[i]);
    filled += solidity(request, i) * ball_volume(places[i].radius, dimension);
  }
  CAIRN_ASSERT(result.places.size() <= result.wanted);
  result.solid_fraction = filled / request.region.volume();
  return result;
}

}  // namespace cairn
