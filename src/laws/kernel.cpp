#include "laws/kernel.h"

namespace cairn {

void shorten_to_limit(ContactLanes& l, const StuckContact& s, double h, int k) {
  double fx = s.fx, fy = s.fy, fz = s.fz;
  const double cut = s.limit / std::sqrt(fx * fx + fy * fy + fz * fz);
  fx *= cut, fy *= cut, fz *= cut;
  // The spring keeps the part of the force that the limit allows. If the dashpot alone exceeds the limit, the
  // spring is slack. It never winds up against the slip, which would hold friction below the limit during
  // loading.
  const double px = fx + s.gt * s.tx, py = fy + s.gt * s.ty, pz = fz + s.gt * s.tz;
  const double soft = px * fx + py * fy + pz * fz > 0 ? 1 / s.kt : 0;
  const double sx = -px * soft, sy = -py * soft, sz = -pz * soft;
  const double stored = 0.5 * s.kt * (sx * sx + sy * sy + sz * sz);
  l.energy.slipped[k] += -h * (fx * s.tx + fy * s.ty + fz * s.tz) - (stored - s.held);
  l.energy.elastic_tangential[k] += stored;
  l.tx[k] = sx, l.ty[k] = sy, l.tz[k] = sz;
  l.fx[k] = s.fn * l.nx[k] + fx, l.fy[k] = s.fn * l.ny[k] + fy, l.fz[k] = s.fn * l.nz[k] + fz;
}

void add_pull(ContactLanes& l, const CoefficientLanes& lanes) {
  for (int k = 0; k < l.count; ++k) {
    const parts::Coefficients c = lanes.at(k);
    const double pull = c.pull + c.pull_per_radius * l.radius[k];
    l.potential[k] -= pull;
    l.fx[k] -= pull * l.nx[k], l.fy[k] -= pull * l.ny[k], l.fz[k] -= pull * l.nz[k];
    l.energy.adhesion[k] -= pull * l.overlap[k];
  }
}

}  // namespace cairn
