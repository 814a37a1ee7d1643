#include "measure/surface_line.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "base/error.h"
#include "shapes/support.h"

namespace cairn {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

}  // namespace

declare::Fields grid_options() {
  using namespace declare;
  return {
      list_of("min", number("min", dim::length, required, "coordinate"),
              "smallest x and y; in 2-D y is ignored, here and below", required)
          .count(2),
      list_of("max", number("max", dim::length, required, "coordinate"), "largest x and y", required)
          .count(2),
      list_of("cells", integer("cells", required, "number").within(1, 1000), "cells along x and y", "[8, 8]")
          .count(2)};
}

void flatten(SurfaceGrid& grid) {
  grid.low[1] = -0.5;
  grid.high[1] = 0.5;
  grid.cells[1] = 1;
}

SurfaceGrid read_grid(const Value& options, const World& world) {
  SurfaceGrid grid;
  for (std::size_t k = 0; k < 2; ++k) {
    grid.low[k] = options["min"].items()[k].number();
    grid.high[k] = options["max"].items()[k].number();
    grid.cells[k] = static_cast<std::size_t>(options["cells"].items()[k].integer());
    if (k == 1 && world.dimension == 2) flatten(grid);
    if (!(grid.low[k] < grid.high[k])) throw InputError("expected min below max", options["min"].mark());
  }
  return grid;
}

double farthest_along(const World& world, std::size_t body, const Vec3& direction) {
  const Bodies& bodies = world.bodies;
  const Shape& shape = world.shapes[bodies.info[body].shape];
  const double centre = dot(bodies.place[body].position, direction);
  if (std::holds_alternative<Sphere>(shape) || std::holds_alternative<Disc>(shape))
    return centre + bodies.place[body].radius;
  if (std::holds_alternative<Plane>(shape)) return centre;
  if (is_wall(shape)) return kNone;
  const Quat& turned = bodies.orientation[body];
  if (!is_convex(shape)) return centre + bodies.place[body].radius;
  return centre + dot(rotate(turned, support(shape, rotate_back(turned, direction))), direction) +
         rounding(shape);
}

std::vector<double> surface_heights(const World& world, const SurfaceGrid& grid,
                                    std::optional<Group> without) {
  CAIRN_ASSERT(grid.cells[0] > 0 && grid.cells[1] > 0);
  const Bodies& bodies = world.bodies;
  std::vector<double> heights(grid.cells[0] * grid.cells[1], kNone);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (is_immobile(bodies.info[i]) || bodies.info[i].group == without) continue;
    // The cell under the centre of the body; the topmost body decides its height.
    std::array<std::size_t, 2> cell{};
    bool is_inside = true;
    for (std::size_t k = 0; k < 2; ++k) {
      const double x = bodies.place[i].position[static_cast<int>(k)];
      const double share = (x - grid.low[k]) / (grid.high[k] - grid.low[k]);
      is_inside = is_inside && share >= 0 && share < 1;
      if (is_inside) cell[k] = static_cast<std::size_t>(share * static_cast<double>(grid.cells[k]));
    }
    if (!is_inside) continue;
    double& height = heights[cell[1] * grid.cells[0] + cell[0]];
    height = std::fmax(height, farthest_along(world, i, {0, 0, 1}));
  }
  return heights;
}

double mean_height(const std::vector<double>& heights) {
  double sum = 0, count = 0;
  for (const double height : heights) {
    if (!std::isfinite(height)) continue;
    sum += height;
    count += 1;
  }
  return count > 0 ? sum / count : kNone;
}

double median_height(std::vector<double> heights) {
  std::erase_if(heights, [](double height) { return !std::isfinite(height); });
  if (heights.empty()) return kNone;
  std::ranges::sort(heights);
  const std::size_t half = heights.size() / 2;
  return heights.size() % 2 == 1 ? heights[half] : 0.5 * (heights[half - 1] + heights[half]);
}

}  // namespace cairn
