// Solid fraction φ = (volume of bodies inside a box)/(volume of the box), and void ratio e = (1 − φ)/φ.
//   spheres  cut by the box: exact (measure/ball_in_box.h)
//   discs    the same in the x-z plane, as if the box were as deep as the disc: an area fraction
//   others   exact if the bounding sphere is inside; a body that may be cut counts by those of its sample
//            points that are inside: points spread evenly over its bounds, found once for every shape, which
//            give its share to about 1 % of its volume
// In 2-D it is an area fraction for every shape: balls count as discs, others with their section by the plane
// y = 0, from sample points in it. Without a box all bodies count, over the periodic cell.
// Overlaps of touching bodies count twice. Walls have no volume.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "base/sum.h"
#include "collide/contact.h"
#include "measure/ball_in_box.h"
#include "measure/measures.h"
#include "measure/selection.h"

namespace cairn {
namespace {

constexpr int kSamples = 2048, kSectionSamples = 4096;
constexpr double kSameDirection = 1e-6;  // of unit vectors that share their samples

// Point k of the additive recurrence with the three-dimensional golden ratio g⁴ = g + 1: even in every box.
Vec3 spread_point(int k) {
  constexpr double g = 1.2207440846057596;
  const auto part = [&](double step) { return std::fmod(0.5 + step * (k + 1), 1.0); };
  return {part(1 / g), part(1 / (g * g)), part(1 / (g * g * g))};
}

// The same in the plane, with g³ = g + 1.
std::array<double, 2> spread_in_plane(int k) {
  constexpr double g = 1.3247179572447460;
  const auto part = [&](double step) { return std::fmod(0.5 + step * (k + 1), 1.0); };
  return {part(1 / g), part(1 / (g * g))};
}

// Whether a point in body axes is inside the solid: a ball far smaller than it touches it.
bool is_inside(const Shape& shape, const Vec3& x) {
  const Shape point = Sphere{1e-9 * bounding_radius(shape)};
  ContactPoints contacts;
  find_contacts({point, x, {}, bounding_radius(point)}, {shape, {}, {}, 0}, 0, contacts);
  return contacts.count > 0;
}

// What a body counts by: its volume, and points in body axes spread evenly over its inside.
struct Samples {
  double share(const Bodies& bodies, std::size_t i, const Region& region) const {
    const auto inside = std::ranges::count_if(points, [&](const Vec3& x) {
      return region.contains(bodies.place[i].position + rotate(bodies.orientation[i], x));
    });
    return points.empty() ? 0 : static_cast<double>(inside) / static_cast<double>(points.size());
  }

  double volume = 0;
  std::vector<Vec3> points;
};

Samples samples_of(const Shape& shape) {
  Samples samples{mass_properties(shape).volume, {}};
  const auto [low, high] = local_bounds(shape);
  for (int k = 0; k < kSamples; ++k) {
    const Vec3 x = low + scaled(spread_point(k), high - low);
    if (is_inside(shape, x)) samples.points.push_back(x);
  }
  return samples;
}

// Of the section through the centre across `axis` (unit vector, body axes), one metre deep.
Samples section_of(const Shape& shape, const Vec3& axis) {
  const auto [low, high] = local_bounds(shape);
  const Vec3 middle = 0.5 * (low + high), half = 0.5 * (high - low);
  int least = 0;
  for (const int k : {1, 2})
    if (std::abs(axis[k]) < std::abs(axis[least])) least = k;
  Vec3 across;
  across[least] = 1;
  const Vec3 u = unit(cross(axis, across)), v = cross(axis, u);
  // The bounds of the shape along u and v hold the section.
  const auto reach = [&](const Vec3& d) {
    return std::abs(d.x) * half.x + std::abs(d.y) * half.y + std::abs(d.z) * half.z;
  };
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

// Bodies that share their samples: those of a shape, in 2-D if they are seen along one direction.
using SampleKey = std::array<std::int64_t, 4>;

SampleKey key_of(const World& world, std::size_t i) {
  SampleKey key{static_cast<std::int64_t>(world.bodies.info[i].shape), 0, 0, 0};
  if (world.dimension == 3) return key;
  const Vec3 axis = rotate_back(world.bodies.orientation[i], {0, 1, 0});
  for (int k = 0; k < 3; ++k) key[static_cast<std::size_t>(k) + 1] = std::llround(axis[k] / kSameDirection);
  return key;
}

Samples samples_for(const World& world, const SampleKey& key) {
  const Shape& shape = world.shapes[key[0]];
  if (world.dimension == 3) return samples_of(shape);
  const Vec3 axis(static_cast<double>(key[1]), static_cast<double>(key[2]), static_cast<double>(key[3]));
  return section_of(shape, unit(axis));
}

class SolidFraction final : public Measure {
 public:
  SolidFraction(const Value& options, const World& world)
      : region_(read_region_or_cell(options, world)), group_(read_optional_group(options, world)) {}

  std::vector<Column> columns() const override { return {{"solid_fraction", "1"}, {"void_ratio", "1"}}; }
  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 2);
    const World& world = sight.world;
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
      const Info& info = world.bodies.info[i];
      if (!is_selected(info, group_) || !is_sampled(world.shapes[info.shape])) continue;
      const auto [at, is_new] = samples_.try_emplace(key_of(world, i));
      if (is_new) at->second = samples_for(world, at->first);
    }
    const double volume = ordered_sum<double>(sight.threads, world.bodies.size(), [&](std::size_t i) {
      return is_selected(world.bodies.info[i], group_) ? volume_inside(world, i) : 0;
    });
    const double fraction = volume / (region_ ? region_->volume() : world.cell.volume());
    values[0] = fraction;
    values[1] = fraction > 0 ? (1 - fraction) / fraction : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  // A box that holds the whole ball.
  static Region around(const Place& place, const World& world) {
    const Vec3 reach = 2 * place.radius * Vec3(1, 1, 1);
    return {{place.position - reach, place.position + reach}, world.dimension};
  }
  double volume_inside(const World& world, std::size_t i) const {
    const Place& place = world.bodies.place[i];
    const Shape& shape = world.shapes[world.bodies.info[i].shape];
    if (is_wall(shape)) return 0;
    const bool is_sphere = std::holds_alternative<Sphere>(shape) && world.dimension == 3;
    if (!is_sampled(shape)) {
      const Region region = region_.value_or(around(place, world));
      if (is_sphere) return ball_in_box(place.position, place.radius, region);
      return region.depth() * disc_in_rectangle(place.position, place.radius, region);
    }
    const Samples& samples = samples_.at(key_of(world, i));
    const Cut cut = region_ ? cut_by(*region_, place) : Cut::inside;
    if (cut == Cut::outside) return 0;
    return samples.volume * (cut == Cut::inside ? 1 : samples.share(world.bodies, i, *region_));
  }

  std::optional<Region> region_;  // none: the periodic cell
  std::optional<Group> group_;
  std::map<SampleKey, Samples> samples_;  // of the bodies seen so far
};

}  // namespace

MeasureRow solid_fraction_row() {
  return {"solid_fraction",
          "",
          "solid fraction and void ratio inside a box, bodies cut by it counted in part; in 2-D of areas",
          {region_or_cell_option(), optional_group_option()},
          make_measure<SolidFraction>};
}

}  // namespace cairn
