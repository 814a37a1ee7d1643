// Named benchmarks. To add one: a function that returns what it measured, and a line in the table of
// benchmarks.cpp.
#pragma once

#include <cstddef>
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

// What was found, and the same as a table (its first row are the headings) where that reads better.
struct Findings {
  Metrics metrics;
  std::vector<std::vector<std::string>> table;
};

// For benchmarks that come in several sizes.
struct BenchOptions {
  std::vector<std::size_t> sizes{10'000, 100'000};
  int repeat = 3;      // the best one counts
  int seconds = 2;     // about, of each
  std::string folder;  // for files worth keeping; empty: a temporary one
};

struct Benchmark {
  std::string name, meaning;
  Findings (*measure)(const BenchOptions& options);
};

const std::vector<Benchmark>& benchmarks();

}  // namespace cairn
