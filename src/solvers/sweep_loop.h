// The loop around Gauss-Seidel sweeps: when to look at the residual, when to stop, which point to return,
// when to solve for the contacts that stick directly (solvers/face.h), and what to do about circles. Under
// Coulomb's law no cost function falls with every visit, and sweeps in a fixed order can go round in circles
// for ever; shorter steps break them (measured: docs/theory/pgs.md).
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "problem/bilateral.h"
#include "problem/delassus.h"
#include "problem/residual.h"
#include "solvers/conjugate_sweeps.h"
#include "solvers/face.h"
#include "solvers/solver.h"
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
    SolveReport report;
    report.solver = name;
    const Deadline deadline(limits.seconds);
    begin(problem, solution);
    delassus_.bind(problem);
    least_ = std::numeric_limits<double>::infinity();
    const bool by_residual = limits.tolerance > 0, may_circle = by_residual && !problem.is_associated();
    share_ = 1, progress_ = {};
    const bool faces = by_residual && StickingFace::can_take(problem);
    std::uint64_t next_face = first_face_;
    bool conjugate = false;
    bilateral_.bind(problem);
    look(problem, solution, report, threads);
    if (!bilateral_.empty()) {
      bilateral_.settle(problem, solution);
      look(problem, solution, report, threads);
    }
    bool settled = false;
    while (report.residual > limits.tolerance && report.iterations < limits.max_iterations && !settled) {
      SweepMove move = sweep(report.iterations, share_);
      move.sum2 += bilateral_.settle(problem, solution);
      ++report.iterations;
      settled = enough(move);
      const bool last = settled || report.iterations == limits.max_iterations || deadline.passed();
      const bool near = std::sqrt(move.sum2) <= limits.tolerance * problem.scale;
      if (near || report.iterations % kCheckEvery == 0 || last) look(problem, solution, report, threads);
      if (last || report.residual <= limits.tolerance) break;
      if (faces && report.iterations >= next_face) {
        settle_face(problem, solution, limits, report, threads);
        next_face = 2 * report.iterations;
        conjugate = false;
      }
      if (may_circle) shorten_in_circles(report);
      if (conjugate) conjugate_.go_on(solution, move.sum2, threads);
      if (by_residual && !conjugate && report.iterations >= kCheckEvery) {
        conjugate_.begin(problem, solution);
        conjugate = true;
      }
    }
    if (report.residual > least_) {
      solution.impulse = best_;
      complete(problem, solution, delassus_, threads);
      report.residual = residual(problem, solution.impulse, solution.velocity, threads);
    }
    report.converged = settled || report.residual <= limits.tolerance;
    return report;
  }

 private:
  static constexpr std::uint64_t kCheckEvery = 10;  // sweeps between looks at the residual
  static constexpr int kMostFaces = 10;             // direct steps in a row
  static constexpr std::uint64_t kPatience = 200;   // sweeps without progress that are taken for a circle
  static constexpr double kProgress = 0.98, kShorter = 0.85, kLeastShare = 0.4;

  // Progress is a new least residual, by a few percent.
  void shorten_in_circles(const SolveReport& report) {
    if (least_ < kProgress * progress_.residual) {
      progress_ = {report.iterations, least_};
    } else if (report.iterations - progress_.iteration >= kPatience) {
      share_ = std::max(kLeastShare, kShorter * share_);
      progress_.iteration = report.iterations;
    }
  }

  // Direct steps for the contacts that stick. A step may find others that stick, and the residual rise with
  // it; the best point is kept.
  void settle_face(const ContactProblem& problem, ContactSolution& solution, const SolveLimits& limits,
                   SolveReport& report, Threads& threads) {
    look(problem, solution, report, threads);
    for (int k = 0; k < kMostFaces; ++k) {
      if (report.residual <= limits.tolerance || report.iterations >= limits.max_iterations) break;
      face_.step(problem, solution.impulse, solution.velocity);
      ++report.iterations;
      look(problem, solution, report, threads);
    }
    if (report.residual <= least_) return;
    solution.impulse = best_;
    look(problem, solution, report, threads);
  }

  // The true residual; sweeps go on from velocities without the round-off of the sweeps before.
  void look(const ContactProblem& problem, ContactSolution& solution, SolveReport& report, Threads& threads) {
    complete(problem, solution, delassus_, threads);
    report.residual = residual(problem, solution.impulse, solution.velocity, threads);
    report.history.add(report.iterations, report.residual);
    if (report.residual < least_) least_ = report.residual, best_ = solution.impulse;
  }

  std::uint64_t first_face_;
  StickingFace face_;
  Delassus delassus_;
  ConjugateSweeps conjugate_;
  Bilateral bilateral_;  // joints, solved for directly after every sweep
  double least_ = 0;     // residual of the best impulses seen
  struct {
    std::uint64_t iteration = 0;
    double residual = std::numeric_limits<double>::infinity();
  } progress_;
  double share_ = 1;  // of the usual steps
  std::vector<Vec3> best_;
};

}  // namespace cairn
