// The contents of summary.json, in SI units. The fields and their names are the contract of the results
// folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "model/energy.h"
#include "step/report.h"

namespace cairn {

template <class T>
using Named = std::vector<std::pair<std::string, T>>;

struct Summary {
  std::string title, version, command, method;
  std::string stop_reason;  // "end", the condition that came true, or "interrupted by ..."
  int threads = 1;
  std::uint64_t steps = 0;
  double time = 0;          // s, simulated
  double wall_seconds = 0;  // of this run and the runs it resumed
  Named<double> seconds_by_stage;

  std::uint64_t bodies = 0, removed_bodies = 0;
  struct Contacts {
    std::uint64_t last = 0;
    double mean = 0;
    std::uint64_t max = 0;
  } contacts;
  double particle_steps_per_second = 0;

  // Solver statistics; zero for methods without a solver.
  struct Iterations {
    double mean = 0;
    std::uint64_t max = 0;
  } iterations;
  struct Residual {
    double mean = 0, max = 0;
  } residual, natural_map;
  Named<double> work_by_solver;  // shares of the counted work (solvers/solver.h)
  struct VelocityError {
    double mean = 0, max = 0;
  } velocity_error;  // estimate [m/s]
  std::uint64_t unconverged_steps = 0;
  CauseCounts unconverged_by_cause{};
  double max_overlap_over_radius = 0;
  std::uint64_t deep_overlap_steps = 0;  // steps with an overlap of more than 10 % of the smaller radius
  std::uint64_t impacts_with_gain = 0;   // impacts that added energy from nothing
  Fallbacks fallbacks;

  Energy energy;
  double energy_received = 0;      // energy that could become motion [J]; it scales the imbalance
  double energy_from_nothing = 0;  // largest energy without a source [J]; later losses are not deducted

  std::optional<StepForces> forces;  // report on the last step, if the method finds compatible forces

  std::uint64_t state_hash = 0;         // as text, "0x" and 16 digits: JSON numbers have only 53 bits
  std::vector<std::string> references;  // keys of the papers used
  Named<Named<double>> measures;        // final values of each measure
  std::vector<std::string> warnings;
  std::vector<std::string> changes;  // of the scene, by resumes: "t = 1 s: KEY=VALUE"
};

// Adds the report on compatible forces to an object.
Json& add_fields(Json& object, const StepForces& forces);

std::string write_summary(const Summary& summary);

}  // namespace cairn
