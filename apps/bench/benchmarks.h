// Named benchmarks. A new one is a function that returns its findings, and a line in the table of
// benchmarks.cpp.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "terminal/table.h"

namespace cairn {

// One number of a benchmark.
struct Metric {
  std::string name;
  double value = 0;
  std::string unit;
};
using Metrics = std::vector<Metric>;

// The numbers of a benchmark, and for some a table of them; its first row holds the headings. Notes say what
// the machine did meanwhile, and by how much a number misses the one that was asked for.
struct Findings {
  Metrics metrics;
  TextRows table;
  std::vector<std::string> notes{};
};

// Options; some benchmarks ignore them.
struct BenchOptions {
  std::vector<std::size_t> sizes{10'000, 100'000};
  int repeat = 3;      // number of runs; the best counts
  int seconds = 2;     // about the duration of each run
  std::string folder;  // for files to keep; empty: a temporary folder
  bool quick = false;  // little work, to see that all works; the rates then mean nothing
  // The work of a full benchmark, or of a quick one.
  int work(int full, int little) const { return quick ? little : full; }
};

struct Benchmark {
  std::string name, meaning;
  Findings (*measure)(const BenchOptions& options);
};

const std::vector<Benchmark>& benchmarks();

// --- The larger ones, each in its own file

// contacts: time to find the contacts of one pair of each kind, which overlaps by a thousandth of its size.
Metrics time_pairs();
// boxes: one step of 10 000 boxes at rest; most of its time goes into their contacts.
Metrics step_boxes();
// settling: cubes as rigid bodies; cubes, ellipsoids and superellipsoids in a hopper as soft ones.
Findings measure_settling(const BenchOptions& options);
// A dense settled bed under hertz_mindlin with history and friction, beside LAMMPS.
Findings measure_penalty(const BenchOptions& options);
// Spheres that flow down a rough chute, in the cell, law and slope of LAMMPS' chute benchmark, beside LAMMPS.
Findings measure_chute(const BenchOptions& options);
// 2000 beads flow out of a hopper and are removed: how much of the time their removal takes.
Findings measure_hopper(const BenchOptions& options);
// Spheres in a drum that turns, beside LAMMPS, and around a rotor from an STL file, beside LIGGGHTS.
Findings measure_drum(const BenchOptions& options);
Findings measure_mixer(const BenchOptions& options);
// Spheres, cubes and ellipsoids that settle by implicit steps, beside Bullet and ODE.
Findings measure_rigid(const BenchOptions& options);
// Two threads against one.
Findings measure_threads(const BenchOptions& options);
// Contact-iterations per second of every solver on the contacts of dense beds.
Findings measure_solvers(const BenchOptions& options);
// Cannonball pyramids of 14 440 and 104 044 contacts at rest, one thread: seconds of a step's solve for its
// impulses, and seconds for the compatible forces and the rank of the network.
Findings measure_compatible(const BenchOptions& options);
// impacts: cost of one impact with many contacts; packing: time until grains that fall into a box are at
// rest.
Findings measure_impacts(const BenchOptions& options);
Findings measure_packing(const BenchOptions& options);
// python: cost of the module on top of the engine, for import, one step, one view and one run.
Findings measure_python(const BenchOptions& options);

}  // namespace cairn
