// A dense bed of equal spheres in a box of planes, built in memory: what the benchmarks step.
#pragma once

#include <cstddef>
#include <memory>

#include "base/threads.h"
#include "base/timer.h"
#include "model/world.h"
#include "step/explicit.h"

namespace cairn {

struct Bed {
  World world;
  std::unique_ptr<ExplicitStepper> stepper;
  double step = 1e-5;  // s
  std::size_t grains = 0;
};

// Layers of side x side spheres in staggered order, slightly squeezed and shaken so that nothing is
// symmetric. Law: hooke with friction.
Bed build_bed(int side, int layers);

// Lets it come to rest under strong damping, then takes the damping away.
void settle(Bed& bed, Threads& threads, int steps);

}  // namespace cairn
