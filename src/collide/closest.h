// Signed distance of two convex cores. With h the support functions and d the vector between the origins, the
// gap of the cores along u is
//   g(u) = u·d - h_A(u) - h_B(-u).
// The signed gap is the largest g over all unit vectors u: the distance if it is positive, else minus the
// depth, the shortest way to move B free of A. The u of the largest g is the contact normal.
//
// If the cores are more than a little (ε) apart, one distance query (collide/gjk.h) answers. Otherwise the
// proximal point method finds u. It moves B away along the present guess u_k by s = ε - g(u_k), so that the
// cores are about ε apart. The direction of their distance is the next guess,
//   u_{k+1} = argmax g(u) - s/2 |u - u_k|².
// This never lowers g and needs no derivative: it works for corners, edges, flat and curved faces alike. Each
// step shrinks the error of u by (ε + depth)/(ε + R), R the sum of the radii of curvature. A few steps
// suffice if the overlap is small compared with R.
//
// Overlapping cores have several such maxima. The first guess comes from the line of centres and from the
// distance of the two cores shrunk a little about their origins. If the cores overlap, the search tries face
// normals and edges too; if they overlap deeply, it starts again from the best of many directions.
#pragma once

#include "collide/convex.h"

namespace cairn {

// The normal points from A to B; both points lie on the cores. B moved by -gap n just touches A.
struct Closest {
  Vec3 normal;
  double gap = 0;  // of the cores, without rounding
  Vec3 on_a, on_b;
};

// Finds the signed gap. False if the cores are `reach` or more apart.
bool find_closest(const Convex& a, const Convex& b, double reach, Closest& closest);
// The same for cores that the caller knows to be apart along the unit vector u.
bool find_distance(const Convex& a, const Convex& b, const Vec3& u, double reach, Closest& closest);

}  // namespace cairn
