#include "shapes/capsule.h"

#include <numbers>

#include "shapes/outline.h"

namespace cairn {

MassProperties Capsule::mass_properties() const {
  const double r2 = radius * radius, l = half_length, pi = std::numbers::pi;
  const double cylinder = 2 * pi * r2 * l, ball = 4 * pi / 3 * r2 * radius;
  const double across = cylinder * (r2 / 4 + l * l / 3) + ball * (0.4 * r2 + l * l + 0.75 * radius * l);
  return {cylinder + ball, {across, across, cylinder * r2 / 2 + 0.4 * ball * r2}};
}

Surface Capsule::surface(double /*extent*/) const {
  const std::array<MeridianPoint, 2> segment{{{0, -half_length}, {0, half_length}}};
  return revolve(rounded_outline(segment, radius));
}

}  // namespace cairn
