// A convex body against flat walls with nothing but solid behind them. With the wall's plane n·x = c, n out
// of the solid, a point x of the body's core has
//   gap = n·x - c - r,   r the rounding,
// and the contacts are the corners of the body that are below the margin: all corners of a box or a
// mesh, of other polyhedra at most four well spread ones, of curved shapes those of the patch that faces the
// wall.
#pragma once

#include "collide/convex.h"
#include "collide/pairs.h"

namespace cairn {

struct HalfSpace {
  Vec3 n;
  double c = 0;
  Vec3 x;  // a direction in the plane, for choosing
};

// Adds contacts with features first + corner number. The body's place is relative to `origin`.
void add_half_space(const Convex& body, const HalfSpace& wall, const Vec3& origin, double margin,
                    std::uint32_t first, ContactPoints& contacts);

}  // namespace cairn
