// Convex hull of points by quickhull [BDH96]. It starts from a tetrahedron of distant points. The point
// farthest outside a face replaces all faces that it sees by a fan to their rim (the horizon). Points within
// a rounding error of the hull count as inside.
#pragma once

#include <span>

#include "shapes/geometry.h"

namespace cairn {

struct Hull {
  std::vector<std::array<int, 3>> triangles;  // of the given points, counter-clockwise seen from outside
};

// Throws InputError (without a place) for fewer than four points and for points that are not finite. It also
// throws if the points lie in a plane to within a millionth of their extent.
[[nodiscard]] Hull convex_hull(std::span<const Vec3> points);

}  // namespace cairn
