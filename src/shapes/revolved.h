// Shapes with an axis; it is z. Each is a profile in the meridian half-plane (shapes/meridian.h).
//   Cylinder  solid, z in [-h, h]; V = 2π r² h, I_z = V r²/2, I_x = V (r²/4 + h²/3)
//   Cone      solid, apex up, origin at the centre of mass a quarter of the height above the base;
//             V = π r² h/3, I_z = 3/10 V r², I_x = V (3/20 r² + 3/80 h²)
//   Drum      inside of a cylinder; closed by flat ends, or endless, everything outside is solid;
//             with open ends it is a tube. Features: shell 0, end at -z 1, end at +z 2
//   Tube      thin cylindrical sheet, met from both sides and at its rims
//   Cup       thin bottom disc (feature 0) with the origin in its middle, and a thin side (1) up to z =
//   height Funnel    thin conical sheet, z in [-height/2, height/2]; a radius of 0 closes it with a tip
#pragma once

#include <array>

#include "shapes/meridian.h"

namespace cairn {

struct Cylinder {
  static constexpr bool kWall = false, kAxisymmetric = true;
  double radius = 0, half_height = 0;

  std::array<MeridianPoint, 4> profile() const {
    return {{{0, -half_height}, {radius, -half_height}, {radius, half_height}, {0, half_height}}};
  }
  Cylinder scaled(double f) const { return {f * radius, f * half_height}; }
  MassProperties mass_properties() const;
  Bounds bounds() const { return {{-radius, -radius, -half_height}, {radius, radius, half_height}}; }
  double bounding_radius() const { return norm({radius, 0, half_height}); }
  double thickness() const { return 2 * std::min(radius, half_height); }
  Surface surface(double extent) const;
};

struct Cone {
  static constexpr bool kWall = false, kAxisymmetric = true;
  double radius = 0, height = 0;

  double base() const { return -0.25 * height; }  // z of the base and of the apex
  double apex() const { return 0.75 * height; }
  std::array<MeridianPoint, 3> profile() const { return {{{0, base()}, {radius, base()}, {0, apex()}}}; }
  Cone scaled(double f) const { return {f * radius, f * height}; }
  MassProperties mass_properties() const;
  Bounds bounds() const { return {{-radius, -radius, base()}, {radius, radius, apex()}}; }
  double bounding_radius() const { return std::max(apex(), norm({radius, 0, base()})); }
  // Smallest altitude of the triangle seen from the side.
  double thickness() const { return height * std::min(1.0, 2 * radius / norm({radius, 0, height})); }
  Surface surface(double extent) const;
};

struct Drum {
  static constexpr bool kWall = true, kAxisymmetric = true;
  double radius = 0, half_length = kInfinity;
  bool open = false;

  // Nothing can be outside of it.
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
