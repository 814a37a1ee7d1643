// Dense beds of spheres in a box of planes without a lid, built in memory for the benchmarks. Glass spheres
// of 2.84 mm, 2500 kg/m³, Young 1e8 Pa, Poisson 0.3, restitution 0.66.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/threads.h"
#include "base/timer.h"
#include "model/world.h"
#include "step/explicit.h"

namespace cairn {

inline constexpr double kBedDiameter = 2.84e-3, kBedDensity = 2500;  // m, kg/m³

struct Bed {
  World world;
  std::unique_ptr<ExplicitStepper> stepper;
  double step = 1e-5;  // s
  std::size_t grains = 0;
};

enum class BedLaw { hooke, hertz_mindlin };
// The given spheres, at rest, in the box [0, length] x [0, width] x [0, ∞).
Bed bed_of(const std::vector<Place>& spheres, double length, double width, BedLaw law, double friction);

// Layers of side x side spheres in staggered order, slightly squeezed and shaken so that nothing is
// symmetric. The law is hooke with friction.
Bed build_bed(int side, int layers);

// Steps the bed under strong damping until it rests, then switches the damping off.
void settle(Bed& bed, Threads& threads, int steps);

}  // namespace cairn
