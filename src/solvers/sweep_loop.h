// The loop around Gauss-Seidel sweeps. It decides when to measure the residual and when to stop, gives the
// contacts momentum (solvers/momentum.h), solves sticking contacts directly (solvers/face.h), and breaks
// cycles. Under Coulomb's law no cost function falls with every visit, so sweeps in a fixed order can cycle
// for ever; shorter steps break the cycle (measured in docs/theory/pgs.md).
#pragma once

#include <cmath>
#include <limits>
#include <string>

#include "problem/bilateral.h"
#include "solvers/attempt.h"
#include "solvers/face.h"
#include "solvers/momentum.h"
#include "solvers/sweeps.h"

namespace cairn {

class SweepLoop {
 public:
  static constexpr std::uint64_t kFirstFace = 50;  // sweeps before the first direct step
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  explicit SweepLoop(std::uint64_t first_face = kFirstFace) : first_face_(first_face) {}

  // rule(share) is the rule of a sweep with that share of the usual step. If `enough` is given, enough(move)
  // ends the solve instead of the residual, as converged; sweeps are then plain and no direct steps are
  // taken.
  template <class RuleOf>
  SolveReport solve(const std::string& name, Sweeper& sweeper, const ContactProblem& problem,
                    ContactSolution& solution, const SolveLimits& limits, Threads& threads, RuleOf&& rule) {
    return run(
        Attempt(name, problem, solution, limits, threads, room_), sweeper, rule,
        [](const SweepMove&) { return false; }, sweeper.options().acceleration);
  }
  template <class RuleOf, class Enough>
  SolveReport solve_until(const std::string& name, Sweeper& sweeper, const ContactProblem& problem,
                          ContactSolution& solution, const SolveLimits& limits, Threads& threads,
                          RuleOf&& rule, Enough&& enough) {
    SolveLimits all = limits;
    all.tolerance = 0;
    return run(Attempt(name, problem, solution, all, threads, room_), sweeper, rule, enough,
               Acceleration::none);
  }

 private:
  static constexpr std::uint64_t kCheckEvery = 10;                 // sweeps between two residuals
  static constexpr std::uint64_t kPlainFirst = 2, kPlainLast = 3;  // sweeps without momentum
  static constexpr int kMostFaces = 10;                            // direct steps in a row
  static constexpr std::uint64_t kPatience = 200;  // sweeps without progress that count as a cycle
  static constexpr std::uint64_t kRest = 50;       // plain sweeps after a cycle
  static constexpr double kProgress = 0.98, kShorter = 0.85, kLeastShare = 0.4;

  template <class RuleOf, class Enough>
  SolveReport run(Attempt attempt, Sweeper& sweeper, const RuleOf& rule, const Enough& enough,
                  Acceleration acceleration) {
    const ContactProblem& problem = attempt.problem;
    const bool by_residual = attempt.tolerance() > 0, may_circle = by_residual && !problem.is_associated();
    const bool faces = by_residual && StickingFace::can_take(problem);
    std::uint64_t next_face = first_face_;
    bool settled = false;
    begin(attempt);
    while (attempt.go_on() && !settled) {
      // One sweep, followed by an exact solve of the joints.
      SweepMove move =
          sweeper.sweep(problem, attempt.solution, attempt.iterations(), attempt.threads, rule(share_));
      move.sum2 += bilateral_.settle(problem, attempt.solution);
      attempt.count();
      settled = enough(move);
      // Measure every few sweeps, after a tiny move, and at the end.
      const bool last = settled || attempt.is_spent();
      const bool near = std::sqrt(move.sum2) <= attempt.tolerance() * nearness_;
      if (near || attempt.iterations() % kCheckEvery == 0 || last) attempt.look();
      if (last || attempt.is_met()) break;
      // Direct steps for sticking contacts: soon again if they help, else when the sweeps have doubled.
      if (faces && attempt.iterations() >= next_face) {
        const bool helped = settle_face(attempt);
        next_face = helped ? attempt.iterations() + first_face_ : 2 * attempt.iterations();
        is_moving_ = false;
      }
      // Shorten steps in cycles; give the contacts momentum.
      if (may_circle) shorten_in_circles(attempt);
      if (acceleration != Acceleration::none) repeat_steps(attempt, sweeper);
    }
    SolveReport report = attempt.report();
    report.converged = report.converged || settled;
    return report;
  }

  // Measures the first guess, then solves the joints once.
  void begin(Attempt& attempt) {
    share_ = 1;
    progress_ = {};
    is_moving_ = false;
    rests_until_ = kPlainFirst;
    nearness_ = impulse_of_pace(attempt.problem);
    bilateral_.bind(attempt.problem);
    attempt.look();
    if (bilateral_.empty()) return;
    bilateral_.settle(attempt.problem, attempt.solution);
    attempt.look();
  }

  // Moves the impulses on along their last steps. The first and the last sweeps are plain: momentum needs a
  // step to repeat, and overshoots until sweeps damp it.
  void repeat_steps(Attempt& attempt, Sweeper& sweeper) {
    if (attempt.iterations() < rests_until_ || attempt.left() <= kPlainLast) return;
    if (!is_moving_) {
      momentum_.begin(attempt.solution);
      is_moving_ = true;
      return;
    }
    sweeper.shift(attempt.problem, attempt.solution, attempt.threads,
                  [&](std::uint32_t i, const Vec3& x) { return momentum_.more(attempt.problem, i, x); });
    bilateral_.settle(attempt.problem, attempt.solution);
  }

  // Shortens the steps if the smallest residual has not fallen by two percent for kPatience sweeps. Momentum
  // may be the cause of a cycle, so it also rests for a while.
  void shorten_in_circles(const Attempt& attempt) {
    if (attempt.least() < kProgress * progress_.residual) {
      progress_ = {attempt.iterations(), attempt.least()};
    } else if (attempt.iterations() - progress_.iteration >= kPatience) {
      share_ = std::max(kLeastShare, kShorter * share_);
      rests_until_ = attempt.iterations() + kRest;
      is_moving_ = false;
      progress_.iteration = attempt.iterations();
    }
  }

  // Takes direct steps for the sticking contacts. A step may raise the residual or make it NaN, since it can
  // change which contacts stick; the best point is kept. Returns true if the residual fell.
  bool settle_face(Attempt& attempt) {
    attempt.look();
    const double before = attempt.least();
    for (int k = 0; k < kMostFaces && !attempt.is_met() && !attempt.is_spent(); ++k) {
      face_.step(attempt.problem, attempt.solution.impulse, attempt.solution.velocity);
      attempt.count();
      attempt.look();
    }
    if (attempt.restore_best()) attempt.look();
    return attempt.least() < before;
  }

  // A move of the impulses [N s] that corresponds to a residual of 1.
  static double impulse_of_pace(const ContactProblem& problem) {
    if (problem.pace == 0) return problem.scale;
    double sum = 0;
    for (std::size_t i = 0; i < problem.size(); ++i) sum += problem.rho[i] * problem.rho[i];
    return problem.pace * std::sqrt(sum);
  }

  std::uint64_t first_face_;
  double nearness_ = 1;
  Attempt::Room room_;
  StickingFace face_;
  Momentum momentum_;
  bool is_moving_ = false;                   // momentum_ has begun
  std::uint64_t rests_until_ = kPlainFirst;  // iteration of the first momentum
  Bilateral bilateral_;                      // joints, solved directly after every sweep
  struct {
    std::uint64_t iteration = 0;
    double residual = std::numeric_limits<double>::infinity();
  } progress_;
  double share_ = 1;  // share of the usual step
};

}  // namespace cairn
