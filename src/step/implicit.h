// The implicit stepper: contacts are found once, and their impulses solved for together.
//   x_m = x + (1−θ) h v             contacts at x_m
//   v⁺ = v + h M⁻¹F + M⁻¹D γ        γ from the contact problem (step/assemble.h)
//   x⁺ = x_m + θ h v⁺
// θ = 1: semi-implicit Euler [OK18, PZ17]; θ = ½: Moreau and Jean's mid-point [AB21]. Orientations turn with
// the angular momentum kept, which is the gyroscopic torque.
//
// Joints are rows of the same problem, right in position at the end of the step (step/joint_rows.h).
//
// Work over a step is taken with the mean of the velocities before and after it, which gives the change of
// kinetic energy to round-off; for θ = ½ that of height too, for θ = 1 to first order in the step.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collide/neighbours.h"
#include "laws/row_law.h"
#include "problem/delassus.h"
#include "solvers/solvers.h"
#include "step/assemble.h"
#include "step/compatible_step.h"
#include "step/impulse_book.h"
#include "step/joint_rows.h"
#include "step/push_apart.h"
#include "step/stepper.h"

namespace cairn {

struct ImplicitMethod {
  std::unique_ptr<RowLaw> law;
  std::vector<std::unique_ptr<ContactSolver>>
      solvers;  // the first; the others try where it does not converge
  SolveLimits limits;
  double theta = 1;
  RowOptions rows;
  double margin = 0.02;  // position level: gap that counts beside the way of a step, over the radius
  double contact_tolerance = 1e-6;  // velocity level: gap that counts, over the radius
  bool warm_start = true;
  std::optional<CompatibleOptions> compatible;  // forces beside the solver's, in steps that record contacts
  bool project_positions = false;  // pushes overlaps apart after the step, without giving velocity
};

class ImplicitStepper : public Stepper {
 public:
  explicit ImplicitStepper(ImplicitMethod method);

  void start(World& world, Threads& threads, Recording recording = Recording::no) override;
  const StepState& step(World& world, Threads& threads, double h, StageTimes& times,
                        Recording recording = Recording::no) override;
  Energy energy() const override { return book_.energy(); }
  std::vector<ContactForce> look(World& world, Threads& threads) override;
  void save(Record& record) const override;
  void load(const World& world, const Record& record) override;

  MethodFacts facts() const override;
  std::optional<RefusedPair> refuses(const World& later) const override {
    return refused_pair(later, *method_.law);
  }
  std::vector<std::string> warnings(const World& later, double speed, double h) const override;

 private:
  void find_contacts(World& world, Threads& threads, double h);
  void choose_slides(World& world, double h);
  void open(World& world, double h, StageTimes& times);
  void look_around(World& world, Threads& threads, double h, StageTimes& times);
  void pose(World& world, Threads& threads, double h, StageTimes& times);
  void solve(const World& world, Threads& threads, StageTimes& times);
  void share_loads(const World& world, double h, StageTimes& times, Recording recording);
  void move(World& world, Threads& threads, double h, StageTimes& times);
  bool is_quiet(const SolveReport& report) const;
  void refine(SolveReport& report, Threads& threads);
  void count_states();
  void kick(World& world, double h);
  void book(const World& world, double h, Threads& threads);
  void book_joints(const World& world);
  void book_flow(double lost, Threads& threads);
  void look_at_memory(const World& world);
  void note_contacts(World& world, double h, StageTimes& times, Recording recording);
  void project_positions(World& world, Threads& threads);

  ImplicitMethod method_;
  Neighbours neighbours_;
  ContactFinder finder_;
  Assembler assembler_;
  JointRows joints_;
  std::vector<Contact> contacts_;
  std::vector<Slide> slides_;
  ContactProblem problem_;
  ContactSolution solution_;
  std::vector<Vec3> guess_;
  std::unique_ptr<ContactSolver> resting_ = resting_pgs();  // for refine()
  PushApart apart_;
  std::vector<Motion> before_;   // motions at the beginning of the step
  std::vector<RowAfter> after_;  // per block, of laws that remember
  std::vector<RowInput> recalled_;
  double reach_ = 0;  // gap up to which contacts of the step before are to be found again [m]
  CompatibleStep compatible_;
  ImpulseBook book_;
};

}  // namespace cairn
