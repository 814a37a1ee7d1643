// Projected Gauss-Seidel: solves one block after the other while the others stay fixed.
//   γ_i ← Π_i^D(γ_i − ω D_i⁻¹ u_i),   u = N γ + q up to date,   D_i = diag(d_n, d_t, d_t) ⪰ N_ii
// Π^D is the projection in the norm of D, in closed form. For contacts of spheres D_i = N_ii, so a visit
// solves its contact exactly. With bodies, a change Δγ updates their velocities at once: v += M⁻¹D_i Δγ.
// Under Coulomb's law (slip = μ) a visit first finds the normal impulse, then projects onto its disc of
// friction. For other dilatancies the corrected velocity ũ replaces u. Yield sets other than cones take the
// shorter of the two steps. After each sweep the rows of joints are solved together and exactly
// (problem/bilateral.h).
//
// For an associated law the cost falls with every visit (0 < ω < 2 for spheres, ω ≤ 1 always). Convergence is
// linear, and slow for tall stacks and for heavy bodies on light ones. [OK18; PZ17]
#include <cmath>

#include "base/assert.h"
#include "solvers/projected_visit.h"
#include "solvers/solvers.h"
#include "solvers/sweep_loop.h"
#include "solvers/sweeps.h"

namespace cairn {
namespace {

struct ProjectedRule {
  const ContactProblem& problem;
  double omega;
  Vec3 operator()(std::uint32_t i, const Vec3& gamma, const Vec3& u) const {
    return projected_visit(problem.sets[i], problem.local[i], omega, gamma, u);
  }
  Vec3 operator()(const BallRow& row, const Vec3& gamma, const Vec3& u) const {
    return projected_visit(row, omega, gamma, u);
  }
};

class Pgs : public ContactSolver {
 public:
  Pgs(const SweepOptions& options, double omega, std::uint64_t first_face = SweepLoop::kFirstFace)
      : sweeper_(options), omega_(omega), loop_(first_face) {
    CAIRN_ASSERT(omega > 0 && omega < 2);
  }

  SolveReport solve(const ContactProblem& problem, ContactSolution& solution, const SolveLimits& limits,
                    Threads& threads) override {
    return loop_.solve("pgs", sweeper_, problem, solution, limits, threads, [&](double share) {
      return ProjectedRule{problem, share * omega_};
    });
  }

 private:
  Sweeper sweeper_;
  double omega_;
  SweepLoop loop_;
};

}  // namespace

std::unique_ptr<ContactSolver> sweeps_alone() {
  return std::make_unique<Pgs>(SweepOptions{}, 1, SweepLoop::kNever);
}

std::unique_ptr<ContactSolver> resting_pgs() { return std::make_unique<Pgs>(SweepOptions{}, 1, 1); }

SolverRow pgs_row() {
  using namespace declare;
  std::vector<Option> options = sweep_options();
  options.push_back(number("relaxation", dim::none, "1",
                           "step of a visit over the exact one; above 1 may be faster, below 1 is safer")
                        .within(0.01, 1.99));
  return {"pgs", "OK18", "projected Gauss-Seidel: contact by contact, each exact while the others stay",
          std::move(options), [](const Value& given) -> std::unique_ptr<ContactSolver> {
            return std::make_unique<Pgs>(read_sweep_options(given), given["relaxation"].number());
          }};
}

}  // namespace cairn
