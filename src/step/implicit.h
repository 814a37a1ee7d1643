// The implicit stepper: it finds contacts once per step, and solves for all their impulses together.
//   x_m = x + (1−θ) h v             contacts at x_m
//   v⁺ = v + h M⁻¹F + M⁻¹D γ        γ from the contact problem (step/assemble.h)
//   x⁺ = x_m + θ h v⁺
// θ = 1: semi-implicit Euler [OK18, PZ17]; θ = ½: the mid-point rule of Moreau and Jean [MO88; JE99; AB21].
// Orientations turn at constant angular momentum, which includes the gyroscopic torque.
//
// Joints are rows of the same problem; their positions are correct at the end of the step
// (step/joint_rows.h).
//
// Work uses the mean of the velocities before and after the step, which gives the change of kinetic energy to
// round-off. The change of height energy is exact for θ = ½, and first order in the step for θ = 1.
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

// Where limits.max_iterations comes from: the scene, or the size of each step's problem
// (iterations_of_a_step).
enum class Limit { given, by_size };

struct ImplicitMethod {
  std::unique_ptr<RowLaw> law;
  std::vector<std::unique_ptr<ContactSolver>> solvers;  // tried in order until one converges
  SolveLimits limits;
  Limit limit = Limit::given;
  double theta = 1;
  RowOptions rows;
  double margin = 0.02;  // position level: gap that counts besides the motion of a step, over the radius
  double contact_tolerance = 1e-6;  // velocity level: gap that counts, over the radius
  bool warm_start = true;
  std::optional<CompatibleOptions> compatible;  // computed in steps that record contacts
  bool project_positions = false;               // pushes overlaps apart after the step, without velocity
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
  void load(World& world, Threads& threads, const Record& record) override;

  bool use_solver(std::unique_ptr<ContactSolver> solver) override {
    method_.solvers.clear();
    method_.solvers.push_back(std::move(solver));
    return true;
  }

  MethodFacts facts() const override;
  std::optional<RefusedPair> refuses(const World& later) const override {
    return refused_pair(later, *method_.law);
  }
  std::vector<std::string> warnings(const World& later, double speed, double h) const override;

 private:
  void find_contacts(World& world, Threads& threads, double h);
  void choose_slides(World& world, double h);
  void open(World& world, Threads& threads, double h, StageTimes& times);
  void look_around(World& world, Threads& threads, double h, StageTimes& times);
  void pose(World& world, Threads& threads, double h, StageTimes& times);
  void solve(const World& world, Threads& threads, StageTimes& times);
  void share_loads(const World& world, double h, StageTimes& times, Recording recording);
  void move(World& world, Threads& threads, double h, StageTimes& times);
  bool is_quiet(const SolveReport& report) const;
  void finish(SolveReport& report, Threads& threads);
  void refine(SolveReport& report, Threads& threads);
  void count_states();
  void kick(World& world, Threads& threads, double h);
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
  std::unique_ptr<ContactSolver> resting_ = resting_pgs();  // used by refine()
  PushApart apart_;
  std::vector<Motion> before_;   // motions at the beginning of the step
  std::vector<RowAfter> after_;  // per block, for laws with memory
  std::vector<RowInput> recalled_;
  double reach_ = 0;  // gap up to which remembered contacts are found again [m]
  CompatibleStep compatible_;
  ImpulseBook book_;
};

}  // namespace cairn
