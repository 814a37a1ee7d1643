// Grains in a drum whose axis is y: the slope of their surface and the height to which they rise. A drum that
// turns about +y carries them up on the side of -x. Slopes are positive if the surface rises towards -x; a
// drum that turns the other way changes only their sign. If the surface is flat, the three angles agree.
//   angle           slope of the least-squares line through the tops of columns two grains wide, over the
//                   middle 60 % of the bed's width [rad]
//   angle_of_mass   angle of the line from the drum's centre to the centre of mass against the vertical [rad]
//   rise            height of the highest centre of a grain above the drum's lowest point [m]
//   angle_of_ends   slope of the line from the toe to the top of the bed: the two ends of the row of grains
//                   on the wall [rad]
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "measure/measures.h"
#include "measure/selection.h"
#include "results/series_table.h"

namespace cairn {
namespace {

constexpr double kMiddle = 0.6, kGrainsPerColumn = 2;
constexpr double kOnWall = 0.5;  // largest gap of a grain on the wall, over its radius

class DrumSurface final : public Measure {
 public:
  DrumSurface(const Value& options, const World& world) : drum_(read_group(options, world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 4);
    const Bodies& bodies = sight.world.bodies;
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    // Centre and radius of the drum; mass, mean place and diameters of the grains.
    Vec3 centre;
    double drum_radius = 0, total = 0, diameters = 0;
    Vec3 moment;
    std::vector<std::size_t> grains;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (bodies.info[i].group == drum_) {
        centre = bodies.place[i].position;
        drum_radius = inner_radius(sight.world.shapes[bodies.info[i].shape]);
      }
      if (is_immobile(bodies.info[i])) continue;
      const double m = mass(bodies.inertia[i]);
      total += m;
      moment += m * bodies.place[i].position;
      diameters += 2 * bodies.place[i].radius;
      grains.push_back(i);
    }
    if (grains.empty()) return;
    // The slopes and the highest grain.
    const Vec3 low = moment / total - centre;
    values[0] = std::atan(-surface_slope(bodies, grains, diameters / static_cast<double>(grains.size())));
    values[1] = std::atan2(-low.x, -low.z);
    double top = -std::numeric_limits<double>::infinity();
    for (const std::size_t i : grains) top = std::max(top, bodies.place[i].position.z);
    values[2] = top - (centre.z - drum_radius);
    values[3] = slope_of_ends(bodies, grains, centre, drum_radius, values[1]);
  }

 private:
  static double inner_radius(const Shape& shape) {
    const Drum* drum = std::get_if<Drum>(&shape);
    return drum != nullptr ? drum->radius : std::numeric_limits<double>::quiet_NaN();
  }
  // A grain on the wall, and its angle from straight down, positive towards -x.
  struct OnWall {
    double angle;
    std::size_t grain;
  };
  static double slope_of_ends(const Bodies& bodies, const std::vector<std::size_t>& grains,
                              const Vec3& centre, double drum_radius, double middle) {
    // Grains on the wall, sorted by angle.
    std::vector<OnWall> row;
    for (const std::size_t i : grains) {
      const Vec3 d = bodies.place[i].position - centre;
      const double r = bodies.place[i].radius;
      if (drum_radius - std::hypot(d.x, d.z) < (1 + kOnWall) * r) row.push_back({std::atan2(-d.x, -d.z), i});
    }
    if (row.size() < 2) return std::numeric_limits<double>::quiet_NaN();
    std::ranges::sort(row, {}, [](const OnWall& w) { return std::pair(w.angle, w.grain); });
    const auto place = [&](std::size_t k) -> const Place& { return bodies.place[row[k].grain]; };
    // The row of the bed ends at a gap that another grain would fit into.
    const auto joined = [&](std::size_t k) {
      const double reach = place(k).radius + place(k + 1).radius;
      return norm(place(k + 1).position - place(k).position) < 2 * reach;
    };
    // It starts at the grain below the centre of mass and grows to both sides.
    const auto nearest =
        std::ranges::min_element(row, {}, [&](const OnWall& w) { return std::abs(w.angle - middle); });
    std::size_t low = static_cast<std::size_t>(nearest - row.begin()), high = low;
    while (low > 0 && joined(low - 1)) --low;
    while (high + 1 < row.size() && joined(high)) ++high;
    const Vec3 d = place(high).position - place(low).position;
    return std::atan2(d.z, -d.x);
  }
  static double surface_slope(const Bodies& bodies, const std::vector<std::size_t>& grains, double diameter) {
    // The middle part of the bed, and its columns.
    double left = std::numeric_limits<double>::infinity(), right = -left;
    for (const std::size_t i : grains) {
      left = std::min(left, bodies.place[i].position.x);
      right = std::max(right, bodies.place[i].position.x);
    }
    const double width = kGrainsPerColumn * diameter, cut = 0.5 * (1 - kMiddle) * (right - left);
    left += cut;
    right -= cut;
    const double count = std::max(1.0, std::floor((right - left) / width));
    // The topmost grain of each column that has one. A map, since a grain that flew off makes the bed so wide
    // that most columns are empty.
    std::map<double, Vec3> tops;
    for (const std::size_t i : grains) {
      const Vec3& x = bodies.place[i].position;
      const double column = (x.x - left) / (right - left) * count;
      if (!(column >= 0 && column < count)) continue;
      const auto [top, is_new] = tops.try_emplace(std::floor(column), x);
      if (!is_new && x.z > top->second.z) top->second = x;
    }
    // The slope of the line through the tops.
    TimedValues kept;
    for (const auto& [column, x] : tops) {
      kept.time.push_back(x.x);
      kept.value.push_back(x.z);
    }
    return fitted_slope(kept);
  }

  Group drum_;
};

}  // namespace

MeasureRow drum_surface_row() {
  return {
      "drum_surface",
      "AB21",
      "grains in a drum about y: slope of their surface by its tops, by the centre of mass and by its two "
      "ends on the wall, and how high they rise",
      {group_option()},
      {{"angle", "rad",
        "slope of the line with least squares through the tops of columns two grains wide, over the middle "
        "60 % of the bed; positive if the surface rises towards -x"},
       {"angle_of_mass", "rad",
        "angle of the line from the drum's centre to the centre of mass against the vertical; positive "
        "towards -x"},
       {"rise", "m", "height of the highest centre of a grain above the drum's lowest point"},
       {"angle_of_ends", "rad",
        "slope of the line from the toe to the top of the bed on the wall; positive if it rises towards -x"}},
      make_measure<DrumSurface>};
}

}  // namespace cairn
