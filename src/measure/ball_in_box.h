// The part of a ball inside a box, and of a disc inside a rectangle. Both are exact up to rounding, 1e-14 of
// the whole ball.
#pragma once

#include "shapes/geometry.h"

namespace cairn {

// Volume [m³] of the ball of `radius` about `centre` inside the box.
double ball_in_box(const Vec3& centre, double radius, const Bounds& box);

// Area [m²] of the disc in the x-z plane inside the box; y is ignored.
double disc_in_rectangle(const Vec3& centre, double radius, const Bounds& box);

}  // namespace cairn
