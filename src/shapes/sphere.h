// Sphere: V = 4/3 π r³, I = 2/5 V r².
// Disc: the grain of a 2-D scene, of unit depth, in the x-z plane. V = π r² (x 1 m), I_y = V r²/2 about its
// axis y; the moments about x and z, V r²/4, play no part in plane motion. It makes contact like a sphere of
// its radius, but never along y: it has no flat sides.
#pragma once

#include "shapes/geometry.h"

namespace cairn {

struct Sphere {
  static constexpr bool kWall = false, kAxisymmetric = true, kSmooth = true;
  double radius = 0;

  Sphere scaled(double f) const { return {f * radius}; }
  MassProperties mass_properties() const;
  Bounds bounds() const { return {{-radius, -radius, -radius}, {radius, radius, radius}}; }
  double bounding_radius() const { return radius; }
  double thickness() const { return 2 * radius; }
  Surface surface(double extent) const;
};

struct Disc {
  static constexpr bool kWall = false, kAxisymmetric = false;  // its axis is y
  double radius = 0;

  Disc scaled(double f) const { return {f * radius}; }
  MassProperties mass_properties() const;
  Bounds bounds() const { return {{-radius, 0, -radius}, {radius, 0, radius}}; }
  double bounding_radius() const { return radius; }
  double thickness() const { return 2 * radius; }
  Surface surface(double extent) const;
};

}  // namespace cairn
