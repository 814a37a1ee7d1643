// The angle of repose of a heap [TG14 7.5]. The floor is cut into strips along the slope, and each strip into
// cells. A straight line z = a + b s is fitted by least squares through the highest points over the cells of
// a strip (measure/heights.h). Its angle is atan|b|. An empty cell counts with the height of the floor if the
// scene gives that, so that a heap with an upright face is measured in full; otherwise it is left out. A
// strip needs three points. In 2-D there is one strip, along x.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "measure/heights.h"
#include "measure/measures.h"
#include "measure/selection.h"

namespace cairn {
namespace {

constexpr double kDegrees = 180 / std::numbers::pi;

// Sums for the least-squares line z = a + b s.
struct Line {
  double n = 0, s = 0, z = 0, ss = 0, sz = 0;
  void add(double at, double height) {
    ++n;
    s += at;
    z += height;
    ss += at * at;
    sz += at * height;
  }
  double slope() const { return (n * sz - s * z) / (n * ss - s * s); }
};

struct Floor {
  SurfaceGrid grid;
  std::size_t along = 0;  // x or y
  double height = kNotGiven;
};

Floor read_floor(const Value& options, const World& world) {
  Floor floor;
  floor.along = options["along"].chosen() == "y" ? 1 : 0;
  if (world.dimension == 2 && floor.along == 1)
    throw InputError("angle_of_repose: a 2-D scene has slopes along x alone", options["along"].mark());
  floor.grid.cells[floor.along] = static_cast<std::size_t>(options["cells"].integer());
  floor.grid.cells[1 - floor.along] = static_cast<std::size_t>(options["lines"].integer());
  for (std::size_t k = 0; k < 2; ++k) {
    floor.grid.low[k] = options["min"].items()[k].number();
    floor.grid.high[k] = options["max"].items()[k].number();
    if (k == 1 && world.dimension == 2) flatten(floor.grid);
    if (!(floor.grid.low[k] < floor.grid.high[k]))
      throw InputError(fmt::format("angle_of_repose: the floor has no extent {} the slope",
                                   k == floor.along ? "along" : "across"),
                       options["max"].mark());
  }
  if (options.has("floor")) floor.height = options["floor"].number();
  return floor;
}

class AngleOfRepose final : public Measure {
 public:
  AngleOfRepose(const Value& options, const World& world)
      : floor_(read_floor(options, world)),
        group_(read_optional_group(options, world)),
        highest_(floor_.grid) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 4);
    const std::vector<double>& heights = highest_.of(sight.world, group_);
    const SurfaceGrid& grid = floor_.grid;
    const std::size_t along = floor_.along, across = 1 - along;
    const double width = (grid.high[along] - grid.low[along]) / static_cast<double>(grid.cells[along]);
    double sum = 0, smallest = kInfinity, largest = 0, lines = 0;
    // Each strip with three points gives a line.
    for (std::size_t strip = 0; strip < grid.cells[across]; ++strip) {
      Line line;
      for (std::size_t cell = 0; cell < grid.cells[along]; ++cell) {
        double z = heights[along == 0 ? strip * grid.cells[0] + cell : cell * grid.cells[0] + strip];
        if (std::isnan(z)) z = floor_.height;
        if (std::isfinite(z)) line.add((static_cast<double>(cell) + 0.5) * width, z);
      }
      if (line.n < 3) continue;
      const double angle = kDegrees * std::atan(std::abs(line.slope()));
      sum += angle;
      ++lines;
      smallest = std::min(smallest, angle);
      largest = std::max(largest, angle);
    }
    // Mean, smallest and largest angle; without lines NaN.
    values[0] = sum / lines;
    values[1] = lines > 0 ? smallest : kNotGiven;
    values[2] = lines > 0 ? largest : kNotGiven;
    values[3] = lines;
  }

 private:
  Floor floor_;
  std::optional<Group> group_;
  HighestPoints highest_;
};

}  // namespace

MeasureRow angle_of_repose_row() {
  using namespace declare;
  const auto corner = [](const char* name, const char* meaning) {
    return list_of(name, number("coordinate", dim::length, required, "x, then y"), meaning, required)
        .count(2);
  };
  return {
      "angle_of_repose",
      "TG14",
      "slope of a heap: mean, smallest and largest angle of lines fitted through the highest points of the "
      "cells of a grid on the floor",
      {corner("min",
              "smallest x and y of the floor; in 2-D y is ignored, here and below, and there is one line"),
       corner("max", "largest x and y of the floor"),
       choice("along", {"x", "y"}, "x", "horizontal axis along which the heap slopes"),
       integer("lines", "8", "strips across the slope, one line each").within(1, 1000),
       integer("cells", "16", "cells of a strip; about as wide as a grain").within(3, 1000),
       number(
           "floor", dim::length, optional,
           "height of the floor, with which cells count that no body is over; without it they are left out, "
           "as is right for a heap on a part of the floor"),
       optional_group_option()},
      {{"angle smallest largest", "deg",
        "mean, smallest and largest angle between a fitted line and the floor, never negative"},
       {"lines", "1", "lines that could be fitted"}},
      make_measure<AngleOfRepose>};
}

}  // namespace cairn
