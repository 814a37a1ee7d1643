// Shapes with an axis, which is z. Each is a profile in the meridian half-plane (shapes/meridian.h).
//   Cylinder  solid, z in [-h, h]; V = 2π r² h, I_z = V r²/2, I_x = V (r²/4 + h²/3)
//   Cone      solid, apex up, or a frustum with a flat top of radius t > 0; origin at the centre of mass. For
//             t = 0 that is a quarter of the height above the base, and
//             V = π r² h/3, I_z = 3/10 V r², I_x = V (3/20 r² + 3/80 h²)
//   Both may have a rounding radius: they are then the Minkowski sum with a ball, larger on all sides.
//   Drum      inside of a cylinder; closed by flat ends, or endless, everything outside is solid;
//             with open ends it is a tube. Features: shell 0, end at -z 1, end at +z 2
//   Tube      thin cylindrical sheet that bodies meet from both sides and at its rims
//   Cup       thin bottom disc (feature 0) with the origin in its middle, and a thin side (1) up to `height`
//   Funnel    thin conical sheet, z in [-height/2, height/2]; a radius of 0 closes it with a tip
#pragma once

#include <array>

#include "shapes/meridian.h"

namespace cairn {

struct Cylinder {
  static constexpr bool kWall = false, kAxisymmetric = true;
  double radius = 0, half_height = 0, rounding = 0;

  std::array<MeridianPoint, 4> profile() const {
    return {{{0, -half_height}, {radius, -half_height}, {radius, half_height}, {0, half_height}}};
  }
  Cylinder scaled(double f) const { return {f * radius, f * half_height, f * rounding}; }
  MassProperties mass_properties() const;
  Bounds bounds() const {
    return grown({{-radius, -radius, -half_height}, {radius, radius, half_height}}, rounding);
  }
  double bounding_radius() const { return norm({radius, 0, half_height}) + rounding; }
  double thickness() const { return 2 * (std::min(radius, half_height) + rounding); }
  Surface surface(double extent) const;
};

// Three points for a cone, four for a frustum.
struct ConeProfile {
  std::array<MeridianPoint, 4> points;
  std::size_t count = 0;
  operator Profile() const { return {points.data(), count}; }  // NOLINT: it is one
};

struct Cone {
  static constexpr bool kWall = false, kAxisymmetric = true;
  double radius = 0, height = 0, top = 0, rounding = 0;

  Cone() = default;
  Cone(double base_radius, double height_, double top_radius = 0, double rounding_ = 0);

  double base() const { return base_; }  // z of the base, and of the apex or top below; both without rounding
  double apex() const { return base_ + height; }
  ConeProfile profile() const {
    return {{{{0, base()}, {radius, base()}, {top, apex()}, {0, apex()}}}, top > 0 ? 4u : 3u};
  }
  Cone scaled(double f) const { return {f * radius, f * height, f * top, f * rounding}; }
  MassProperties mass_properties() const;
  Bounds bounds() const {
    const double widest = std::max(radius, top);
    return grown({{-widest, -widest, base()}, {widest, widest, apex()}}, rounding);
  }
  double bounding_radius() const {
    return std::max(norm({top, 0, apex()}), norm({radius, 0, base()})) + rounding;
  }
  double thickness() const;
  Surface surface(double extent) const;

 private:
  double base_ = 0;
};

struct Drum {
  static constexpr bool kWall = true, kAxisymmetric = true;
  double radius = 0, half_length = kInfinity;
  bool open = false;

  // True if no body can be outside of it.
  bool is_solid_outside() const { return !open || half_length == kInfinity; }
  Drum scaled(double f) const { return {f * radius, f * half_length, open}; }
  Bounds bounds() const { return {{-radius, -radius, -half_length}, {radius, radius, half_length}}; }
  double bounding_radius() const { return norm({radius, 0, half_length}); }
  double thickness() const { return is_solid_outside() ? kInfinity : 0; }
  Surface surface(double extent) const;
};

struct Tube {
  static constexpr bool kWall = true, kAxisymmetric = true;
  double radius = 0, half_length = 0;

  std::array<MeridianPoint, 2> profile() const { return {{{radius, -half_length}, {radius, half_length}}}; }
  Tube scaled(double f) const { return {f * radius, f * half_length}; }
  Bounds bounds() const { return {{-radius, -radius, -half_length}, {radius, radius, half_length}}; }
  double bounding_radius() const { return norm({radius, 0, half_length}); }
  double thickness() const { return 0; }
  Surface surface(double extent) const;
};

struct Cup {
  static constexpr bool kWall = true, kAxisymmetric = true;
  double radius = 0, height = 0;

  std::array<MeridianPoint, 3> profile() const { return {{{0, 0}, {radius, 0}, {radius, height}}}; }
  Cup scaled(double f) const { return {f * radius, f * height}; }
  Bounds bounds() const { return {{-radius, -radius, 0}, {radius, radius, height}}; }
  double bounding_radius() const { return norm({radius, 0, height}); }
  double thickness() const { return 0; }
  Surface surface(double extent) const;
};

struct Funnel {
  static constexpr bool kWall = true, kAxisymmetric = true;
  double radius_top = 0, radius_bottom = 0, height = 0;

  double widest() const { return std::max(radius_top, radius_bottom); }
  std::array<MeridianPoint, 2> profile() const {
    return {{{radius_bottom, -0.5 * height}, {radius_top, 0.5 * height}}};
  }
  Funnel scaled(double f) const { return {f * radius_top, f * radius_bottom, f * height}; }
  Bounds bounds() const {
    return {{-widest(), -widest(), -0.5 * height}, {widest(), widest(), 0.5 * height}};
  }
  double bounding_radius() const { return norm({widest(), 0, 0.5 * height}); }
  double thickness() const { return 0; }
  Surface surface(double extent) const;
};

}  // namespace cairn
