#include "laws/kernel.h"

namespace cairn {

void shorten_to_limit(ContactLanes& l, TangentialLanes& t, double h) {
  int slipping[kLanes], count = 0;
  for (int k = 0; k < l.count; ++k) {
    slipping[count] = k;
    count += t.excess[k] > 0;
  }
  for (int i = 0; i < count; ++i) {
    const int k = slipping[i];
    double fx = t.fx[k], fy = t.fy[k], fz = t.fz[k];
    const double cut = t.limit[k] / std::sqrt(fx * fx + fy * fy + fz * fz);
    fx *= cut, fy *= cut, fz *= cut;
    // The spring keeps what the limit allows. Where the dashpot alone passes the limit it is slack, never
    // wound up against the slip: it would hold friction below the limit while the contact loads.
    const double tx = t.tx[k], ty = t.ty[k], tz = t.tz[k], gt = t.gt[k], kt = t.kt[k];
    const double px = fx + gt * tx, py = fy + gt * ty, pz = fz + gt * tz;
    const double soft = px * fx + py * fy + pz * fz > 0 ? 1 / kt : 0;
    const double sx = -px * soft, sy = -py * soft, sz = -pz * soft;
    const double stored = 0.5 * kt * (sx * sx + sy * sy + sz * sz);
    l.slipped[k] = -h * (fx * tx + fy * ty + fz * tz) - (stored - t.held[k]);
    l.elastic_tangential[k] = stored;
    l.sx[k] = sx, l.sy[k] = sy, l.sz[k] = sz;
    t.fx[k] = fx, t.fy[k] = fy, t.fz[k] = fz;
    t.damped[k] = 0;
  }
}

}  // namespace cairn
