// The one loop of every force law: normal, damping, tangential and adhesive part of all lanes.
//
//   F_n = max(0, F_el(δ) − g_n v_n) − pull                on B along n
//   ξ  ← turned with the contact, then ξ + v_t h           tangential spring, world axes
//   F_t = −k_t ξ − g_t v_t, shortened to μ max(0, F_el − g_n v_n); then ξ = −(F_t + g_t v_t)/k_t, or 0 if
//   that would point along F_t
//
// The clip means that the dashpot never pulls; adhesion pulls on top of it and does not weigh on friction.
#pragma once

#include "laws/force_law.h"
#include "laws/parts.h"

namespace cairn {

// What becomes of ξ when a curved contact changes its stiffness: none keeps ξ, so that k_t(δ) ξ follows δ
// both ways and a cycle of loading and unloading can create energy; loading keeps the force while the contact
// loads, as increments k_t Δξ would, and lets it fall with δ while it unloads, which only loses energy.
enum class Rescale { none, loading };

// The coefficients of every lane's pair, as arrays.
class CoefficientLanes {
 public:
  CoefficientLanes(const ContactLanes& l, const std::vector<parts::Coefficients>& pairs) {
    for (int k = 0; k < l.count; ++k) {
      const parts::Coefficients& c = pairs[static_cast<std::size_t>(l.pair[k])];
      normal_[k] = c.normal, tangential_[k] = c.tangential, damping_[k] = c.damping;
      tangential_damping_[k] = c.tangential_damping, friction_[k] = c.friction, pull_[k] = c.pull;
      pull_per_radius_[k] = c.pull_per_radius, work_[k] = c.work;
    }
  }
  parts::Coefficients at(int k) const {
    return {normal_[k],
            tangential_[k],
            damping_[k],
            tangential_damping_[k],
            friction_[k],
            pull_[k],
            pull_per_radius_[k],
            work_[k],
            0};
  }

 private:
  alignas(64) double normal_[kLanes], tangential_[kLanes], damping_[kLanes], tangential_damping_[kLanes];
  double friction_[kLanes], pull_[kLanes], pull_per_radius_[kLanes], work_[kLanes];
};

template <class Normal, class Damping, class Tangential>
void contact_forces(ContactLanes& l, const std::vector<parts::Coefficients>& pairs, Rescale rescale,
                    double h) {
  const bool rescales = Tangential::kCurved && rescale == Rescale::loading;
  const CoefficientLanes lanes(l, pairs);
  const int count = l.count;
  for (int k = 0; k < count; ++k) {
    const parts::Coefficients c = lanes.at(k);
    const double nx = l.nx[k], ny = l.ny[k], nz = l.nz[k];
    const double rbar = 1 / l.curvature[k], mbar = 1 / l.inverse_mass[k];

    // Normal: elastic force and dashpot, never pulling together; adhesion pulls besides. A law with its own
    // tension (jkr) keeps it: only the dashpot is clipped.
    const double vn = l.vx[k] * nx + l.vy[k] * ny + l.vz[k] * nz;
    const parts::Elastic elastic = Normal::at(l.overlap[k], rbar, c);
    const double gn = Damping::at(elastic.stiffness, mbar, elastic.radius, c.damping);
    const double floor = Normal::kStretches && elastic.force < 0 ? elastic.force : 0;
    const double damped_force = elastic.force - gn * vn, fn = damped_force > floor ? damped_force : floor;
    const double push = fn > 0 ? fn : 0;
    const double pull = c.pull + c.pull_per_radius * rbar;
    double fx = 0, fy = 0, fz = 0;
    l.elastic_tangential[k] = 0, l.slipped[k] = 0;
    double damped = h * (elastic.force - fn) * vn;

    if constexpr (Tangential::kHistory) {
      // The spring follows the contact: turned by the mean spin about n, laid into the tangent plane, old
      // length.
      const double turn = h * l.twist[k];
      double sx = l.sx[k] + turn * (ny * l.sz[k] - nz * l.sy[k]);
      double sy = l.sy[k] + turn * (nz * l.sx[k] - nx * l.sz[k]);
      double sz = l.sz[k] + turn * (nx * l.sy[k] - ny * l.sx[k]);
      const double old2 = l.sx[k] * l.sx[k] + l.sy[k] * l.sy[k] + l.sz[k] * l.sz[k];
      const double out = sx * nx + sy * ny + sz * nz;
      sx -= out * nx, sy -= out * ny, sz -= out * nz;
      const double new2 = sx * sx + sy * sy + sz * sz;
      double keep = std::sqrt(old2 / (new2 > 0 ? new2 : 1));
      const double before = l.overlap[k] + h * vn;
      const double kt = Tangential::stiffness(elastic.radius, c);
      const double grown =
          before > 0 && l.overlap[k] > 0 ? std::sqrt(before / l.overlap[k]) : 1;  // k_t before/now
      const double stored_before = 0.5 * kt * old2 * (Tangential::kCurved ? grown : 1);
      keep = rescales && grown < 1 ? keep * grown : keep;
      const double tx = l.vx[k] - vn * nx, ty = l.vy[k] - vn * ny, tz = l.vz[k] - vn * nz;
      sx = sx * keep + h * tx, sy = sy * keep + h * ty, sz = sz * keep + h * tz;

      // Spring and dashpot, shortened to the Coulomb limit; the spring keeps what the limit allows.
      const double gt = c.tangential_damping * Damping::at(kt, mbar, elastic.radius, c.damping);
      fx = -kt * sx - gt * tx, fy = -kt * sy - gt * ty, fz = -kt * sz - gt * tz;
      const double ft2 = fx * fx + fy * fy + fz * fz, limit = c.friction * push;
      const bool slips = ft2 > limit * limit;
      const double cut = slips ? limit / std::sqrt(ft2 > 0 ? ft2 : 1) : 1;
      fx *= cut, fy *= cut, fz *= cut;
      // Where the dashpot alone passes the limit the spring is slack, never wound up against the slip: it
      // would hold friction below the limit while the contact loads.
      const double against = (fx + gt * tx) * fx + (fy + gt * ty) * fy + (fz + gt * tz) * fz;
      const double soft = against > 0 ? 1 / kt : 0;
      sx = slips ? -(fx + gt * tx) * soft : sx;
      sy = slips ? -(fy + gt * ty) * soft : sy;
      sz = slips ? -(fz + gt * tz) * soft : sz;

      // A stuck contact loses what its dashpot takes; a slipping one all that the force took out of the
      // motion and did not store.
      const double stored = 0.5 * kt * (sx * sx + sy * sy + sz * sz);
      const double taken = -h * (fx * tx + fy * ty + fz * tz);
      l.elastic_tangential[k] = stored;
      damped += slips ? 0 : h * gt * (tx * tx + ty * ty + tz * tz);
      l.slipped[k] = slips ? taken - (stored - stored_before) : 0;
      l.sx[k] = sx, l.sy[k] = sy, l.sz[k] = sz;
    }
    l.normal[k] = push;
    l.potential[k] = elastic.force - pull;
    l.elastic_normal[k] = elastic.energy, l.adhesion[k] = -pull * l.overlap[k];
    l.damped[k] = damped;
    const double along = fn - pull;
    l.fx[k] = along * nx + fx, l.fy[k] = along * ny + fy, l.fz[k] = along * nz + fz;
  }
}

}  // namespace cairn
