// Volume integrals of a body at unit density, in any axes about any origin:
//   V = ∫dV,   first = ∫x dV,   second = ∫x xᵀ dV.
// Integrals of parts add up; overlaps are subtracted.
#pragma once

#include <span>

#include "math/quat.h"
#include "math/symmetric3.h"
#include "shapes/geometry.h"

namespace cairn {

struct Moments {
  double volume = 0;
  Vec3 first;
  Mat3 second = diagonal({0, 0, 0});

  Moments& operator+=(const Moments& other) {
    volume += other.volume;
    first += other.first;
    second = second + other.second;
    return *this;
  }
};

constexpr Moments operator*(double s, const Moments& m) { return {s * m.volume, s * m.first, s * m.second}; }

// From a body in principal axes about its centre of mass: ∫x² dV = (I_y + I_z - I_x)/2.
Moments moments_of(const MassProperties& mass);
// The integrals after a turn and then a shift.
Moments placed(const Moments& moments, const Quat& turn, const Vec3& shift);

// Integrals over the tetrahedron between the origin and a triangle, negative if the triangle looks clockwise
// from outside. Over a closed surface they sum to the integrals of the body (divergence theorem).
Moments tetrahedron(const Vec3& a, const Vec3& b, const Vec3& c);

// Centre of mass and principal axes: x = offset + turn y takes principal axes y to the given axes. If the
// given axes are principal to rounding, they stay.
struct PrincipalAxes {
  MassProperties mass;
  Quat turn;
  Vec3 offset;
};
[[nodiscard]] PrincipalAxes principal_axes(const Moments& moments);

}  // namespace cairn
