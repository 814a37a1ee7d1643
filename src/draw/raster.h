// Finds the samples of the picture that a body covers, and its depth there. A grid holds the samples of one
// band of rows; visit(k, depth) is called for each covered sample k. Balls and rods are exact: the ray of
// each sample is intersected with them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "draw/camera.h"
#include "math/vec3.h"

namespace cairn::picture {

// Each pixel has samples x samples; rows and columns count samples.
struct SampleGrid {
  int samples = 1, columns = 0, first_row = 0, rows = 0;

  double x(int column) const { return (column + 0.5) / samples; }
  double y(int row) const { return (first_row + row + 0.5) / samples; }
};

struct SampleBox {
  int column_low, column_high, row_low, row_high;  // both ends are inside
};

// The samples inside a rectangle of pixel coordinates.
inline SampleBox samples_in(const SampleGrid& grid, const PixelBox& box) {
  // A bound that is not a number makes an empty box.
  const auto held = [](double v, double least, double most) {
    return static_cast<int>(v > least ? std::min(v, most) : least);
  };
  const auto low = [&](double v, int first, int count) {
    return held(std::ceil(v * grid.samples - 0.5) - first, 0, count);
  };
  const auto high = [&](double v, int first, int count) {
    return held(std::floor(v * grid.samples - 0.5) - first, -1, count - 1);
  };
  return {low(box.x_low, 0, grid.columns), high(box.x_high, 0, grid.columns),
          low(box.y_low, grid.first_row, grid.rows), high(box.y_high, grid.first_row, grid.rows)};
}

// Solves |s d - c|² = r² for the nearer point of the ray s d (perspective), or of a ray parallel to the view
// (orthographic). The centre is in camera axes.
template <class Visit>
void visit_ball(const Camera& camera, const SampleGrid& grid, const Vec3& centre, double radius,
                Visit&& visit) {
  const SampleBox box = samples_in(grid, camera.box(centre, radius));
  const double rest = norm2(centre) - radius * radius;
  for (int j = box.row_low; j <= box.row_high; ++j) {
    const double v = (camera.middle.y - grid.y(j)) / camera.scale;
    for (int i = box.column_low; i <= box.column_high; ++i) {
      const double u = (grid.x(i) - camera.middle.x) / camera.scale;
      double depth = 0, square = 0;
      if (camera.is_perspective()) {
        const double a = u * u + v * v + 1, b = u * centre.x + v * centre.y + centre.z;
        square = b * b - a * rest;
        if (square < 0) continue;
        depth = (b - std::sqrt(square)) / a;
      } else {
        const double dx = u - centre.x, dy = v - centre.y;
        square = radius * radius - dx * dx - dy * dy;
        if (square < 0) continue;
        depth = centre.z - std::sqrt(square);
      }
      visit(j * grid.columns + i, static_cast<float>(depth));
    }
  }
}

// First depth at which a ray from o along d (d.z > 0) meets the rod a-b with round ends; negative: none.
inline double rod_depth(const Vec3& o, const Vec3& d, const Vec3& a, const Vec3& b, double radius) {
  const Vec3 axis = b - a, from = o - a;
  const double axis2 = norm2(axis), d2 = norm2(d), axis_d = dot(axis, d), axis_from = dot(axis, from);
  // The cylinder: the ray's distance from the axis equals the radius.
  const double k2 = axis2 * d2 - axis_d * axis_d, k1 = axis2 * dot(from, d) - axis_from * axis_d;
  const double k0 = axis2 * norm2(from) - axis_from * axis_from - radius * radius * axis2;
  const double square = k1 * k1 - k2 * k0;
  if (k2 > 0 && square >= 0) {
    const double s = (-k1 - std::sqrt(square)) / k2, along = axis_from + s * axis_d;
    if (along > 0 && along < axis2) return o.z + s * d.z;
  }
  // The round ends.
  double nearest = -1;
  for (const Vec3& end : {a, b}) {
    const Vec3 c = o - end;
    const double h1 = dot(c, d), h = h1 * h1 - d2 * (norm2(c) - radius * radius);
    if (h < 0) continue;
    const double depth = o.z + (-h1 - std::sqrt(h)) / d2 * d.z;
    if (nearest < 0 || depth < nearest) nearest = depth;
  }
  return nearest;
}

// Visits the samples of a rod, with its ends in camera axes.
template <class Visit>
void visit_rod(const Camera& camera, const SampleGrid& grid, const Vec3& a, const Vec3& b, double radius,
               Visit&& visit) {
  const PixelBox at_a = camera.box(a, radius), at_b = camera.box(b, radius);
  if (at_a.x_low > at_a.x_high || at_b.x_low > at_b.x_high) return;
  const SampleBox box =
      samples_in(grid, {std::min(at_a.x_low, at_b.x_low), std::min(at_a.y_low, at_b.y_low),
                        std::max(at_a.x_high, at_b.x_high), std::max(at_a.y_high, at_b.y_high)});
  for (int j = box.row_low; j <= box.row_high; ++j)
    for (int i = box.column_low; i <= box.column_high; ++i) {
      // The ray starts at the eye, or in the plane of the eye if the rays are parallel.
      const Vec3 through = camera.point(grid.x(i), grid.y(j), 1);
      const Vec3 o = camera.is_perspective() ? Vec3{} : Vec3{through.x, through.y, 0};
      const double depth = rod_depth(o, through - o, a, b, radius);
      if (depth > camera.near) visit(j * grid.columns + i, static_cast<float>(depth));
    }
}

// A corner on the screen: pixel coordinates, and q, which is linear there: 1/depth (perspective) or depth.
struct ScreenCorner {
  double x, y, q;
};

inline ScreenCorner on_screen(const Camera& camera, const Vec3& a) {
  const PixelPoint p = camera.project(a);
  return {p.x, p.y, camera.is_perspective() ? 1 / a.z : a.z};
}

// True if a point with edge function w lies inside the edge a-b. A point on the edge belongs to exactly one
// of its two triangles.
inline bool is_inside(const ScreenCorner& a, const ScreenCorner& b, double w) {
  return w > 0 || (w == 0 && (a.y < b.y || (a.y == b.y && a.x > b.x)));
}

template <class Visit>
void visit_screen_triangle(const Camera& camera, const SampleGrid& grid, ScreenCorner a, ScreenCorner b,
                           ScreenCorner c, Visit&& visit) {
  const auto cross2 = [](const ScreenCorner& p, const ScreenCorner& q, double x, double y) {
    return (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
  };
  double area = cross2(a, b, c.x, c.y);
  if (area == 0) return;
  if (area < 0) {
    std::swap(b, c);
    area = -area;
  }
  // Samples inside all three edges, with q from barycentric weights.
  const SampleBox box = samples_in(grid, {std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}),
                                          std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y})});
  for (int j = box.row_low; j <= box.row_high; ++j)
    for (int i = box.column_low; i <= box.column_high; ++i) {
      const double x = grid.x(i), y = grid.y(j);
      const double wa = cross2(b, c, x, y), wb = cross2(c, a, x, y), wc = cross2(a, b, x, y);
      if (!is_inside(b, c, wa) || !is_inside(c, a, wb) || !is_inside(a, b, wc)) continue;
      const double q = (wa * a.q + wb * b.q + wc * c.q) / area;
      visit(j * grid.columns + i, static_cast<float>(camera.is_perspective() ? 1 / q : q));
    }
}

// Corners in camera axes. The part nearer than the near plane is cut off.
template <class Visit>
void visit_triangle(const Camera& camera, const SampleGrid& grid, const std::array<Vec3, 3>& corners,
                    Visit&& visit) {
  std::array<Vec3, 4> kept;
  int count = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3 &a = corners[k], &b = corners[(k + 1) % 3];
    const double da = a.z - camera.near, db = b.z - camera.near;
    if (da > 0) kept[count++] = a;
    if (da * db < 0) kept[count++] = a + da / (da - db) * (b - a);
  }
  for (int k = 1; k + 1 < count; ++k)
    visit_screen_triangle(camera, grid, on_screen(camera, kept[0]), on_screen(camera, kept[k]),
                          on_screen(camera, kept[k + 1]), visit);
}

// A line of the given width in pixels with round ends.
template <class Visit>
void visit_line(const Camera& camera, const SampleGrid& grid, Vec3 a, Vec3 b, double width, Visit&& visit) {
  // Cut the line at the near plane.
  if (a.z < b.z) std::swap(a, b);
  if (a.z <= camera.near) return;
  if (b.z < camera.near) b = a + (a.z - camera.near) / (a.z - b.z) * (b - a);
  // Samples closer to the line than half its width.
  const ScreenCorner p = on_screen(camera, a), q = on_screen(camera, b);
  const double dx = q.x - p.x, dy = q.y - p.y, length2 = dx * dx + dy * dy, half = 0.5 * width;
  const SampleBox box = samples_in(grid, {std::min(p.x, q.x) - half, std::min(p.y, q.y) - half,
                                          std::max(p.x, q.x) + half, std::max(p.y, q.y) + half});
  for (int j = box.row_low; j <= box.row_high; ++j)
    for (int i = box.column_low; i <= box.column_high; ++i) {
      const double x = grid.x(i) - p.x, y = grid.y(j) - p.y;
      const double t = length2 > 0 ? std::clamp((x * dx + y * dy) / length2, 0.0, 1.0) : 0;
      const double away_x = x - t * dx, away_y = y - t * dy;
      if (away_x * away_x + away_y * away_y > half * half) continue;
      const double r = p.q + t * (q.q - p.q);
      visit(j * grid.columns + i, static_cast<float>(camera.is_perspective() ? 1 / r : r));
    }
}

}  // namespace cairn::picture
