// One visit of projected Gauss-Seidel: a step of one block, projected onto its set in the norm of D ⪰ N_ii.
//   γ ← Π^D(γ − ω D⁻¹u),   D = diag(d_n, d_t, d_t)
#pragma once

#include <algorithm>
#include <cmath>

#include "problem/contact_problem.h"
#include "solvers/ball_rows.h"

namespace cairn {

// Projects x onto the cone in the norm diag(d_n, d_t, d_t), given the steps 1/d_n and 1/d_t.
inline Vec3 project_cone(double mu, double normal, double tangential, const Vec3& x) {
  const double t = std::sqrt(x.y * x.y + x.z * x.z);
  if (t <= mu * x.x) return x;
  const double above = tangential * x.x + mu * normal * t;
  if (above <= 0) return {};
  const double share = above / ((tangential + mu * mu * normal) * t);  // γ_n/t
  return {share * t, mu * share * x.y, mu * share * x.z};
}

// Coulomb: clips the normal part at zero, then the tangential part to the disc of radius μ γ_n.
inline Vec3 into_disc(double mu, const Vec3& x) {
  const double n = x.x > 0 ? x.x : 0, limit = mu * n;
  const double t2 = x.y * x.y + x.z * x.z, s = t2 > limit * limit ? limit / std::sqrt(t2) : 1;
  return {n, s * x.y, s * x.z};
}

// The new impulse of a block; `omega` is the relaxation.
inline Vec3 projected_visit(const AdmissibleSet& set, const LocalStep& local, double omega, const Vec3& gamma,
                            const Vec3& u) {
  const double n = omega * local.normal, t = omega * local.tangential;
  if (n == 0) return gamma;
  // Yield sets and grains are projected in the Euclidean norm, with the shorter step.
  if (set.kind > SetKind::box || set.across != 1)
    return project(set, gamma - std::min(n, t) * corrected(set, u));
  if (set.kind != SetKind::cone) return project(set, gamma - Vec3{n * u.x, t * u.y, t * u.z});
  // Cones: Coulomb's law by its disc, other dilatancies by the corrected velocity. Cohesion shifts the cone.
  const bool coulomb = set.slip == set.friction && set.slip > 0;
  const double un = coulomb ? u.x : corrected(set, u).x;
  const Vec3 x{gamma.x - n * un + set.cohesion, gamma.y - t * u.y, gamma.z - t * u.z};
  Vec3 y = coulomb ? into_disc(set.friction, x) : project_cone(set.friction, n, t, x);
  y.x -= set.cohesion;
  return y;
}

// The same for a contact between balls, where D = N_ii.
inline Vec3 projected_visit(const BallRow& row, double omega, const Vec3& gamma, const Vec3& u) {
  const double n = omega * row.normal, t = omega * row.tangential;
  const Vec3 x{gamma.x - n * u.x, gamma.y - t * u.y, gamma.z - t * u.z};
  if (row.law == BallLaw::coulomb) return into_disc(row.friction, x);
  return project_cone(row.friction, n, t, x);
}

}  // namespace cairn
