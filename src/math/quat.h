// Unit quaternions (w, x, y, z) that turn body axes into world axes.
#pragma once

#include "math/mat3.h"

namespace cairn {

struct Quat {
  double w = 1, x = 0, y = 0, z = 0;
  constexpr Vec3 vector() const { return {x, y, z}; }
  constexpr bool operator==(const Quat&) const = default;
};

constexpr Quat operator*(const Quat& a, const Quat& b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
constexpr Quat conjugate(const Quat& q) { return {q.w, -q.x, -q.y, -q.z}; }
inline Quat unit(const Quat& q) {
  const double s = 1 / std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {s * q.w, s * q.x, s * q.y, s * q.z};
}

constexpr Vec3 rotate(const Quat& q, const Vec3& a) {
  const Vec3 t = 2 * cross(q.vector(), a);
  return a + q.w * t + cross(q.vector(), t);
}
constexpr Vec3 rotate_back(const Quat& q, const Vec3& a) { return rotate(conjugate(q), a); }

// The body's z axis in world axes: rotate(q, {0, 0, 1}).
constexpr Vec3 z_axis(const Quat& q) {
  return {2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y)};
}

constexpr Mat3 matrix(const Quat& q) {
  return transpose({rotate(q, {1, 0, 0}), rotate(q, {0, 1, 0}), rotate(q, {0, 0, 1})});
}

// Rotation by the vector r (angle |r|, axis r/|r|): exp(r/2).
inline Quat rotation(const Vec3& r) {
  const double angle = norm(r), s = angle > 1e-8 ? std::sin(0.5 * angle) / angle : 0.5;
  return {std::cos(0.5 * angle), s * r.x, s * r.y, s * r.z};
}

// The shortest rotation that takes the unit vector a to the unit vector b. With m the direction halfway
// between them, w = |a + b|/2 and (x, y, z) = a x m. Opposite vectors: half a turn about perpendicular(a).
inline Quat rotation_between(const Vec3& a, const Vec3& b) {
  const double length = norm(a + b);
  if (length < 1e-150) {
    const Vec3 p = perpendicular(a);
    return {0, p.x, p.y, p.z};
  }
  const Vec3 v = cross(a, (a + b) / length);
  return unit(Quat{0.5 * length, v.x, v.y, v.z});
}

}  // namespace cairn
