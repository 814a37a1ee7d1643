// The speed that loads give a body over its own size, which is the measure of errors in a run
// (docs/theory/residual.md):
//   speed = (median of a_b d_b)^½,   a_b = |v_free − v|/h
// over the bodies that loads move: gravity, applied forces, servo walls. d_b is the diameter of the bounding
// sphere. A servo wall moves the grains, so it counts with their median diameter. Under gravity alone, grains
// of one size have (g d)^½. The median needs no order of the bodies.
#pragma once

#include <span>

#include "step/assemble.h"

namespace cairn {

// [m/s]; 0 without loads. `problem` holds the free velocities of the bodies of the world.
double scene_speed(const World& world, std::span<const Slide> slides, const ContactProblem& problem,
                   double h);

}  // namespace cairn
