// The private sums of Simulation, which its .cpp files share.
#pragma once

#include <cstdint>
#include <utility>

#include "run/energy_watch.h"
#include "run/simulation.h"

namespace cairn {

// Sums and states besides the world that a resumed run needs.
struct Simulation::Tally {
  double stored_at_start = 0, exchanged = 0;  // J
  double contacts_sum = 0;
  std::uint64_t contacts_max = 0;
  double particle_steps = 0;
  double max_overlap = 0;
  double iterations_sum = 0, residual_sum = 0, residual_max = 0;
  double natural_map_sum = 0, natural_map_max = 0;
  double velocity_error_sum = 0, velocity_error_max = 0;  // [m/s]
  SolverWork work;
  std::uint64_t iterations_max = 0, unconverged = 0;
  std::uint64_t unconverged_in_a_row = 0;  // steps, up to the last one
  double stop_since = -1;                  // time since which the stop condition holds; -1: it does not hold
  std::uint64_t events_done = 0;
  std::uint64_t deep_overlap_steps = 0;
  std::uint64_t removed_by_events = 0;  // bodies
  std::uint64_t warned_fallbacks = 0;   // one bit per kind
  EnergyWatch energy;
  std::uint64_t impact_gains = 0;  // number of impacts that added energy
  double gained = 0;               // energy that they added [J]
  std::uint8_t stopped = 0, warned_gain = 0, warned_note = 0, warned_forces = 0, warned_jump = 0;
};

// Whatever changes the world from outside the step goes through here: the springs are in world.memory
// meanwhile, and the energy that came or went with the change is booked.
template <class Change>
void Simulation::change(Recording recording, Change&& apply) {
  const StageTimer timer(times_, Stage::events);
  const double before = energy_budget(looked_at(), *stepper_, threads_).stored();
  stepper_->remember(world_);
  // On several ranks the change is made to the whole world.
  std::optional<World> part;
  if (is_spread()) {
    part = std::exchange(world_, std::move(gathered()));
    whole_.reset();
  }
  if (!apply()) {
    if (part) world_ = std::move(*part);
    return;
  }
  if (part) require_spreadable();
  stepper_->start(world_, threads_, recording);
  tally_->exchanged += energy_budget(looked_at(), *stepper_, threads_).stored() - before;
  expect_recovery();
}

}  // namespace cairn
