// Named benchmarks. To add one: a function that returns what it measured, and a line in the table of
// benchmarks.cpp.
#pragma once

#include <string>
#include <vector>

namespace cairn {

// One number that a benchmark found.
struct Metric {
  std::string name;
  double value = 0;
  std::string unit;
};
using Metrics = std::vector<Metric>;

struct Benchmark {
  std::string name, meaning;
  Metrics (*measure)();
};

const std::vector<Benchmark>& benchmarks();

}  // namespace cairn
