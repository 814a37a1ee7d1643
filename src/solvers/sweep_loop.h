// The loop around Gauss-Seidel sweeps: when to look at the residual, when to stop, which point to return,
// when to solve for the contacts that stick directly (solvers/face.h), and what to do about circles. Under
// Coulomb's law no cost function falls with every visit, and sweeps in a fixed order can go round in circles
// for ever; shorter steps break them (measured: docs/theory/pgs.md).
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
  static constexpr std::uint64_t kFirstFace = 50;  // sweeps before the sticking contacts are solved directly
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  explicit SweepLoop(std::uint64_t first_face = kFirstFace) : first_face_(first_face) {}

  // sweep(number, share) does one sweep with that share of the usual steps over the impulses and bodies of
  // `solution` and says how far it went. With `enough` a solve also ends, and counts as converged, when
  // enough(move) says so.
  template <class Sweep>
  SolveReport solve(const std::string& name, const ContactProblem& problem, ContactSolution& solution,
                    const SolveLimits& limits, Threads& threads, Sweep&& sweep) {
    return solve(name, problem, solution, limits, threads, sweep, [](const SweepMove&) { return false; });
  }

  template <class Sweep, class Enough>
  SolveReport solve(const std::string& name, const ContactProblem& problem, ContactSolution& solution,
                    const SolveLimits& limits, Threads& threads, Sweep&& sweep, Enough&& enough) {
    Attempt attempt(name, problem, solution, limits, threads, room_);
    const bool by_residual = limits.tolerance > 0, may_circle = by_residual && !problem.is_associated();
    const bool faces = by_residual && StickingFace::can_take(problem);
    std::uint64_t next_face = first_face_;
    bool conjugate = false, settled = false;
    share_ = 1, progress_ = {};
    bilateral_.bind(problem);
    attempt.look();
    if (!bilateral_.empty()) {
      bilateral_.settle(problem, solution);
      attempt.look();
    }
    while (attempt.go_on() && !settled) {
      SweepMove move = sweep(attempt.iterations(), share_);
      move.sum2 += bilateral_.settle(problem, solution);
      attempt.count();
      settled = enough(move);
      const bool last = settled || attempt.is_spent();
      const bool near = std::sqrt(move.sum2) <= limits.tolerance * problem.scale;
      if (near || attempt.iterations() % kCheckEvery == 0 || last) attempt.look();
      if (last || attempt.residual() <= limits.tolerance) break;
      if (faces && attempt.iterations() >= next_face) {
        settle_face(attempt);
        next_face = 2 * attempt.iterations();
        conjugate = false;
      }
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
  static constexpr std::uint64_t kCheckEvery = 10;  // sweeps between looks at the residual
  static constexpr int kMostFaces = 10;             // direct steps in a row
  static constexpr std::uint64_t kPatience = 200;   // sweeps without progress that are taken for a circle
  static constexpr double kProgress = 0.98, kShorter = 0.85, kLeastShare = 0.4;

  // Progress is a new least residual, by a few percent.
  void shorten_in_circles(const Attempt& attempt) {
    if (attempt.least() < kProgress * progress_.residual) {
      progress_ = {attempt.iterations(), attempt.least()};
    } else if (attempt.iterations() - progress_.iteration >= kPatience) {
      share_ = std::max(kLeastShare, kShorter * share_);
      progress_.iteration = attempt.iterations();
    }
  }

  // Direct steps for the contacts that stick. A step may find others that stick, and the residual rise with
  // it, or not be a number; the best point is kept.
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
  Bilateral bilateral_;  // joints, solved for directly after every sweep
  struct {
    std::uint64_t iteration = 0;
    double residual = std::numeric_limits<double>::infinity();
  } progress_;
  double share_ = 1;  // of the usual steps
};

}  // namespace cairn
