// Conjugate sweeps: after each sweep γ → γ', the impulses also move on along the direction of earlier sweeps.
//   β = |γ'_k − γ_k|²/|γ'_{k−1} − γ_{k−1}|²,   γ_{k+1} = γ'_k + β p_k,   p_{k+1} = β p_k + (γ'_k − γ_k)
// These are the conjugate gradients of Fletcher & Reeves [FR64] with the sweep's step in place of the
// gradient. The directions restart when a step is longer than the last. Steps of nearly equal length count as
// equal, β = 1, because sticking contacts can drift to their limits by equal steps. The next sweep projects
// the impulses. Body velocities are linear in γ and move in the same way. [SNE10]
#pragma once

#include <algorithm>
#include <vector>

#include "base/assert.h"
#include "base/threads.h"
#include "base/vectors.h"
#include "problem/contact_problem.h"

namespace cairn {

class ConjugateSweeps {
 public:
  // Starts from the present impulses, without a direction.
  void begin(const ContactProblem& problem, const ContactSolution& solution) {
    CAIRN_ASSERT(solution.bodies.empty() || problem.share_begin.size() == solution.bodies.size() + 1);
    last2_ = 0;
    before_ = solution.impulse, along_.assign(before_.size(), {});
    bodies_.clear();
    for (std::uint32_t b = 0; b < solution.bodies.size(); ++b)
      if (problem.share_begin[b] < problem.share_begin[b + 1])
        bodies_.push_back({b, solution.bodies[b].velocity, solution.bodies[b].spin, {}, {}});
  }

  // Call after a sweep that moved the impulses by `step2` = |γ' − γ|².
  void go_on(ContactSolution& solution, double step2, Threads& threads) {
    CAIRN_ASSERT(solution.impulse.size() == before_.size());
    CAIRN_ASSERT(!(step2 < 0));
    const double ratio = last2_ > 0 ? step2 / last2_ : 0, beta = ratio < kEqual ? std::min(ratio, 1.0) : 0;
    last2_ = step2;
    parallel_for(threads, before_.size(), kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
      follow(beta, 3 * (end - begin), &solution.impulse[begin].x, &before_[begin].x, &along_[begin].x);
    });
    parallel_for(threads, bodies_.size(), kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t k = begin; k < end; ++k) {
        Touched& touched = bodies_[k];
        BodyState& body = solution.bodies[touched.body];
        follow(beta, 3, &body.velocity.x, &touched.velocity.x, &touched.velocity_along.x);
        follow(beta, 3, &body.spin.x, &touched.spin.x, &touched.spin_along.x);
      }
    });
  }

 private:
  static constexpr std::size_t kChunk = 1024;
  static constexpr double kEqual = 1.02;  // ratio of squared lengths
  struct Touched {                        // a body with a contact or joint
    std::uint32_t body = 0;
    Vec3 velocity, spin;  // before the sweep
    Vec3 velocity_along, spin_along;
  };
  // x += β p, p ← β p + step, for n numbers.
  CAIRN_INLINE static void follow(double beta, std::size_t n, double* __restrict x, double* __restrict before,
                                  double* __restrict along) {
    for (std::size_t k = 0; k < n; ++k) {
      const double step = x[k] - before[k], more = beta * along[k];
      x[k] += more;
      along[k] = more + step;
      before[k] = x[k];
    }
  }

  double last2_ = 0;
  std::vector<Vec3> before_, along_;
  std::vector<Touched> bodies_;
};

}  // namespace cairn
