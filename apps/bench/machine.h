// What a benchmark ran on, for those who read its numbers.
#pragma once

#include <string>

#include "bench/benchmarks.h"

namespace cairn {

double load_of_machine();  // average number of running programs in the last minute

// machine: processor, memory, load, this program and the peers that are here, as lines of text.
Findings describe_machine(const BenchOptions& options);

}  // namespace cairn
