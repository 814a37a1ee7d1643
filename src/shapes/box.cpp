#include "shapes/box.h"

namespace cairn {

MassProperties Box::mass_properties() const {
  const double volume = 8 * half.x * half.y * half.z;
  const Vec3 s{half.x * half.x, half.y * half.y, half.z * half.z};
  return {volume, volume / 3 * Vec3{s.y + s.z, s.z + s.x, s.x + s.y}};
}

std::array<std::array<int, 3>, 2> box_face(int f) {
  // Axis i of the face and the other two in cyclic order; on the negative side the turn is reversed.
  const int axis = f / 2, j = 1 << (axis + 1) % 3, k = 1 << (axis + 2) % 3;
  const bool positive = f % 2 == 1;
  const int base = positive ? 1 << axis : 0, second = positive ? j : k, fourth = positive ? k : j;
  return {{{base, base + second, base + j + k}, {base, base + j + k, base + fourth}}};
}

Surface Box::surface(double /*extent*/) const {
  Surface surface;
  for (int k = 0; k < 8; ++k) surface.vertices.push_back(box_vertex(half, k));
  for (int f = 0; f < 6; ++f)
    for (const auto& triangle : box_face(f)) surface.triangles.push_back(triangle);
  return surface;
}

}  // namespace cairn
