#include "shapes/revolved.h"

#include <numbers>

namespace cairn {

MassProperties Cylinder::mass_properties() const {
  const double r2 = radius * radius, h2 = half_height * half_height,
               volume = 2 * std::numbers::pi * r2 * half_height;
  const double across = volume * (r2 / 4 + h2 / 3);
  return {volume, {across, across, volume * r2 / 2}};
}

MassProperties Cone::mass_properties() const {
  const double r2 = radius * radius, h2 = height * height, volume = std::numbers::pi / 3 * r2 * height;
  const double across = volume * (0.15 * r2 + 0.0375 * h2);
  return {volume, {across, across, 0.3 * volume * r2}};
}

Surface Cylinder::surface(double /*extent*/) const { return revolve(profile()); }
Surface Cone::surface(double /*extent*/) const { return revolve(profile()); }
Surface Tube::surface(double /*extent*/) const { return revolve(profile()); }
Surface Cup::surface(double /*extent*/) const { return revolve(profile()); }
Surface Funnel::surface(double /*extent*/) const { return revolve(profile()); }

Surface Drum::surface(double extent) const {
  // From the top down: the free side is inside.
  const double h = std::min(half_length, extent);
  const std::array<MeridianPoint, 4> closed{{{0, h}, {radius, h}, {radius, -h}, {0, -h}}};
  const bool has_ends = !open && half_length < kInfinity;
  return revolve(has_ends ? Profile(closed) : Profile(closed).subspan(1, 2));
}

}  // namespace cairn
