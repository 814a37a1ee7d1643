// Solid box: half lengths a, b, c along the body axes; V = 8abc, I_x = V (b² + c²)/3.
#pragma once

#include "shapes/geometry.h"

namespace cairn {

struct Box {
  static constexpr bool kWall = false, kAxisymmetric = false;
  Vec3 half;

  Box scaled(double f) const { return {f * half}; }
  MassProperties mass_properties() const;
  Bounds bounds() const { return {-half, half}; }
  double bounding_radius() const { return norm(half); }
  double thickness() const { return 2 * std::min({half.x, half.y, half.z}); }
  Surface surface(double extent) const;
};

// Vertex k of a box: bits 0, 1, 2 of k choose the positive side along x, y, z.
constexpr Vec3 box_vertex(const Vec3& half, int k) {
  return {k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z};
}

// Two triangles of face f (0 ... 5: -x, +x, -y, +y, -z, +z), seen from outside.
std::array<std::array<int, 3>, 2> box_face(int f);

}  // namespace cairn
