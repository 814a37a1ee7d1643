#include "measure/solid_volume.h"

#include <algorithm>
#include <cmath>

#include "collide/contact.h"
#include "measure/ball_in_box.h"

namespace cairn {
namespace {

constexpr int kSamples = 2048, kSectionSamples = 4096;
constexpr double kSameDirection = 1e-6;  // difference of unit vectors that count as equal

// Point k of an additive recurrence in the unit cube, with the three-dimensional golden ratio g⁴ = g + 1. Its
// points spread evenly over every box.
Vec3 spread_point(int k) {
  constexpr double g = 1.2207440846057596;
  const auto part = [&](double step) { return std::fmod(0.5 + step * (k + 1), 1.0); };
  return {part(1 / g), part(1 / (g * g)), part(1 / (g * g * g))};
}

// The same in the unit square, with g³ = g + 1.
std::array<double, 2> spread_in_plane(int k) {
  constexpr double g = 1.3247179572447460;
  const auto part = [&](double step) { return std::fmod(0.5 + step * (k + 1), 1.0); };
  return {part(1 / g), part(1 / (g * g))};
}

// True if a point in body axes is inside the solid. The test: a ball far smaller than the solid touches it.
bool is_inside(const Shape& shape, const Vec3& x) {
  const Shape point = Sphere{1e-9 * bounding_radius(shape)};
  ContactPoints contacts;
  find_contacts({point, x, {}, bounding_radius(point)}, {shape, {}, {}, 0}, 0, contacts);
  return contacts.count > 0;
}

using Samples = SolidVolumes::Samples;

double share_inside(const Samples& samples, const Bodies& bodies, std::size_t i, const Region& region) {
  const auto inside = std::ranges::count_if(samples.points, [&](const Vec3& x) {
    return region.contains(bodies.place[i].position + rotate(bodies.orientation[i], x));
  });
  return samples.points.empty() ? 0
                                : static_cast<double>(inside) / static_cast<double>(samples.points.size());
}

Samples samples_of(const Shape& shape) {
  Samples samples{mass_properties(shape).volume, {}};
  const auto [low, high] = local_bounds(shape);
  for (int k = 0; k < kSamples; ++k) {
    const Vec3 x = low + scaled(spread_point(k), high - low);
    if (is_inside(shape, x)) samples.points.push_back(x);
  }
  return samples;
}

// Samples of the section through the centre, normal to `axis` (unit vector, body axes) and one metre deep.
Samples section_of(const Shape& shape, const Vec3& axis) {
  const auto [low, high] = local_bounds(shape);
  const Vec3 middle = 0.5 * (low + high), half = 0.5 * (high - low);
  // Unit vectors u and v span the plane of the section.
  int least = 0;
  for (const int k : {1, 2})
    if (std::abs(axis[k]) < std::abs(axis[least])) least = k;
  Vec3 across;
  across[least] = 1;
  const Vec3 u = unit(cross(axis, across)), v = cross(axis, u);
  // The section lies within the bounds of the shape along u and v.
  const auto reach = [&](const Vec3& d) {
    return std::abs(d.x) * half.x + std::abs(d.y) * half.y + std::abs(d.z) * half.z;
  };
  // Points of that rectangle inside the solid are samples; their share gives the area of the section.
  Samples samples;
  for (int k = 0; k < kSectionSamples; ++k) {
    const auto [s, t] = spread_in_plane(k);
    const double along_u = dot(middle, u) + (2 * s - 1) * reach(u);
    const double along_v = dot(middle, v) + (2 * t - 1) * reach(v);
    const Vec3 x = along_u * u + along_v * v;
    if (is_inside(shape, x)) samples.points.push_back(x);
  }
  const double inside = static_cast<double>(samples.points.size()) / kSectionSamples;
  samples.volume = 4 * reach(u) * reach(v) * inside;
  return samples;
}

// The place of a bounding sphere relative to a region; `maybe`: the region may cut the body.
enum class Cut { outside, maybe, inside };

Cut cut_by(const Region& region, const Place& place) {
  Cut cut = Cut::inside;
  for (int k = 0; k < 3; ++k) {
    if (k == 1 && region.dimension == 2) continue;
    const double below = place.position[k] - region.low[k], above = region.high[k] - place.position[k];
    if (std::min(below, above) <= -place.radius) return Cut::outside;
    if (std::min(below, above) < place.radius) cut = Cut::maybe;
  }
  return cut;
}

bool is_sampled(const Shape& shape) {
  return !is_wall(shape) && !std::holds_alternative<Sphere>(shape) && !std::holds_alternative<Disc>(shape);
}

// The region, with infinite sides replaced by finite ones beyond the body.
Region bounded(Region region, const Place& place) {
  for (int k = 0; k < 3; ++k) {
    if (std::isinf(region.low[k])) region.low[k] = place.position[k] - 2 * place.radius;
    if (std::isinf(region.high[k])) region.high[k] = place.position[k] + 2 * place.radius;
  }
  return region;
}

}  // namespace

SolidVolumes::Key SolidVolumes::key_of(const World& world, std::size_t i) {
  Key key{static_cast<std::int64_t>(world.bodies.info[i].shape), 0, 0, 0};
  if (world.dimension == 3) return key;
  const Vec3 axis = rotate_back(world.bodies.orientation[i], {0, 1, 0});
  for (int k = 0; k < 3; ++k) key[static_cast<std::size_t>(k) + 1] = std::llround(axis[k] / kSameDirection);
  return key;
}

Samples SolidVolumes::samples_for(const World& world, const Key& key) {
  const Shape& shape = world.shapes[key[0]];
  if (world.dimension == 3) return samples_of(shape);
  const Vec3 axis(static_cast<double>(key[1]), static_cast<double>(key[2]), static_cast<double>(key[3]));
  return section_of(shape, unit(axis));
}

void SolidVolumes::meet(const World& world, std::size_t i) {
  if (!is_sampled(world.shapes[world.bodies.info[i].shape])) return;
  const auto [at, is_new] = samples_.try_emplace(key_of(world, i));
  if (is_new) at->second = samples_for(world, at->first);
}

double SolidVolumes::inside(const World& world, std::size_t i, const Region& region) const {
  const Place& place = world.bodies.place[i];
  const Shape& shape = world.shapes[world.bodies.info[i].shape];
  if (is_wall(shape)) return 0;
  if (!is_sampled(shape)) {
    const Region box = bounded(region, place);
    const bool is_ball = std::holds_alternative<Sphere>(shape) && world.dimension == 3;
    return is_ball ? ball_in_box(place.position, place.radius, box)
                   : box.depth() * disc_in_rectangle(place.position, place.radius, box);
  }
  const Samples& samples = samples_.at(key_of(world, i));
  const Cut cut = cut_by(region, place);
  if (cut == Cut::outside) return 0;
  return samples.volume * (cut == Cut::inside ? 1 : share_inside(samples, world.bodies, i, region));
}

}  // namespace cairn
