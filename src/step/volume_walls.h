// Walls that hold the volume of a sample between pairs of opposite walls at a given value, as in an undrained
// test.
//   V = Π_k g_k   (in 2-D times one metre),   V₀ = Π_k g_k⁺ (1 + n_k ε)
// g_k are the gaps, g_k⁺ those to which the other walls lead within the step, and n_k is the number of walls
// of the pair that hold the volume. All of these take the same share ε of the strain. The volume is exact
// after each step.
#pragma once

#include "model/world.h"

namespace cairn {

// Sets the velocities of such walls for the next step. Velocities of servo walls must be those of that step.
void steer_volumes(World& world, double h);

}  // namespace cairn
