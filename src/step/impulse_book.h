// The account of impulse-based methods, shared by implicit and impact. It starts runs and steps, gives a
// first guess from the last impulses, books the work of impulses, and writes loads, memory and checkpoints.
// Energies [J]; impulses [N s], +p on B.
#pragma once

#include <span>
#include <vector>

#include "base/record.h"
#include "collide/contacts.h"
#include "model/world.h"
#include "problem/contact_problem.h"
#include "solvers/solver.h"
#include "step/ledger.h"
#include "step/report.h"

namespace cairn {

// Energy taken from the motion by contacts, along the normal and across it [J].
struct ContactWork {
  double normal = 0, tangential = 0;
  ContactWork& operator+=(const ContactWork& b) {
    normal += b.normal;
    tangential += b.tangential;
    return *this;
  }
};

// The mean of two motions. An impulse that changes one into the other does its work at this velocity, to
// round-off.
inline Motion mean_of(const Motion& before, const Motion& after) {
  return {0.5 * (before.velocity + after.velocity), 0.5 * (before.spin + after.spin)};
}
// Work of the impulse gamma (in the block's frame) on bodies with these mean motions.
ContactWork work_of(const Block& block, const Vec3& gamma, const Motion& a, const Motion& b);

// Result of a solve, for the report of the step.
StepSolve step_solve(const ContactProblem& problem, const ContactSolution& solution,
                     const SolveReport& solved, const SolveLimits& limits, Threads& threads);

class ImpulseBook {
 public:
  Ledger booked;  // so far, without global damping
  Energy held;    // stored in contacts and springs now
  Fallbacks fallbacks;

  Energy energy() const;
  // Call before the first step and after an outside change. Brings bodies into the cell, and sets driven
  // motion and applied loads. The state drops its contacts and keeps the results of the last step.
  void start(World& world, StepState& state);
  // Wraps free and driven bodies that left the cell.
  void bring_in(World& world);
  // Sets the loads to the scene's loads over a step from time t.
  void apply_loads(World& world, double t, double h);
  // Counts the step, and clears loads and memory for the new values.
  void turn_page(World& world, double h) const;
  // Adds the scene's loads of the new time to the contact loads.
  void close(World& world);

  // First guess: the impulses of the same contacts in the last step, else zero. Contacts are sorted by key.
  static void guess(const World& world, std::span<const Contact> contacts, const ContactProblem& problem,
                    Threads& threads, std::vector<Vec3>& impulse);
  // Work of driven and fixed bodies by an impulse p (world axes); `a` and `b` are mean motions.
  void book_drives(const World& world, const Block& block, const Vec3& p, const Motion& a, const Motion& b);
  // Ends the run if the velocity of body i is not finite.
  static void require_finite(const World& world, std::uint32_t i);
  // Sets the motion of body i, slowed by global damping, and books the loss.
  void slow_down(Bodies& bodies, std::uint32_t i, const Motion& slower);
  // Adds the loads of a contact: `force` on b at the end of its arm, and the opposite on a.
  static void load_bodies(Bodies& bodies, std::uint32_t a, std::uint32_t b, const Vec3& arm_a,
                          const Vec3& arm_b, const Vec3& force);

  void save(Record& record, const StepState& state) const;
  void load(const Record& record, StepState& state);

 private:
  ExactSum background_;  // lost to global damping
};

}  // namespace cairn
