#include "collide/order.h"

#include <algorithm>
#include <bit>
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

constexpr int kAxisBits = 21, kCodeBits = 3 * kAxisBits;
constexpr double kHalfAxis = 1 << (kAxisBits - 1);  // cubes on either side of the origin

// Number of the cube along one axis.
std::uint64_t cube_along(double x, double per_unit) {
  const double number = std::floor(x * per_unit) + kHalfAxis;
  return static_cast<std::uint64_t>(std::fmin(std::fmax(number, 0.0), 2 * kHalfAxis - 1));
}

std::uint64_t code_of(const Vec3& x, double per_unit) {
  return spread(cube_along(x.x, per_unit)) << 2 | spread(cube_along(x.y, per_unit)) << 1 |
         spread(cube_along(x.z, per_unit));
}

// One over the edge of a cube: it is no larger than the smallest body, unless the farthest one would have no
// cube then.
double cubes_per_unit(double smallest, double farthest) {
  const double edge = std::max(2 * smallest, 1e-290);
  const double reach = std::min(farthest, 1e290) / kHalfAxis;
  int power = std::ilogb(edge);
  while (std::ldexp(1, power) <= reach) ++power;
  return std::ldexp(1, -power);
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

std::uint32_t leaf_size(std::size_t small) {
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(std::bit_ceil(small / 8 + 1), 64, 8192));
}

SpatialOrder spatial_order(const World& world) {
  const Bodies& bodies = world.bodies;
  const std::vector<bool> large = choose_large(world);
  double smallest = 1e300, farthest = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (large[i]) continue;
    const Vec3& x = bodies.place[i].position;
    farthest = std::max({farthest, std::abs(x.x), std::abs(x.y), std::abs(x.z)});
    smallest = std::min(smallest, bodies.place[i].radius);
  }
  const double per_unit = cubes_per_unit(smallest, farthest);

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
    const Uid uid = bodies.info[i].uid;
    if (large[i])
      large_ones.push_back({0, uid, i});
    else
      small_ones.push_back({code_of(bodies.place[i].position, per_unit), uid, i});
  }
  std::ranges::sort(small_ones);
  std::ranges::sort(large_ones);

  SpatialOrder result;
  result.small = static_cast<std::uint32_t>(small_ones.size());
  result.order.reserve(bodies.size());
  for (const Item& e : small_ones) result.order.push_back(e.local);
  for (const Item& e : large_ones) result.order.push_back(e.local);
  CAIRN_ASSERT(result.order.size() == bodies.size());

  // Halve boxes of bodies until each is a leaf.
  const std::uint32_t most = leaf_size(result.small);
  const auto halve = [&](auto&& self, std::uint32_t begin, std::uint32_t end, int bits) -> void {
    if (begin == end) return;
    if (end - begin <= most || bits == 0) {
      result.parts.begin.push_back(end);
      return;
    }
    const std::uint64_t bit = std::uint64_t{1} << (bits - 1);
    const auto is_low = [&](const Item& item) { return (item.code & bit) == 0; };
    const auto middle = std::partition_point(small_ones.begin() + begin, small_ones.begin() + end, is_low);
    const auto at = static_cast<std::uint32_t>(middle - small_ones.begin());
    self(self, begin, at, bits - 1);
    self(self, at, end, bits - 1);
  };
  halve(halve, 0, result.small, kCodeBits);
  if (!large_ones.empty()) result.parts.begin.push_back(static_cast<std::uint32_t>(bodies.size()));
  return result;
}

}  // namespace cairn
