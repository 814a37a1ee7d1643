#include "collide/smooth.h"

#include "base/assert.h"
#include "math/symmetric3.h"

namespace cairn {
namespace {

constexpr double kAccuracy = 1e-11;  // of the gap, over the size
constexpr double kArrived = 1e-13;   // square of the last turn: the next one is about this large
constexpr int kMostSteps = 20;
constexpr int kGuesses = 3;  // steps of the search for λ

Vec3 half_widths(const Convex& c) {
  if (c.kind == &kConvexKind<Ellipsoid>) return static_cast<const Ellipsoid*>(c.core)->radii;
  if (c.kind == &kConvexKind<Superellipsoid>) return static_cast<const Superellipsoid*>(c.core)->radii;
  return {};
}

// Q diag(r²) Qᵀ.
Mat3 squared_widths(const Convex& c) {
  const Vec3 r = half_widths(c);
  return c.axes * (diagonal(scaled(r, r)) * c.back);
}

double apart(const Convex& a, const Convex& b, const Vec3& u) { return dot(u, b.support(-u) - a.support(u)); }

}  // namespace

Guess ellipsoid_guess(const Convex& a, const Convex& b) {
  const Vec3 d = b.position - a.position;
  const Mat3 m_a = squared_widths(a), m_b = squared_widths(b);
  double lambda = 0.5;
  Vec3 z = d;
  for (int step = 0; step < kGuesses; ++step) {
    z = inverse((1 - lambda) * m_a + lambda * m_b) * d;
    const double h_a = std::sqrt(dot(z, m_a * z)), h_b = std::sqrt(dot(z, m_b * z));
    // The core of a sphere is a point; then z does not depend on λ.
    if (!(h_a > 0 && h_b > 0)) break;
    lambda = h_a / (h_a + h_b);
  }
  const double length = norm(z);
  const Vec3 u = length > 0 ? z / length : Vec3{0, 0, 1};
  return {u, apart(a, b, u)};
}

bool refine(const Convex& a, const Convex& b, const Guess& start, double size, Closest& closest) {
  CAIRN_ASSERT(a.kind->bend != nullptr && b.kind->bend != nullptr);
  const double accuracy = kAccuracy * size;
  Vec3 from = start.u, u = from, turn;
  double before = start.apart;
  for (int step = 0; step < kMostSteps; ++step) {
    // Gradient of the gap, and the gap itself.
    const SupportBend of_a = a.kind->bend(a.core, a.back * u), of_b = b.kind->bend(b.core, -(b.back * u));
    const Vec3 c = b.position + b.axes * of_b.point - (a.position + a.axes * of_a.point);
    const double g = dot(u, c);
    // A step that loses gap was too long: where a side is nearly flat, its curvature holds for short turns
    // only.
    if (!(g >= before - accuracy)) {
      if (step == 0) return false;
      turn = 0.5 * turn;
      u = unit(from + turn);
      continue;
    }
    before = g;
    // R + g in two directions across u.
    const Vec3 s = perpendicular(u), t = cross(u, s);
    const Vec3 s_a = a.back * s, t_a = a.back * t, s_b = b.back * s, t_b = b.back * t;
    const Vec3 bend_a = of_a.bend * s_a, bend_b = of_b.bend * s_b;
    const double ss = dot(s_a, bend_a) + dot(s_b, bend_b) + g, st = dot(t_a, bend_a) + dot(t_b, bend_b);
    const double tt = dot(t_a, of_a.bend * t_a) + dot(t_b, of_b.bend * t_b) + g;
    const double determinant = ss * tt - st * st;
    if (!(determinant > 0 && ss > 0)) return false;
    const double cs = dot(c, s), ct = dot(c, t);
    turn = (1 / determinant) * ((cs * tt - ct * st) * s + (ct * ss - cs * st) * t);
    from = u;
    u = unit(u + turn);
    if (!(norm2(turn) < kArrived)) continue;
    const Vec3 on_a = a.support(u), on_b = b.support(-u);
    closest = {u, dot(u, on_b - on_a), on_a, on_b};
    return true;
  }
  return false;
}

}  // namespace cairn
