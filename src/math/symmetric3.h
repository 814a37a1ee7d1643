// Symmetric 3 x 3 matrices: the largest eigenvalue, in closed form.
//   m = tr A/3,  K = A − m 1,  p² = tr K²/6,  cos 3φ = det K/(2p³),  λ_max = m + 2p cos φ,  0 ≤ φ ≤ π/3
#pragma once

#include <algorithm>
#include <cmath>

#include "math/mat3.h"

namespace cairn {

constexpr double trace(const Mat3& a) { return a.row0.x + a.row1.y + a.row2.z; }

inline double largest_eigenvalue(const Mat3& a) {
  const double mean = trace(a) / 3;
  const Mat3 rest = a + (-mean) * diagonal({1, 1, 1});
  const double p2 = (norm2(rest.row0) + norm2(rest.row1) + norm2(rest.row2)) / 6, p = std::sqrt(p2);
  if (!(p > 1e-15 * std::abs(mean))) return mean + 2 * p;
  const double cosine = std::clamp(determinant(rest) / (2 * p2 * p), -1.0, 1.0);
  return mean + 2 * p * std::cos(std::acos(cosine) / 3);
}

// a bᵀ.
constexpr Mat3 outer(const Vec3& a, const Vec3& b) { return {a.x * b, a.y * b, a.z * b}; }
// The matrix of a ×.
constexpr Mat3 cross_matrix(const Vec3& a) { return {{0, -a.z, a.y}, {a.z, 0, -a.x}, {-a.y, a.x, 0}}; }

}  // namespace cairn
