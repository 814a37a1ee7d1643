// Volume integrals of the union of any number of balls. Green's theorem in each slice of height z, over the
// arcs of the circles that no other ball covers, gives
//   ∫dV = ∫dz ∮x dy,  ∫x dV = ∫dz ∮x²/2 dy,  ∫x² dV = ∫dz ∮x³/3 dy,  ∫xy dV = ∫dz ∮x²y/2 dy,  and so on.
// The slice changes abruptly only where a ball or the common circle of two spheres begins or ends, or three
// spheres meet. Between such heights it is smooth except for square roots at the ends, which z = m - h cos θ
// removes. Gauss' rule is then accurate to 1e-12 of the whole; intervals are halved until it is.
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
