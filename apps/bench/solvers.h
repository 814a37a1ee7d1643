// The benchmark `solvers`: contact-iterations per second of every solver on the contacts of dense beds.
#pragma once

#include "bench/benchmarks.h"

namespace cairn {

Findings measure_solvers(const BenchOptions& options);

}  // namespace cairn
