// The closest points of two smooth cores (spheres, ellipsoids, superellipsoids), by Newton's method on the
// sphere of directions. With c = b(-u) - a(u), the gradient of the gap g(u) (collide/closest.h), and R, the
// sum of the matrices of radii of curvature ∇∇h, the next direction is u + δ with
//   (R + g) δ = c   across u.
//
// The start is the normal of two ellipsoids of the same half widths. Both are scaled about their centres by
// one factor until they touch; with M = Q diag(r²) Qᵀ and d from A to B their common normal is along
//   z = ((1-λ) M_A + λ M_B)⁻¹ d,   λ = h_A(z)/(h_A(z) + h_B(z)),   h(z) = √(zᵀ M z)   [PW85].
// Where the gap is small, this is the normal of the closest points of two ellipsoids up to a small error.
#pragma once

#include "collide/closest.h"

namespace cairn {

// A direction from A to B and the gap of the cores along it, which is at most their signed gap.
struct Guess {
  Vec3 u;
  double apart = 0;
};
Guess ellipsoid_guess(const Convex& a, const Convex& b);

// Newton's method. It needs a start near the maximum. Returns false, and leaves `closest` alone, if it does
// not converge. `size` is the scale of lengths.
bool refine(const Convex& a, const Convex& b, const Guess& start, double size, Closest& closest);

}  // namespace cairn
