// Distance of two convex cores that do not overlap, from their support functions (the GJK algorithm).
// The points b - a of all a in A, b in B form a convex set. Its point v closest to the origin is the shortest
// vector from A to B. Simplices of at most four points of the set approach it. The next point w is the
// farthest against the present v, until none is farther than v by more than the tolerance:
//   |v| - v·w/|v| <= tolerance,  and the distance lies between v·w/|v| and |v|.
// [GJK88]
#pragma once

#include "collide/convex.h"

namespace cairn {

struct GjkProblem {
  const Convex& a;
  const Convex& b;
  Vec3 shift;        // B is moved by this
  double scale = 1;  // both cores are shrunk about their own origins
  Vec3 start;        // first guess of the direction from A to B
  double tolerance = 0;
};

struct GjkResult {
  bool overlap = false;  // if true, nothing else is valid
  Vec3 from_a_to_b;      // shortest vector
  Vec3 on_a, on_b;       // on_b is without the shift
};

[[nodiscard]] GjkResult gjk(const GjkProblem& problem);

}  // namespace cairn
