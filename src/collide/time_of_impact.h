// When two moving bodies first touch, by conservative advancement. Over the time asked for both move with
// constant acceleration a and spin ω: x(t) = x + v t + ½ a t², turned by exp(ω t).
//
// At time t let g be the gap and n the normal. Along a fixed n no point of two convex bodies comes nearer
// faster than
//   c = (v_A - v_B)·n + |ω_A x n| R_A + |ω_B x n| R_B,   R the bounding radii,
// with the velocities of whichever end of the time left is faster, so that nothing touches before t + g/c,
// and the next look is there. Bodies made of convex parts have such a bound for every pair of parts. Of
// meshes and walls the nearest point can change; then c = |v_A - v_B| + |ω_A| R_A + |ω_B| R_B bounds every
// point. A wall's lever is how far the other body is from its origin; turning about the axis it is round
// about moves nothing. The steps shorten as the gap closes and end when it is below the tolerance, never
// behind the impact.
#pragma once

#include <optional>

#include "collide/contact.h"
#include "model/bodies.h"

namespace cairn {

struct Flight {
  PlacedShape start;
  Motion motion;  // at the start; world axes
  Vec3 acceleration{};

  PlacedShape at(double t) const;
};

struct Impact {
  double time = 0;       // s
  ContactPoint contact;  // of the smallest gap there, at most the tolerance
};

struct ImpactSearch {
  std::optional<Impact> impact;
  // The steps became so short that it stopped after ten thousand of them: the bodies may touch all the same.
  bool gave_up = false;
};

// The first time in [0, duration] at which the gap of a contact is at most `tolerance` [m] and closing;
// nothing if there is none. Bodies that touch at the beginning and part do not count.
[[nodiscard]] ImpactSearch time_of_impact(const Flight& a, const Flight& b, double duration,
                                          double tolerance);

}  // namespace cairn
