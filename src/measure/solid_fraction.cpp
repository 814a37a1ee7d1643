// Solid fraction φ = (volume of bodies inside a box)/(volume of the box), and void ratio e = (1 − φ)/φ.
// A body that the box cuts counts in part (measure/solid_volume.h). In 2-D φ is a fraction of areas. The box
// may follow walls; without a box all bodies count, over the volume of the periodic cell. The overlap of two
// touching bodies counts twice. Walls have no volume.
#include <limits>

#include "base/sum.h"
#include "measure/measures.h"
#include "measure/solid_volume.h"
#include "measure/space.h"

namespace cairn {
namespace {

class SolidFraction final : public Measure {
 public:
  SolidFraction(const Value& options, const World& world)
      : space_(options, world), group_(read_optional_group(options, world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 2);
    const World& world = sight.world;
    const auto counts = [&](std::size_t i) { return is_selected(world.bodies.info[i], group_); };
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
      if (counts(i)) solids_.meet(world, i);
    const Extent extent = space_.at(world);
    const double volume = total<double>(sight.threads, world.bodies.size(), [&](std::size_t i) {
      return counts(i) ? solids_.inside(world, i, extent.region) : 0;
    });
    const double fraction = volume / extent.volume;
    values[0] = fraction;
    values[1] = fraction > 0 ? (1 - fraction) / fraction : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  Space space_;
  std::optional<Group> group_;
  SolidVolumes solids_;
};

}  // namespace

MeasureRow solid_fraction_row() {
  declare::Fields options = space_options();
  options.push_back(optional_group_option());
  return {"solid_fraction",
          "",
          "solid fraction and void ratio inside a box or between walls, bodies cut by it counted in part; in "
          "2-D of areas",
          options,
          {{"solid_fraction", "1",
            "volume φ of the bodies inside over volume of the box; touching overlaps count twice"},
           {"void_ratio", "1", "(1 − φ)/φ"}},
          make_measure<SolidFraction>};
}

}  // namespace cairn
