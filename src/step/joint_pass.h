// Joints of the explicit stepper (RATTLE [AN83]): their rows alone are solved directly, twice per step.
//   before the drift   v½ + M⁻¹Gᵀγ leads to positions without error
//   after the kick     v⁺ + M⁻¹Gᵀγ has u = 0
// Impulses change the velocities; the force of a joint over the step is the sum of both impulses over h.
// A motor with a given force or torque acts like an applied load. Its work is the mean of the effort before
// and after the step times the way of its coordinate.
#pragma once

#include "base/threads.h"
#include "problem/bilateral.h"
#include "step/joint_rows.h"
#include "step/report.h"

namespace cairn {

class JointPass {
 public:
  // Call with the velocities of the beginning of the step and known loads. It accounts for the first half
  // kick, but leaves it to the caller.
  JointWork open(World& world, Threads& threads, double h);
  // Call at the end of the step, with world.time advanced.
  JointWork close(World& world, Threads& threads, double h);
  // The failure of the step, if a pass failed; the second pass overrides the first.
  const StepSolve& solved() const { return solved_; }

 private:
  void put_bodies(const World& world);
  void solve(const World& world, Threads& threads);
  JointWork apply(World& world) const;
  double effort_work(const World& world, double h) const;

  std::vector<std::uint32_t> local_;  // local index of each body of the problem, by uid; the ground follows
  std::vector<std::uint32_t> index_;  // problem index of each jointed body of the world
  std::vector<Motion> before_;
  std::vector<double> pushed_from_;  // coordinate of each motor with a given effort as the step begins
  ContactProblem problem_;
  ContactSolution solution_;
  JointRows rows_;
  Bilateral bilateral_;
  StepSolve solved_;
};

}  // namespace cairn
