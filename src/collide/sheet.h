// Closest points of a flat sheet and a convex body. Where the body is over (or just through) the sheet and
// away from its edges the answer is the sheet's own normal, at the cost of one support point; elsewhere the
// general search.
//
// With x the lowest point of the body over the sheet's plane, at the height z: apart (z >= 0) and x over the
// sheet, z is the distance. Overlapping, let q be where the line from x to the body's centre crosses the
// plane. If q is farther than |z| from all edges, and the centre higher than |z|, no shift shorter than |z|
// parts them, since it leaves a point of that line in the sheet.
#pragma once

#include "collide/closest.h"

namespace cairn {

// Normal from the sheet (A) to the body (B). The sheet's corners are relative to `centre`. `up` is its normal
// on the side of the body. False if the core is `reach` or more away.
bool find_closest_to_sheet(const Sheet& sheet, const Vec3& centre, const Vec3& up, const Convex& body,
                           double reach, Closest& closest);

}  // namespace cairn
