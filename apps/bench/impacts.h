// The benchmarks `impacts` and `packing`: what one impact of many contacts costs, and how long it takes until
// grains that fall into a box rest.
#pragma once

#include "bench/benchmarks.h"

namespace cairn {

Findings measure_impacts(const BenchOptions& options);
Findings measure_packing(const BenchOptions& options);

}  // namespace cairn
