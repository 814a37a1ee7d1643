// At most four well spread ones of the points of a flat contact: those farthest along four directions fixed
// to one of the patches. The directions are none along which a rectangle or a regular polygon has two
// farthest corners, so that noise does not choose. If the deepest point is deeper than those by more than a
// tolerance, it takes the place of the one next to it.
#pragma once

#include <span>

#include "base/small_vector.h"
#include "math/vec3.h"

namespace cairn {

struct SpreadPoint {
  Vec3 at;
  double gap = 0;
};
using Spread = SmallVector<std::size_t, 8>;  // numbers of points, ascending

// Directions in the plane upright to n, from x on; depths that differ by less than the tolerance are the
// same.
Spread spread(std::span<const SpreadPoint> points, const Vec3& x, const Vec3& n, double tolerance);

}  // namespace cairn
