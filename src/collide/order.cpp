#include "collide/order.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr double kLargeRatio = 8;      // times the median radius
constexpr std::size_t kMaxLarge = 64;  // finite bodies treated as large; the grid takes the rest

// Spreads the lower 21 bits of x to every third bit.
std::uint64_t spread(std::uint64_t x) {
  x = (x | x << 32) & 0x1f00000000ffffull;
  x = (x | x << 16) & 0x1f0000ff0000ffull;
  x = (x | x << 8) & 0x100f00f00f00f00full;
  x = (x | x << 4) & 0x10c30c30c30c30c3ull;
  return (x | x << 2) & 0x1249249249249249ull;
}

// Position on one axis of the curve, 21 bits.
std::uint64_t quantised(double x, double low, double scale) {
  return static_cast<std::uint64_t>(std::fmin(std::fmax((x - low) * scale, 0.0), 2097151.0));
}

// Marks walls, endless bodies, and up to kMaxLarge bodies that are much larger than most.
std::vector<bool> choose_large(const World& world) {
  const Bodies& bodies = world.bodies;
  std::vector<bool> large(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i)
    large[i] = std::isinf(bodies.place[i].radius) || is_wall(world.shapes[bodies.info[i].shape]);
  const double limit = kLargeRatio * median_radius(bodies, [&](std::size_t i) { return !large[i]; });
  std::vector<std::tuple<double, Uid, std::size_t>> candidates;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double radius = bodies.place[i].radius;
    if (!large[i] && radius > limit) candidates.emplace_back(-radius, bodies.info[i].uid, i);
  }
  std::ranges::sort(candidates);
  if (candidates.size() > kMaxLarge) candidates.resize(kMaxLarge);
  for (const auto& candidate : candidates) large[std::get<2>(candidate)] = true;
  return large;
}

}  // namespace

SpatialOrder spatial_order(const World& world) {
  const Bodies& bodies = world.bodies;
  const std::vector<bool> large = choose_large(world);

  // The unit of the curve comes from the bounds and the smallest size of the small bodies.
  Vec3 low{1e300, 1e300, 1e300}, high = -low;
  double smallest = 1e300;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (large[i]) continue;
    low = min(low, bodies.place[i].position), high = max(high, bodies.place[i].position);
    smallest = std::min(smallest, bodies.place[i].radius);
  }
  const Vec3 size = high - low;
  const double extent = std::max({size.x, size.y, size.z, 1e-300});
  const double scale = std::min(2097151 / extent, 0.5 / std::max(smallest, 1e-300));

  struct Item {
    std::uint64_t code;
    Uid uid;
    std::uint32_t local;
    auto operator<=>(const Item&) const = default;
  };
  // Sort small bodies by Morton code and large ones by uid.
  std::vector<Item> small_ones, large_ones;
  small_ones.reserve(bodies.size());
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    const Vec3& x = bodies.place[i].position;
    const Uid uid = bodies.info[i].uid;
    if (large[i]) {
      large_ones.push_back({0, uid, i});
      continue;
    }
    const std::uint64_t code = spread(quantised(x.x, low.x, scale)) << 2 |
                               spread(quantised(x.y, low.y, scale)) << 1 |
                               spread(quantised(x.z, low.z, scale));
    small_ones.push_back({code, uid, i});
  }
  std::ranges::sort(small_ones);
  std::ranges::sort(large_ones);

  SpatialOrder result;
  result.small = static_cast<std::uint32_t>(small_ones.size());
  result.order.reserve(bodies.size());
  for (const Item& e : small_ones) result.order.push_back(e.local);
  for (const Item& e : large_ones) result.order.push_back(e.local);
  CAIRN_ASSERT(result.order.size() == bodies.size());
  return result;
}

}  // namespace cairn
