// The benchmark `penalty`: a dense settled bed under hertz_mindlin with history and friction, beside LAMMPS.
#pragma once

#include "bench/benchmarks.h"

namespace cairn {

Findings measure_penalty(const BenchOptions& options);

}  // namespace cairn
