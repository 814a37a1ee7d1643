#include "shapes/sphere.h"

#include <numbers>

#include "shapes/meridian.h"

namespace cairn {

MassProperties Sphere::mass_properties() const {
  const double volume = 4 * std::numbers::pi / 3 * radius * radius * radius,
               moment = 0.4 * volume * radius * radius;
  return {volume, {moment, moment, moment}};
}

Surface Sphere::surface(double /*extent*/) const {
  constexpr int kRings = 24;
  std::array<MeridianPoint, kRings + 1> profile;
  for (int i = 0; i <= kRings; ++i) {
    const double polar = std::numbers::pi * i / kRings;  // 0 at the south pole
    profile[i] = {radius * std::sin(polar), -radius * std::cos(polar)};
  }
  profile.front() = {0, -radius};
  profile.back() = {0, radius};
  return revolve(profile);
}

MassProperties Disc::mass_properties() const {
  const double volume = std::numbers::pi * radius * radius, moment = 0.25 * volume * radius * radius;
  return {volume, {moment, 2 * moment, moment}};
}

Surface Disc::surface(double /*extent*/) const {
  // A flat disc about z that faces up, turned about x until it faces along -y.
  const std::array<MeridianPoint, 2> profile{{{radius, 0}, {0, 0}}};
  Surface flat = revolve(profile);
  for (Vec3& v : flat.vertices) v = {v.x, -v.z, v.y};
  return flat;
}

}  // namespace cairn
