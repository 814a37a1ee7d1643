// Plane: the half-space z < 0 is solid. The normal is +z in body axes, so that the normal of a scene
// becomes an orientation.
#pragma once

#include "shapes/geometry.h"

namespace cairn {

struct Plane {
  static constexpr bool kWall = true, kAxisymmetric = true;

  Plane scaled(double /*f*/) const { return {}; }
  Bounds bounds() const { return {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, 0}}; }
  double bounding_radius() const { return kInfinity; }
  double thickness() const { return kInfinity; }
  Surface surface(double extent) const {
    const double e = extent;
    return {{{-e, -e, 0}, {e, -e, 0}, {e, e, 0}, {-e, e, 0}}, {{0, 1, 2}, {0, 2, 3}}};
  }
};

}  // namespace cairn
