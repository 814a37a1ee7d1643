// Joints of the explicit stepper (RATTLE): their rows alone, solved directly twice a step.
//   before the drift   v½ + M⁻¹Gᵀγ leads to places without an error
//   after the kick     v⁺ + M⁻¹Gᵀγ has u = 0
// Impulses go to the velocities; the force of a joint over the step is the sum of both over h.
#pragma once

#include "base/threads.h"
#include "problem/bilateral.h"
#include "step/joint_rows.h"
#include "step/report.h"

namespace cairn {

class JointPass {
 public:
  // Velocities are those at the beginning of the step, loads are known: what the first half kick will do is
  // taken into account and left to it.
  JointWork open(World& world, Threads& threads, double h);
  // Everything is at the end of the step, world.time too.
  JointWork close(World& world, Threads& threads, double h);
  // How the step went; what is worse of the two passes.
  const StepSolve& solved() const { return solved_; }

 private:
  void put_bodies(const World& world);
  void solve(const World& world, Threads& threads);
  JointWork apply(World& world) const;

  std::vector<std::uint32_t> local_;  // of each body of the problem, by uid; the ground comes after them
  std::vector<std::uint32_t> index_;  // of each jointed body of the world
  std::vector<Motion> before_;
  ContactProblem problem_;
  ContactSolution solution_;
  JointRows rows_;
  Bilateral bilateral_;
  StepSolve solved_;
};

}  // namespace cairn
