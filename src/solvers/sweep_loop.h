// The loop around Gauss-Seidel sweeps. It decides when to measure the residual and when to stop, solves
// sticking contacts directly (solvers/face.h), and breaks cycles. Under Coulomb's law no cost function falls
// with every visit, so sweeps in a fixed order can cycle for ever; shorter steps break the cycle (measured in
// docs/theory/pgs.md).
#pragma once

#include <cmath>
#include <limits>
#include <string>

#include "problem/bilateral.h"
#include "solvers/attempt.h"
#include "solvers/conjugate_sweeps.h"
#include "solvers/face.h"
#include "solvers/sweeps.h"

namespace cairn {

class SweepLoop {
 public:
  static constexpr std::uint64_t kFirstFace = 50;  // sweeps before the first direct step
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  explicit SweepLoop(std::uint64_t first_face = kFirstFace) : first_face_(first_face) {}

  // sweep(number, share) makes one sweep with that share of the usual step and returns how far it moved. If
  // `enough` is given, the solve also ends, as converged, once enough(move) is true.
  template <class Sweep>
  SolveReport solve(const std::string& name, const ContactProblem& problem, ContactSolution& solution,
                    const SolveLimits& limits, Threads& threads, Sweep&& sweep) {
    return solve(name, problem, solution, limits, threads, sweep, [](const SweepMove&) { return false; });
  }

  template <class Sweep, class Enough>
  SolveReport solve(const std::string& name, const ContactProblem& problem, ContactSolution& solution,
                    const SolveLimits& limits, Threads& threads, Sweep&& sweep, Enough&& enough) {
    // Tolerance 0: `enough` or the limits end the solve, without direct steps or acceleration.
    Attempt attempt(name, problem, solution, limits, threads, room_);
    const bool by_residual = limits.tolerance > 0, may_circle = by_residual && !problem.is_associated();
    const bool faces = by_residual && StickingFace::can_take(problem);
    std::uint64_t next_face = first_face_;
    bool conjugate = false, settled = false;
    share_ = 1, progress_ = {};
    bilateral_.bind(problem);
    // Measure the first guess, then solve the joints once.
    attempt.look();
    if (!bilateral_.empty()) {
      bilateral_.settle(problem, solution);
      attempt.look();
    }
    while (attempt.go_on() && !settled) {
      // One sweep, followed by an exact solve of the joints.
      SweepMove move = sweep(attempt.iterations(), share_);
      move.sum2 += bilateral_.settle(problem, solution);
      attempt.count();
      settled = enough(move);
      // Measure every few sweeps, after a tiny move, and at the end.
      const bool last = settled || attempt.is_spent();
      const bool near = std::sqrt(move.sum2) <= limits.tolerance * problem.scale;
      if (near || attempt.iterations() % kCheckEvery == 0 || last) attempt.look();
      if (last || attempt.residual() <= limits.tolerance) break;
      // Direct steps for sticking contacts, again whenever the sweeps have doubled.
      if (faces && attempt.iterations() >= next_face) {
        settle_face(attempt);
        next_face = 2 * attempt.iterations();
        conjugate = false;
      }
      // Shorten steps in cycles; extrapolate along conjugate directions.
      if (may_circle) shorten_in_circles(attempt);
      if (conjugate) conjugate_.go_on(solution, move.sum2, threads);
      if (by_residual && !conjugate && attempt.iterations() >= kCheckEvery) {
        conjugate_.begin(problem, solution);
        conjugate = true;
      }
    }
    SolveReport report = attempt.report();
    report.converged = report.converged || settled;
    return report;
  }

 private:
  static constexpr std::uint64_t kCheckEvery = 10;  // sweeps between two residuals
  static constexpr int kMostFaces = 10;             // direct steps in a row
  static constexpr std::uint64_t kPatience = 200;   // sweeps without progress that count as a cycle
  static constexpr double kProgress = 0.98, kShorter = 0.85, kLeastShare = 0.4;

  // Shortens the steps if the smallest residual has not fallen by two percent for kPatience sweeps.
  void shorten_in_circles(const Attempt& attempt) {
    if (attempt.least() < kProgress * progress_.residual) {
      progress_ = {attempt.iterations(), attempt.least()};
    } else if (attempt.iterations() - progress_.iteration >= kPatience) {
      share_ = std::max(kLeastShare, kShorter * share_);
      progress_.iteration = attempt.iterations();
    }
  }

  // Takes direct steps for the sticking contacts. A step may raise the residual or make it NaN, since it can
  // change which contacts stick; the best point is kept.
  void settle_face(Attempt& attempt) {
    attempt.look();
    for (int k = 0; k < kMostFaces && !attempt.is_met() && !attempt.is_spent(); ++k) {
      face_.step(attempt.problem, attempt.solution.impulse, attempt.solution.velocity);
      attempt.count();
      attempt.look();
    }
    if (attempt.restore_best()) attempt.look();
  }

  std::uint64_t first_face_;
  Attempt::Room room_;
  StickingFace face_;
  ConjugateSweeps conjugate_;
  Bilateral bilateral_;  // joints, solved directly after every sweep
  struct {
    std::uint64_t iteration = 0;
    double residual = std::numeric_limits<double>::infinity();
  } progress_;
  double share_ = 1;  // share of the usual step
};

}  // namespace cairn
