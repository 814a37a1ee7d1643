// Coulomb's law, and any dilatancy, from convex problems: with s = ũ − u held fixed (slip |u_t| e_n, and what
// a grain adds along the surface), q + s makes the law associated; its solution gives new s.
//   repeat  γ = argmin ½ γᵀNγ + (q + s)ᵀγ over Υ,  s ← s + ω (ũ − u − s),  u = Nγ + q
// The convex problems are solved no better than the outer residual deserves. ω is Aitken's. A fixed point is
// a solution; it is found in most problems of moderate friction, and its residual says so. When this takes as
// long as a sparse factor would, Newton's method tries to finish, and again when the iterations have doubled.
// [PZ17; Acary & Cadoux]
#include <algorithm>
#include <cmath>

#include "problem/residual.h"
#include "solvers/convex.h"
#include "solvers/natural_newton.h"

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
    report.note = convex_->refusal(problem);
    if (!report.note.empty()) {
      complete(problem, solution, delassus_, threads);
      report.residual = residual(problem, solution.impulse, solution.velocity, threads);
      report.converged = report.residual <= limits.tolerance;
      return report;
    }
    convex_->bind(problem);
    nx_.resize(problem.size());
    eliminate_joints(problem);
    if (problem.is_associated()) {
      const ConvexTask task{
          problem, reduced_, base_q_, solution.impulse, nx_, limits.tolerance, limits.max_iterations,
          deadline};
      report.iterations = convex_->minimise(task, threads, &report.history).iterations;
      if (eliminated_) bilateral_.recover(problem, solution.impulse);
      complete(problem, solution, delassus_, threads);
      report.residual = residual(problem, solution.impulse, solution.velocity, threads);
      if (report.residual > limits.tolerance) finish(problem, solution, limits, deadline, report, threads);
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
    eliminated_ = bilateral_.has_free_rows() && convex_->needs_products_alone();
    if (eliminated_) bilateral_.eliminate(problem, base_q_);
    reduced_.bind(problem, eliminated_ ? &bilateral_ : nullptr);
  }

  void outer_loop(const ContactProblem& problem, ContactSolution& solution, const SolveLimits& limits,
                  const Deadline& deadline, SolveReport& report, Threads& threads) {
    const std::size_t n = problem.size();
    shift_.assign(n, {}), change_.assign(n, {}), q_.resize(n);
    complete(problem, solution, delassus_, threads);
    report.residual = residual(problem, solution.impulse, solution.velocity, threads);
    report.history.add(0, report.residual);
    best_ = solution.impulse;
    double best = report.residual, share = 1;
    std::uint64_t next_finish = convex_->iterations_of_a_factor();
    while (report.residual > limits.tolerance && report.iterations < limits.max_iterations &&
           !deadline.passed()) {
      share = next_share(problem, solution, share);
      for (std::size_t i = 0; i < n; ++i) {
        shift_[i] += share * change_[i];
        shift_[i].x = std::max(0.0, shift_[i].x);
        q_[i] = base_q_[i] + shift_[i];
      }
      const double inner = std::max(0.3 * limits.tolerance, kInner * std::min(report.residual, 1.0));
      const ConvexTask task{
          problem, reduced_, q_, solution.impulse, nx_, inner, limits.max_iterations - report.iterations,
          deadline};
      report.iterations += std::max<std::uint64_t>(convex_->minimise(task, threads, nullptr).iterations, 1);
      if (eliminated_) bilateral_.recover(problem, solution.impulse);
      complete(problem, solution, delassus_, threads);
      report.residual = residual(problem, solution.impulse, solution.velocity, threads);
      report.history.add(report.iterations, report.residual);
      if (report.residual > limits.tolerance && report.iterations >= next_finish) {
        finish(problem, solution, limits, deadline, report, threads);
        next_finish = 2 * report.iterations;
      }
      if (report.residual < best) best = report.residual, best_ = solution.impulse;
    }
    if (report.residual <= best) return;
    solution.impulse = best_;
    complete(problem, solution, delassus_, threads);
    report.residual = best;
  }

  // Which share of the change to take: the one that would have brought the last two changes to zero, were
  // they on a line (Aitken). Where s goes back and forth it is less than one, where s creeps it is more.
  double next_share(const ContactProblem& problem, const ContactSolution& solution, double share) {
    double along = 0, bent = 0;
    for (std::size_t i = 0; i < problem.size(); ++i) {
      const Vec3& u = solution.velocity[i];
      const Vec3 change = correction(problem.sets[i], u) - shift_[i], bend = change - change_[i];
      along -= dot(problem.rho[i] * change_[i], bend), bent += dot(problem.rho[i] * bend, bend);
      change_[i] = change;
    }
    // Changes that grow along a line lead away from a point that is no answer to stay at: the sooner the
    // better.
    if (along < 0) return kMostShare;
    return bent > 0 && along != 0 ? std::clamp(share * along / bent, kLeastShare, kMostShare) : share;
  }

  // Newton's method, for problems that are not too large for it.
  void finish(const ContactProblem& problem, ContactSolution& solution, const SolveLimits& limits,
              const Deadline& deadline, SolveReport& report, Threads& threads) {
    if (problem.size() > kMostBlocks || problem.couplings() > kMostCouplings) return;
    if (report.iterations >= limits.max_iterations) return;
    newton_.bind(problem);
    newton_.refine(problem, solution, delassus_, limits, deadline, kMostSteps, report, threads);
  }

  // Measured on random problems of friction 0 to 1: with exact convex solutions 58 of 60 end at 10⁻⁶ with
  // these limits, 49 when a rising residual halves the share. Looser convex solutions cost more rounds than
  // they save.
  static constexpr double kInner = 0.3, kLeastShare = 0.5, kMostShare = 2;
  static constexpr std::size_t kMostBlocks = 5000, kMostCouplings = 200000;
  static constexpr std::uint64_t kMostSteps = 20;

  std::string name_;
  std::unique_ptr<ConvexSolver> convex_;
  Delassus delassus_, reduced_;  // with and without the rows of joints
  Bilateral bilateral_;
  bool eliminated_ = false;  // whether `reduced_` is without them
  NaturalNewton newton_;
  std::vector<Vec3> nx_, q_, base_q_, best_;
  std::vector<Vec3> shift_, change_;  // s, and what a full step would add
};

}  // namespace

std::unique_ptr<ContactSolver> contact_solver(std::string name, std::unique_ptr<ConvexSolver> convex) {
  return std::make_unique<WithSlip>(std::move(name), std::move(convex));
}

}  // namespace cairn
