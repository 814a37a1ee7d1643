// The account of a method that gives contacts impulses, shared by implicit and impact: where a run begins and
// a step opens, what impulses of the step before make a first guess, what work impulses do, and what a step
// leaves in loads, memory and checkpoints. Energies [J]; impulses [N s], +p on B.
#pragma once

#include <span>
#include <vector>

#include "base/record.h"
#include "collide/contacts.h"
#include "model/world.h"
#include "problem/contact_problem.h"
#include "solvers/solver.h"
#include "step/report.h"

namespace cairn {

// What contacts took out of the motion along the normal and across it [J].
struct ContactWork {
  double normal = 0, tangential = 0;
  ContactWork& operator+=(const ContactWork& b) {
    normal += b.normal;
    tangential += b.tangential;
    return *this;
  }
};

// The mean of two motions: an impulse between them does its work with that velocity, to round-off.
inline Motion mean_of(const Motion& before, const Motion& after) {
  return {0.5 * (before.velocity + after.velocity), 0.5 * (before.spin + after.spin)};
}
// Of impulse gamma (components of the block) on bodies that move like this meanwhile.
ContactWork work_of(const Block& block, const Vec3& gamma, const Motion& a, const Motion& b);

// How a solve went, for the report of the step.
StepSolve step_solve(const SolveReport& solved, double tolerance);

class ImpulseBook {
 public:
  Energy booked;  // so far, but for what global damping took
  Fallbacks fallbacks;

  Energy energy() const;
  // Before the first step, and after a change from outside: bodies inside the cell, driven motion and applied
  // loads of this moment. The state forgets its contacts, and keeps how the last step went.
  void start(World& world, StepState& state);
  // Free and driven bodies that left the cell come in again.
  void bring_in(World& world);
  // Sets the loads to those that the scene applies over a step from time t.
  void apply_loads(World& world, double t, double h);
  // Counts the step, and clears what it is about to leave: loads and memory.
  void turn_page(World& world, double h) const;
  // Adds the loads of the new moment to those of contacts.
  void close(World& world);

  // Impulses that the same contacts had in the step before; zero for all others. Contacts are sorted by key.
  static void guess(const World& world, std::span<const Contact> contacts, const ContactProblem& problem,
                    std::vector<Vec3>& impulse);
  // What driven and fixed bodies put in by an impulse p of world axes, bodies moving like this meanwhile.
  void book_drives(const World& world, const Block& block, const Vec3& p, const Motion& a, const Motion& b);
  // Body i after its kick: ends the run if a speed is no number.
  static void require_finite(const World& world, std::uint32_t i);
  // Gives body i a motion that global damping has slowed down.
  void slow_down(Bodies& bodies, std::uint32_t i, const Motion& slower);
  // The loads of a contact: `force` on b at the end of its arm, and the opposite on a.
  static void load_bodies(Bodies& bodies, std::uint32_t a, std::uint32_t b, const Vec3& arm_a,
                          const Vec3& arm_b, const Vec3& force);

  void save(Record& record, const StepState& state) const;
  void load(const Record& record, StepState& state);

 private:
  double background_ = 0;  // lost to global damping
};

}  // namespace cairn
