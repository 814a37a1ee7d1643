// The explicit stepper: velocity Verlet with forces from a force law, over a Verlet list.
//   v½ = v + (h/2) a,  x⁺ = x + h v½,  a⁺ = a(x⁺, v½),  v⁺ = v½ + (h/2) a⁺     [VE67; CS79; PZ17, DEM-P]
// Joints are satisfied by impulses before the drift and after the closing kick (step/joint_pass.h).
#pragma once

#include <algorithm>
#include <memory>

#include "collide/approach.h"
#include "laws/force_law.h"
#include "step/force_pass.h"
#include "step/integrate.h"
#include "step/joint_pass.h"
#include "step/ledger.h"
#include "step/stepper.h"

namespace cairn {

class ExplicitStepper : public Stepper {
 public:
  explicit ExplicitStepper(std::unique_ptr<ForceLaw> law) : law_(std::move(law)), pass_(*law_) {}

  // Lists pairs and computes the forces of the present state.
  void start(World& world, Threads& threads, Recording recording = Recording::no) override;
  void take_over(World& world, Threads& threads, const Record& record, Recording recording) override;
  // The next step makes the closing kick, so that both kicks need one pass over the bodies. Until close(),
  // positions belong to the new time and velocities to mid-step.
  const StepState& step(World& world, Threads& threads, double h, StageTimes& times,
                        Recording recording = Recording::no) override;
  void close(World& world, Threads& threads) override;
  bool let_go(World& world, std::span<const Uid> leaving) override;
  void remember(World& world) const override { pass_.remember(world); }
  const ForcePass& pass() const { return pass_; }
  // The total loss in contacts is exact to round-off (half_kick). Its split into damping, friction and
  // rolling is first order in the step, so the difference is shared among them in proportion.
  Energy energy() const override;
  std::vector<ContactForce> look(World& world, Threads& threads) override;

  MethodFacts facts() const override;
  std::optional<RefusedPair> refuses(const World& later) const override {
    return missing_property(later, *law_);
  }
  std::string adapt(const Materials& materials, const SceneLoad& load) override;
  double servo_drag(const World& world, const Drive& drive) const override;
  StepAdvice advise(const World& later, double speed) const override {
    return step_advice(later, *law_, speed);
  }

  bool spread(const Company& company) override;
  const Territory* territory() const override { return territory_.get(); }
  void gather(World& world) override;

  void save(Record& record) const override;
  void load(World& world, Threads& threads, const Record& record) override;

 private:
  bool list_expired(const World& world, double h, double convected);
  double next_skin(const World& world) const;
  double smallest_skin() const;
  void pass_bodies(World& world, Threads& threads, double h, BodyPass what);
  void share_state(Recording recording);
  void run_pass(World& world, Threads& threads, double h, Recording recording);
  void relist(World& world, Threads& threads);
  void listed(const World& world);
  void plan_parts(const World& world);
  void book_drives(const World& world, double h);
  void collect_loads(World& world, Threads& threads);
  void book_cell(const World& world, double h);
  // Running sums behind energy() [J].
  struct ExplicitLedger : Ledger {  // by pair; `impact`: of joints
    ExactSum contacts;              // taken from the motion by contacts and not returned
    ExactSum dampers;               // of dampers in the scene's springs
    ExactSum background;            // lost to global and local damping
    ExactSum springs;               // stored in the scene's springs now
    ExplicitLedger normal() const;
  };
  void book(const KickLoss& loss);
  void book(const JointWork& work);
  [[noreturn]] void refuse_infinite(const World& world) const;
  // True on the one rank that books what all do alike.
  bool is_first() const { return territory_ == nullptr || territory_->is_first(); }
  ExplicitLedger whole_ledger() const;

  std::unique_ptr<ForceLaw> law_;
  std::unique_ptr<Territory> territory_;  // none if the world is all here
  ForcePass pass_;
  JointPass joints_;
  ExplicitLedger ledger_;
  std::uint64_t last_rebuild_ = 0;  // step
  double open_ = 0;                 // step whose closing kick is still due [s]; 0: none
  Approach approach_;
  double nearer_ = Approach::kFar;     // its bound: measured, then increased by the largest speeds [m]
  double turned_ = 0;                  // the same for two surfaces that only turn [m]
  CellStress cell_stress_{};           // of the present state; only with a cell servo
  std::array<double, 6> cell_slow_{};  // slow rates of its servo (step/cell_servo.h)
  // One per part of bodies.
  std::vector<BodyPassReport> passed_;
  std::vector<PassedBodies> plans_;
};

}  // namespace cairn
