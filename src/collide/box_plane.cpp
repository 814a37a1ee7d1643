// Contacts of a box with a half-space: one per vertex below the margin.
#include "collide/pairs.h"

namespace cairn {

//   gap_k = (v_k - P)·n - r,   v_k the vertices of the box, n the normal of the plane through P.
// Every vertex below the margin is a contact and its number is the feature. None is preferred to another, so
// that contacts come and go only at the margin.
void box_plane(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  const auto& [half, rounding] = std::get<Box>(a.shape);
  const Vec3 n = z_axis(b.orientation);
  const Vec3 slope = rotate_back(a.orientation, n);  // the plane's normal in the box's axes
  const double centre = dot(a.position - b.position, n);
  for (int k = 0; k < 8; ++k) {
    const Vec3 vertex = box_vertex(half, k);
    const double height = centre + dot(vertex, slope), gap = height - rounding;
    if (gap >= margin) continue;
    const Vec3 point = a.position + rotate(a.orientation, vertex) - 0.5 * (height + rounding) * n;
    contacts.add({point, -n, gap, static_cast<std::uint32_t>(k), 0, 0});
  }
}

}  // namespace cairn
