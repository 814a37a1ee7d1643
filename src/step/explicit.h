// The explicit stepper: velocity Verlet with forces from a force law, over a Verlet list.
//   v½ = v + (h/2) a,  x⁺ = x + h v½,  a⁺ = a(x⁺, v½),  v⁺ = v½ + (h/2) a⁺     [PZ17, DEM-P]
#pragma once

#include <memory>
#include <optional>

#include "base/timer.h"
#include "laws/force_law.h"
#include "model/world.h"
#include "step/force_pass.h"
#include "step/integrate.h"
#include "step/report.h"

namespace cairn {

// Bodies outside are reported; what happens to them the scene decides.
struct Domain {
  Vec3 low, high;
};

// Energies that add up over the run [J].
struct Works {
  double damping = 0, friction = 0, rolling = 0;  // lost in contacts; damping also in springs of the scene
  double background = 0;                          // lost to global and local damping
  double drives = 0;                              // put in by driven bodies, applied forces and torques
};

class ExplicitStepper {
 public:
  explicit ExplicitStepper(std::unique_ptr<ForceLaw> law)
      : law_(std::move(law)), pass_(law_->resists_rolling()) {}

  // Lists pairs and evaluates the forces of the present state; call once before the first step, and again
  // after bodies, materials or gravity were changed from outside (springs then come from world.memory).
  void start(World& world, Threads& threads, Recording recording = Recording::no);
  // The kick that closes the step is left to the next one, which does both in one sweep over the bodies:
  // positions are those of the new time, velocities those of mid-step until close().
  StepReport step(World& world, Threads& threads, double h, StageTimes& times,
                  Recording recording = Recording::no);
  // Brings the velocities to the time of the positions. Before anything outside looks at them, or changes the
  // world; whether and when it is called changes no bit of the run.
  void close(World& world, Threads& threads);

  // Before anything outside looks at or changes the memory of the world.
  void remember(World& world) const { pass_.remember(world, world.memory); }

  // Code for other vectors than the processor's best; changes no bit.
  void use_vectors(Vectors vectors) { pass_.vectors = vectors; }

  std::optional<Domain> domain;

  const ForceLaw& law() const { return *law_; }
  ForceLaw& law() { return *law_; }
  const ForcePass& pass() const { return pass_; }
  // What contacts took out of the motion is known to round-off (half_kick); which part of it went to damping,
  // friction and rolling only to first order in the step, so those share the difference in proportion.
  Works works() const;
  double spring_energy() const { return spring_energy_; }

  // Running sums behind works().
  struct Ledger {
    double contacts = 0;                            // taken out of the motion by contacts, and not given back
    double damping = 0, friction = 0, rolling = 0;  // pair by pair
    double dampers = 0, torn = 0, background = 0, drives = 0;
  };
  // What a checkpoint needs beside the world.
  struct State {
    VerletList list;
    ContactEnergy energy;  // of the last pass
    CellLoad cell_load;    // of the last pass
    Ledger ledger;
    double spring_energy = 0;
    std::uint64_t last_rebuild = 0;
  };
  State state() const {
    return {pass_.list(), pass_.energy(), pass_.cell_load(), ledger_, spring_energy_, last_rebuild_};
  }
  void restore(const World& world, State state);

 private:
  static constexpr double kFar = 1e100;  // motion that no finite run makes [m]
  struct Moved {
    double free = 0, driven = 0;  // largest motion since the list was built [m]
  };
  bool list_expired(const World& world, Threads& threads, double h);
  Moved measure_moved(const World& world, Threads& threads);
  double next_skin(const World& world) const;
  void sweep_bodies(World& world, Threads& threads, double h, Sweep what);
  void find_outside(const World& world, Threads& threads, StepReport& report);
  void relist(World& world, Threads& threads, double skin);
  void listed(const World& world);
  void book_drives(const World& world, double h);
  void book_cell(const Cell& cell, double h);
  void book(const KickLoss& loss);
  [[noreturn]] void refuse_infinite(const World& world) const;

  std::unique_ptr<ForceLaw> law_;
  ForcePass pass_;
  Ledger ledger_;
  double spring_energy_ = 0;        // held by springs of the scene [J]
  std::uint64_t last_rebuild_ = 0;  // step
  double open_ = 0;                 // step whose closing kick is still to be done [s]; 0: none
  // At least what the bodies have moved since the list was built: exact when measured, then speed by speed.
  Moved moved_{kFar, kFar};
  // Per block of bodies.
  std::vector<SweepReport> swept_;
  std::vector<Moved> moved_blocks_;
  std::vector<std::uint32_t> spheres_end_;  // of the free, unlocked spheres that it begins with
  std::vector<std::vector<Uid>> outside_;
};

}  // namespace cairn
