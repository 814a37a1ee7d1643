// Benchmark of compatible forces.
#pragma once

#include "bench/benchmarks.h"

namespace cairn {

// Seconds that a step at rest takes to solve for its impulses, and to find the compatible forces and the rank
// of the network after that: cannonball pyramids of 14 440 and 104 044 contacts, one thread.
Findings measure_compatible(const BenchOptions& options);

}  // namespace cairn
