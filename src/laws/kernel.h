// The loop of every force law: normal, damping, tangential and adhesive parts of all lanes.
//
//   F_n = max(0, F_el(δ) − g_n v_n) − pull                on B along n
//   ξ  ← turned with the contact, then ξ + v_t h           tangential spring, world axes
//   F_t = −k_t ξ − g_t v_t, shortened to μ max(0, F_el − g_n v_n);
//   then ξ = −(F_t + g_t v_t)/k_t, or 0 if that ξ would point along F_t
//
// The dashpot never pulls, because the sum is clipped at 0. Adhesion pulls in addition and does not raise
// friction.
#pragma once

#include "base/vectors.h"
#include "laws/force_law.h"
#include "laws/parts.h"

namespace cairn {

// Largest factor that restores the length of a projected spring: a contact that turns by 35 degrees in one
// step.
inline constexpr double kLongestStretch = 1.25;

// Slipping contacts are few if this many times their number is below that of all contacts in the lanes.
inline constexpr int kFewSlips = 4;

// The coefficients of every lane's material pair, as arrays.
class CoefficientLanes {
 public:
  // One pair of materials for all lanes, or one per lane.
  explicit CoefficientLanes(const parts::Coefficients& c) {
    for (int k = 0; k < kLanes; ++k) set(k, c);
  }
  CoefficientLanes(const ContactLanes& l, const std::vector<parts::Coefficients>& pairs) {
    for (int k = 0; k < l.count; ++k) set(k, pairs[static_cast<std::size_t>(l.pair[k])]);
  }
  CAIRN_INLINE parts::Coefficients at(int k) const {
    return {normal_[k],
            tangential_[k],
            damping_[k],
            tangential_damping_[k],
            friction_[k],
            pull_[k],
            pull_per_radius_[k],
            work_[k],
            0,
            plastic_};
  }
  // True if some contact has a pull besides its elastic force.
  bool pulls() const { return pulls_; }

 private:
  void set(int k, const parts::Coefficients& c) {
    normal_[k] = c.normal, tangential_[k] = c.tangential, damping_[k] = c.damping;
    tangential_damping_[k] = c.tangential_damping, friction_[k] = c.friction, pull_[k] = c.pull;
    pull_per_radius_[k] = c.pull_per_radius, work_[k] = c.work;
    pulls_ = pulls_ || c.pull != 0 || c.pull_per_radius != 0;
    plastic_ = c.plastic;
  }

  alignas(64) double normal_[kLanes], tangential_[kLanes], damping_[kLanes], tangential_damping_[kLanes];
  double friction_[kLanes], pull_[kLanes], pull_per_radius_[kLanes], work_[kLanes];
  bool pulls_ = false;
  parts::Plastic plastic_;
};

// One contact, computed as if it stuck.
struct StuckContact {
  parts::Elastic elastic;
  double vn, fn;              // speed of separation [m/s], normal force without adhesion [N]
  double push, limit;         // normal force that limits friction, and the limit [N]
  double fx, fy, fz, excess;  // tangential force [N], F_t² − (μ F_n)²: slips if positive
  double tx, ty, tz;          // sliding velocity [m/s]
  double sx, sy, sz;          // spring after the step [m]
  double kt, gt, held;        // stiffness, dashpot, energy of the spring before the step [J]
};

template <class Normal, class Damping, class Tangential>
CAIRN_INLINE inline StuckContact stuck_contact(const ContactLanes& l, const CoefficientLanes& lanes, double h,
                                               int k) {
  StuckContact s{};
  const parts::Coefficients c = lanes.at(k);
  const double nx = l.nx[k], ny = l.ny[k], nz = l.nz[k], rbar = l.radius[k], mbar = l.mass[k];

  // Normal: elastic force and dashpot, which together never pull. A law with its own tension (jkr) keeps it:
  // only the dashpot is clipped.
  const double vn = l.vx[k] * nx + l.vy[k] * ny + l.vz[k] * nz;
  s.vn = vn;
  if constexpr (Normal::kDents)
    s.elastic = Normal::at(l.overlap[k], rbar, c, l.dent[k]);
  else
    s.elastic = Normal::at(l.overlap[k], rbar, c);
  const double gn = Damping::at(s.elastic.stiffness, mbar, s.elastic.radius, c.damping);
  const double floor = Normal::kStretches && s.elastic.force < 0 ? s.elastic.force : 0;
  const double damped_force = s.elastic.force - gn * vn;
  s.fn = damped_force > floor ? damped_force : floor;
  s.push = s.fn > 0 ? s.fn : 0;
  if constexpr (Normal::kDents) s.push = s.fn + s.elastic.tension;
  if constexpr (!Tangential::kHistory) return s;

  // The spring follows the contact: it turns by the mean spin about n, is projected onto the tangent plane
  // and regains its length. √q is approximated by (1 + q)/2, since a contact turns little in one step.
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
  s.tx = l.vx[k] - vn * nx, s.ty = l.vy[k] - vn * ny, s.tz = l.vz[k] - vn * nz;
  s.sx = sx * keep + h * s.tx, s.sy = sy * keep + h * s.ty, s.sz = sz * keep + h * s.tz;

  // Spring and dashpot. If both stiffnesses follow the overlap in the same way, so do the dashpots.
  const double kt = Tangential::stiffness(s.elastic.radius, c);
  const double gt =
      c.tangential_damping *
      (Normal::kCurved == Tangential::kCurved ? gn : Damping::at(kt, mbar, s.elastic.radius, c.damping));
  s.fx = -kt * s.sx - gt * s.tx, s.fy = -kt * s.sy - gt * s.ty, s.fz = -kt * s.sz - gt * s.tz;
  s.limit = c.friction * s.push;
  s.excess = s.fx * s.fx + s.fy * s.fy + s.fz * s.fz - s.limit * s.limit;
  s.kt = kt, s.gt = gt, s.held = 0.5 * kt * old2;
  return s;
}

// Shortens the force of a contact if it slips. A stuck contact loses only the work of its dashpot; a slipping
// one loses all work of the force that is not stored.
CAIRN_INLINE inline void shorten_to_limit(ContactLanes& l, const StuckContact& s, double h, int k) {
  const bool slips = s.excess > 0;
  const double cut = s.limit / std::sqrt(s.fx * s.fx + s.fy * s.fy + s.fz * s.fz);
  const double fx = s.fx * cut, fy = s.fy * cut, fz = s.fz * cut;
  // The spring keeps the part of the force that the limit allows. If the dashpot alone exceeds the limit, the
  // spring is slack. It never winds up against the slip, which would hold friction below the limit during
  // loading.
  const double px = fx + s.gt * s.tx, py = fy + s.gt * s.ty, pz = fz + s.gt * s.tz;
  const double soft = px * fx + py * fy + pz * fz > 0 ? 1 / s.kt : 0;
  const double sx = -px * soft, sy = -py * soft, sz = -pz * soft;
  const double stored = 0.5 * s.kt * (sx * sx + sy * sy + sz * sz);
  const double lost = -h * (fx * s.tx + fy * s.ty + fz * s.tz) - (stored - s.held);
  l.energy.slipped[k] += slips ? lost : 0;
  l.energy.elastic_tangential[k] += slips ? stored : 0;
  l.tx[k] = slips ? sx : l.tx[k], l.ty[k] = slips ? sy : l.ty[k], l.tz[k] = slips ? sz : l.tz[k];
  l.fx[k] = slips ? s.fn * l.nx[k] + fx : l.fx[k];
  l.fy[k] = slips ? s.fn * l.ny[k] + fy : l.fy[k];
  l.fz[k] = slips ? s.fn * l.nz[k] + fz : l.fz[k];
}
// Adds the pull of adhesion, which does not raise friction.
void add_pull(ContactLanes& l, const CoefficientLanes& lanes);

template <class Normal, class Damping, class Tangential>
CAIRN_INLINE inline void every_contact(ContactLanes& __restrict l, const CoefficientLanes& __restrict lanes,
                                       double h) {
  const int count = l.count;
  EnergyLanes& e = l.energy;
  alignas(64) double excess[kLanes], dent[kLanes];
  // First treat every contact as stuck.
  for (int k = 0; k < count; ++k) {
    const StuckContact s = stuck_contact<Normal, Damping, Tangential>(l, lanes, h, k);
    l.normal[k] = s.push, l.potential[k] = s.elastic.force;
    l.fx[k] = s.fn * l.nx[k] + s.fx, l.fy[k] = s.fn * l.ny[k] + s.fy, l.fz[k] = s.fn * l.nz[k] + s.fz;
    e.elastic_normal[k] += s.elastic.energy;
    double damped = h * (s.elastic.force - s.fn) * s.vn;
    if constexpr (Normal::kDents) {
      const double flowed = h * (s.elastic.kept - s.elastic.force) * s.vn;
      damped += flowed > 0 ? flowed : 0;
      l.potential[k] = s.elastic.kept, dent[k] = s.elastic.dent;
    }
    if constexpr (Tangential::kHistory) {
      const double slid2 = s.tx * s.tx + s.ty * s.ty + s.tz * s.tz,
                   spring2 = s.sx * s.sx + s.sy * s.sy + s.sz * s.sz;
      e.damped[k] += damped + (s.excess > 0 ? 0 : h * s.gt * slid2);
      e.elastic_tangential[k] += s.excess > 0 ? 0 : 0.5 * s.kt * spring2;
      l.tx[k] = s.sx, l.ty[k] = s.sy, l.tz[k] = s.sz;
      excess[k] = s.excess;
    } else {
      e.damped[k] += damped;
      l.tx[k] = l.sx[k], l.ty[k] = l.sy[k], l.tz[k] = l.sz[k];
    }
  }
  if constexpr (Tangential::kHistory) {
    // Then correct those that slip: one by one if they are few, as in a bed at rest, else all lanes at once.
    int slipping[kLanes], slips = 0;
    for (int k = 0; k < count; ++k) {
      slipping[slips] = k;
      slips += excess[k] > 0;
    }
    if (slips * kFewSlips > count) {
      for (int k = 0; k < count; ++k)
        shorten_to_limit(l, stuck_contact<Normal, Damping, Tangential>(l, lanes, h, k), h, k);
      slips = 0;
    }
    for (int i = 0; i < slips; ++i) {
      const int k = slipping[i];
      shorten_to_limit(l, stuck_contact<Normal, Damping, Tangential>(l, lanes, h, k), h, k);
    }
  }
  if constexpr (Normal::kDents)
    for (int k = 0; k < count; ++k) l.dent[k] = dent[k];
  if (lanes.pulls()) add_pull(l, lanes);
}

template <class Normal, class Damping, class Tangential>
void contact_forces(ContactLanes& l, const CoefficientLanes& lanes, double h) {
  with_vectors(l.vectors, [&]() CAIRN_INLINE { every_contact<Normal, Damping, Tangential>(l, lanes, h); });
}

}  // namespace cairn
