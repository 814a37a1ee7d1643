#include "solvers/attempt.h"

#include <cmath>

#include "base/assert.h"
#include "base/poison.h"
#include "problem/residual.h"

namespace cairn {
namespace {

constexpr std::size_t kChunk = 512;

// False if impulses are so large that their round-off hides all that the problem asks for: γ − P(γ − ρ ũ) is
// then 0 whatever ũ is. They grow without end where contacts contradict each other.
bool is_believable(std::span<const Vec3> impulse, double scale) {
  constexpr double kMost = 0.01 / std::numeric_limits<double>::epsilon();
  double sum = 0;
  for (const Vec3& gamma : impulse) sum += norm2(gamma);
  return std::sqrt(sum) <= kMost * scale;
}

}  // namespace

void Course::adopt(const Course& part) {
  CAIRN_ASSERT(iterations_ == 0 && history_.milestones().empty());
  CAIRN_ASSERT(part.iterations_ <= most_);
  iterations_ = part.iterations_;
  history_ = part.history_;
  is_late_ = deadline_.passed();
}

Attempt::Attempt(std::string solver, const ContactProblem& problem_, ContactSolution& solution_,
                 const SolveLimits& limits, Threads& threads_, Room& room)
    : Course(limits),
      problem(problem_),
      solution(solution_),
      delassus(room.delassus),
      threads(threads_),
      solver_(std::move(solver)),
      room_(room) {
  CAIRN_ASSERT(limits.seconds >= 0);
  check_prepared(problem);
  const std::size_t n = problem.size();
  // A guess of the wrong size counts as zero; any other is projected into its sets.
  if (solution.impulse.size() != n) solution.impulse.assign(n, {});
  parallel_for(threads, n, kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i)
      solution.impulse[i] = project(problem.sets[i], solution.impulse[i]);
  });
  if constexpr (kPoisons) {
    // Poison the outputs, so that no value of an earlier solve can be read.
    const double unknown = std::bit_cast<double>(kPoisonBits);
    solution.velocity.assign(n, {unknown, unknown, unknown});
    room.best.assign(n, {unknown, unknown, unknown});
  }
  delassus.bind(problem);
}

void Attempt::measure() {
  if (take(cairn::residual(problem, solution.impulse, solution.velocity, threads))) keep();
}

void Attempt::look() {
  complete();
  note_residual(cairn::residual(problem, solution.impulse, solution.velocity, threads));
}

void Attempt::note_residual(double residual) {
  if (note(residual)) keep();
}

bool Attempt::restore_best() {
  if (residual() <= least() || !std::isfinite(least())) return false;
  CAIRN_ASSERT(room_.best.size() == problem.size());
  solution.impulse.assign(room_.best.begin(), room_.best.end());
  return true;
}

SolveReport Attempt::report() {
  if (restore_best()) {
    complete();
    measure();
  }
  CAIRN_ASSERT(solution.impulse.size() == problem.size() && solution.velocity.size() == problem.size());
  CAIRN_ASSERT(!problem.has_bodies() || solution.bodies.size() == problem.bodies.size());
  CAIRN_ASSERT(!(residual() < 0) && !solver_.empty());
  SolveReport report;
  report.converged = is_met() && is_believable(solution.impulse, problem.scale);
  report.iterations = iterations();
  report.residual = residual();
  report.solver = std::move(solver_);
  report.note = std::move(note_);
  report.history = history();
  return report;
}

}  // namespace cairn
