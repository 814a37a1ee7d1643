// Volume integrals of the union of any number of balls. By Green's theorem in each slice of height z, over
// the arcs of the circles that no other ball covers,
//   ∫dV = ∫dz ∮x dy,  ∫x dV = ∫dz ∮x²/2 dy,  ∫x² dV = ∫dz ∮x³/3 dy,  ∫xy dV = ∫dz ∮x²y/2 dy,  and so on.
// Between the heights at which a ball begins or ends, two spheres' common circle does, or three spheres meet,
// the slice changes smoothly but for square roots at the ends, which z = m - h cos θ takes away: Gauss' rule
// is then exact to 1e-12 of the whole, with intervals halved where it is not yet.
#pragma once

#include <span>

#include "shapes/moments.h"

namespace cairn {

struct Ball {
  Vec3 centre;
  double radius = 0;
};

Moments moments_of_balls(std::span<const Ball> balls);

}  // namespace cairn
