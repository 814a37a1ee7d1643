// Inside of Simulation, shared by its files.
#pragma once

#include <cstdint>

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
  std::uint64_t removed_by_events = 0;  // bodies
  std::uint64_t warned_fallbacks = 0;   // one bit for each
  EnergyWatch energy;
  std::uint64_t impact_gains = 0;  // impacts that added energy,
  double gained = 0;               // and how much in all [J]
  std::uint8_t stopped = 0, warned_gain = 0, warned_note = 0, warned_forces = 0;
};

// Whatever changes the world from outside the step goes through here: the springs are in world.memory
// meanwhile, and the energy that came or went with the change is booked.
template <class Change>
void Simulation::change(Recording recording, Change&& apply) {
  const StageTimer timer(times_, Stage::events);
  const double before = energy_budget(looked_at(), *stepper_, threads_).stored();
  stepper_->remember(world_);
  if (!apply()) return;
  stepper_->start(world_, threads_, recording);
  tally_->exchanged += energy_budget(world_, *stepper_, threads_).stored() - before;
  expect_recovery();
}

}  // namespace cairn
