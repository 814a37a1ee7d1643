// One visit of projected Gauss-Seidel: the step of a block in the norm of its majoriser, brought into its
// set.
//   γ ← Π^D(γ − ω D⁻¹u),   D = diag(d_n, d_t, d_t)
#pragma once

#include <algorithm>
#include <cmath>

#include "problem/contact_problem.h"

namespace cairn {

// The cone in the norm diag(d_n, d_t, d_t), r = d_t/d_n.
inline Vec3 project_cone(double mu, double r, const Vec3& x) {
  const double t = std::sqrt(x.y * x.y + x.z * x.z);
  if (t <= mu * x.x) return x;
  if (mu * r * t <= -x.x) return {};
  const double n = (x.x + mu * r * t) / (1 + mu * mu * r), s = mu * n / t;
  return {n, s * x.y, s * x.z};
}

// Coulomb: the disc of radius μ γ_n.
inline Vec3 into_disc(double mu, const Vec3& x) {
  const double n = x.x > 0 ? x.x : 0, limit = mu * n;
  const double t2 = x.y * x.y + x.z * x.z, s = t2 > limit * limit ? limit / std::sqrt(t2) : 1;
  return {n, s * x.y, s * x.z};
}

inline Vec3 projected_visit(const AdmissibleSet& set, const LocalStep& local, double omega, const Vec3& gamma,
                            const Vec3& u) {
  const double n = omega * local.normal, t = omega * local.tangential;
  if (n == 0) return gamma;
  // Yield sets have a closed form in one norm alone, that of the shorter step.
  if (set.kind > SetKind::box || set.across != 1)
    return project(set, gamma - std::min(n, t) * corrected(set, u));
  if (set.kind != SetKind::cone) return project(set, gamma - Vec3{n * u.x, t * u.y, t * u.z});
  const bool coulomb = set.slip == set.friction && set.slip > 0;
  const double un = coulomb ? u.x : corrected(set, u).x;
  const Vec3 x{gamma.x - n * un + set.cohesion, gamma.y - t * u.y, gamma.z - t * u.z};
  Vec3 y = coulomb ? into_disc(set.friction, x) : project_cone(set.friction, n / t, x);
  y.x -= set.cohesion;
  return y;
}

}  // namespace cairn
