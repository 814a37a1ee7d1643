// Benchmarks of the narrow phase.
#pragma once

#include "bench/benchmarks.h"

namespace cairn {

// Time of one pair of each kind, overlapping by a thousandth of its size.
Metrics time_pairs();
// One step of 10 000 boxes at rest: what finding their contacts costs.
Metrics step_boxes();

}  // namespace cairn
