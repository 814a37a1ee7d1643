// Solid box with half lengths a, b, c along the body axes; V = 8abc, I_x = V (b² + c²)/3. With a rounding
// radius it is the Minkowski sum with a ball, larger by the radius on all sides.
#pragma once

#include "shapes/geometry.h"

namespace cairn {

struct Box {
  static constexpr bool kWall = false, kAxisymmetric = false;
  Vec3 half;
  double rounding = 0;

  Box scaled(double f) const { return {f * half, f * rounding}; }
  MassProperties mass_properties() const;
  Bounds bounds() const { return grown({-half, half}, rounding); }
  double bounding_radius() const { return norm(half) + rounding; }
  double thickness() const { return 2 * (std::min({half.x, half.y, half.z}) + rounding); }
  Surface surface(double extent) const;
};

// Vertex k of a box: bits 0, 1, 2 of k choose the positive side along x, y, z.
constexpr Vec3 box_vertex(const Vec3& half, int k) {
  return {k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z};
}

// Vertices of edge e. It runs upwards along axis e / 4; the bits of e % 4 choose the sides along the other
// two axes, in cyclic order.
constexpr std::array<int, 2> box_edge(int e) {
  const int axis = e / 4, j = (axis + 1) % 3, k = (axis + 2) % 3;
  const int first = (e & 1 ? 1 << j : 0) + (e & 2 ? 1 << k : 0);
  return {first, first + (1 << axis)};
}

// Two triangles of face f (0 ... 5: -x, +x, -y, +y, -z, +z), seen from outside.
std::array<std::array<int, 3>, 2> box_face(int f);

}  // namespace cairn
