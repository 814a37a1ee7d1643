// The operator N = DᵀM⁻¹D + E of a problem. With bodies the product has three steps: impulses to shares of
// bodies, shares to velocities in block order, velocities to blocks. No sum depends on the number of threads.
#pragma once

#include <span>
#include <vector>

#include "base/threads.h"
#include "problem/bilateral.h"
#include "problem/contact_problem.h"

namespace cairn {

class Delassus {
 public:
  // Keeps references, and its memory between problems. With `eliminated` it is the operator of the problem
  // without its free rows (problem/bilateral.h): their x is ignored and their y is zero.
  void bind(const ContactProblem& problem);
  void bind(const ContactProblem& problem, Bilateral& eliminated);
  // y = N x.
  void apply(std::span<const Vec3> x, std::span<Vec3> y, Threads& threads);
  // v_free + M⁻¹ D x of the last product; empty if the problem has no bodies.
  void velocities(std::vector<BodyState>& bodies, Threads& threads) const;

 private:
  struct Share {
    Vec3 impulse, turn;
  };
  void gather_shares(std::span<const Vec3> x, Threads& threads);
  void move_bodies(Threads& threads);

  const ContactProblem* problem_ = nullptr;
  Bilateral* eliminated_ = nullptr;
  std::vector<Share> shares_;
  std::vector<BodyState> bodies_;
};

// Computes u = N γ + q and v = v_free + M⁻¹ D γ from the impulses of a solution.
void complete(const ContactProblem& problem, ContactSolution& solution, Delassus& delassus, Threads& threads);

}  // namespace cairn
