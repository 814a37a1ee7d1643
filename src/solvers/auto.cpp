// Chooses solvers by law, size, tolerance and counted work, and says which it used.
//   law         without factors   with factors
//   associated  pgs               interior_point, newton
//   compliant   spg               primal_newton, newton
//   Coulomb     pgs               newton, interior_point
// (compliant: associated, and every row has compliance.) Rounds of 500, 1000, 2000 ... iterations without
// factors come first. If the residual falls too slowly, methods with factors follow each round. They get as
// much work as the round had; a factor counts as 50 + blocks/10 sweeps, as measured (docs/solvers.md). A
// method that gains nothing rests for the next round, and for twice as many each time. Interior points solve
// every associated problem in about twenty factors: sweeps go on while they promise to end with less work.
// Tolerances below 10⁻⁷ begin with factors. Problems of more than some thousand blocks use primal_newton
// alone, whose steps count as 300 sweeps at most, and no factors. So do solves whose limit of iterations,
// taken as sweeps, pays for fewer than ten, unless sweeps gain nothing. Nothing here depends on time, and
// nothing is remembered from solve to solve.
//
// If friction is as strong as in Painlevé's paradox [BR16], μ|N_nt| ≥ N_nn at a contact, Coulomb's law may
// have several solutions. Sweeps then find one that depends on the order of contacts. So apgd, which has no
// order, looks for a second one from zero impulses, and the one with the smaller norm Σ|γ_i|²/ρ_i is taken.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "problem/residual.h"
#include "solvers/solvers.h"

namespace cairn {
namespace {

constexpr double kCoarse = 1e-7;    // tolerances that sweeps reach quickly
constexpr double kLess = 1 - 1e-6;  // ratio below which one norm counts as smaller
constexpr std::size_t kMostBlocks = 5000, kMostCouplings = 200000;  // largest problem that is factored
constexpr std::size_t kFewBlocks = 100;         // problems whose factors take a millisecond
constexpr std::uint64_t kRound = 500;           // iterations of the first round
constexpr std::uint64_t kLeastFactors = 5;      // fewer find nothing
constexpr std::uint64_t kSweepsFirst = 20;      // sweeps with which newton begins
constexpr std::uint64_t kInteriorPoint = 40;    // iterations in which interior_point ends
constexpr std::uint64_t kUsualFactors = 20;     // those that it usually takes
constexpr std::uint64_t kSweepsOfPrimal = 300;  // that a step of primal_newton counts as, at most
constexpr std::uint64_t kPaidFactors = 10;      // worth of factors that a limit must pay for
constexpr int kMostRest = 4;                    // rounds
constexpr double kLost = 0.1;                   // residual of an unsolved problem
constexpr double kGain = 0.9;                   // residual over the one before that counts as a gain
constexpr double kVisitsOfAStep = 1e5;          // of a run, unless its scene says more
constexpr double kFewSweeps = 50, kManySweeps = 1000;
constexpr double kForces = 1e-6;  // tolerances below are for forces

enum class Kind { associated, compliant, coulomb };

class Auto : public ContactSolver {
 public:
  SolveReport solve(const ContactProblem& problem, ContactSolution& solution, const SolveLimits& limits,
                    Threads& threads) override {
    Task task{problem,
              solution,
              limits,
              threads,
              Deadline(limits.seconds),
              kind_of(problem),
              {},
              50 + problem.size() / 10};
    task.report.solver = "auto";
    task.can_factor = problem.size() <= kMostBlocks && problem.couplings() <= kMostCouplings;
    if (task.kind == Kind::compliant)
      task.sweeps_of_a_factor = std::min(task.sweeps_of_a_factor, kSweepsOfPrimal);
    const bool fits = task.can_factor || task.kind == Kind::compliant;
    const bool small = fits && limits.max_iterations >= kPaidFactors * task.sweeps_of_a_factor;
    if (small && limits.tolerance < kCoarse) factor(task, limits.max_iterations / 4);
    if (task.can_factor && !small) try_if_lost(task);
    // A round without an iteration would go on for ever: impulses that are not numbers end a solve at once.
    std::uint64_t done = ~std::uint64_t{0};
    for (std::uint64_t round = kRound; !task.is_over() && (task.report.iterations != done || !task.has_tried);
         round *= 2) {
      done = task.report.iterations;
      task.has_tried = false;
      sweep(task, !small ? task.left() : round > kRound ? round : std::min(round, (task.left() + 1) / 2));
      if (small && !task.is_promising) factor(task, round / task.sweeps_of_a_factor);
    }
    const bool doubtful = small && task.kind == Kind::coulomb && may_wedge(problem);
    if (doubtful && task.report.converged && !task.deadline.passed()) take_least(task);
    return std::move(task.report);
  }

 private:
  // Rounds that a method still sits out, and that it will sit out next time.
  struct Rest {
    int left = 0, next = 1;
  };
  struct Task {
    const ContactProblem& problem;
    ContactSolution& solution;
    const SolveLimits& limits;
    Threads& threads;
    Deadline deadline;
    Kind kind;
    SolveReport report;
    std::uint64_t sweeps_of_a_factor;  // the work of a factor
    bool can_factor = false;           // small enough for newton and interior_point
    bool is_promising = false;
    bool has_tried = true;                // some method ran in this round
    std::map<std::string, Rest> rests{};  // methods that gained nothing

    std::uint64_t left() const { return limits.max_iterations - report.iterations; }
    bool is_over() const {
      return report.converged || (report.iterations > 0 && (left() == 0 || deadline.passed()));
    }
  };

  static Kind kind_of(const ContactProblem& problem) {
    if (!problem.is_associated()) return Kind::coulomb;
    return is_compliant(problem) ? Kind::compliant : Kind::associated;
  }

  // Runs one solver from the present impulses, and keeps the better of the two points.
  void attempt(Task& task, const char* name, std::uint64_t most) {
    if (task.is_over()) return;
    Rest& rest = task.rests[name];
    if (rest.left > 0) {
      --rest.left;
      return;
    }
    task.has_tried = true;
    std::unique_ptr<ContactSolver>& solver = solvers_[name];
    if (!solver) solver = solvers().make(name);
    const bool is_first = task.report.iterations == 0;
    if (!is_first) other_ = task.solution;
    const double before = task.report.residual;
    const SolveLimits some{task.limits.tolerance, std::min(most, task.left()), task.limits.seconds};
    const SolveReport part = solver->solve(task.problem, task.solution, some, task.threads);
    const bool is_better = is_first || part.converged || part.residual < before;
    add(task, part);
    task.is_promising = is_promising(part, task);
    if (!is_first && !(part.residual < kGain * before)) {
      rest.left = rest.next;
      rest.next = std::min(2 * rest.next, kMostRest);
    }
    if (is_better) return;
    std::swap(task.solution, other_);
    task.report.residual = before;
  }

  // The method without factors.
  void sweep(Task& task, std::uint64_t most) {
    attempt(task, task.kind == Kind::compliant ? "spg" : "pgs", most);
  }

  // If the first guess is no solution at all and some sweeps gain nothing, as where contacts contradict each
  // other, a few factors try.
  void try_if_lost(Task& task) {
    sweep(task, 0);
    const double before = task.report.residual;
    if (task.is_over() || before < kLost) return;
    sweep(task, std::min(kSweepsFirst, task.left()));
    if (!task.is_over() && !(task.report.residual < kGain * before)) factor(task, kLeastFactors);
  }

  // The methods with factors, with a number of factors that they may take.
  void factor(Task& task, std::uint64_t factors) {
    const bool few = task.problem.size() <= kFewBlocks;
    const std::uint64_t exact = std::max(factors, kInteriorPoint);
    if (task.kind == Kind::compliant) attempt(task, "primal_newton", exact);
    if (task.kind == Kind::associated) attempt(task, "interior_point", exact);
    if (task.can_factor && (few || factors >= kLeastFactors)) attempt(task, "newton", kSweepsFirst + factors);
    // Under Coulomb's law interior points make a loop of convex problems.
    if (task.kind == Kind::coulomb && (few || factors >= kInteriorPoint))
      attempt(task, "interior_point", exact);
  }

  // True if the residual, falling on as in the second half of the iterations, ends within those that are
  // left, and within twice their number or with less work than interior points of a convex problem take.
  static bool is_promising(const SolveReport& part, const Task& task) {
    const double half = 0.5 * static_cast<double>(part.iterations), tolerance = task.limits.tolerance;
    const double exact =
        task.kind == Kind::associated ? static_cast<double>(kUsualFactors * task.sweeps_of_a_factor) : 0;
    const double horizon = std::min(std::max(4 * half, exact), static_cast<double>(task.left()));
    double first = std::numeric_limits<double>::infinity(), last = first;
    for (const Milestone& milestone : part.history.milestones()) {
      last = std::min(last, milestone.residual);
      if (static_cast<double>(milestone.iteration) <= half) first = last;
    }
    return last < first && half * std::log(last / tolerance) <= horizon * std::log(first / last);
  }

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
  void take_least(Task& task) {
    std::unique_ptr<ContactSolver>& apgd = solvers_["apgd"];
    if (!apgd) apgd = solvers().make("apgd");
    other_.impulse.clear();  // no first guess: the sweeps' impulses would lead back to their solution
    const SolveLimits rest{task.limits.tolerance, task.left(), task.limits.seconds};
    const SolveReport part = apgd->solve(task.problem, other_, rest, task.threads);
    const bool is_less = norm2_of(task.problem, other_) < kLess * norm2_of(task.problem, task.solution);
    if (part.converged && is_less) {
      add(task, part);
      std::swap(task.solution, other_);
    } else {
      task.report.iterations += part.iterations;
      task.report.work += work_of(part.solver, task.problem.size(), part.iterations);
    }
  }

  // Appends the report of one solver.
  static void add(Task& task, const SolveReport& part) {
    SolveReport& report = task.report;
    report.work += work_of(part.solver, task.problem.size(), part.iterations);
    if (!report.solver.ends_with(part.solver))
      report.solver += (report.solver == "auto" ? ": " : ", ") + part.solver;
    for (const Milestone& milestone : part.history.milestones())
      report.history.add(report.iterations + milestone.iteration, milestone.residual);
    report.iterations += part.iterations;
    report.residual = part.residual;
    report.converged = part.converged;
  }

  ContactSolution other_;
  std::map<std::string, std::unique_ptr<ContactSolver>> solvers_;
};

}  // namespace

std::uint64_t iterations_of_a_step(std::size_t blocks, double tolerance) {
  if (tolerance < kForces || blocks == 0) return static_cast<std::uint64_t>(kManySweeps);
  return static_cast<std::uint64_t>(
      std::clamp(kVisitsOfAStep / static_cast<double>(blocks), kFewSweeps, kManySweeps));
}

SolverRow auto_row() {
  return {"auto",
          "",
          "takes solvers by law, size, tolerance and counted work, and says which",
          {},
          [](const Value&) -> std::unique_ptr<ContactSolver> { return std::make_unique<Auto>(); }};
}

}  // namespace cairn
