// The highest point of the bodies over each cell of a grid in x and y. A body counts for every cell that it
// covers in part. Balls are exact. Other solids are replaced by the triangles that pictures use, which is
// exact for flat faces. Walls do not count.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "measure/surface_line.h"
#include "model/world.h"
#include "shapes/shape.h"

namespace cairn {

class HighestPoints {
 public:
  explicit HighestPoints(const SurfaceGrid& grid) : grid_(grid) {}

  // Heights of a group, or of all free bodies, row by row, x first [m]; NaN over an empty cell.
  const std::vector<double>& of(const World& world, std::optional<Group> group);

 private:
  struct Range {
    std::size_t first = 0, end = 0;
  };
  Range cells_between(int axis, double low, double high) const;
  double edge(int axis, std::size_t cell) const;
  void raise(std::size_t x, std::size_t y, double z);
  void add_ball(const Place& place, const Shape& shape);
  void add_triangle(const std::array<Vec3, 3>& corners);

  SurfaceGrid grid_;
  std::vector<double> heights_;
  std::vector<Vec3> corners_;
  std::map<std::size_t, Surface> surfaces_;  // of the shapes met so far, by index
};

}  // namespace cairn
