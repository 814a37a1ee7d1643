// A closed surface from a map of the unit sphere. The faces of a cube, divided evenly by angle, are blown up
// to the sphere. There are no poles.
#pragma once

#include <numbers>

#include "shapes/geometry.h"

namespace cairn {

// at(u) is the point of the surface for the unit vector u. Each side of the cube has n divisions. Points
// shared by two faces of the cube are one vertex.
template <class F>
Surface blown_up_cube(F&& at, int n = 16) {
  Surface surface;
  // The vertex of each place (i, j, k) on the cube's surface, made when first needed.
  std::vector<int> number(static_cast<std::size_t>((n + 1) * (n + 1) * (n + 1)), -1);
  const auto coordinate = [n](int i) { return std::tan(std::numbers::pi / 4 * (2.0 * i / n - 1)); };
  const auto vertex = [&](const std::array<int, 3>& p) {
    int& found = number[(p[2] * (n + 1) + p[1]) * (n + 1) + p[0]];
    if (found < 0) {
      found = static_cast<int>(surface.vertices.size());
      surface.vertices.push_back(at(unit(Vec3{coordinate(p[0]), coordinate(p[1]), coordinate(p[2])})));
    }
    return found;
  };
  for (int face = 0; face < 6; ++face) {
    const auto axis = static_cast<std::size_t>(face / 2), j = (axis + 1) % 3, k = (axis + 2) % 3;
    for (int s = 0; s < n; ++s)
      for (int t = 0; t < n; ++t) {
        std::array<int, 4> corner{};
        for (int q = 0; q < 4; ++q) {  // around the little square, counter-clockwise about the axis
          std::array<int, 3> place{};
          place[axis] = face % 2 == 0 ? 0 : n;
          place[j] = s + (q == 1 || q == 2);
          place[k] = t + (q >= 2);
          corner[q] = vertex(place);
        }
        if (face % 2 == 0) std::swap(corner[1], corner[3]);
        surface.triangles.push_back({corner[0], corner[1], corner[2]});
        surface.triangles.push_back({corner[0], corner[2], corner[3]});
      }
  }
  return surface;
}

}  // namespace cairn
