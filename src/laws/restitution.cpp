// A linear contact obeys δ̈ + 2ζ δ̇ + δ = 0 in units of √(m̄/k). The force may not pull, so the collision
// ends when δ̈ = 0, not when δ = 0. The bodies leave with  [SP07]
//   e = exp(−ζ τ),  τ = (π − atan2(2ζ√(1−ζ²), 1−2ζ²)) / √(1−ζ²)            for ζ < 1,
//   e = exp(−ζ/Ω · ln((ζ+Ω)/(ζ−Ω))),  Ω = √(ζ²−1)                           for ζ > 1.
// A Hertz contact δ̈ = −δ^{3/2} − γ δ^{1/4} δ̇ becomes the same equation for y = δ^{5/4}:
//   y'' + γ y' + 5/4 y = 0   in the time dτ = δ^{1/4} dt  [AE11],
// and its force vanishes together with y''. So the same ζ serves both laws, and e does not depend on the
// impact speed.
#include "laws/restitution.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/assert.h"

namespace cairn {
namespace {

// A smaller restitution would need a dashpot so strong that it dictates the time step. Smaller values are
// replaced by this one.
constexpr double kSmallestRestitution = 0.01;

double restitution_of(double zeta) {
  const double d = 1 - zeta * zeta;
  if (std::abs(d) < 1e-9) return std::exp(-2.0);
  if (d > 0) {
    const double root = std::sqrt(d);
    return std::exp(-zeta / root * (std::numbers::pi - std::atan2(2 * zeta * root, 1 - 2 * zeta * zeta)));
  }
  const double root = std::sqrt(-d);
  return std::exp(-zeta / root * std::log((zeta + root) / (zeta - root)));
}

}  // namespace

double damping_ratio(double restitution) {
  CAIRN_ASSERT(restitution >= 0);
  const double e = std::max(restitution, kSmallestRestitution);
  if (e >= 1) return 0;
  // e falls monotonically with ζ: bisect to the last bit.
  double low = 0, high = 10;
  for (;;) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return middle;
    (restitution_of(middle) > e ? low : high) = middle;
  }
}

}  // namespace cairn
