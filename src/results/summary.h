// What summary.json says about a run. SI units; the fields and their names are the contract of the results
// folder.
#pragma once

#include <cstdint>
#include <optional>
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
  std::uint64_t deep_overlap_steps = 0;  // with more than 10 % of the smaller radius
  std::uint64_t impacts_with_gain = 0;   // impacts that added energy from nothing

  struct Energy {  // J
    double kinetic = 0, gravity = 0, elastic_normal = 0, elastic_tangential = 0, adhesion = 0;
    struct Dissipated {
      double friction = 0, damping = 0, rolling = 0, impact = 0, plastic = 0;
    } dissipated;
    double work_of_drives = 0;
    double imbalance = 0;     // what is missing from or left over in the budget
    double from_nothing = 0;  // most that appeared without a source, losses that came later not deducted
  } energy;

  // Compatible forces of the last step, and how far equilibrium determines them; if the method finds them.
  struct Forces {
    bool converged = false;
    std::uint64_t iterations = 0;
    double balance = 0;
    std::uint64_t contacts = 0, components = 0, freedoms = 0, rank = 0, self_stresses = 0, mechanisms = 0;
    double rank_gap = 0;
    double unique = 1;  // NaN: undecided
    std::uint64_t self_stressed_contacts = 0;
    double max_force = 0, max_solver_force = 0, max_difference = 0, rms_difference = 0;
    std::uint64_t farthest_a = 0, farthest_b = 0;
  };
  std::optional<Forces> forces;

  std::uint64_t state_hash = 0;         // written as text, "0x" and 16 digits: JSON numbers have only 53 bits
  std::vector<std::string> references;  // keys of the papers used
  Named<Named<double>> measures;        // final values by measure
  std::vector<std::string> warnings;
};

// The text of summary.json.
std::string write_summary(const Summary& summary);

}  // namespace cairn
