// Semismooth Newton on the natural map (solvers/natural_newton.h), started by projected Gauss-Seidel. A few
// sweeps come first, then Newton steps while they lower the residual. If they stop, twice as many sweeps
// follow. Both sweeps and factorisations count as iterations.
//
// Meant for residuals of 10⁻¹⁰ and below, under any law. A step factors the closed contacts by sparse L U:
// milliseconds for a hundred contacts, a second for several thousand. Redundant contacts have many solutions;
// it finds one near the result of the sweeps.
#include "base/assert.h"
#include "solvers/natural_newton.h"
#include "solvers/solvers.h"

namespace cairn {
namespace {

constexpr std::uint64_t kSweeps = 20;

class Newton : public ContactSolver {
 public:
  explicit Newton(std::uint64_t sweeps) : sweeps_(sweeps), pgs_(sweeps_alone()) { CAIRN_ASSERT(sweeps_ > 0); }

  SolveReport solve(const ContactProblem& problem, ContactSolution& solution, const SolveLimits& limits,
                    Threads& threads) override {
    Attempt attempt("newton", problem, solution, limits, threads, room_);
    attempt.look();
    if (attempt.wants_more()) newton_.bind(problem);
    for (std::uint64_t sweeps = sweeps_; attempt.go_on(); sweeps *= 2) {
      const SolveLimits some{limits.tolerance, std::min(sweeps, attempt.left()), 0};
      attempt.count(pgs_->solve(problem, solution, some, threads).iterations);
      newton_.refine(attempt, kMostSteps);
    }
    return attempt.report();
  }

 private:
  static constexpr std::uint64_t kMostSteps = 50;

  std::uint64_t sweeps_;
  std::unique_ptr<ContactSolver> pgs_;
  Attempt::Room room_;
  NaturalNewton newton_;
};

}  // namespace

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
