// Capsule: all points within `radius` r of the segment -l <= z <= l of the z axis, l = half_length. It is a
// cylinder between two half-balls, 2 (l + r) long. With the volumes V_c of the cylinder and V_s of the ball:
//   V = 2π r² l + 4/3 π r³,  I_z = V_c r²/2 + 2/5 V_s r²,
//   I_x = V_c (r²/4 + l²/3) + V_s (2/5 r² + l² + 3/4 r l).
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
