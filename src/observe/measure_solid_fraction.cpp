// Solid fraction φ = (volume of bodies inside a box)/(volume of the box), and void ratio e = (1 − φ)/φ.
//   spheres  cut by the box: exact (observe/ball_in_box.h)
//   discs    the same in the x-z plane, as if the box were as deep as the disc: an area fraction
//   others   exact if the bounding sphere is inside; a body that may be cut counts by those of its sample
//            points that are inside: points spread evenly over its bounds, found once for every shape, which
//            give its share to about 1 % of its volume
// Overlaps of touching bodies count twice. Walls have no volume.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/sum.h"
#include "collide/contact.h"
#include "observe/ball_in_box.h"
#include "observe/measures.h"
#include "observe/selection.h"

namespace cairn {
namespace {

constexpr int kSamples = 2048;

// Point k of the additive recurrence with the three-dimensional golden ratio g⁴ = g + 1: even in every box.
Vec3 spread_point(int k) {
  constexpr double g = 1.2207440846057596;
  const auto part = [&](double step) { return std::fmod(0.5 + step * (k + 1), 1.0); };
  return {part(1 / g), part(1 / (g * g)), part(1 / (g * g * g))};
}

// Whether a point in body axes is inside the solid: a ball far smaller than it touches it.
bool is_inside(const Shape& shape, const Vec3& x) {
  const Shape point = Sphere{1e-9 * bounding_radius(shape)};
  ContactPoints contacts;
  find_contacts({point, x, {}, bounding_radius(point)}, {shape, {}, {}, 0}, 0, contacts);
  return contacts.count > 0;
}

// What a body of a shape counts by: its volume, and points in body axes spread evenly over its inside.
struct Samples {
  explicit Samples(const Shape& shape) : volume(mass_properties(shape).volume) {
    const auto [low, high] = local_bounds(shape);
    for (int k = 0; k < kSamples; ++k) {
      const Vec3 x = low + scaled(spread_point(k), high - low);
      if (is_inside(shape, x)) points.push_back(x);
    }
  }
  double share(const Bodies& bodies, std::size_t i, const Region& region) const {
    const auto inside = std::ranges::count_if(points, [&](const Vec3& x) {
      return region.contains(bodies.place[i].position + rotate(bodies.orientation[i], x));
    });
    return points.empty() ? 0 : static_cast<double>(inside) / static_cast<double>(points.size());
  }

  double volume;
  std::vector<Vec3> points;
};

enum class Cut { outside, maybe, inside };

Cut cut_by(const Region& region, const Place& place) {
  Cut cut = Cut::inside;
  for (int k = 0; k < 3; ++k) {
    const double below = place.position[k] - region.low[k], above = region.high[k] - place.position[k];
    if (std::min(below, above) <= -place.radius) return Cut::outside;
    if (std::min(below, above) < place.radius) cut = Cut::maybe;
  }
  return cut;
}

bool is_sampled(const Shape& shape) {
  return !is_wall(shape) && !std::holds_alternative<Sphere>(shape) && !std::holds_alternative<Disc>(shape);
}

class SolidFraction final : public Measure {
 public:
  SolidFraction(const Region& region, std::optional<Group> group) : region_(region), group_(group) {}

  std::vector<Column> columns() const override { return {{"solid_fraction", "1"}, {"void_ratio", "1"}}; }
  void sample(const Sight& sight, std::span<double> values) override {
    const World& world = sight.world;
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
      const std::size_t shape = world.bodies.info[i].shape;
      if (is_selected(world.bodies.info[i], group_) && is_sampled(world.shapes[shape])) {
        samples_.try_emplace(shape, world.shapes[shape]);
      }
    }
    const double volume = ordered_sum<double>(sight.threads, world.bodies.size(), [&](std::size_t i) {
      return is_selected(world.bodies.info[i], group_) ? volume_inside(world, i) : 0;
    });
    const double fraction = volume / region_.volume();
    values[0] = fraction;
    values[1] = fraction > 0 ? (1 - fraction) / fraction : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  double volume_inside(const World& world, std::size_t i) const {
    const Place& place = world.bodies.place[i];
    const Shape& shape = world.shapes[world.bodies.info[i].shape];
    if (is_wall(shape)) return 0;
    if (std::holds_alternative<Sphere>(shape)) {
      return ball_in_box(place.position, place.radius, region_.low, region_.high);
    }
    if (std::holds_alternative<Disc>(shape)) {
      const double depth = region_.high.y - region_.low.y;
      return depth * disc_in_rectangle(place.position, place.radius, region_.low, region_.high);
    }
    const Samples& samples = samples_.at(world.bodies.info[i].shape);
    const Cut cut = cut_by(region_, place);
    if (cut == Cut::outside) return 0;
    return samples.volume * (cut == Cut::inside ? 1 : samples.share(world.bodies, i, region_));
  }

  Region region_;
  std::optional<Group> group_;
  std::map<std::size_t, Samples> samples_;  // of the shapes seen so far, by index
};

}  // namespace

MeasureEntry solid_fraction_entry() {
  return {"solid_fraction",
          "",
          "solid fraction and void ratio inside a box, bodies cut by it counted in part",
          {region_option(), optional_group_option()},
          [](const Value& options, const World& world) -> std::unique_ptr<Measure> {
            return std::make_unique<SolidFraction>(read_region(options), read_optional_group(options, world));
          }};
}

}  // namespace cairn
