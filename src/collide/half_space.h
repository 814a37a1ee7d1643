// A convex body against a flat wall that is solid behind its plane n·x = c, n out of the solid. A point x of
// the body's core has
//   gap = n·x - c - r,   r the rounding.
// The contacts are corners of the body below the margin. A box or a mesh contributes all its corners, another
// polyhedron at most four well spread ones. A curved shape contributes the corners of the patch that faces
// the wall.
#pragma once

#include "collide/convex.h"
#include "collide/pairs.h"

namespace cairn {

struct HalfSpace {
  Vec3 n;
  double c = 0;
  Vec3 x;  // a direction in the plane: the selection of four contacts starts from it
};

// Adds contacts with features first + corner number. The body's position is relative to `origin`.
void add_half_space(const Convex& body, const HalfSpace& wall, const Vec3& origin, double margin,
                    std::uint32_t first, ContactPoints& contacts);

}  // namespace cairn
