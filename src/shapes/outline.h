// Solids of revolution from their outline. The outline is a convex profile from axis to axis
// (shapes/meridian.h), moved outwards by a rounding radius r, with an arc of that radius about every corner.
// With ρ(z) the outline,
//   V = π∫ρ² dz,   ∫z dV = π∫ρ² z dz,   ∫z² dV = π∫ρ² z² dz,   ∫x² dV = π/4 ∫ρ⁴ dz.
// Straight parts are integrated exactly, arcs by Gauss' rule with 16 points, which is accurate to rounding.
#pragma once

#include "shapes/meridian.h"

namespace cairn {

struct RevolvedMoments {
  double volume = 0, z = 0, zz = 0, xx = 0;
  double centre() const { return z / volume; }  // of mass, along the axis
  MassProperties about_centre() const {
    const double along = zz - z * z / volume;
    return {volume, {xx + along, xx + along, 2 * xx}};
  }
};

RevolvedMoments moments_of_revolution(Profile profile, double rounding);

// Points of the outline for drawing; the profile itself if there is no rounding.
std::vector<MeridianPoint> rounded_outline(Profile profile, double rounding);

}  // namespace cairn
