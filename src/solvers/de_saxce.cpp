// Coulomb's law from convex problems: with s_i = slip_i |u_t,i| held fixed, q_n + s makes the law associated;
// its solution gives new s.
//   repeat  γ = argmin ½ γᵀNγ + (q + s e_n)ᵀγ over Υ,  s ← slip |u_t|,  u = Nγ + q
// The convex problems are solved no better than the outer residual deserves. Where s goes back and forth the
// mean of old and new is taken. A fixed point is a solution; it is found in most problems of moderate
// friction, and its residual says so. [PZ17; Acary & Cadoux]
#include <algorithm>
#include <cmath>

#include "problem/residual.h"
#include "solvers/convex.h"

namespace cairn {
namespace {

class WithSlip : public ContactSolver {
 public:
  WithSlip(std::string name, std::unique_ptr<ConvexSolver> convex)
      : name_(std::move(name)), convex_(std::move(convex)) {}

  SolveReport solve(const ContactProblem& problem, ContactSolution& solution, const SolveLimits& limits,
                    Threads& threads) override {
    SolveReport report;
    report.solver = name_;
    const Deadline deadline(limits.seconds);
    begin(problem, solution);
    delassus_.bind(problem);
    nx_.resize(problem.size());
    eliminate_joints(problem);
    if (problem.is_associated()) {
      const ConvexTask task{
          problem, reduced_, base_q_, solution.impulse, nx_, limits.tolerance, limits.max_iterations,
          deadline};
      report.iterations = convex_->minimise(task, threads, &report.history).iterations;
      if (bilateral_.has_free_rows()) bilateral_.recover(problem, solution.impulse);
      complete(problem, solution, delassus_, threads);
      report.residual = residual(problem, solution.impulse, solution.velocity, threads);
    } else {
      outer_loop(problem, solution, limits, deadline, report, threads);
    }
    report.converged = report.residual <= limits.tolerance;
    return report;
  }

 private:
  // The rows of joints that hold whatever it takes are solved for directly.
  void eliminate_joints(const ContactProblem& problem) {
    bilateral_.bind(problem);
    base_q_ = problem.q;
    if (bilateral_.has_free_rows()) bilateral_.eliminate(problem, base_q_);
    reduced_.bind(problem, bilateral_.has_free_rows() ? &bilateral_ : nullptr);
  }

  void outer_loop(const ContactProblem& problem, ContactSolution& solution, const SolveLimits& limits,
                  const Deadline& deadline, SolveReport& report, Threads& threads) {
    const std::size_t n = problem.size();
    shift_.assign(n, 0), q_.resize(n);
    complete(problem, solution, delassus_, threads);
    report.residual = residual(problem, solution.impulse, solution.velocity, threads);
    report.history.add(0, report.residual);
    best_ = solution.impulse;
    double best = report.residual, share = 1;  // of the new shift
    while (report.residual > limits.tolerance && report.iterations < limits.max_iterations &&
           !deadline.passed()) {
      for (std::size_t i = 0; i < n; ++i) {
        const Vec3& u = solution.velocity[i];
        const double shift = problem.sets[i].slip * std::sqrt(u.y * u.y + u.z * u.z);
        shift_[i] += share * (shift - shift_[i]);
        q_[i] = base_q_[i] + Vec3{shift_[i], 0, 0};
      }
      const double inner = std::max(0.3 * limits.tolerance, 0.1 * std::min(report.residual, 1.0));
      const ConvexTask task{
          problem, reduced_, q_, solution.impulse, nx_, inner, limits.max_iterations - report.iterations,
          deadline};
      report.iterations += std::max<std::uint64_t>(convex_->minimise(task, threads, nullptr).iterations, 1);
      if (bilateral_.has_free_rows()) bilateral_.recover(problem, solution.impulse);
      complete(problem, solution, delassus_, threads);
      const double before = report.residual;
      report.residual = residual(problem, solution.impulse, solution.velocity, threads);
      report.history.add(report.iterations, report.residual);
      share = report.residual > 0.9 * before ? std::max(0.5 * share, 1.0 / 16) : std::min(1.0, 1.5 * share);
      if (report.residual < best) best = report.residual, best_ = solution.impulse;
    }
    if (report.residual <= best) return;
    solution.impulse = best_;
    complete(problem, solution, delassus_, threads);
    report.residual = best;
  }

  std::string name_;
  std::unique_ptr<ConvexSolver> convex_;
  Delassus delassus_, reduced_;  // with and without the rows of joints
  Bilateral bilateral_;
  std::vector<Vec3> nx_, q_, base_q_, best_;
  std::vector<double> shift_;
};

}  // namespace

std::unique_ptr<ContactSolver> contact_solver(std::string name, std::unique_ptr<ConvexSolver> convex) {
  return std::make_unique<WithSlip>(std::move(name), std::move(convex));
}

}  // namespace cairn
