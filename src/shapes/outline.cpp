#include "shapes/outline.h"

#include <numbers>

#include "math/gauss.h"

namespace cairn {
namespace {

// Angles of normals are measured from -z towards +ρ: 0 on a base, π/2 on a cylinder's side, π on a top.
double normal_angle(const MeridianPoint& a, const MeridianPoint& b) {
  const MeridianPoint d = b - a;  // the normal is (d.z, -d.rho)
  return std::atan2(d.z, d.rho);
}

MeridianPoint on_arc(const MeridianPoint& corner, double r, double angle) {
  return {corner.rho + r * std::sin(angle), corner.z - r * std::cos(angle)};
}

// Adds the disc of radius ρ and thickness dz.
void add(RevolvedMoments& sum, const MeridianPoint& at, double dz) {
  const double r2 = at.rho * at.rho, disc = std::numbers::pi * r2 * dz;
  sum.volume += disc;
  sum.z += disc * at.z;
  sum.zz += disc * at.z * at.z;
  sum.xx += 0.25 * disc * r2;
}

void add_segment(RevolvedMoments& sum, const MeridianPoint& a, const MeridianPoint& b) {
  const MeridianPoint d = b - a;
  for (const auto& [t, weight] : gauss_rule<4>()) add(sum, {a.rho + t * d.rho, a.z + t * d.z}, weight * d.z);
}

void add_arc(RevolvedMoments& sum, const MeridianPoint& corner, double r, double from, double to) {
  for (const auto& [t, weight] : gauss_rule<16>()) {
    const double angle = from + t * (to - from);
    add(sum, on_arc(corner, r, angle), weight * (to - from) * r * std::sin(angle));
  }
}

}  // namespace

RevolvedMoments moments_of_revolution(Profile profile, double rounding) {
  RevolvedMoments sum;
  double angle = 0;  // of the last normal
  for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
    const double next = normal_angle(profile[i], profile[i + 1]);
    add_arc(sum, profile[i], rounding, angle, next);
    add_segment(sum, on_arc(profile[i], rounding, next), on_arc(profile[i + 1], rounding, next));
    angle = next;
  }
  add_arc(sum, profile.back(), rounding, angle, std::numbers::pi);
  return sum;
}

std::vector<MeridianPoint> rounded_outline(Profile profile, double rounding) {
  if (rounding == 0) return {profile.begin(), profile.end()};
  constexpr double kStep = std::numbers::pi / 24;
  std::vector<MeridianPoint> points;
  double angle = 0;
  for (std::size_t i = 0; i < profile.size(); ++i) {
    const bool last = i + 1 == profile.size();
    const double next = last ? std::numbers::pi : normal_angle(profile[i], profile[i + 1]);
    const int steps = static_cast<int>(std::ceil((next - angle) / kStep));
    for (int k = 0; k <= steps; ++k) {
      MeridianPoint p = on_arc(profile[i], rounding, steps == 0 ? next : angle + (next - angle) * k / steps);
      if (profile[i].rho == 0 && ((i == 0 && k == 0) || (last && k == steps))) p.rho = 0;
      points.push_back(p);
    }
    angle = next;
  }
  return points;
}

}  // namespace cairn
