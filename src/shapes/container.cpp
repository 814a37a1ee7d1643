#include "shapes/container.h"

#include "shapes/box.h"

namespace cairn {

Surface Container::surface(double /*extent*/) const {
  Surface surface;
  for (int k = 0; k < 8; ++k) surface.vertices.push_back(box_vertex(half, k));
  for (int f = 0; f < 6; ++f) {
    if (is_open(f)) continue;
    for (const auto& [a, b, c] : box_face(f)) surface.triangles.push_back({a, c, b});  // seen from inside
  }
  return surface;
}

}  // namespace cairn
