// Jacobi with mass splitting: updates all blocks at once, each as if it had its own share of its bodies.
//   γ_i ← Π(γ_i − u_i/ŵ_i),   ŵ_i ≥ λ_max of N_ii with each inverse mass times the body's number of blocks
// The split blocks bound N from above, so the cost never rises. It is simple and parallel, but slow: a body
// with many contacts divides its mass among them.  [TBV12]
// Without bodies ŵ_i = Σ_j ‖N_ij‖, which bounds N as well.
#include <cmath>

#include "math/symmetric3.h"
#include "solvers/convex.h"
#include "solvers/solvers.h"

namespace cairn {
namespace {

double frobenius(const Mat3& a) { return std::sqrt(norm2(a.row0) + norm2(a.row1) + norm2(a.row2)); }

class Jacobi : public ConvexSolver {
 public:
  void minimise(const ConvexTask& task, Course& course, Threads& threads) override {
    const ContactProblem& problem = task.problem;
    find_steps(problem);
    for (;; course.count()) {
      task.delassus.apply(task.x, task.nx, threads);
      course.note(residual(task, threads));
      if (!course.go_on()) return;
      parallel_for(threads, problem.size(), kConvexPart,
                   [&](std::size_t begin, std::size_t end, std::size_t) {
                     for (std::size_t i = begin; i < end; ++i)
                       task.x[i] = project(problem.sets[i], task.x[i] - step_[i] * (task.nx[i] + task.q[i]));
                   });
    }
  }

 private:
  void find_steps(const ContactProblem& problem) {
    step_.resize(problem.size());
    for (std::size_t i = 0; i < problem.size(); ++i) {
      const Vec3 e = problem.compliance.empty() ? Vec3{} : problem.compliance[i];
      double bound = std::max({e.x, e.y, e.z});
      if (problem.has_bodies()) {
        bound += split_bound(problem, i);
      } else {
        for (std::uint32_t k = problem.matrix.begin[i]; k < problem.matrix.begin[i + 1]; ++k)
          bound += frobenius(problem.matrix.block[k]);
      }
      step_[i] = bound > 0 ? 1 / bound : 0;
    }
  }

  // Upper bound of λ_max of the split block: for each body, its number of blocks times (1/m + |arm|²/J).
  static double split_bound(const ContactProblem& problem, std::size_t i) {
    const Block& block = problem.blocks[i];
    double bound = 0;
    for (const auto& [body, arm] : {std::pair{block.a, block.arm_a}, std::pair{block.b, block.arm_b}}) {
      const double count = problem.share_begin[body + 1] - problem.share_begin[body];
      const BodyState& state = problem.bodies[body];
      const Mobility* mobility = problem.mobility_of(body);
      const bool plain = state.inverse_moment >= 0;
      const double turn = plain ? state.inverse_moment : largest_eigenvalue(mobility->inverse_inertia);
      const double push = plain ? state.inverse_mass : largest_eigenvalue(mobility->inverse_mass);
      bound += count * (block.turning ? turn : push + turn * norm2(arm));
    }
    return bound;
  }

  std::vector<double> step_;  // 1/ŵ [kg]
};

}  // namespace

SolverRow jacobi_row() {
  return {"jacobi",
          "TBV12",
          "projected Jacobi with mass splitting: all contacts at once, simple, slow",
          {},
          [](const Value&) { return contact_solver("jacobi", std::make_unique<Jacobi>()); }};
}

}  // namespace cairn
