// Named benchmarks. To add one: a function that returns what it measured, and a line in the table of
// benchmarks.cpp.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "terminal/table.h"

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
  TextRows table;
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

// --- The larger ones, one file each

// contacts: time of one pair of each kind, overlapping by a thousandth of its size.
Metrics time_pairs();
// contacts: one step of 10 000 boxes at rest, what finding their contacts costs.
Metrics step_boxes();
// A dense settled bed under hertz_mindlin with history and friction, beside LAMMPS.
Findings measure_penalty(const BenchOptions& options);
// Contact-iterations per second of every solver on the contacts of dense beds.
Findings measure_solvers(const BenchOptions& options);
// Seconds that a step at rest takes to solve for its impulses, and to find the compatible forces and the rank
// of the network after that: cannonball pyramids of 14 440 and 104 044 contacts, one thread.
Findings measure_compatible(const BenchOptions& options);
// impacts: what one impact of many contacts costs, and how long grains that fall into a box take to rest.
Findings measure_impacts(const BenchOptions& options);
Findings measure_packing(const BenchOptions& options);

}  // namespace cairn
