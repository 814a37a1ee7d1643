// The upper surface of a bed. A rectangle in x and y is divided into cells, and space into upright columns
// over them. The height of a column is the highest point of the free bodies whose centres are in it. A
// concave body counts with its bounding sphere.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "measure/selection.h"
#include "model/world.h"

namespace cairn {

struct SurfaceGrid {
  std::array<double, 2> low{}, high{};  // x and y [m]
  std::array<std::size_t, 2> cells{};
};

// min: [x, y], max: [x, y], cells: [n, n]; an empty rectangle is an InputError. In 2-D y is ignored, and the
// grid is one row of cells of unit depth about the plane.
declare::Fields grid_options();
SurfaceGrid read_grid(const Value& options, const World& world);
void flatten(SurfaceGrid& grid);  // makes the grid one row of unit depth

// Heights of the columns row by row, x first [m]; NaN for an empty column. Bodies of `without` do not count.
std::vector<double> surface_heights(const World& world, const SurfaceGrid& grid,
                                    std::optional<Group> without);

// Mean of the finite heights; NaN if there is none.
double mean_height(const std::vector<double>& heights);
// Median of the finite heights. Columns at the edge of a round bed, with a grain or two, hardly change it.
double median_height(std::vector<double> heights);

// The largest coordinate of a body along a direction (unit vector), from the origin [m]. A concave body
// counts with its bounding sphere and a plane with its position. Other walls have no farthest point: NaN.
double farthest_along(const World& world, std::size_t body, const Vec3& direction);

}  // namespace cairn
