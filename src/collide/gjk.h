// Distance of two convex cores that do not overlap, from their support functions.
//
// The points b - a of all a in A, b in B form a convex set whose point closest to the origin is the vector of
// shortest distance. It is approached by simplices of at most four of its points: the next one is the
// farthest against the present closest point v, until none is farther than v itself by more than the
// tolerance:
//   |v| - v·w/|v| <= tolerance,  and the distance lies between v·w/|v| and |v|.
// Linear-time reference: Gilbert, Johnson, Keerthi, IEEE J. Robotics Autom. 4 (1988) 193.
#pragma once

#include "collide/convex.h"

namespace cairn {

struct GjkProblem {
  const Convex& a;
  const Convex& b;
  Vec3 shift;        // B is moved by this
  double scale = 1;  // both cores are shrunk about their own origins
  Vec3 start;        // a first guess of the direction from A to B, unit
  double tolerance = 0;
};

struct GjkResult {
  bool overlap = false;  // nothing else is valid then
  Vec3 from_a_to_b;      // shortest vector
  Vec3 on_a, on_b;       // b without the shift
};

[[nodiscard]] GjkResult gjk(const GjkProblem& problem);

}  // namespace cairn
