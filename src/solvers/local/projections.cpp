// Projection solvers of one contact.
//   sal   Alart and Curnier's fixed point: p_n ← [p_n − ρ_n û_n]₊, p_t ← p_t − ρ_t û_t cut to μ p_n⁺
//   saln  one Newton step on the same map
//   sbp   De Saxcé and Feng's bi-potential: p ← P_K(p − ρ(û + μ|û_t| e_n)), repeated until it is stationary
//   ibp   one Newton step on that map; the projection if that is better
// [AB21 4; AC91; DF98; DU13]
#include <algorithm>
#include <cmath>

#include "problem/admissible_set.h"
#include "solvers/local/local.h"

namespace cairn {
namespace {

constexpr int kMostRounds = 500;
constexpr double kStands = 1e-15;

// û + μ|û_t| e_n.
Vec3 dilated(const LocalProblem& contact, const Vec3& p) {
  Vec3 u = contact.w * p + contact.q;
  u.x += contact.mu * tangential(u);
  return u;
}

double error(const LocalProblem& contact, const Vec3& p) { return norm(p - bipotential_step(contact, p)); }

// The Newton step if it is finite and no worse than the projection step.
Vec3 better(const LocalProblem& contact, const Vec3& newton, const Vec3& projected) {
  return is_finite(newton) && error(contact, newton) <= error(contact, projected) ? newton : projected;
}

constexpr Mat3 kOne{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

}  // namespace

Vec3 bipotential_step(const LocalProblem& contact, const Vec3& p) {
  return project_cone(contact.mu, p - contact.rho_n * dilated(contact, p));
}

Vec3 visit_sal(const LocalProblem& contact, const Vec3& p) {
  const Vec3 u = contact.w * p + contact.q;
  const double n = std::max(0.0, p.x - contact.rho_n * u.x), limit = contact.mu * n;
  const double t1 = p.y - contact.rho_t * u.y, t2 = p.z - contact.rho_t * u.z;
  const double t = std::sqrt(t1 * t1 + t2 * t2), s = t > limit ? limit / t : 1;
  return {n, s * t1, s * t2};
}

Vec3 visit_saln(const LocalProblem& contact, const Vec3& p) {
  const Vec3 u = contact.w * p + contact.q;
  const Vec3 z{p.x - contact.rho_n * u.x, p.y - contact.rho_t * u.y, p.z - contact.rho_t * u.z};
  const Mat3 a = kOne + -1.0 * (diagonal({contact.rho_n, contact.rho_t, contact.rho_t}) * contact.w);
  const double n = std::max(0.0, z.x), t = tangential(z);
  // Remainder f of Alart and Curnier's map and its Jacobian j: normal row, then stick or slip rows.
  Mat3 j = kOne;
  Vec3 f = p;
  if (n > 0) {
    f.x -= n;
    j.row0 = j.row0 - a.row0;
  }
  if (t <= contact.mu * n) {
    f.y -= z.y;
    f.z -= z.z;
    j.row1 = j.row1 - a.row1;
    j.row2 = j.row2 - a.row2;
  } else if (n > 0) {
    const double c = z.y / t, s = z.z / t, k = contact.mu * n / t;
    f.y -= contact.mu * n * c;
    f.z -= contact.mu * n * s;
    j.row1 = j.row1 - contact.mu * c * a.row0 - k * (1 - c * c) * a.row1 + k * c * s * a.row2;
    j.row2 = j.row2 - contact.mu * s * a.row0 + k * c * s * a.row1 - k * (1 - s * s) * a.row2;
  }
  return better(contact, p - inverse(j) * f, bipotential_step(contact, p));
}

Vec3 visit_sbp(const LocalProblem& contact, const Vec3& p) {
  Vec3 x = p;
  for (int round = 0; round < kMostRounds; ++round) {
    const Vec3 next = bipotential_step(contact, x), change = abs(next - x);
    x = next;
    if (std::max({change.x, change.y, change.z}) <= kStands * norm(x)) break;
  }
  return x;
}

Vec3 visit_ibp(const LocalProblem& contact, const Vec3& p) {
  const Vec3 u = contact.w * p + contact.q;
  const double rho = contact.rho_n, t = tangential(u);
  Mat3 a = kOne + -rho * contact.w;
  if (t > 0) a.row0 = a.row0 - (rho * contact.mu / t) * (u.y * contact.w.row1 + u.z * contact.w.row2);
  const Vec3 z = p - rho * Vec3{u.x + contact.mu * t, u.y, u.z}, projected = project_cone(contact.mu, z);
  const Mat3 j = kOne + -1.0 * (projection_derivative(cone(contact.mu, contact.mu), z) * a);
  return better(contact, p - inverse(j) * (p - projected), projected);
}

}  // namespace cairn
