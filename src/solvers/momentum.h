// Momentum per contact: after each sweep y → x every impulse also repeats a part of its last step.
//   step_i = x_i − x_i of the sweep before,   move_i = x_i − y_i
//   y_i ← x_i + a_i/(a_i + 3) step_i          a_i: sweeps since the restart of block i
// This is Nesterov's scheme [NE04] with a sweep as the gradient step. A block restarts, a_i = 0 and y_i =
// x_i, if the sweep moved it against its momentum, move_i·D_i step_i < 0 in the block's own norm [DC15], or
// if it opens. Other blocks keep their momentum. There is no proof of convergence (docs/theory/momentum.md).
//
// Rows of joints have no momentum: the loop solves them exactly after the others have moved.
#pragma once

#include <cstdint>
#include <vector>

#include "base/vectors.h"
#include "problem/contact_problem.h"

namespace cairn {

class Momentum {
 public:
  // Starts from the present impulses, at rest.
  void begin(const ContactSolution& solution) {
    last_ = start_ = solution.impulse;
    age_.assign(last_.size(), 0);
  }

  // The change that block i adds to its impulse x after a sweep.
  CAIRN_INLINE Vec3 more(const ContactProblem& problem, std::uint32_t i, const Vec3& x) {
    const Vec3 step = x - last_[i], move = x - start_[i];
    last_[i] = start_[i] = x;
    // A contact that rests or stays open reads nothing else.
    if (step == Vec3{}) return age_[i] = 0, Vec3{};
    const AdmissibleSet& set = problem.sets[i];
    const auto [normal, tangential, is_exact] = problem.local[i];
    // d_n move_n step_n + d_t move_t·step_t, times 1/(d_n d_t).
    const double along = tangential * move.x * step.x + normal * (move.y * step.y + move.z * step.z);
    if (along < 0 || set.kind == SetKind::box || is_open(set, x)) return age_[i] = 0, Vec3{};
    const double age = ++age_[i];
    const Vec3 change = age / (age + kOffset) * step;
    start_[i] = x + change;
    return change;
  }

 private:
  static constexpr double kOffset = 3;

  static bool is_open(const AdmissibleSet& set, const Vec3& x) {
    return set.kind < SetKind::box ? x.x + set.cohesion <= 0 : x == Vec3{};
  }

  std::vector<Vec3> last_, start_;  // x of the sweep before, y
  std::vector<std::uint32_t> age_;
};

}  // namespace cairn
