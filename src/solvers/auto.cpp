// Chooses a solver by law, size and tolerance, and tries the next one if it fails. The report names the
// solvers used.
//   law         tolerance ≥ 10⁻⁷                          below, while factors are affordable
//   associated  apgd, interior_point, newton              interior_point, newton
//   compliant   spg, primal_newton, newton                primal_newton, newton
//   Coulomb     pgs, newton, interior_point               newton, interior_point
// (compliant: associated, and every row has compliance.) The reasons come from 1000 random problems of 1 to
// 64 contacts (docs/solvers.md). Interior points solve all associated problems. Gradients are as fast on easy
// ones, can start from the last step's impulses, and factor nothing. Under Coulomb's law Gauss-Seidel solves
// most problems, and loops over convex problems take several times as long; Newton solves most of the rest.
// Compliant contacts gain most from the last step's impulses; spg starts with them and takes every yield set.
// Factors of some thousand blocks take about a second, so larger problems use only the first solver of a row.
//
// If friction is as strong as in Painlevé's paradox [PA95], μ|N_nt| ≥ N_nn at a contact, Coulomb's law may
// have several solutions. Sweeps then find one that depends on the order of contacts. So apgd, which has no
// order, looks for a second one from zero impulses, and the one with the smaller norm Σ|γ_i|²/ρ_i is taken.
#include <algorithm>
#include <cmath>

#include "problem/residual.h"
#include "solvers/solvers.h"

namespace cairn {
namespace {

constexpr double kCoarse = 1e-7;                                    // tolerances that projections reach
                                                                    // quickly
constexpr double kLess = 1 - 1e-6;                                  // ratio below which one norm counts as
                                                                    // smaller
constexpr std::size_t kMostBlocks = 5000, kMostCouplings = 200000;  // largest problem that is factored

class Auto : public ContactSolver {
 public:
  SolveReport solve(const ContactProblem& problem, ContactSolution& solution, const SolveLimits& limits,
                    Threads& threads) override {
    const bool convex = problem.is_associated(), soft = convex && is_compliant(problem),
               small = problem.size() <= kMostBlocks && problem.couplings() <= kMostCouplings;
    SolveReport report;
    report.solver = "auto";
    const Deadline deadline(limits.seconds);
    // Runs one solver from the present impulses, unless an earlier one has converged or time is up.
    const auto attempt = [&](std::unique_ptr<ContactSolver>& solver, const char* name, std::uint64_t most) {
      if (report.converged || (report.iterations > 0 && deadline.passed())) return;
      if (!solver) solver = solvers().make(name);
      const std::uint64_t left = limits.max_iterations - report.iterations;
      add(report, solver->solve(problem, solution, {limits.tolerance, std::min(most, left), limits.seconds},
                                threads));
    };
    // The first solver gets half of the iterations if others follow; the others get all that are left.
    const std::uint64_t all = limits.max_iterations, some = small ? (all + 1) / 2 : all;
    // Projections: first for coarse tolerances, alone for large problems.
    if (limits.tolerance >= kCoarse || !small) {
      if (soft)
        attempt(spg_, "spg", some);
      else
        convex ? attempt(apgd_, "apgd", some) : attempt(pgs_, "pgs", some);
      if (!small) return report;
    }
    // Methods with factors.
    if (soft) {
      attempt(primal_newton_, "primal_newton", all);
      attempt(newton_, "newton", all);
    } else if (convex) {
      attempt(interior_point_, "interior_point", all);
      attempt(newton_, "newton", all);
    } else {
      attempt(newton_, "newton", (all + 3) / 4);
      attempt(interior_point_, "interior_point", all);
      if (report.converged && !deadline.passed() && may_wedge(problem))
        take_least(problem, solution, limits, report, threads);
    }
    return report;
  }

 private:
  static bool is_compliant(const ContactProblem& problem) {
    return problem.has_bodies() && !problem.compliance.empty() &&
           std::ranges::all_of(problem.compliance,
                               [](const Vec3& e) { return e.x > 0 && e.y > 0 && e.z > 0; });
  }

  // True if friction at some contact can change its normal velocity as much as the normal impulse (wedging).
  static bool may_wedge(const ContactProblem& problem) {
    for (std::size_t i = 0; i < problem.size(); ++i) {
      const Vec3& row = problem.diagonal[i].row0;
      if (problem.sets[i].friction * std::hypot(row.y, row.z) >= row.x && row.x > 0) return true;
    }
    return false;
  }

  static double norm2_of(const ContactProblem& problem, const ContactSolution& solution) {
    double sum = 0;
    for (std::size_t i = 0; i < problem.size(); ++i)
      if (problem.rho[i] > 0) sum += norm2(solution.impulse[i]) / problem.rho[i];
    return sum;
  }

  // Looks for a second solution and takes it if its norm is smaller.
  void take_least(const ContactProblem& problem, ContactSolution& solution, const SolveLimits& limits,
                  SolveReport& report, Threads& threads) {
    if (!apgd_) apgd_ = solvers().make("apgd");
    other_.impulse.clear();  // no first guess: the sweeps' impulses would lead back to their solution
    const std::uint64_t left = limits.max_iterations - report.iterations;
    const SolveReport part = apgd_->solve(problem, other_, {limits.tolerance, left, limits.seconds}, threads);
    const bool is_less = norm2_of(problem, other_) < kLess * norm2_of(problem, solution);
    if (part.converged && is_less) {
      add(report, part);
      std::swap(solution, other_);
    } else {
      report.iterations += part.iterations;
    }
  }

  // Appends the report of one solver.
  static void add(SolveReport& report, const SolveReport& part) {
    report.solver += (report.solver == "auto" ? ": " : ", ") + part.solver;
    for (const Milestone& milestone : part.history.milestones())
      report.history.add(report.iterations + milestone.iteration, milestone.residual);
    report.iterations += part.iterations;
    report.residual = part.residual, report.converged = part.converged;
  }

  ContactSolution other_;
  std::unique_ptr<ContactSolver> apgd_, spg_, pgs_, newton_, interior_point_, primal_newton_;
};

}  // namespace

SolverRow auto_row() {
  return {"auto",
          "",
          "takes a solver by law, size and tolerance, the next one where it fails, and says which",
          {},
          [](const Value&) -> std::unique_ptr<ContactSolver> { return std::make_unique<Auto>(); }};
}

}  // namespace cairn
