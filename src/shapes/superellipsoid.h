// Superellipsoid: g(x) = ((|x|/a)^n + (|y|/b)^n)^(m/n) + (|z|/c)^m <= 1 with the exponent n across the z axis
// and m along it. Both 2: an ellipsoid; both large: a box; n = 2 and m large: a cylinder. Both must exceed 1;
// scenes allow 2 and more, for which the curvature is bounded.
//
// g^(1/m) is a norm, so that the support function has a closed form, the dual norm h. With D the scaled
// direction,
//   n' = n/(n - 1),   m' = m/(m - 1),   D = (a|d_x|, b|d_y|, c|d_z|),
//   u = (D_x^n' + D_y^n')^(1/n'),   h = (u^m' + D_z^m')^(1/m').
//
//   V = 2 abc e f B(e/2 + 1, e) B(f/2, f/2) with e = 2/m, f = 2/n and B Euler's beta function,
//   ∫x² dV = a² abc e f/2 · B(3f/2, f/2) B(e/2, 2e + 1),  ∫y² dV likewise with b²,
//   ∫z² dV = c² abc 2 e f · B(f/2, f/2 + 1) B(3e/2, e + 1).
// With a rounding radius it is the Minkowski sum with a ball, integrated numerically
// (shapes/parallel_body.h).
#pragma once

#include "shapes/geometry.h"

namespace cairn {

struct Superellipsoid {
  static constexpr bool kWall = false, kAxisymmetric = false, kSmooth = true;
  Vec3 radii;
  double across = 2, along = 2;  // exponents n and m
  double rounding = 0;
  MassProperties mass;  // of the rounded body
  double radius = 0;    // of the core's bounding ball

  Superellipsoid() = default;
  Superellipsoid(const Vec3& radii_, double across_, double along_, double rounding_ = 0);

  Superellipsoid scaled(double f) const;
  MassProperties mass_properties() const { return mass; }
  Bounds bounds() const { return grown({-radii, radii}, rounding); }
  double bounding_radius() const { return radius + rounding; }
  double thickness() const { return 2 * (std::min({radii.x, radii.y, radii.z}) + rounding); }
  Surface surface(double extent) const;

  double gauge(const Vec3& x) const;         // g(x): 1 on the surface of the core
  Vec3 gauge_gradient(const Vec3& x) const;  // along the outward normal of the core at x
};

// Sum and product of the core's principal radii of curvature where its outward normal is the unit vector n.
// Both are infinite where n lies in a coordinate plane and the exponent there is above 2. Zero components of
// n are then replaced by tiny ones, so that the ratio is right.
struct CurvatureRadii {
  double sum = 0, product = 0;
};
CurvatureRadii curvature_radii(const Superellipsoid& shape, const Vec3& n);

}  // namespace cairn
