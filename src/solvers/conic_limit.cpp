#include "solvers/conic_limit.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cairn {
namespace {

constexpr double kNoEnd = std::numeric_limits<double>::infinity();

// yᵀJy without the worst of the cancellation.
double hyperbolic2(const Vec3& y) {
  const double t = std::sqrt(y.y * y.y + y.z * y.z);
  return (y.x - t) * (y.x + t);
}

// W v/β, or W⁻¹ v β with −w̄₁.
Vec3 turned(const Vec3& w, const Vec3& v) {
  const double along = w.y * v.y + w.z * v.z, s = v.x + along / (1 + w.x);
  return {w.x * v.x + along, v.y + s * w.y, v.z + s * w.z};
}

double longest_step_of(bool is_cone, const Vec3& y, const Vec3& d) {
  if (!is_cone) return d.x < 0 ? -y.x / d.x : kNoEnd;
  const double a = d.x * d.x - d.y * d.y - d.z * d.z, b = y.x * d.x - y.y * d.y - y.z * d.z;
  const double c = hyperbolic2(y), root2 = b * b - a * c;
  if (root2 < 0) return kNoEnd;
  const double down = -b + std::sqrt(root2);
  return down > 0 ? c / down : kNoEnd;
}

}  // namespace

void ConicLimit::scale() {
  if (!is_cone) {
    beta = std::sqrt(y.x / z.x);
    lambda = {std::sqrt(y.x * z.x), 0, 0};
    return;
  }
  const double ny = std::sqrt(hyperbolic2(y)), nz = std::sqrt(hyperbolic2(z));
  const Vec3 a = y / ny, b = z / nz;
  const double gamma = std::sqrt(0.5 * (1 + dot(a, b)));
  w = 0.5 / gamma * Vec3{a.x + b.x, a.y - b.y, a.z - b.z};
  beta = std::sqrt(ny / nz);
  lambda = times(z);
}

Vec3 ConicLimit::times(const Vec3& v) const { return is_cone ? beta * turned(w, v) : Vec3{beta * v.x, 0, 0}; }

Vec3 ConicLimit::inverse_times(const Vec3& v) const {
  return is_cone ? turned({w.x, -w.y, -w.z}, v) / beta : Vec3{v.x / beta, 0, 0};
}

Mat3 ConicLimit::inverse_square() const {
  const Vec3 j{w.x, -w.y, -w.z};
  return 1 / (beta * beta) * (is_cone ? 2.0 * outer(j, j) + diagonal({-1, 1, 1}) : diagonal({1, 0, 0}));
}

Vec3 ConicLimit::product(const Vec3& a, const Vec3& b) const {
  if (!is_cone) return {a.x * b.x, 0, 0};
  return {dot(a, b), a.x * b.y + b.x * a.y, a.x * b.z + b.x * a.z};
}

Vec3 ConicLimit::quotient(const Vec3& a, const Vec3& b) const {
  if (!is_cone) return {b.x / a.x, 0, 0};
  const double first = (a.x * b.x - a.y * b.y - a.z * b.z) / hyperbolic2(a);
  return {first, (b.y - first * a.y) / a.x, (b.z - first * a.z) / a.x};
}

void ConicLimit::follow(const Vec3& change) {
  dy = change;
  dz = inverse_times(goal - inverse_times(dy));
}

double ConicLimit::longest_step() const {
  return std::min(longest_step_of(is_cone, y, dy), longest_step_of(is_cone, z, dz));
}

bool ConicLimit::is_inside() const {
  const auto inside = [&](const Vec3& v) { return v.x > 0 && (!is_cone || hyperbolic2(v) > 0); };
  return inside(y) && inside(z);
}

}  // namespace cairn
