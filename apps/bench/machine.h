// The machine that a benchmark ran on.
#pragma once

#include <string>

#include "bench/benchmarks.h"

namespace cairn {

double load_of_machine();  // average number of running programs in the last minute

// machine: processor, memory, load, this program and the peers that are here, as lines of text.
Findings describe_machine(const BenchOptions& options);

}  // namespace cairn
