// Capsule: all points within `radius` of a segment of the z axis, z in [-half_length, half_length]; a
// cylinder between two half-balls, 2 (half_length + radius) long.
//   V = 2π r² l + 4/3 π r³,  I_z = V_c r²/2 + 2/5 V_s r²,
//   I_x = V_c (r²/4 + l²/3) + V_s (2/5 r² + l² + 3/4 r l)   with V_c the cylinder's and V_s the ball's
//   volume.
#pragma once

#include "shapes/geometry.h"

namespace cairn {

struct Capsule {
  static constexpr bool kWall = false, kAxisymmetric = true;
  double radius = 0, half_length = 0;

  Capsule scaled(double f) const { return {f * radius, f * half_length}; }
  MassProperties mass_properties() const;
  Bounds bounds() const { return grown({{0, 0, -half_length}, {0, 0, half_length}}, radius); }
  double bounding_radius() const { return half_length + radius; }
  double thickness() const { return 2 * radius; }
  Surface surface(double extent) const;
};

}  // namespace cairn
