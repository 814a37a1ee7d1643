// Vectors of three doubles in world or body axes. Plain structs are as fast as any library when optimised,
// and much faster in debug builds.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace cairn {

struct Vec3 {
  double x = 0, y = 0, z = 0;

  constexpr Vec3() = default;
  constexpr Vec3(double x_, double y_, double z_) : x(x_), y(y_), z(z_) {}
  constexpr explicit Vec3(const std::array<double, 3>& a) : x(a[0]), y(a[1]), z(a[2]) {}

  constexpr double operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  constexpr double& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  constexpr Vec3& operator+=(const Vec3& b) { return x += b.x, y += b.y, z += b.z, *this; }
  constexpr Vec3& operator-=(const Vec3& b) { return x -= b.x, y -= b.y, z -= b.z, *this; }
  constexpr Vec3& operator*=(double s) { return x *= s, y *= s, z *= s, *this; }
  constexpr bool operator==(const Vec3&) const = default;
};

constexpr Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
constexpr Vec3 operator*(double s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
constexpr Vec3 operator*(const Vec3& a, double s) { return s * a; }
constexpr Vec3 operator/(const Vec3& a, double s) { return {a.x / s, a.y / s, a.z / s}; }

constexpr double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
// Component by component.
constexpr Vec3 scaled(const Vec3& a, const Vec3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
constexpr Vec3 min(const Vec3& a, const Vec3& b) {
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
constexpr Vec3 max(const Vec3& a, const Vec3& b) {
  return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}
inline Vec3 abs(const Vec3& a) { return {std::abs(a.x), std::abs(a.y), std::abs(a.z)}; }

constexpr double norm2(const Vec3& a) { return dot(a, a); }
inline double norm(const Vec3& a) { return std::sqrt(norm2(a)); }
inline Vec3 unit(const Vec3& a) { return a / norm(a); }
inline bool is_finite(const Vec3& a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

// A unit vector perpendicular to the unit vector n. It depends continuously on n on either side of
// the plane z = 0.
inline Vec3 perpendicular(const Vec3& n) {
  const double s = std::copysign(1.0, n.z), a = -1 / (s + n.z);
  return {1 + s * n.x * n.x * a, s * n.x * n.y * a, -s * n.x};
}

}  // namespace cairn
