#include "measure/heights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "measure/selection.h"

namespace cairn {
namespace {

// A convex polygon: a triangle cut by four sides has at most seven corners.
struct Polygon {
  std::array<Vec3, 8> corners;
  std::size_t count = 0;
  void add(const Vec3& corner) { corners[count++] = corner; }
};

// The part of a polygon with sign (x_axis − limit) ≥ 0.
Polygon cut(const Polygon& polygon, int axis, double limit, double sign) {
  Polygon kept;
  for (std::size_t k = 0; k < polygon.count; ++k) {
    const Vec3 &a = polygon.corners[k], &b = polygon.corners[(k + 1) % polygon.count];
    const double at_a = sign * (a[axis] - limit), at_b = sign * (b[axis] - limit);
    if (at_a >= 0) kept.add(a);
    if ((at_a < 0) != (at_b < 0)) kept.add(a + at_a / (at_a - at_b) * (b - a));
  }
  return kept;
}

}  // namespace

double HighestPoints::edge(int axis, std::size_t cell) const {
  const auto k = static_cast<std::size_t>(axis);
  const double share = static_cast<double>(cell) / static_cast<double>(grid_.cells[k]);
  return grid_.low[k] + share * (grid_.high[k] - grid_.low[k]);
}

// The cells that overlap (low, high). A body that only touches a cell, up to round-off, is not over it.
HighestPoints::Range HighestPoints::cells_between(int axis, double low, double high) const {
  const auto k = static_cast<std::size_t>(axis);
  const double count = static_cast<double>(grid_.cells[k]), touch = 1e-9;
  const auto in_cells = [&](double x) { return (x - grid_.low[k]) / (grid_.high[k] - grid_.low[k]) * count; };
  const double first = std::max(in_cells(low) + touch, 0.0), last = std::min(in_cells(high) - touch, count);
  if (!(first < last)) return {};
  return {static_cast<std::size_t>(first), std::min(static_cast<std::size_t>(last) + 1, grid_.cells[k])};
}

void HighestPoints::raise(std::size_t x, std::size_t y, double z) {
  double& height = heights_[y * grid_.cells[0] + x];
  height = std::fmax(height, z);
}

// Over a cell, a ball is highest at the point of the cell nearest to its centre. A disc has no depth along y.
void HighestPoints::add_ball(const Place& place, const Shape& shape) {
  const auto& [centre, radius] = place;
  const bool is_disc = std::holds_alternative<Disc>(shape);
  const Range rows = cells_between(1, centre.y - radius, centre.y + radius);
  const Range columns = cells_between(0, centre.x - radius, centre.x + radius);
  for (std::size_t y = rows.first; y < rows.end; ++y)
    for (std::size_t x = columns.first; x < columns.end; ++x) {
      const double dx = centre.x - std::clamp(centre.x, edge(0, x), edge(0, x + 1));
      const double dy = centre.y - std::clamp(centre.y, edge(1, y), edge(1, y + 1));
      const double above = radius * radius - dx * dx - dy * dy;
      if (above > 0 && !(is_disc && dy != 0)) raise(x, y, centre.z + std::sqrt(above));
    }
}

// Over a cell, a triangle is highest at a corner of the polygon that the cell cuts out of it.
void HighestPoints::add_triangle(const std::array<Vec3, 3>& corners) {
  const Vec3 &a = corners[0], &b = corners[1], &c = corners[2];
  const auto range = [&](int axis) {
    const auto [low, high] = std::minmax({a[axis], b[axis], c[axis]});
    return cells_between(axis, low, high);
  };
  const Range rows = range(1), columns = range(0);
  for (std::size_t y = rows.first; y < rows.end; ++y) {
    Polygon strip{{a, b, c}, 3};
    strip = cut(cut(strip, 1, edge(1, y), 1), 1, edge(1, y + 1), -1);
    for (std::size_t x = columns.first; x < columns.end; ++x) {
      const Polygon part = cut(cut(strip, 0, edge(0, x), 1), 0, edge(0, x + 1), -1);
      for (std::size_t k = 0; k < part.count; ++k) raise(x, y, part.corners[k].z);
    }
  }
}

const std::vector<double>& HighestPoints::of(const World& world, std::optional<Group> group) {
  heights_.assign(grid_.cells[0] * grid_.cells[1], std::numeric_limits<double>::quiet_NaN());
  const Bodies& bodies = world.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::size_t index = bodies.info[i].shape;
    const Shape& shape = world.shapes[index];
    const Place& place = bodies.place[i];
    if (!is_selected(bodies.info[i], group) || is_wall(shape)) continue;
    if (std::holds_alternative<Disc>(shape) || std::holds_alternative<Sphere>(shape)) {
      add_ball(place, shape);
      continue;
    }
    // Triangles come from a surface per shape, placed as the body is.
    const auto [seen, is_new] = surfaces_.try_emplace(index);
    if (is_new) seen->second = coarse_surface(shape, bounding_radius(shape));
    const Surface& surface = seen->second;
    corners_.clear();
    for (const Vec3& vertex : surface.vertices)
      corners_.push_back(place.position + rotate(bodies.orientation[i], vertex));
    for (const std::array<int, 3>& t : surface.triangles)
      add_triangle({corners_[t[0]], corners_[t[1]], corners_[t[2]]});
  }
  return heights_;
}

}  // namespace cairn
