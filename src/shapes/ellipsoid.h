// Ellipsoid with the semi-axes a, b, c along the body axes: x²/a² + y²/b² + z²/c² <= 1.
//   V = 4/3 π abc,   I_x = V (b² + c²)/5
// With a rounding radius it is the Minkowski sum with a ball, larger by the radius on all sides. Its mass
// properties are then integrated numerically (shapes/parallel_body.h).
#pragma once

#include "shapes/geometry.h"

namespace cairn {

struct Ellipsoid {
  static constexpr bool kWall = false, kAxisymmetric = false, kSmooth = true;
  Vec3 radii;
  double rounding = 0;
  MassProperties mass;  // of the rounded body

  Ellipsoid() = default;
  explicit Ellipsoid(const Vec3& radii_, double rounding_ = 0);

  Ellipsoid scaled(double f) const;
  MassProperties mass_properties() const { return mass; }
  Bounds bounds() const { return grown({-radii, radii}, rounding); }
  double bounding_radius() const { return std::max({radii.x, radii.y, radii.z}) + rounding; }
  double thickness() const { return 2 * (std::min({radii.x, radii.y, radii.z}) + rounding); }
  Surface surface(double extent) const;
};

}  // namespace cairn
