// Takes a solver by law, size and tolerance, and the next one where it fails; the report names those it took.
//   law         tolerance ≥ 10⁻⁷                          below, while factors are affordable
//   associated  apgd, then interior_point                 interior_point, then newton
//   compliant   spg, then primal_newton                   primal_newton, then newton
//   Coulomb     pgs, then newton, then interior_point     newton, then interior_point
// (compliant: associated, and every row has compliance.) Reasons (1000 random problems of 1 to 64 contacts,
// docs/solvers.md): interior points end all associated problems; gradients are as fast on easy ones, start
// from the last step's impulses, and need no factors of large ones. Under Coulomb's law Gauss-Seidel visits
// obey the law contact by contact and end most problems, while loops of convex problems take several times as
// long; Newton ends most of the rest. Compliant contacts gain most from the impulses of the step before,
// which spg begins with, and knows every yield set. Factors of some thousand blocks take about a second:
// above that the methods without factors go on alone.
#include <algorithm>

#include "problem/residual.h"
#include "solvers/solvers.h"

namespace cairn {
namespace {

constexpr double kCoarse = 1e-7;                                    // tolerances that projections reach soon
constexpr std::size_t kMostBlocks = 5000, kMostCouplings = 200000;  // of which factors are affordable

class Auto : public ContactSolver {
 public:
  SolveReport solve(const ContactProblem& problem, ContactSolution& solution, const SolveLimits& limits,
                    Threads& threads) override {
    const bool convex = problem.is_associated(), soft = convex && is_compliant(problem),
               small = problem.size() <= kMostBlocks && problem.couplings() <= kMostCouplings;
    SolveReport report;
    report.solver = "auto";
    const Deadline deadline(limits.seconds);
    const auto attempt = [&](std::unique_ptr<ContactSolver>& solver, auto make, std::uint64_t most) {
      if (report.converged || (report.iterations > 0 && deadline.passed())) return;
      if (!solver) solver = make();
      const std::uint64_t left = limits.max_iterations - report.iterations;
      add(report, solver->solve(problem, solution, {limits.tolerance, std::min(most, left), limits.seconds},
                                threads));
    };
    // The last of a row has all iterations that are left.
    const std::uint64_t all = limits.max_iterations, some = small ? (all + 1) / 2 : all;
    if (limits.tolerance >= kCoarse || !small) {
      if (soft)
        attempt(spg_, plain_spg, some);
      else
        convex ? attempt(apgd_, plain_apgd, some) : attempt(pgs_, plain_pgs, some);
      if (!small) return report;
    }
    if (soft) {
      attempt(primal_newton_, plain_primal_newton, all);
      attempt(newton_, plain_newton, all);
    } else if (convex) {
      attempt(interior_point_, plain_interior_point, all);
      attempt(newton_, plain_newton, all);
    } else {
      attempt(newton_, plain_newton, (all + 3) / 4);
      attempt(interior_point_, plain_interior_point, all);
    }
    return report;
  }

 private:
  static bool is_compliant(const ContactProblem& problem) {
    return problem.has_bodies() && !problem.compliance.empty() &&
           std::ranges::all_of(problem.compliance,
                               [](const Vec3& e) { return e.x > 0 && e.y > 0 && e.z > 0; });
  }

  static void add(SolveReport& report, const SolveReport& part) {
    report.solver += (report.solver == "auto" ? ": " : ", ") + part.solver;
    for (const Milestone& milestone : part.history.milestones())
      report.history.add(report.iterations + milestone.iteration, milestone.residual);
    report.iterations += part.iterations;
    report.residual = part.residual, report.converged = part.converged;
  }

  std::unique_ptr<ContactSolver> apgd_, spg_, pgs_, newton_, interior_point_, primal_newton_;
};

}  // namespace

SolverEntry auto_entry() {
  return {"auto",
          "",
          "takes a solver by law, size and tolerance, the next one where it fails, and says which",
          {},
          [](const Value&) -> std::unique_ptr<ContactSolver> { return std::make_unique<Auto>(); }};
}

}  // namespace cairn
