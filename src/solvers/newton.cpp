// Semismooth Newton on the natural map (solvers/natural_newton.h), brought near a solution by projected
// Gauss-Seidel: first a few sweeps, then Newton while its steps lower the residual; where they do not, twice
// as many sweeps as before. Iterations are sweeps and factorisations together.
//
// For residuals of 10⁻¹⁰ and below, under any law. A step costs a sparse L U of the closed contacts: some
// milliseconds for a hundred, a second for several thousand. Contacts that are redundant have many solutions:
// it finds one near that of the sweeps.
#include "problem/residual.h"
#include "solvers/natural_newton.h"
#include "solvers/solvers.h"

namespace cairn {
namespace {

constexpr std::uint64_t kSweeps = 20;

class Newton : public ContactSolver {
 public:
  explicit Newton(std::uint64_t sweeps) : sweeps_(sweeps), pgs_(sweeps_alone()) {}

  SolveReport solve(const ContactProblem& problem, ContactSolution& solution, const SolveLimits& limits,
                    Threads& threads) override {
    SolveReport report;
    report.solver = "newton";
    const Deadline deadline(limits.seconds);
    begin(problem, solution);
    delassus_.bind(problem);
    complete(problem, solution, delassus_, threads);
    report.residual = residual(problem, solution.impulse, solution.velocity, threads);
    report.history.add(0, report.residual);
    if (report.residual > limits.tolerance) newton_.bind(problem);
    for (std::uint64_t sweeps = sweeps_; report.residual > limits.tolerance; sweeps *= 2) {
      come_nearer(problem, solution, limits, sweeps, deadline, report, threads);
      newton_.refine(problem, solution, delassus_, limits, deadline, kMostSteps, report, threads);
      if (report.iterations >= limits.max_iterations || deadline.passed()) break;
    }
    report.converged = report.residual <= limits.tolerance;
    return report;
  }

 private:
  static constexpr std::uint64_t kMostSteps = 50;

  void come_nearer(const ContactProblem& problem, ContactSolution& solution, const SolveLimits& limits,
                   std::uint64_t sweeps, const Deadline& deadline, SolveReport& report, Threads& threads) {
    if (report.iterations >= limits.max_iterations || deadline.passed()) return;
    const SolveLimits some{limits.tolerance, std::min(sweeps, limits.max_iterations - report.iterations), 0};
    report.iterations += pgs_->solve(problem, solution, some, threads).iterations;
  }

  std::uint64_t sweeps_;
  std::unique_ptr<ContactSolver> pgs_;
  Delassus delassus_;
  NaturalNewton newton_;
};

}  // namespace

std::unique_ptr<ContactSolver> plain_newton() { return std::make_unique<Newton>(kSweeps); }

SolverRow newton_row() {
  using namespace declare;
  return {
      "newton",
      "AB21",
      "semismooth Newton with sparse factors: the last digits, any law, up to some thousand contacts",
      {integer("sweeps", std::to_string(kSweeps),
               "Gauss-Seidel sweeps before the first step, doubled when Newton fails; about what it takes "
               "to tell open contacts from closed ones")
           .within(1, 100000)},
      [](const Value& options) -> std::unique_ptr<ContactSolver> {
        return std::make_unique<Newton>(static_cast<std::uint64_t>(options["sweeps"].integer()));
      }};
}

}  // namespace cairn
