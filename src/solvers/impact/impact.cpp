// The common part of all impact solvers: how they start, and the fall-back when they do not finish.
#include "solvers/impact/impact.h"

#include <algorithm>

#include "problem/contact_problem.h"
#include "solvers/impact/impulse_step.h"
#include "solvers/solvers.h"

namespace cairn {
namespace {

constexpr double kSound = 1e-3;  // residual above which a solution is rejected

// Stops all contacts at once, without restitution. A light body between heavy ones or walls needs as many
// impulses as the ratio of the masses, since each passes on little. One problem with Coulomb's law replaces
// them,
//   u = Nγ + q,   γ_i in the cone of μ_i,   ũ_i in its dual
// and its factors do not depend on mass ratios. False if contacts still approach faster than `least`, for
// example where driven bodies leave no room. The state is then unchanged, or better.
bool stop_at_once(ImpulseStep& step, double least) {
  // The group as a contact problem without bias.
  ImpactGroup& group = step.group();
  ContactProblem problem;
  problem.bodies = group.bodies;
  problem.mobility = group.mobility;
  problem.blocks = group.blocks;
  for (const double mu : group.friction) problem.sets.push_back(mu > 0 ? cone(mu, mu) : half_line());
  problem.bias.assign(group.size(), {});
  plan_in_order(group.size(), problem.sweep);
  Threads alone(1);
  prepare(problem, alone);
  // Try two solvers; keep the solution with the smallest approach that is left.
  ContactSolution best;
  double left = step.approach();
  for (const char* name : {"newton", "interior_point"}) {
    ContactSolution found;
    const SolveReport report =
        solvers().make(name)->solve(problem, found, {.tolerance = 1e-13, .max_iterations = 50}, alone);
    double approach = 0;
    for (const Vec3& u : found.velocity)
      if (!(-u.x <= approach)) approach = -u.x;  // keeps NaN
    if (report.residual <= kSound && approach < left) {
      left = approach;
      best = std::move(found);
    }
    if (left <= least) break;
  }
  // Book the impulses and take over the velocities.
  for (std::uint32_t i = 0; i < best.impulse.size(); ++i) step.book(i, best.impulse[i], best.bodies);
  if (!best.bodies.empty()) group.bodies = best.bodies;
  return left <= least;
}

}  // namespace

ImpactReport ImpactSolver::resolve(ImpactGroup& group) const {
  ImpulseStep step(group);
  ImpactReport report;
  const double fastest = step.approach();
  if (!(fastest > 0)) return report;
  const double least = std::max(tolerance_ * fastest, group.slow);
  collide(step, fastest, least, report);
  if (!report.finished) report.finished = report.inelastic = stop_at_once(step, least);
  report.impulses = step.applied();
  report.wedged = step.wedged();
  return report;
}

}  // namespace cairn
