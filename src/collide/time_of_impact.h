// The time at which two moving bodies first touch, by conservative advancement. Both move with constant
// acceleration a and spin ω over the given time: x(t) = x + v t + ½ a t², turned by exp(ω t).
//
// Let g be the gap and n the normal at time t. Along a fixed n no two points of convex bodies
// approach faster than
//   c = (v_A - v_B)·n + |ω_A x n| R_A + |ω_B x n| R_B,   R the bounding radii,
// with the larger of the velocities at the two ends of the time left. Nothing touches before t + g/c, and the
// search advances to there. Bodies made of convex parts have such a bound for every pair of parts. On meshes
// and walls the nearest point can change; there c = |v_A - v_B| + |ω_A| R_A + |ω_B| R_B bounds every point.
// The lever R of a wall is at most the distance that the other body reaches from its origin. Turning about an
// axis of symmetry moves nothing. The steps shorten as the gap closes. They end when it is below the
// tolerance, and never pass the impact.
#pragma once

#include <optional>

#include "collide/contact.h"
#include "model/bodies.h"

namespace cairn {

struct Flight {
  PlacedShape start;
  Motion motion;  // at the start, in world axes
  Vec3 acceleration{};

  PlacedShape at(double t) const;
};

struct Impact {
  double time = 0;       // s
  ContactPoint contact;  // the smallest gap at that time, at most the tolerance
};

struct ImpactSearch {
  std::optional<Impact> impact;
  // True if the search stopped after ten thousand short steps: the bodies may still touch.
  bool gave_up = false;
};

// The first time in [0, duration] at which the gap of a contact is at most `tolerance` [m] and closing. Empty
// if there is none. Bodies that touch at the beginning and separate do not count.
[[nodiscard]] ImpactSearch time_of_impact(const Flight& a, const Flight& b, double duration,
                                          double tolerance);

}  // namespace cairn
