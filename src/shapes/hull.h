// Convex hull of points by quickhull: from a tetrahedron of far points, the point farthest outside a face
// takes the place of all the faces that it sees, joined to their rim (the horizon). Points within `tolerance`
// of the hull, a rounding error of its size, count as inside.
#pragma once

#include <span>

#include "shapes/geometry.h"

namespace cairn {

struct Hull {
  std::vector<std::array<int, 3>> triangles;  // of the given points, counter-clockwise seen from outside
};

// Throws InputError (without a place) for fewer than four points, for points that are not finite, and for
// points that lie in a plane to within a millionth of their extent.
[[nodiscard]] Hull convex_hull(std::span<const Vec3> points);

}  // namespace cairn
