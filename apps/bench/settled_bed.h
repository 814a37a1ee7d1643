// The bed of the benchmark `penalty`: spheres that fell and settled without friction. They lie densely, in
// equilibrium without tangential springs. So every program can start from their positions alone, and the bed
// stays at rest when friction is on.
#pragma once

#include <string>
#include <vector>

#include "base/threads.h"
#include "model/bodies.h"

namespace cairn {

struct SettledBed {
  std::vector<Place> spheres;  // in spatial order, so that neighbours are near in memory
  double length = 0, width = 0;
};

// Up to 20 000 spheres settle together. A larger bed consists of mirrored copies of 10 000, side by side,
// which settle once more; its size must be a multiple of 10 000, else InputError. A bed that the folder holds
// is read from there; a new one is stored.
SettledBed settled_bed(std::size_t spheres, const std::string& folder, Threads& threads);

// The bed with a sphere ten times as large in its middle, in place of the spheres there, settled again.
SettledBed with_large_sphere(const SettledBed& bed, Threads& threads);

}  // namespace cairn
