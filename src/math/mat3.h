// 3 x 3 matrices by rows.
#pragma once

#include "math/vec3.h"

namespace cairn {

struct Mat3 {
  Vec3 row0{1, 0, 0}, row1{0, 1, 0}, row2{0, 0, 1};

  constexpr const Vec3& row(int i) const { return i == 0 ? row0 : i == 1 ? row1 : row2; }
  constexpr Vec3 column(int i) const { return {row0[i], row1[i], row2[i]}; }
};

constexpr Vec3 operator*(const Mat3& a, const Vec3& b) {
  return {dot(a.row0, b), dot(a.row1, b), dot(a.row2, b)};
}
constexpr Mat3 transpose(const Mat3& a) { return {a.column(0), a.column(1), a.column(2)}; }
constexpr Mat3 operator*(const Mat3& a, const Mat3& b) {
  const Mat3 t = transpose(b);
  return {t * a.row0, t * a.row1, t * a.row2};
}
constexpr Mat3 operator+(const Mat3& a, const Mat3& b) {
  return {a.row0 + b.row0, a.row1 + b.row1, a.row2 + b.row2};
}
constexpr Mat3 operator*(double s, const Mat3& a) { return {s * a.row0, s * a.row1, s * a.row2}; }
constexpr Mat3 diagonal(const Vec3& d) { return {{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}; }
constexpr double determinant(const Mat3& a) { return dot(a.row0, cross(a.row1, a.row2)); }
constexpr Mat3 inverse(const Mat3& a) {
  const double s = 1 / determinant(a);
  return transpose({s * cross(a.row1, a.row2), s * cross(a.row2, a.row0), s * cross(a.row0, a.row1)});
}

}  // namespace cairn
