// The upper surface of a bed: space is cut into upright columns over a rectangle, and each has the height of
// the topmost point of the free bodies whose centres are in it. Bodies other than balls are taken by their
// lowest and highest point along z.
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

// min: [x, y], max: [x, y], cells: [n, n]; an empty rectangle: InputError. In 2-D y is ignored: one row of
// cells of unit depth about the plane.
declare::Fields grid_options();
SurfaceGrid read_grid(const Value& options, const World& world);
void flatten(SurfaceGrid& grid);  // one row of unit depth

// Heights row by row, along x first [m]; NaN where no body is. A body of `without` does not count.
std::vector<double> surface_heights(const World& world, const SurfaceGrid& grid,
                                    std::optional<Group> without);

// The mean of those that are there; NaN if none is.
double mean_height(const std::vector<double>& heights);
// Their median, to which columns at the edge of a round bed, with a grain or two, make no difference.
double median_height(std::vector<double> heights);

// The point of a body farthest along a direction (unit vector), as its distance along it from the origin [m].
// For balls, convex solids and planes; other walls have no such point: NaN.
double farthest_along(const World& world, std::size_t body, const Vec3& direction);

}  // namespace cairn
