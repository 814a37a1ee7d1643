#include "problem/residual.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "base/sum.h"

namespace cairn {

double residual(const ContactProblem& problem, std::span<const Vec3> impulse, std::span<const Vec3> velocity,
                Threads& threads) {
  CAIRN_ASSERT(impulse.size() == problem.size() && velocity.size() == problem.size());
  CAIRN_ASSERT(problem.rho.size() == problem.size());
  return residual(problem, total<ErrorSum>(threads, problem.size(), [&](std::size_t i) {
                    const Vec3 miss = natural_map(problem.sets[i], impulse[i], velocity[i], problem.rho[i]);
                    return error_of(problem, i, impulse[i], miss);
                  }));
}

double impulse_residual(const ContactProblem& problem, const ContactSolution& solution, Threads& threads) {
  CAIRN_ASSERT(solution.impulse.size() == problem.size() && solution.velocity.size() == problem.size());
  const double sum = total<double>(threads, problem.size(), [&](std::size_t i) {
    return norm2(natural_map(problem.sets[i], solution.impulse[i], solution.velocity[i], problem.rho[i]));
  });
  return std::sqrt(sum) / problem.scale;
}

double energy_gap(const ContactProblem& problem, const ContactSolution& solution, Threads& threads) {
  CAIRN_ASSERT(solution.impulse.size() == problem.size() && solution.velocity.size() == problem.size());
  return total<double>(threads, problem.size(), [&](std::size_t i) {
    const AdmissibleSet& set = problem.sets[i];
    const Vec3 gamma = solution.impulse[i], u = corrected(set, solution.velocity[i]);
    // Cohesion shifts the cone to its apex.
    if (set.kind < SetKind::box) return std::abs(dot(gamma + Vec3{set.cohesion, 0, 0}, u));
    return std::abs(dot(gamma - project(set, gamma - problem.rho[i] * u), u));
  });
}

double velocity_error(const ContactProblem& problem, const ContactSolution& solution, Threads& threads) {
  if (!problem.has_bodies()) return std::numeric_limits<double>::quiet_NaN();
  CAIRN_ASSERT(problem.share_begin.size() == problem.bodies.size() + 1);
  const double mass = total<double>(threads, problem.bodies.size(), [&](std::size_t b) {
    const double inverse = problem.bodies[b].inverse_mass;
    return inverse > 0 && problem.share_begin[b] < problem.share_begin[b + 1] ? 1 / inverse : 0;
  });
  return mass > 0 ? std::sqrt(2 * energy_gap(problem, solution, threads) / mass) : 0;
}

Accuracy accuracy(const ContactProblem& problem, const ContactSolution& solution, Threads& threads) {
  CAIRN_ASSERT(problem.q.size() == problem.size());
  Accuracy result;
  result.residual = impulse_residual(problem, solution, threads);
  double map = 0, q = 0;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const AdmissibleSet& set = problem.sets[i];
    const Vec3 &gamma = solution.impulse[i], &u = solution.velocity[i];
    map += norm2(natural_map(set, gamma, u, 1));
    q += norm2(problem.q[i]);
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
