// Chooses at most four well spread points of a flat contact: the farthest ones along four directions that are
// fixed to one of the patches. Along these directions no rectangle and no regular polygon has two farthest
// corners, so that noise does not decide. If the deepest point is deeper than the chosen ones by more than a
// tolerance, it replaces the one nearest to it.
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

// The directions lie in the plane perpendicular to n and are measured from x. Depths that differ by less than
// the tolerance count as equal.
Spread spread(std::span<const SpreadPoint> points, const Vec3& x, const Vec3& n, double tolerance);

}  // namespace cairn
