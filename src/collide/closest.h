// Signed distance of two convex cores. With h the support functions and d the vector between the origins, the
// cores in direction u are apart by
//   g(u) = u·d - h_A(u) - h_B(-u),
// and the signed gap is the largest g of all unit vectors u: the distance if it is positive, else minus the
// depth, the shortest way to move B free of A. The largest u is the contact normal.
//
// Separated by more than a little (ε), one distance query (collide/gjk.h) answers. Otherwise u is found by
// the proximal point method: B is moved away along the present guess u_k by s = ε - g(u_k), so that the two
// are apart by about ε, and the direction of their distance is the next guess,
//   u_{k+1} = argmax g(u) - s/2 |u - u_k|²,
// which never lowers g and needs no derivative: it works for corners, edges, flat and curved faces alike. An
// error of u shrinks each time by (ε + depth)/(ε + R), R the sum of the radii of curvature: a few steps, as
// long as bodies overlap by less than they are round.
//
// Overlapping cores have several such maxima. The guess comes from the distance of the two shrunk a little
// about their origins, and from all face normals; if the overlap found is deep, the search is repeated from
// the best of many directions.
#pragma once

#include "collide/convex.h"

namespace cairn {

// B moved by -gap n just touches A. n from A to B, unit; the points lie on the cores.
struct Closest {
  Vec3 normal;
  double gap = 0;  // of the cores, without rounding
  Vec3 on_a, on_b;
};

// False if the cores are `reach` or more apart.
bool find_closest(const Convex& a, const Convex& b, double reach, Closest& closest);
// The same for cores that are known to be apart along the unit vector u.
bool find_distance(const Convex& a, const Convex& b, const Vec3& u, double reach, Closest& closest);

}  // namespace cairn
