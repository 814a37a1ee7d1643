// Primal-dual active sets, one step per visit.
//   p_n − γ_n û_n < 0: open, p = 0
//   ‖p_t − γ_t û_t‖ ≥ μ p_n: slip along τ = (p_t − γ_t û_t)/‖·‖ with the new p_n
//   else stick:  ipdas  p⁺ = p − W⁻¹û = −W⁻¹q
//                epdas  û_n⁺ = 0 and û_t⁺ = û_t (1 − p_n⁺/p_n), linear in p⁺; equal to ipdas when p_n⁺ = p_n
// If no slip along τ is possible (wedging), the bi-potential's projection replaces it. Stable for γ_t
// λ_max(W_tt) < 2. If p_n grows, epdas would reverse û_t, and if p_n is small it would diverge; in both cases
// it sticks as ipdas does.  [AB21 (3.54), (5.3)-(5.8), corrected]
#include <cmath>

#include "solvers/local/local.h"

namespace cairn {
namespace {

// One visit; stick(u) gives the impulse of a sticking contact.
template <class Stick>
Vec3 active_set_step(const LocalProblem& contact, const Vec3& p, Stick&& stick) {
  const Vec3 u = contact.w * p + contact.q;
  if (p.x - contact.gamma_n * u.x < 0) return {};
  const double z1 = p.y - contact.gamma_t * u.y, z2 = p.z - contact.gamma_t * u.z;
  const double length = std::sqrt(z1 * z1 + z2 * z2);
  if (length < contact.mu * p.x || length == 0) return stick(u);
  const std::optional<Vec3> slip = slip_along(contact, z1 / length, z2 / length);
  return slip ? *slip : bipotential_step(contact, p);
}

}  // namespace

Vec3 visit_ipdas(const LocalProblem& contact, const Vec3& p) {
  return active_set_step(contact, p, [&](const Vec3&) { return contact.stick(); });
}

Vec3 ball_ipdas(double mu, const Vec3& x, const Vec3& p) {
  if (x.x < 0) return {};
  const double length = tangential(x);
  if (length < mu * p.x || length == 0) return x;
  const double s = mu * x.x / length;
  return {x.x, s * x.y, s * x.z};
}

Vec3 visit_epdas(const LocalProblem& contact, const Vec3& p) {
  return active_set_step(contact, p, [&](const Vec3& u) {
    if (!(p.x > 0)) return contact.stick();
    Mat3 a = contact.w;
    a.row1.x += u.y / p.x;
    a.row2.x += u.z / p.x;
    const Vec3 right{-contact.q.x, u.y - contact.q.y, u.z - contact.q.z};
    const Vec3 next = inverse(a) * right;
    // If p_n grows, the linear step overshoots and would reverse the sliding.
    return next.x <= p.x && is_finite(next) ? next : contact.stick();
  });
}

}  // namespace cairn
