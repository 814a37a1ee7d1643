// The upper surface of a bed over a rectangle (measure/surface_line.h): mean, highest and lowest column, and
// the standard deviation of the columns [m].
#include <algorithm>
#include <cmath>
#include <limits>

#include "measure/measures.h"
#include "measure/surface_line.h"

namespace cairn {
namespace {

class SurfaceMeasure final : public Measure {
 public:
  SurfaceMeasure(const Value& options, const World& world) : grid_(read_grid(options, world)) {}

  void sample(const Sight& sight, std::span<double> values) override {
    CAIRN_ASSERT(values.size() == 4);
    std::vector<double> heights = surface_heights(sight.world, grid_, std::nullopt);
    std::erase_if(heights, [](double h) { return std::isnan(h); });
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    if (heights.empty()) return;
    const double mean = mean_height(heights);
    double squares = 0;
    for (const double h : heights) squares += (h - mean) * (h - mean);
    values[0] = mean;
    values[1] = *std::ranges::max_element(heights);
    values[2] = *std::ranges::min_element(heights);
    values[3] = std::sqrt(squares / static_cast<double>(heights.size()));
  }

 private:
  SurfaceGrid grid_;
};

}  // namespace

MeasureRow surface_row() {
  return {
      "surface",
      "",
      "upper surface of a bed: mean, highest, lowest and standard deviation of the tops of upright columns",
      grid_options(),
      {{"mean highest lowest", "m", "z of the tops of the columns: mean, highest, lowest"},
       {"deviation", "m", "standard deviation of the tops"}},
      make_measure<SurfaceMeasure>};
}

}  // namespace cairn
