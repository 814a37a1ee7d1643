// Two bodies in contact roll over each other with ω_r and twist with ω_n, where ω_B − ω_A = ω_r + ω_n n. A
// surface that dents resists with a torque of at most μ R̄ F_n:
//
//   constant:  M = −μ_r R̄ F_n ω_r/|ω_r| − μ_w R̄ F_n sign(ω_n) n
//   spring:    ρ ← ρ + h ω_r,  M_r = −R̄² (k ρ + g ω_r), shortened to μ_r R̄ F_n
//              θ ← θ + h ω_n,  M_n = −R̄² (k θ + g ω_n), shortened to μ_w R̄ F_n,    g = 2 ζ √(k m̄)
//
// The constant torque has no rest state: a body on the verge of rolling jitters by h μ_r R̄ F_n/J. The spring
// has a rest state.
#include "laws/rolling.h"

#include <cmath>

#include "base/assert.h"

namespace cairn {

void rolling_torques(ContactLanes& l, const std::vector<RollingCoefficients>& pairs, Rolling kind, double h) {
  CAIRN_ASSERT(kind != Rolling::none && !pairs.empty());
  for (int k = 0; k < l.count; ++k) {
    const RollingCoefficients& c = pairs[static_cast<std::size_t>(l.pair[k])];
    const double nx = l.nx[k], ny = l.ny[k], nz = l.nz[k], rbar = l.radius[k];
    // Split the relative spin into twist and roll.
    const double wn = l.wx[k] * nx + l.wy[k] * ny + l.wz[k] * nz;
    const double tx = l.wx[k] - wn * nx, ty = l.wy[k] - wn * ny, tz = l.wz[k] - wn * nz;
    const double roll_limit = c.rolling * rbar * l.normal[k], twist_limit = c.twisting * rbar * l.normal[k];
    double mx, my, mz, mn;
    if (kind == Rolling::constant) {
      const double speed = std::sqrt(tx * tx + ty * ty + tz * tz), share = speed > 0 ? roll_limit / speed : 0;
      mx = -share * tx, my = -share * ty, mz = -share * tz;
      mn = wn > 0 ? -twist_limit : wn < 0 ? twist_limit : 0;
      l.rx[k] = l.ry[k] = l.rz[k] = l.angle[k] = 0;
    } else {
      const double spring = c.stiffness + c.modulus * rbar, stiffness = spring * rbar * rbar;
      const double g = 2 * c.damping * std::sqrt(spring * l.mass[k]) * rbar * rbar;
      // The spring turns with the contact, like the tangential one.
      const double turn = h * l.twist[k];
      double rx = l.rx[k] + turn * (ny * l.rz[k] - nz * l.ry[k]);
      double ry = l.ry[k] + turn * (nz * l.rx[k] - nx * l.rz[k]);
      double rz = l.rz[k] + turn * (nx * l.ry[k] - ny * l.rx[k]);
      const double out = rx * nx + ry * ny + rz * nz;
      rx += h * tx - out * nx, ry += h * ty - out * ny, rz += h * tz - out * nz;
      // Torque of spring and dashpot, cut to the limit.
      mx = -stiffness * rx - g * tx, my = -stiffness * ry - g * ty, mz = -stiffness * rz - g * tz;
      const double m2 = mx * mx + my * my + mz * mz;
      const double cut = m2 > roll_limit * roll_limit ? roll_limit / std::sqrt(m2) : 1;
      mx *= cut, my *= cut, mz *= cut;
      if (cut < 1) {
        // The spring is slack if the dashpot alone exceeds the limit; it never winds up against the rolling.
        const double px = mx + g * tx, py = my + g * ty, pz = mz + g * tz;
        const double soft = px * mx + py * my + pz * mz > 0 ? 1 / stiffness : 0;
        rx = -px * soft, ry = -py * soft, rz = -pz * soft;
      }
      l.rx[k] = rx, l.ry[k] = ry, l.rz[k] = rz;

      // The same for the twist.
      double angle = l.angle[k] + h * wn;
      mn = -stiffness * angle - g * wn;
      if (std::abs(mn) > twist_limit) {
        mn = std::copysign(twist_limit, mn);
        angle = (mn + g * wn) * mn > 0 ? -(mn + g * wn) / stiffness : 0;
      }
      l.angle[k] = angle;
    }
    l.mx[k] = mx + mn * nx, l.my[k] = my + mn * ny, l.mz[k] = mz + mn * nz;
    l.energy.rolled[k] -= h * (mx * tx + my * ty + mz * tz + mn * wn);
  }
}

}  // namespace cairn
