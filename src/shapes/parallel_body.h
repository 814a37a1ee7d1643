// Mass properties of a superellipsoid plus a ball of radius r (its parallel body). A point p = x + r n of its
// surface belongs to the point x of the core with normal n. With R₁, R₂ the core's radii of curvature there,
//   dA_p = (1 + r (R₁ + R₂)/(R₁R₂) + r²/(R₁R₂)) dA,   ∫f dV = 1/(3 + k) ∮ f(p) p·n dA_p
// for f homogeneous of degree k (1: k = 0; x²: k = 2). Directions s of the unit sphere cover the core's
// surface: x = A s/g(A s)^(1/m) with A = diag(a, b, c). There x·n dA = abc g(A s)^(-3/m) dω. The tanh-sinh
// rule integrates one octant in both angles; its step is halved until the result changes by less than 1e-13.
#pragma once

#include "shapes/superellipsoid.h"

namespace cairn {

MassProperties parallel_body(const Superellipsoid& shape);

}  // namespace cairn
