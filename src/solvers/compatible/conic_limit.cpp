#include "solvers/compatible/conic_limit.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr double kNoEnd = std::numeric_limits<double>::infinity();
constexpr double kShare = 0.95;  // share of the way to the boundary
// Always keep some centring. A pair (y, z) off the central path by the angle φ has yᵀz ~ φ², so it would
// reach the round-off of yᵀz while its direction is still wrong by 10⁻⁸.
constexpr double kLeastCentring = 0.1;

// yᵀJy with little cancellation.
double hyperbolic2(const Vec3& y) {
  const double t = std::sqrt(y.y * y.y + y.z * y.z);
  return (y.x - t) * (y.x + t);
}

// W v/β for w = w̄, and W⁻¹v β for w with −w̄₁.
Vec3 turned(const Vec3& w, const Vec3& v) {
  const double along = w.y * v.y + w.z * v.z, s = v.x + along / (1 + w.x);
  return {w.x * v.x + along, v.y + s * w.y, v.z + s * w.z};
}

// The largest α for which y + α d stays in its set.
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
  CAIRN_ASSERT(factor != 0);
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

double longest_step(std::span<const ConicLimit> limits) {
  double alpha = kNoEnd;
  for (const ConicLimit& limit : limits) alpha = std::min(alpha, limit.longest_step());
  return alpha;
}

double centre(std::span<const ConicLimit> limits) {
  double sum = 0;
  for (const ConicLimit& limit : limits) sum += dot(limit.y, limit.z);
  return limits.empty() ? 0 : sum / static_cast<double>(limits.size());
}

void aim_at_boundary(std::span<ConicLimit> limits) {
  for (ConicLimit& limit : limits) {
    limit.scale();
    limit.goal = -limit.lambda;
  }
}

void aim_along_path(std::span<ConicLimit> limits) {
  const double sigma = std::max(std::pow(1 - std::min(1.0, longest_step(limits)), 3), kLeastCentring);
  const double target = sigma * centre(limits);
  for (ConicLimit& limit : limits) {
    Vec3 goal = -limit.product(limit.lambda, limit.lambda) -
                limit.product(limit.inverse_times(limit.dy), limit.times(limit.dz));
    goal.x += target;
    limit.goal = limit.quotient(limit.lambda, goal);
  }
}

double step_inside(std::span<const ConicLimit> limits) {
  return std::min(1.0, kShare * longest_step(limits));
}

}  // namespace cairn
