#include "laws/kernel.h"

namespace cairn {

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
