// What summary.json says about a run. SI units; the fields and their names are the contract of the results
// folder.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cairn {

template <class T>
using Named = std::vector<std::pair<std::string, T>>;

struct Summary {
  std::string title, version, command, method;
  std::string stop_reason;  // "end", "stop condition", "interrupted" ...
  int threads = 1;
  std::uint64_t steps = 0;
  double time = 0;          // s, simulated
  double wall_seconds = 0;  // of this run and those it resumed
  Named<double> seconds_by_stage;

  std::uint64_t bodies = 0, removed_bodies = 0;
  struct Contacts {
    std::uint64_t last = 0;
    double mean = 0;
    std::uint64_t max = 0;
  } contacts;
  double particle_steps_per_second = 0;

  // Of the solver; zero for methods without one.
  struct Iterations {
    double mean = 0;
    std::uint64_t max = 0;
  } iterations;
  struct Residual {
    double mean = 0, max = 0;
  } residual;
  std::uint64_t unconverged_steps = 0;
  double max_overlap_over_radius = 0;

  struct Energy {  // J
    double kinetic = 0, gravity = 0, elastic_normal = 0, elastic_tangential = 0, adhesion = 0;
    struct Dissipated {
      double friction = 0, damping = 0, rolling = 0, impact = 0, plastic = 0;
    } dissipated;
    double work_of_drives = 0;
    double imbalance = 0;  // what is missing from or left over in the budget
  } energy;

  std::uint64_t state_hash = 0;         // written as text, "0x" and 16 digits: JSON numbers have only 53 bits
  std::vector<std::string> references;  // keys of the papers used
  Named<Named<double>> measures;        // final values by measure
  std::vector<std::string> warnings;
};

// The text of summary.json.
std::string write_summary(const Summary& summary);

}  // namespace cairn
