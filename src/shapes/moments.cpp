#include "shapes/moments.h"

#include "base/assert.h"

namespace cairn {
namespace {

Vec3 unit_vector(int axis) { return {axis == 0 ? 1.0 : 0, axis == 1 ? 1.0 : 0, axis == 2 ? 1.0 : 0}; }

double element(const Mat3& a, int i, int j) { return a.row(i)[j]; }

// One rotation of Jacobi's method about `axis`, by at most 45°, that makes the off-diagonal element vanish.
Quat jacobi_rotation(const Mat3& a, int axis) {
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const double theta = 0.5 * (element(a, j, j) - element(a, i, i)) / element(a, i, j);
  const double t = std::copysign(1 / (std::abs(theta) + std::sqrt(1 + theta * theta)), theta);
  return rotation(-std::atan(t) * unit_vector(axis));
}

}  // namespace

Moments moments_of(const MassProperties& mass) {
  const Vec3& i = mass.moments;
  return {mass.volume, {}, diagonal(0.5 * Vec3{i.y + i.z - i.x, i.z + i.x - i.y, i.x + i.y - i.z})};
}

Moments placed(const Moments& moments, const Quat& turn, const Vec3& shift) {
  const Mat3 r = matrix(turn);
  const Vec3 first = r * moments.first;
  const Mat3 second = r * moments.second * transpose(r) + outer(first, shift) + outer(shift, first) +
                      moments.volume * outer(shift, shift);
  return {moments.volume, first + moments.volume * shift, second};
}

// ∫x xᵀ dV = V/20 (a aᵀ + b bᵀ + c cᵀ + s sᵀ) with s = a + b + c.
Moments tetrahedron(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double volume = dot(a, cross(b, c)) / 6;
  const Vec3 s = a + b + c;
  return {volume, volume / 4 * s, volume / 20 * (outer(a, a) + outer(b, b) + outer(c, c) + outer(s, s))};
}

PrincipalAxes principal_axes(const Moments& moments) {
  CAIRN_ASSERT(moments.volume != 0);
  const Vec3 centre = moments.first / moments.volume;
  const Mat3 second = placed(moments, {}, -centre).second;
  const double trace = second.row0.x + second.row1.y + second.row2.z;
  constexpr double kRounding = 1e-13;
  // Jacobi's rotations, round after round, until all off-diagonal elements are rounding errors.
  Quat turn;
  Mat3 a = second;
  for (int round = 0; round < 30; ++round) {
    bool done = true;
    for (int axis = 2; axis >= 0; --axis) {
      const int i = (axis + 1) % 3, j = (axis + 2) % 3;
      if (std::abs(element(a, i, j)) <= kRounding * trace) continue;
      done = false;
      turn = unit(turn * jacobi_rotation(a, axis));
      const Mat3 r = matrix(turn);
      a = transpose(r) * second * r;
    }
    if (done) break;
  }
  const Vec3 d{a.row0.x, a.row1.y, a.row2.z};
  return {{moments.volume, {d.y + d.z, d.z + d.x, d.x + d.y}}, turn, centre};
}

}  // namespace cairn
