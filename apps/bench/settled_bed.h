// The bed of the benchmark `penalty`: spheres that fell and settled without friction, so that they lie
// densely and in equilibrium without any tangential spring. Every program can start from their positions
// alone and stays at rest when friction is on.
#pragma once

#include <string>
#include <vector>

#include "base/threads.h"
#include "model/bodies.h"

namespace cairn {

struct SettledBed {
  std::vector<Place> spheres;  // in space order, so that neighbours are near in memory
  double length = 0, width = 0;
};

// Up to 20 000 spheres settle together; more are mirrored copies of 10 000, side by side, that settle once
// more. Throws InputError for more than that that are no multiple of 10 000. A bed that was stored in the
// folder before is taken from there, a new one is stored.
SettledBed settled_bed(std::size_t spheres, const std::string& folder, Threads& threads);

// The bed with one sphere ten times as large in its middle, instead of those that were there, settled again.
SettledBed with_large_sphere(const SettledBed& bed, Threads& threads);

}  // namespace cairn
