// The explicit stepper: velocity Verlet with forces from a force law, over a Verlet list.
//   v½ = v + (h/2) a,  x⁺ = x + h v½,  a⁺ = a(x⁺, v½),  v⁺ = v½ + (h/2) a⁺     [PZ17, DEM-P]
// Joints keep to their rows by impulses before the drift and after the closing kick (step/joint_pass.h).
#pragma once

#include <algorithm>
#include <memory>

#include "laws/force_law.h"
#include "step/force_pass.h"
#include "step/integrate.h"
#include "step/joint_pass.h"
#include "step/stepper.h"

namespace cairn {

class ExplicitStepper : public Stepper {
 public:
  explicit ExplicitStepper(std::unique_ptr<ForceLaw> law) : law_(std::move(law)), pass_(*law_) {}

  // Lists pairs and evaluates the forces of the present state.
  void start(World& world, Threads& threads, Recording recording = Recording::no) override;
  void take_over(World& world, Threads& threads, const Record& record, Recording recording) override;
  // The kick that closes the step is left to the next one, which does both in one sweep over the bodies:
  // positions are those of the new time, velocities those of mid-step until close().
  const StepState& step(World& world, Threads& threads, double h, StageTimes& times,
                        Recording recording = Recording::no) override;
  void close(World& world, Threads& threads) override;
  void remember(World& world) const override { pass_.remember(world, world.memory); }
  const ForcePass& pass() const { return pass_; }
  // What contacts took out of the motion is known to round-off (half_kick); which part of it went to damping,
  // friction and rolling only to first order in the step, so those share the difference in proportion.
  Energy energy() const override;
  std::vector<ContactForce> look(World& world, Threads& threads) override;

  MethodFacts facts() const override;
  std::optional<RefusedPair> refuses(const World& later) const override {
    return missing_property(later, *law_);
  }
  std::string adapt(const Materials& materials, const SceneLoad& load) override;
  StepAdvice advise(const World& later, double speed) const override {
    return step_advice(later, *law_, speed);
  }

  // Running sums behind energy() [J].
  struct Ledger {
    Energy booked;          // pair by pair; `impact`: of joints
    double contacts = 0;    // taken out of the motion by contacts, and not given back
    double dampers = 0;     // of springs of the scene
    double background = 0;  // lost to global and local damping
  };
  void save(Record& record) const override;
  void load(const World& world, const Record& record) override;

 private:
  static constexpr double kFar = 1e100;  // motion that no finite run makes [m]
  // Largest motion since the list was built: of free and fixed bodies, of driven ones, and of the driven one
  // next to that [m].
  struct Moved {
    double free = 0, driven = 0, second = 0;
    void add_driven(double distance) {
      second = std::max(second, std::min(driven, distance)), driven = std::max(driven, distance);
    }
  };
  bool list_expired(const World& world, Threads& threads, double h);
  Moved measure_moved(const World& world, Threads& threads);
  double next_skin(const World& world) const;
  void sweep_bodies(World& world, Threads& threads, double h, Sweep what);
  void run_pass(World& world, Threads& threads, double h, Recording recording);
  void relist(World& world, Threads& threads, double skin);
  void listed(const World& world);
  void book_drives(const World& world, double h);
  void book_cell(const Cell& cell, double h);
  void book(const KickLoss& loss);
  void book(const JointWork& work);
  [[noreturn]] void refuse_infinite(const World& world) const;

  std::unique_ptr<ForceLaw> law_;
  ForcePass pass_;
  JointPass joints_;
  Ledger ledger_;
  std::uint64_t last_rebuild_ = 0;  // step
  double open_ = 0;                 // step whose closing kick is still to be done [s]; 0: none
  // At least what the bodies have moved since the list was built: exact when measured, then speed by speed.
  Moved moved_{kFar, kFar, kFar};
  // Per block of bodies.
  std::vector<SweepReport> swept_;
  std::vector<Moved> moved_blocks_;
  std::vector<std::uint32_t> spheres_end_;  // of the free, unlocked spheres that it begins with
};

}  // namespace cairn
