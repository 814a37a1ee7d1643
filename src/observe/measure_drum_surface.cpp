// Grains in a drum whose axis is y: the slope of their surface and how high they rise. A drum that turns
// about +y carries them up on the side of -x; the slope counts positive if the surface rises towards -x, and
// the sign of the turning makes no difference to |slope|.
//   angle           slope of the line with least squares through the tops of columns two grains wide, over
//   the
//                   middle 60 % of the bed's width [rad]
//   angle_of_mass   angle of the line from the drum's centre to the centre of mass against the vertical
//   [rad]: the
//                   slope of the surface if that is flat
//   rise            highest centre of a grain above the drum's lowest point [m]
#include <algorithm>
#include <cmath>
#include <limits>

#include "observe/measures.h"
#include "observe/selection.h"
#include "observe/series_table.h"

namespace cairn {
namespace {

constexpr double kMiddle = 0.6, kGrainsPerColumn = 2;

class DrumSurface final : public Measure {
 public:
  explicit DrumSurface(Group drum) : drum_(drum) {}

  std::vector<Column> columns() const override {
    return {{"angle", "rad"}, {"angle_of_mass", "rad"}, {"rise", "m"}};
  }
  void sample(const Sight& sight, std::span<double> values) override {
    const Bodies& bodies = sight.world.bodies;
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
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
      total += m, moment += m * bodies.place[i].position, diameters += 2 * bodies.place[i].radius;
      grains.push_back(i);
    }
    if (grains.empty()) return;
    const Vec3 low = moment / total - centre;
    values[0] = std::atan(-surface_slope(bodies, grains, diameters / static_cast<double>(grains.size())));
    values[1] = std::atan2(-low.x, -low.z);
    double top = -std::numeric_limits<double>::infinity();
    for (const std::size_t i : grains) top = std::max(top, bodies.place[i].position.z);
    values[2] = top - (centre.z - drum_radius);
  }

 private:
  static double inner_radius(const Shape& shape) {
    const Drum* drum = std::get_if<Drum>(&shape);
    return drum != nullptr ? drum->radius : std::numeric_limits<double>::quiet_NaN();
  }
  static double surface_slope(const Bodies& bodies, const std::vector<std::size_t>& grains, double diameter) {
    double left = std::numeric_limits<double>::infinity(), right = -left;
    for (const std::size_t i : grains) {
      left = std::min(left, bodies.place[i].position.x);
      right = std::max(right, bodies.place[i].position.x);
    }
    const double width = kGrainsPerColumn * diameter, cut = 0.5 * (1 - kMiddle) * (right - left);
    left += cut, right -= cut;
    const auto count = static_cast<std::size_t>(std::max(1.0, std::floor((right - left) / width)));
    TimedValues tops;  // x and height of the topmost grain of each column
    tops.time.resize(count);
    tops.value.assign(count, -std::numeric_limits<double>::infinity());
    for (const std::size_t i : grains) {
      const Vec3& x = bodies.place[i].position;
      const double column = (x.x - left) / (right - left) * static_cast<double>(count);
      if (!(column >= 0 && column < static_cast<double>(count))) continue;
      const auto k = static_cast<std::size_t>(column);
      if (x.z > tops.value[k]) tops.value[k] = x.z, tops.time[k] = x.x;
    }
    TimedValues kept;
    for (std::size_t k = 0; k < count; ++k)
      if (std::isfinite(tops.value[k]))
        kept.time.push_back(tops.time[k]), kept.value.push_back(tops.value[k]);
    return fitted_slope(kept);
  }

  Group drum_;
};

}  // namespace

MeasureEntry drum_surface_entry() {
  return {"drum_surface",
          "AB21",
          "grains in a drum about y: slope of their surface by its tops and by the centre of mass, and how "
          "high they "
          "rise",
          {group_option()},
          [](const Value& options, const World& world) -> std::unique_ptr<Measure> {
            return std::make_unique<DrumSurface>(read_group(options, world));
          }};
}

}  // namespace cairn
