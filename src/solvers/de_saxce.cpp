// Solves Coulomb's law, and any dilatancy, by a sequence of convex problems. While s = ũ − u is held fixed,
// the shifted q + s makes the law associated; its solution gives a new s. (s is slip |u_t| e_n, plus the
// tangential part of a grain.)
//   repeat  γ = argmin ½ γᵀNγ + (q + s)ᵀγ over Υ,  s ← s + ω (ũ − u − s),  u = Nγ + q
// Each convex problem is solved only to a share of the outer residual. ω is Aitken's [IT69] factor. A fixed
// point is a solution; most problems of moderate friction reach one, and the residual tells which. After as
// many iterations as a sparse factor costs, Newton's method tries to finish, and again whenever the
// iterations have doubled. [DF98; AC11; PZ17]
#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/sum.h"
#include "solvers/convex.h"
#include "solvers/natural_newton.h"

namespace cairn {
namespace {

class WithSlip : public ContactSolver {
 public:
  WithSlip(std::string name, std::unique_ptr<ConvexSolver> convex)
      : name_(std::move(name)), convex_(std::move(convex)) {
    CAIRN_ASSERT(!name_.empty() && convex_ != nullptr);
  }

  SolveReport solve(const ContactProblem& problem, ContactSolution& solution, const SolveLimits& limits,
                    Threads& threads) override {
    Attempt attempt(name_, problem, solution, limits, threads, room_);
    if (std::string reason = convex_->refusal(problem); !reason.empty()) {
      attempt.say(std::move(reason));
      attempt.complete();
      attempt.measure();
      return attempt.report();
    }
    convex_->bind(problem);
    nx_.resize(problem.size());
    eliminate_joints(problem);
    problem.is_associated() ? minimise_once(attempt) : outer_loop(attempt);
    return attempt.report();
  }

 private:
  // Eliminates the unbounded rows of joints, if the convex solver uses products alone.
  void eliminate_joints(const ContactProblem& problem) {
    bilateral_.bind(problem);
    base_q_ = problem.q;
    eliminated_ = bilateral_.has_free_rows() && convex_->needs_products_alone();
    if (!eliminated_) return reduced_.bind(problem);
    bilateral_.eliminate(problem, base_q_);
    reduced_.bind(problem, bilateral_);
  }

  // Associated law: nothing to shift, one minimisation solves it.
  void minimise_once(Attempt& attempt) {
    Course part = attempt.part(attempt.tolerance(), attempt.left());
    minimise(attempt, base_q_, part);
    attempt.adopt(part);
    attempt.complete();
    attempt.measure();
    if (attempt.wants_more()) finish(attempt);
  }

  // De Saxcé's fixed point.
  void outer_loop(Attempt& attempt) {
    const std::size_t n = attempt.problem.size();
    shift_.assign(n, {});
    change_.assign(n, {});
    q_.resize(n);
    attempt.look();
    double share = 1;
    std::uint64_t next_finish = convex_->iterations_of_a_factor();
    while (attempt.go_on()) {
      // New shift s, by Aitken's share of the change.
      share = next_share(attempt.problem, attempt.solution, share, attempt.threads);
      for (std::size_t i = 0; i < n; ++i) {
        shift_[i] += share * change_[i];
        shift_[i].x = std::max(0.0, shift_[i].x);
        q_[i] = base_q_[i] + shift_[i];
      }
      // Solve the convex problem to a share of the outer residual.
      const double inner = std::max(0.3 * attempt.tolerance(), kInner * std::min(attempt.residual(), 1.0));
      Course part = attempt.part(inner, attempt.left());
      minimise(attempt, q_, part);
      attempt.count(std::max<std::uint64_t>(part.iterations(), 1));
      attempt.look();
      if (attempt.wants_more() && attempt.iterations() >= next_finish) {
        finish(attempt);
        next_finish = 2 * attempt.iterations();
      }
    }
  }

  // Solves one convex problem, then recovers the impulses of eliminated joints.
  void minimise(Attempt& attempt, std::span<const Vec3> q, Course& course) {
    std::vector<Vec3>& impulse = attempt.solution.impulse;
    convex_->minimise({attempt.problem, reduced_, q, impulse, nx_}, course, attempt.threads);
    if (eliminated_) bilateral_.recover(attempt.problem, impulse);
  }

  struct Bend {
    double along = 0, bent = 0;
    Bend& operator+=(const Bend& b) { return along += b.along, bent += b.bent, *this; }
  };
  // Aitken's share of the change: the one that would have brought the last two changes to zero if they lay on
  // a line. It is below one when s oscillates, and above one when s creeps.
  double next_share(const ContactProblem& problem, const ContactSolution& solution, double share,
                    Threads& threads) {
    const auto [along, bent] = total<Bend>(threads, problem.size(), [&](std::size_t i) -> Bend {
      const Vec3& u = solution.velocity[i];
      const Vec3 before = change_[i], change = correction(problem.sets[i], u) - shift_[i];
      const Vec3 bend = change - before;
      change_[i] = change;
      return {-dot(problem.rho[i] * before, bend), dot(problem.rho[i] * bend, bend)};
    });
    // The change grows along a line: s moves away from here, so go as far as allowed.
    if (along < 0) return kMostShare;
    return bent > 0 && along != 0 ? std::clamp(share * along / bent, kLeastShare, kMostShare) : share;
  }

  // Newton's method, if the problem is small enough for factors.
  void finish(Attempt& attempt) {
    const ContactProblem& problem = attempt.problem;
    if (problem.size() > kMostBlocks || problem.couplings() > kMostCouplings || attempt.is_spent()) return;
    newton_.bind(problem);
    newton_.refine(attempt, kMostSteps);
  }

  // Measured on random problems of friction 0 to 1 with exact convex solutions: 58 of 60 reach 10⁻⁶ with
  // these limits, and 49 when a rising residual halves the share. Looser convex solutions cost more rounds
  // than they save.
  static constexpr double kInner = 0.3, kLeastShare = 0.5, kMostShare = 2;
  static constexpr std::size_t kMostBlocks = 5000, kMostCouplings = 200000;
  static constexpr std::uint64_t kMostSteps = 20;

  std::string name_;
  std::unique_ptr<ConvexSolver> convex_;
  Attempt::Room room_;
  Delassus reduced_;  // N, without the joint rows if eliminated_
  Bilateral bilateral_;
  bool eliminated_ = false;  // true if `reduced_` lacks the joint rows
  NaturalNewton newton_;
  std::vector<Vec3> nx_, q_, base_q_;
  std::vector<Vec3> shift_, change_;  // s, and its change in a full step
};

}  // namespace

double residual(const ConvexTask& task, Threads& threads) {
  const ContactProblem& problem = task.problem;
  CAIRN_ASSERT(task.x.size() == problem.size() && task.nx.size() == problem.size());
  CAIRN_ASSERT(task.q.size() == problem.size());
  return residual(problem, total<ErrorSum>(threads, problem.size(), [&](std::size_t i) {
                    return error_of(task, i, task.x[i], task.nx[i] + task.q[i]);
                  }));
}

std::unique_ptr<ContactSolver> contact_solver(std::string name, std::unique_ptr<ConvexSolver> convex) {
  return std::make_unique<WithSlip>(std::move(name), std::move(convex));
}

}  // namespace cairn
