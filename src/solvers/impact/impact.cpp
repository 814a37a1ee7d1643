// What all impact solvers have in common: how they begin, and the end of what they can not end.
#include "solvers/impact/impact.h"

#include <algorithm>

#include "problem/contact_problem.h"
#include "solvers/impact/impulse_step.h"
#include "solvers/solvers.h"

namespace cairn {
namespace {

constexpr double kSound = 1e-3;  // residual above which a solution is none

// Impulse after impulse, a light body between heavy ones or walls passes on next to nothing, and takes as
// many as the masses differ. Then all contacts stop at once, without restitution, in one problem with
// Coulomb's law:
//   u = Nγ + q,   γ_i in the cone of μ_i,   ũ_i in its dual
// whose factors do not mind masses. False if contacts close all the same, faster than `least`: no motion at
// all may do, as where driven bodies leave no room. Then it is as it was, or better.
bool stop_at_once(ImpulseStep& step, double least) {
  ImpactGroup& group = step.group();
  ContactProblem problem;
  problem.bodies = group.bodies, problem.mobility = group.mobility, problem.blocks = group.blocks;
  for (const double mu : group.friction) problem.sets.push_back(mu > 0 ? cone(mu, mu) : half_line());
  problem.bias.assign(group.size(), {});
  plan_in_order(group.size(), problem.sweep);
  Threads alone(1);
  prepare(problem, alone);
  ContactSolution best;
  double left = step.approach();
  for (const char* name : {"newton", "interior_point"}) {
    ContactSolution found;
    const SolveReport report =
        solvers().make(name)->solve(problem, found, {.tolerance = 1e-13, .max_iterations = 50}, alone);
    double approach = 0;
    for (const Vec3& u : found.velocity)
      if (!(-u.x <= approach)) approach = -u.x;  // what is no number stays
    if (report.residual <= kSound && approach < left) left = approach, best = std::move(found);
    if (left <= least) break;
  }
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
