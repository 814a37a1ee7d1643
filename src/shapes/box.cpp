#include "shapes/box.h"

#include <numbers>

#include "shapes/polyhedron.h"

namespace cairn {

namespace {

// ∫x² dV of the rounded box, summed over its pieces: core, six slabs, twelve quarter cylinders, eight octants
// of a ball. a is the half length along x, b and c are the other two.
double rounded_square(double a, double b, double c, double r) {
  constexpr double pi = std::numbers::pi;
  const double a2 = a * a, r2 = r * r, outer = a + r;
  const double core = 8 * a * b * c * a2 / 3;
  const double slabs = 8 * b * c * (outer * outer * outer - a * a2) / 3 + 8 * a * (b + c) * r * a2 / 3;
  const double along = 2 * pi * r2 * a * a2 / 3;
  const double beside = 2 * (b + c) * (pi * r2 * a2 + 8 * a * r2 * r / 3 + pi * r2 * r2 / 4);
  const double corners = pi * r2 * r * (4 * a2 / 3 + a * r + 4 * r2 / 15);
  return core + slabs + along + beside + corners;
}

}  // namespace

MassProperties Box::mass_properties() const {
  const double core = 8 * half.x * half.y * half.z;
  const Vec3 s{half.x * half.x, half.y * half.y, half.z * half.z};
  if (rounding == 0) return {core, core / 3 * Vec3{s.y + s.z, s.z + s.x, s.x + s.y}};
  const auto [a, b, c] = half;
  const double r = rounding, pi = std::numbers::pi;
  const double volume =
      core + 8 * r * (a * b + b * c + c * a) + 2 * pi * r * r * (a + b + c) + 4 * pi / 3 * r * r * r;
  const double x = rounded_square(a, b, c, r), y = rounded_square(b, c, a, r), z = rounded_square(c, a, b, r);
  return {volume, {y + z, z + x, x + y}};
}

std::array<std::array<int, 3>, 2> box_face(int f) {
  // Axis i of the face and the other two in cyclic order; the negative side reverses the order.
  const int axis = f / 2, j = 1 << (axis + 1) % 3, k = 1 << (axis + 2) % 3;
  const bool positive = f % 2 == 1;
  const int base = positive ? 1 << axis : 0, second = positive ? j : k, fourth = positive ? k : j;
  return {{{base, base + second, base + j + k}, {base, base + j + k, base + fourth}}};
}

Surface Box::surface(double /*extent*/) const {
  std::vector<Vec3> corners;
  for (int k = 0; k < 8; ++k) corners.push_back(box_vertex(half, k));
  if (rounding > 0) return make_polyhedron(corners, rounding).polyhedron.surface(0);
  Surface surface;
  for (int k = 0; k < 8; ++k) surface.vertices.push_back(box_vertex(half, k));
  for (int f = 0; f < 6; ++f)
    for (const auto& triangle : box_face(f)) surface.triangles.push_back(triangle);
  return surface;
}

}  // namespace cairn
