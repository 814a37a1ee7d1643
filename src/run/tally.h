// Inside of Simulation, shared by its files.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "run/energy_watch.h"
#include "run/simulation.h"

namespace cairn {

// Sums and states beside the world that a resumed run must go on with.
struct Simulation::Tally {
  double stored_at_start = 0, exchanged = 0;  // J
  double contacts_sum = 0;
  std::uint64_t contacts_max = 0;
  double particle_steps = 0;
  double max_overlap = 0;
  double iterations_sum = 0, residual_sum = 0, residual_max = 0;
  std::uint64_t iterations_max = 0, unconverged = 0;
  std::uint64_t unconverged_in_a_row = 0;  // up to the last step
  double stop_since = -1;                  // time since which the stop condition holds; -1: it does not
  std::uint64_t events_done = 0;
  std::uint64_t deep_overlap_steps = 0;
  EnergyWatch energy;
  std::uint64_t impact_gains = 0;  // impacts that added energy,
  double gained = 0;               // and how much in all [J]
  std::uint8_t stopped = 0, warned_gain = 0, warned_note = 0, warned_forces = 0;
};

// True if a multiple of `every` lies in (t of step k-1, t of step k]; at k = 0 always.
inline bool is_due(std::uint64_t k, double h, double every) {
  if (every <= 0 || k == 0) return true;
  const auto multiple = [&](std::uint64_t step) {
    return std::floor(static_cast<double>(step) * h / every + 1e-9);
  };
  return multiple(k) > multiple(k - 1);
}

// The number of steps to an end: no shortened last step. None above 2^53: t = k step would skip steps.
inline constexpr double kMostSteps = 9007199254740992.0;
inline std::optional<std::uint64_t> steps_until(double end, double step) {
  const double steps = std::fmax(0.0, std::ceil(end / step - 1e-6));
  if (!(steps <= kMostSteps)) return std::nullopt;
  return static_cast<std::uint64_t>(steps);
}

}  // namespace cairn
