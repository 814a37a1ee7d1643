// The depth of a body in a bed [m]: how far its lowest point is below the surface of the other free bodies at
// the first sample (median over columns about three grains wide). It is positive below the surface. Also the
// speed at which the body sinks [m/s].
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "measure/measures.h"
#include "measure/surface_line.h"

namespace cairn {
namespace {

constexpr double kGrainsPerColumn = 3;

// Columns over all free bodies except the group, three mean diameters wide.
SurfaceGrid grid_around(const World& world, Group without) {
  const Bodies& bodies = world.bodies;
  constexpr double kFar = std::numeric_limits<double>::infinity();
  SurfaceGrid grid{{kFar, kFar}, {-kFar, -kFar}, {1, 1}};
  double diameters = 0, count = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (is_immobile(bodies.info[i]) || bodies.info[i].group == without) continue;
    const Place& place = bodies.place[i];
    for (std::size_t k = 0; k < 2; ++k) {
      grid.low[k] = std::min(grid.low[k], place.position[static_cast<int>(k)] - place.radius);
      grid.high[k] = std::max(grid.high[k], place.position[static_cast<int>(k)] + place.radius);
    }
    diameters += 2 * place.radius;
    count += 1;
  }
  // Number of columns along x and y.
  for (std::size_t k = 0; k < 2 && count > 0; ++k) {
    const double columns = (grid.high[k] - grid.low[k]) / (kGrainsPerColumn * diameters / count);
    grid.cells[k] = static_cast<std::size_t>(std::clamp(std::floor(columns), 1.0, 1000.0));
  }
  return grid;
}

class Penetration final : public Measure {
 public:
  Penetration(const Value& options, const World& world) : group_(read_group(options, world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 3);
    const World& world = sight.world;
    if (std::isnan(surface_))
      surface_ = median_height(surface_heights(world, grid_around(world, group_), group_));
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    values[2] = surface_;
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
      if (world.bodies.info[i].group != group_) continue;
      values[0] = surface_ + farthest_along(world, i, {0, 0, -1});
      values[1] = -world.bodies.motion[i].velocity.z;
      return;
    }
  }
  void save(Record& record, const std::string& prefix) const override {
    record.put(prefix + "surface", surface_);
  }
  void load(const Record& record, const std::string& prefix) override {
    surface_ = record.get<double>(prefix + "surface");
  }

 private:
  Group group_;
  double surface_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace

MeasureRow penetration_row() {
  return {
      "penetration",
      "PZ17",
      "depth of a body's lowest point below the surface that the bed had at first, and the speed of sinking",
      {group_option()},
      {{"depth", "m", "lowest point of the body below the first surface, positive below it"},
       {"speed", "m/s", "speed of its centre along -z, positive while it sinks"},
       {"surface", "m", "height of the first surface: median over columns of about three grains"}},
      make_measure<Penetration>};
}

}  // namespace cairn
