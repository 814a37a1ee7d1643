// Solid fraction φ = (volume of bodies inside a box)/(volume of the box), and void ratio e = (1 − φ)/φ.
//   spheres  cut by the box: exact (observe/ball_in_box.h)
//   discs    the same in the x-z plane, as if the box were as deep as the disc: an area fraction
//   others   exact if the bounding sphere is inside; a body that may be cut is sampled at a fixed set of
//   points
//            spread evenly over its bounds, which gives its share to about 1 % of its volume
// Overlaps of touching bodies count twice. Walls have no volume.
#include <cmath>
#include <limits>

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

double sampled_share(const Bodies& bodies, std::size_t i, const Shape& shape, const Region& region) {
  const auto [low, high] = local_bounds(shape);
  int all = 0, inside = 0;
  for (int k = 0; k < kSamples; ++k) {
    const Vec3 x = low + scaled(spread_point(k), high - low);
    if (!is_inside(shape, x)) continue;
    ++all;
    if (region.contains(bodies.place[i].position + rotate(bodies.orientation[i], x))) ++inside;
  }
  return all > 0 ? static_cast<double>(inside) / all : 0;
}

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

double volume_inside(const World& world, std::size_t i, const Region& region) {
  const Bodies& bodies = world.bodies;
  const Place& place = bodies.place[i];
  const Shape& shape = world.shapes[bodies.info[i].shape];
  if (is_wall(shape)) return 0;
  if (std::holds_alternative<Sphere>(shape)) {
    return ball_in_box(place.position, place.radius, region.low, region.high);
  }
  if (std::holds_alternative<Disc>(shape)) {
    const double depth = region.high.y - region.low.y;
    return depth * disc_in_rectangle(place.position, place.radius, region.low, region.high);
  }
  const Cut cut = cut_by(region, place);
  if (cut == Cut::outside) return 0;
  const double share = cut == Cut::inside ? 1 : sampled_share(bodies, i, shape, region);
  return share * mass_properties(shape).volume;
}

class SolidFraction final : public Measure {
 public:
  SolidFraction(const Region& region, std::optional<Group> group) : region_(region), group_(group) {}

  std::vector<Column> columns() const override { return {{"solid_fraction", "1"}, {"void_ratio", "1"}}; }
  void sample(const Sight& sight, std::span<double> values) override {
    const World& world = sight.world;
    const double volume = ordered_sum<double>(sight.threads, world.bodies.size(), [&](std::size_t i) {
      return is_selected(world.bodies.info[i], group_) ? volume_inside(world, i, region_) : 0;
    });
    const double fraction = volume / region_.volume();
    values[0] = fraction;
    values[1] = fraction > 0 ? (1 - fraction) / fraction : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  Region region_;
  std::optional<Group> group_;
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
