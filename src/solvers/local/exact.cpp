// The exact solution of one contact.
//   q_n ≥ 0: p = 0;   stick p = −W⁻¹q if |p_t| ≤ μ p_n;   else slip
//   spheres and discs (W_nt = 0, W_tt = w_t 1):  p_n = −q_n/w_n, p_t = −q_t/w_t cut to length μ p_n
//   2-D:    one of the two directions
//   others: the direction τ(a) = (cos a, sin a) for which û_t points against τ, bracketed and bisected
// If there is no such direction, the bi-potential's projection is taken.
#include <cmath>
#include <numbers>

#include "solvers/local/local.h"

namespace cairn {

std::optional<Vec3> slip_along(const LocalProblem& contact, double tau_1, double tau_2) {
  const Vec3& row = contact.w.row0;
  const double slope = row.x + contact.mu * (row.y * tau_1 + row.z * tau_2);
  if (!(slope > 1e-12 * row.x)) return {};
  const double n = std::max(0.0, -contact.q.x / slope);
  return Vec3{n, contact.mu * n * tau_1, contact.mu * n * tau_2};
}

namespace {

constexpr int kSectors = 72, kBisections = 60;

// The slip at angle a, and how û_t lies to τ(a): `turn` is its component across τ, `along` its component
// along τ.
struct Slip {
  Vec3 p;
  double turn = 0, along = 0;
};
Slip slip_at(const LocalProblem& contact, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  const Vec3 p = slip_along(contact, c, s).value_or(Vec3{}), u = contact.w * p + contact.q;
  return {p, u.y * s - u.z * c, u.y * c + u.z * s};
}

// True if the second tangent plays no part (two dimensions).
bool is_planar(const LocalProblem& contact) {
  return contact.w.row0.z == 0 && contact.w.row1.z == 0 && contact.q.z == 0;
}

}  // namespace

Vec3 ball_exact(double mu, const Vec3& x, const Vec3&) {
  if (x.x <= 0) return {};
  const double t = tangential(x), limit = mu * x.x, s = t > limit ? limit / t : 1;
  return {x.x, s * x.y, s * x.z};
}

namespace {

// Slip along the only tangent of a planar contact.
Vec3 planar_slip(const LocalProblem& contact, const Vec3& p) {
  for (const double side : {1.0, -1.0}) {
    const Vec3 slip = slip_along(contact, side, 0).value_or(Vec3{});
    if (slip.x > 0 && side * (contact.w * slip + contact.q).y <= 0) return slip;
  }
  return bipotential_step(contact, p);
}

// The direction in [low, high] at which `turn` vanishes; `turn` is its value at `low`.
Slip bisected(const LocalProblem& contact, double low, double high, double turn) {
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (low + high), there = slip_at(contact, middle).turn;
    if (turn * there <= 0)
      high = middle;
    else {
      low = middle;
      turn = there;
    }
  }
  return slip_at(contact, 0.5 * (low + high));
}

}  // namespace

Vec3 visit_exact(const LocalProblem& contact, const Vec3& p) {
  const Vec3& q = contact.q;
  if (q.x >= 0) return {};
  const Vec3 stick = contact.stick();
  if (contact.is_ball) return ball_exact(contact.mu, stick, p);
  if (tangential(stick) <= contact.mu * stick.x) return stick;
  if (is_planar(contact)) return planar_slip(contact, p);

  // Search all directions for a sign change of the turn where û_t opposes τ.
  const double sector = 2 * std::numbers::pi / kSectors;
  Slip before = slip_at(contact, -std::numbers::pi);
  for (int k = 1; k <= kSectors; ++k) {
    const double low = -std::numbers::pi + (k - 1) * sector, high = low + sector;
    const Slip after = slip_at(contact, high);
    if (before.turn * after.turn <= 0 && std::min(before.along, after.along) < 0) {
      const Slip found = bisected(contact, low, high, before.turn);
      if (found.along <= 0 && found.p.x > 0) return found.p;
    }
    before = after;
  }
  return bipotential_step(contact, p);
}

}  // namespace cairn
