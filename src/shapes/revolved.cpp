#include "shapes/revolved.h"

#include <numbers>

#include "shapes/outline.h"

namespace cairn {

MassProperties Cylinder::mass_properties() const {
  if (rounding > 0) return moments_of_revolution(profile(), rounding).about_centre();
  const double r2 = radius * radius, h2 = half_height * half_height,
               volume = 2 * std::numbers::pi * r2 * half_height;
  const double across = volume * (r2 / 4 + h2 / 3);
  return {volume, {across, across, volume * r2 / 2}};
}

// base_ is 0 while the centre of mass is computed; then the base moves that far below the origin.
Cone::Cone(double base_radius, double height_, double top_radius, double rounding_)
    : radius(base_radius), height(height_), top(top_radius), rounding(rounding_) {
  base_ = top == 0 && rounding == 0 ? -0.25 * height : -moments_of_revolution(profile(), rounding).centre();
}

MassProperties Cone::mass_properties() const {
  if (top > 0 || rounding > 0) return moments_of_revolution(profile(), rounding).about_centre();
  const double r2 = radius * radius, h2 = height * height, volume = std::numbers::pi / 3 * r2 * height;
  const double across = volume * (0.15 * r2 + 0.0375 * h2);
  return {volume, {across, across, 0.3 * volume * r2}};
}

// From the side the cone is a trapezium or triangle. Its smallest width is perpendicular to one of its sides.
double Cone::thickness() const {
  const double side = norm({radius - top, 0, height});
  return height * std::min(1.0, 2 * std::max(radius, top) / side) + 2 * rounding;
}

Surface Cylinder::surface(double /*extent*/) const { return revolve(rounded_outline(profile(), rounding)); }
Surface Cone::surface(double /*extent*/) const { return revolve(rounded_outline(profile(), rounding)); }
Surface Tube::surface(double /*extent*/) const { return revolve(profile()); }
Surface Cup::surface(double /*extent*/) const { return revolve(profile()); }
Surface Funnel::surface(double /*extent*/) const { return revolve(profile()); }

Surface Drum::surface(double extent) const {
  // From the top down, since bodies are inside.
  const double h = std::min(half_length, extent);
  const std::array<MeridianPoint, 4> closed{{{0, h}, {radius, h}, {radius, -h}, {0, -h}}};
  const bool has_ends = !open && half_length < kInfinity;
  return revolve(has_ends ? Profile(closed) : Profile(closed).subspan(1, 2));
}

}  // namespace cairn
