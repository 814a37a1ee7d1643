#include "problem/residual.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/sum.h"

namespace cairn {

double residual(const ContactProblem& problem, std::span<const Vec3> impulse, std::span<const Vec3> velocity,
                Threads& threads) {
  CAIRN_ASSERT(impulse.size() == problem.size() && velocity.size() == problem.size());
  CAIRN_ASSERT(problem.rho.size() == problem.size());
  const double sum = ordered_sum<double>(threads, problem.size(), [&](std::size_t i) {
    return norm2(natural_map(problem.sets[i], impulse[i], velocity[i], problem.rho[i]));
  });
  return std::sqrt(sum) / problem.scale;
}

Accuracy accuracy(const ContactProblem& problem, const ContactSolution& solution, Threads& threads) {
  CAIRN_ASSERT(problem.q.size() == problem.size());
  Accuracy result;
  result.residual = residual(problem, solution.impulse, solution.velocity, threads);
  double map = 0, q = 0;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const AdmissibleSet& set = problem.sets[i];
    const Vec3 &gamma = solution.impulse[i], &u = solution.velocity[i];
    map += norm2(natural_map(set, gamma, u, 1)), q += norm2(problem.q[i]);
    result.cone_violation = std::max(result.cone_violation, norm(gamma - project(set, gamma)));
    if (set.kind == SetKind::box) continue;
    result.penetration_speed = std::max(result.penetration_speed, -u.x);
    if (set.kind < SetKind::box)
      result.complementarity += dot(gamma + Vec3{set.cohesion, 0, 0}, corrected(set, u));
  }
  result.fclib = std::sqrt(map) / (q > 0 ? std::sqrt(q) : 1);
  return result;
}

}  // namespace cairn
