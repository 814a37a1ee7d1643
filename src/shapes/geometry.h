// Results that all shapes return: mass properties, bounds, curvatures, triangles for drawing.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "math/vec3.h"

namespace cairn {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Per unit density: volume [m³] (area times unit depth for 2-D shapes) and principal moments about the centre
// of mass [m⁵]. A wall has volume 0.
struct MassProperties {
  double volume = 0;
  Vec3 moments;
};

// Mass properties of the same shape, f times as large.
constexpr MassProperties scaled(const MassProperties& mass, double f) {
  const double f3 = f * f * f;
  return {f3 * mass.volume, f3 * f * f * mass.moments};
}

// The unit vector of an axis, times a sign of ±1.
constexpr Vec3 axis_vector(int axis, double sign) {
  return {axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0};
}

// Axis-aligned bounds of the surface in body axes; infinite where the shape is infinite.
struct Bounds {
  Vec3 low, high;
};

// Wider by r on all sides.
constexpr Bounds grown(const Bounds& b, double r) { return {b.low - Vec3{r, r, r}, b.high + Vec3{r, r, r}}; }

// Principal curvatures [1/m] of a surface at a point, positive where it is round like a ball.
struct Curvatures {
  double largest = 0, smallest = 0;
  double mean() const { return 0.5 * (largest + smallest); }
};

// Triangles for drawing, in body axes, counter-clockwise as seen from the side of the other bodies. A thin
// sheet has a single layer: draw both of its sides.
struct Surface {
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
};

}  // namespace cairn
