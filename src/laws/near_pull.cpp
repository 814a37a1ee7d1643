// Liquid bridges of constant volume V between surfaces of effective radius R̄, at a gap S (0 under overlap):
//   F = 4π R̄ γ cos θ / (1 + 1.05 Ŝ + 2.5 Ŝ²),   Ŝ = S √(2 R̄/V)                                 [WIL00]
//   breaks at S = (1 + θ/2) V^{1/3}                                                            [LIA93]
//   dashpot 6π η R̄² X²/S,   X = 1 − 1/√(1 + V/(π R̄ S²)), with the roughness as smallest S        [PMC00]
// A bridge begins when the bodies touch, with the whole force at once, and loses its energy when it breaks.
//
// Van der Waals between surfaces a distance D = S + s_0 apart, s_0 the smallest distance of atoms:
//   F = A R̄/(6 D²) up to the cut-off, from afar and back alike                                 [ISR11]
#include "laws/near_pull.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/assert.h"
#include "base/error.h"

namespace cairn {
namespace {

using std::numbers::pi;

constexpr double kLinear = 1.05, kSquare = 2.5;  // of Willett's fit

// An energy, whose example is that of a solid in air.
constexpr Dimension kHamaker{2, 1, -2, 0, "energy", "J", "1e-19 J"};

// ∫ dx/(1 + a x + b x²) from 0 to x.
double fit_integral(double x) {
  const double root = std::sqrt(4 * kSquare - kLinear * kLinear);
  return 2 / root * (std::atan((2 * kSquare * x + kLinear) / root) - std::atan(kLinear / root));
}

double or_zero(const Value& value) { return value.empty() ? 0 : value.number(); }

}  // namespace

NearPull::NearPull(const Value& o) {
  const std::string& adhesion = o["adhesion"].chosen();
  if (adhesion == "bridge") {
    kind_ = Kind::bridge;
    tension_ = o["surface_tension"].number();
    angle_ = o["contact_angle"].number();
    volume_ = or_zero(o["liquid_volume"]);
    share_ = or_zero(o["liquid_share"]);
    viscosity_ = o["liquid_viscosity"].number();
    roughness_ = o["roughness"].number();
    if ((volume_ > 0) == (share_ > 0))
      throw InputError(
          "`adhesion: bridge` needs the volume of a bridge, either `liquid_volume: 0.1 mm3` or "
          "`liquid_share: 0.001`, and not both",
          o["adhesion"].mark());
  } else if (adhesion == "van_der_waals") {
    kind_ = Kind::van_der_waals;
    hamaker_ = or_zero(o["hamaker"]);
    separation_ = o["separation"].number();
    cutoff_ = o["cutoff"].number();
    if (hamaker_ == 0)
      throw InputError("`adhesion: van_der_waals` needs its constant, such as `hamaker: 1e-19 J`",
                       o["adhesion"].mark());
  }
}

double NearPull::volume(double rbar) const {
  const double r = 2 * rbar;
  return volume_ > 0 ? volume_ : share_ * 4 / 3 * pi * r * r * r;
}

double NearPull::tearing(double rbar) const {
  return kind_ == Kind::bridge ? (1 + 0.5 * angle_) * std::cbrt(volume(rbar)) : 0;
}

double NearPull::pull(double gap, double rbar) const {
  CAIRN_ASSERT(rbar > 0 && acts());
  const double s = gap > 0 ? gap : 0;
  if (kind_ == Kind::bridge) {
    const double x = s * std::sqrt(2 * rbar / volume(rbar));
    return 4 * pi * rbar * tension_ * std::cos(angle_) / (1 + (kLinear + kSquare * x) * x);
  }
  const double distance = s + separation_;
  return hamaker_ * rbar / (6 * distance * distance);
}

double NearPull::energy(double gap, double rbar) const {
  if (gap <= 0) return energy_at_touch(rbar) + pull(0, rbar) * gap;
  if (kind_ == Kind::bridge) {
    const double scale = std::sqrt(2 * rbar / volume(rbar));
    return pull(0, rbar) / scale * fit_integral(gap * scale);
  }
  const double far = cutoff_ + separation_;
  return hamaker_ * rbar / 6 * (1 / far - 1 / (gap + separation_));
}

double NearPull::energy_at_touch(double rbar) const {
  if (kind_ == Kind::bridge) return 0;
  return hamaker_ * rbar / 6 * (1 / (cutoff_ + separation_) - 1 / separation_);
}

double NearPull::dashpot(double gap, double rbar) const {
  if (viscosity_ == 0) return 0;
  const double s = std::max(gap, roughness_), wet = 1 - 1 / std::sqrt(1 + volume(rbar) / (pi * rbar * s * s));
  return 6 * pi * viscosity_ * rbar * rbar * wet * wet / s;
}

void NearPull::add_to(ContactLanes& l, double h) const {
  CAIRN_ASSERT(acts());
  for (int k = 0; k < l.count; ++k) {
    const double gap = -l.overlap[k], nx = l.nx[k], ny = l.ny[k], nz = l.nz[k];
    const double pulled = pull(gap, l.radius[k]);
    double force = -pulled;
    if (viscosity_ > 0 && l.mass[k] > 0) {
      const double vn = l.vx[k] * nx + l.vy[k] * ny + l.vz[k] * nz, g = dashpot(gap, l.radius[k]);
      force -= g * vn;
      l.energy.damped[k] += h * g * vn * vn;
    }
    l.potential[k] -= pulled;
    l.fx[k] += force * nx;
    l.fy[k] += force * ny;
    l.fz[k] += force * nz;
    l.energy.adhesion[k] += energy(gap, l.radius[k]);
  }
}

std::vector<Option> near_pull_options() {
  using namespace declare;
  const auto of_bridge = [](Option option) { return std::move(option).with("adhesion", {"bridge"}); };
  const auto of_waals = [](Option option) { return std::move(option).with("adhesion", {"van_der_waals"}); };
  return {
      of_bridge(number("surface_tension", dim::stiffness, "0.072 N/m", "γ of the liquid").positive()),
      of_bridge(number("contact_angle", dim::angle, "0", "θ between liquid and surface").within(0, pi / 2)),
      of_bridge(number("liquid_volume", dim::volume, optional, "liquid of every bridge").positive()),
      of_bridge(number("liquid_share", dim::none, optional,
                       "liquid of a bridge over the volume of a ball of radius 2 R̄, which is that of one of "
                       "two equal balls")
                    .positive()
                    .without("liquid_volume")),
      of_bridge(number("liquid_viscosity", dim::viscosity, "0",
                       "η of the liquid, whose dashpot acts along the normal while a bridge holds")
                    .non_negative()),
      of_bridge(
          number("roughness", dim::length, "1 um", "smallest gap that the viscous dashpot sees").positive()),
      of_waals(number("hamaker", kHamaker, optional, "Hamaker's constant A").positive()),
      of_waals(number("separation", dim::length, "0.4 nm", "distance s_0 of surfaces that touch").positive()),
      of_waals(number("cutoff", dim::length, "1 um", "gap up to which the force acts").positive())};
}

}  // namespace cairn
