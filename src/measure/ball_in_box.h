// How much of a ball lies in a box, and of a disc in a rectangle: exact, to rounding (1e-14 of the whole
// ball).
#pragma once

#include "math/vec3.h"

namespace cairn {

// Volume [m³] of the ball of `radius` about `centre` inside [low, high].
double ball_in_box(const Vec3& centre, double radius, const Vec3& low, const Vec3& high);

// Area [m²] of the disc in the x-z plane inside [low, high]; y plays no part.
double disc_in_rectangle(const Vec3& centre, double radius, const Vec3& low, const Vec3& high);

}  // namespace cairn
