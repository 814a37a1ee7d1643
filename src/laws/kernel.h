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

// Of a spring that is laid back into the tangent plane: that of a contact turning by 35 degrees in one step.
inline constexpr double kLongestStretch = 1.25;

// The coefficients of every lane's pair, as arrays.
class CoefficientLanes {
 public:
  // One pair of materials for all lanes, or that of each.
  explicit CoefficientLanes(const parts::Coefficients& c) {
    for (int k = 0; k < kLanes; ++k) set(k, c);
  }
  CoefficientLanes(const ContactLanes& l, const std::vector<parts::Coefficients>& pairs) {
    for (int k = 0; k < l.count; ++k) set(k, pairs[static_cast<std::size_t>(l.pair[k])]);
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
  void set(int k, const parts::Coefficients& c) {
    normal_[k] = c.normal, tangential_[k] = c.tangential, damping_[k] = c.damping;
    tangential_damping_[k] = c.tangential_damping, friction_[k] = c.friction, pull_[k] = c.pull;
    pull_per_radius_[k] = c.pull_per_radius, work_[k] = c.work;
  }

  alignas(64) double normal_[kLanes], tangential_[kLanes], damping_[kLanes], tangential_damping_[kLanes];
  double friction_[kLanes], pull_[kLanes], pull_per_radius_[kLanes], work_[kLanes];
};

// The tangential part on its way through the kernel.
struct alignas(64) TangentialLanes {
  double along[kLanes];                       // normal force, pull and all [N]
  double fx[kLanes], fy[kLanes], fz[kLanes];  // tangential force [N]
  double tx[kLanes], ty[kLanes], tz[kLanes];  // sliding velocity [m/s]
  double kt[kLanes], gt[kLanes], limit[kLanes];
  double excess[kLanes];  // F_t² − (μ F_n)²: slips if positive
  double damped[kLanes];  // lost to the dashpot if stuck [J]
  double held[kLanes];    // energy of the spring before the step [J]
};

// The few contacts that slip. A stuck contact loses what its dashpot takes; a slipping one all that the force
// took out of the motion and did not store.
void shorten_to_limit(ContactLanes& l, TangentialLanes& t, double h);

template <class Normal, class Damping, class Tangential>
void contact_forces(ContactLanes& l, const CoefficientLanes& lanes, double h) {
  const int count = l.count;
  TangentialLanes t;

  // Stuck contacts: every one is taken for stuck at first.
  for (int k = 0; k < count; ++k) {
    const parts::Coefficients c = lanes.at(k);
    const double nx = l.nx[k], ny = l.ny[k], nz = l.nz[k], rbar = l.radius[k], mbar = l.mass[k];

    // Normal: elastic force and dashpot, never pulling together; adhesion pulls besides. A law with its own
    // tension (jkr) keeps it: only the dashpot is clipped.
    const double vn = l.vx[k] * nx + l.vy[k] * ny + l.vz[k] * nz;
    const parts::Elastic elastic = Normal::at(l.overlap[k], rbar, c);
    const double gn = Damping::at(elastic.stiffness, mbar, elastic.radius, c.damping);
    const double floor = Normal::kStretches && elastic.force < 0 ? elastic.force : 0;
    const double damped_force = elastic.force - gn * vn, fn = damped_force > floor ? damped_force : floor;
    const double push = fn > 0 ? fn : 0;
    const double pull = c.pull + c.pull_per_radius * rbar;
    l.normal[k] = push;
    l.potential[k] = elastic.force - pull;
    l.elastic_normal[k] = elastic.energy, l.adhesion[k] = -pull * l.overlap[k];
    l.elastic_tangential[k] = 0, l.slipped[k] = 0;
    l.damped[k] = h * (elastic.force - fn) * vn;
    t.along[k] = fn - pull;
    t.excess[k] = 0;

    if constexpr (Tangential::kHistory) {
      // The spring follows the contact: turned by the mean spin about n, laid into the tangent plane, old
      // length: √q by (1 + q)/2, since a contact turns little in one step.
      const double turn = h * l.twist[k];
      double sx = l.sx[k] + turn * (ny * l.sz[k] - nz * l.sy[k]);
      double sy = l.sy[k] + turn * (nz * l.sx[k] - nx * l.sz[k]);
      double sz = l.sz[k] + turn * (nx * l.sy[k] - ny * l.sx[k]);
      const double old2 = l.sx[k] * l.sx[k] + l.sy[k] * l.sy[k] + l.sz[k] * l.sz[k];
      const double out = sx * nx + sy * ny + sz * nz;
      sx -= out * nx, sy -= out * ny, sz -= out * nz;
      const double new2 = sx * sx + sy * sy + sz * sz;
      const double half = 0.5 + 0.5 * old2 / (new2 > 0 ? new2 : 1);
      double keep = half < kLongestStretch ? half : kLongestStretch;
      if constexpr (Tangential::kRescales) {
        const double before = l.overlap[k] + h * vn;
        const double grown = before > 0 && l.overlap[k] > 0 ? std::sqrt(before / l.overlap[k]) : 1;
        keep = grown < 1 ? keep * grown : keep;  // k_t before/now
      }
      const double tx = l.vx[k] - vn * nx, ty = l.vy[k] - vn * ny, tz = l.vz[k] - vn * nz;
      sx = sx * keep + h * tx, sy = sy * keep + h * ty, sz = sz * keep + h * tz;

      // Spring and dashpot. Where both stiffnesses follow the overlap alike, so do the dashpots.
      const double kt = Tangential::stiffness(elastic.radius, c);
      const double gt =
          c.tangential_damping *
          (Normal::kCurved == Tangential::kCurved ? gn : Damping::at(kt, mbar, elastic.radius, c.damping));
      const double fx = -kt * sx - gt * tx, fy = -kt * sy - gt * ty, fz = -kt * sz - gt * tz;
      const double limit = c.friction * push;
      t.excess[k] = fx * fx + fy * fy + fz * fz - limit * limit;
      t.limit[k] = limit, t.kt[k] = kt, t.gt[k] = gt;
      t.fx[k] = fx, t.fy[k] = fy, t.fz[k] = fz;
      t.tx[k] = tx, t.ty[k] = ty, t.tz[k] = tz;
      t.damped[k] = h * gt * (tx * tx + ty * ty + tz * tz);
      t.held[k] = 0.5 * kt * old2;
      l.elastic_tangential[k] = 0.5 * kt * (sx * sx + sy * sy + sz * sz);
      l.sx[k] = sx, l.sy[k] = sy, l.sz[k] = sz;
    }
  }

  if constexpr (Tangential::kHistory) {
    shorten_to_limit(l, t, h);
    for (int k = 0; k < count; ++k) l.damped[k] += t.damped[k];
  }
  for (int k = 0; k < count; ++k) {
    const double along = t.along[k];
    const bool free = !Tangential::kHistory;
    l.fx[k] = along * l.nx[k] + (free ? 0 : t.fx[k]);
    l.fy[k] = along * l.ny[k] + (free ? 0 : t.fy[k]);
    l.fz[k] = along * l.nz[k] + (free ? 0 : t.fz[k]);
  }
}

}  // namespace cairn
