// Closest points of a flat sheet and a convex body. Where the body lies over (or just through) the sheet and
// away from its edges, the normal is the sheet's own, at the cost of one support point. Elsewhere the
// general search answers.
//
// Let x be the lowest point of the body over the sheet's plane, at height z. If z >= 0 and x lies over the
// sheet, z is the distance. If z < 0, let q be where the line from x to the body's centre crosses the plane.
// If q is farther than |z| from all edges, and the centre higher than |z|, no shift shorter than |z|
// separates them: it would leave a point of that line in the sheet.
#pragma once

#include "collide/closest.h"

namespace cairn {

// The normal points from the sheet (A) to the body (B). The sheet's corners are relative to `centre`. `up` is
// the sheet's normal on the body's side. False if the core is `reach` or more away.
bool find_closest_to_sheet(const Sheet& sheet, const Vec3& centre, const Vec3& up, const Convex& body,
                           double reach, Closest& closest);

}  // namespace cairn
