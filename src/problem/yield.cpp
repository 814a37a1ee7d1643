#include "problem/yield.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "math/symmetric3.h"

namespace cairn {
namespace {

// A point of the half plane.
struct Flat {
  double n = 0, s = 0;
};
Flat operator-(const Flat& a, const Flat& b) { return {a.n - b.n, a.s - b.s}; }
Flat operator+(const Flat& a, const Flat& b) { return {a.n + b.n, a.s + b.s}; }
double dot(const Flat& a, const Flat& b) { return a.n * b.n + a.s * b.s; }
double length(const Flat& a) { return std::sqrt(dot(a, a)); }

SectionPoint itself(const Flat& x) { return {x.n, x.s, 1, 0, 1, 1, true}; }

// λ of the point of an ellipse nearest to w; w lies outside.
double multiplier(double a_n, double a_s, const Flat& w) {
  constexpr int kMost = 60;
  const double n2 = a_n * a_n, s2 = a_s * a_s;
  double lambda = std::max({0.0, a_n * std::abs(w.n) - n2, a_s * std::abs(w.s) - s2});
  for (int k = 0; k < kMost; ++k) {
    const double p = a_n * w.n / (n2 + lambda), q = a_s * w.s / (s2 + lambda);
    const double value = p * p + q * q - 1, slope = -2 * (p * p / (n2 + lambda) + q * q / (s2 + lambda));
    if (!(value > 0) || !(slope < 0)) break;
    const double next = lambda - value / slope;
    if (!(next > lambda)) break;
    lambda = next;
  }
  return lambda;
}

// The nearest point of the ellipse about `centre`; without axes, the centre.
SectionPoint on_arc(double a_n, double a_s, const Flat& centre, const Flat& x) {
  if (a_n == 0) return {centre.n, centre.s, 0, 1, 0, x.s > 0 ? centre.s / x.s : 0};
  const Flat w = x - centre;
  const double n2 = a_n * a_n, s2 = a_s * a_s;
  const double lambda = a_n == a_s ? a_n * (length(w) - a_n) : multiplier(a_n, a_s, w);
  const Flat z{n2 * w.n / (n2 + lambda), s2 * w.s / (s2 + lambda)}, p = centre + z, d = x - p;
  const double distance = length(d), steep = z.n * z.n / (n2 * n2) + z.s * z.s / (s2 * s2);
  const double curvature = 1 / (n2 * s2 * steep * std::sqrt(steep));
  // The normal of the ellipse itself, which also serves points next to it.
  const double root = std::sqrt(steep);
  const Flat normal{z.n / (n2 * root), z.s / (s2 * root)};
  return {p.n,
          p.s,
          -normal.s,
          normal.n,
          1 / (1 + curvature * distance),
          x.s > 0 ? p.s / x.s : s2 / (s2 + lambda)};
}

// The nearest point of the cut cone, without rounding.
Flat onto_cut_cone(double mu, double cap, const Flat& x) {
  if (mu * x.s <= -x.n) return {};
  Flat y = x;
  if (x.s > mu * x.n) {
    const double a = (x.n + mu * x.s) / (1 + mu * mu);
    y = {a, mu * a};
  }
  return y.n <= cap ? y : Flat{cap, std::min(x.s, mu * cap)};
}

bool is_inside(const YieldSection& set, const Flat& x) {
  if (set.round_n == 0) return x.n >= 0 && x.s <= set.mu * x.n && x.n <= set.cap;
  const Flat y{x.n / set.round_n, x.s / set.round_s};
  return length(y - onto_cut_cone(set.mu * set.round_n / set.round_s, set.cap / set.round_n, y)) <= 1;
}

// Projects onto the side of the cone; beyond its ends onto apex or shoulder.
SectionPoint onto_side(const YieldSection& set, const Flat& x) {
  const double k = 1 / std::sqrt(1 + set.mu * set.mu);
  const Flat along{k, set.mu * k}, normal{-set.mu * k, k};
  // The side of a rounded cone is offset by the ellipse's farthest point along the normal.
  Flat offset;
  if (set.round_n > 0) {
    const double a = set.round_n * normal.n, b = set.round_s * normal.s, root = std::sqrt(a * a + b * b);
    offset = {set.round_n * a / root, set.round_s * b / root};
  }
  const Flat from = x - offset;
  const double at = dot(from, along), end = set.cap / k;
  if (at < 0) return on_arc(set.round_n, set.round_s, {}, x);
  if (at > end) return on_arc(set.round_n, set.round_s, {set.cap, set.mu * set.cap}, x);
  const Flat p = Flat{at * along.n, at * along.s} + offset;
  return {p.n, p.s, along.n, along.s, 1, x.s > 0 ? p.s / x.s : 0};
}

// K_μ ∩ ellipse: the point lies on the cone, on the ellipse, or where they meet.
SectionPoint onto_dome(const YieldSection& set, const Flat& x) {
  const auto is_below = [&](const Flat& y) {
    return y.n * y.n / (set.dome_n * set.dome_n) + y.s * y.s / (set.dome_s * set.dome_s) <= 1;
  };
  const YieldSection cone{.mu = set.mu};
  const SectionPoint y = is_inside(cone, x) ? itself(x) : onto_side(cone, x);
  if (is_below({y.n, y.s})) return y;
  if (!is_below(x)) {
    const SectionPoint arc = on_arc(set.dome_n, set.dome_s, {}, x);
    if (arc.s <= set.mu * arc.n) return arc;
  }
  const double n = 1 / std::hypot(1 / set.dome_n, set.mu / set.dome_s), s = set.mu * n;
  return {n, s, 0, 1, 0, x.s > 0 ? s / x.s : 0};
}

}  // namespace

YieldSection section_of(const AdmissibleSet& set) {
  YieldSection section{.mu = set.kind == SetKind::half_line ? 0 : set.friction};
  const double c = set.cohesion;
  switch (set.kind) {
    case SetKind::cone_ball:
      section.round_n = section.round_s = c;
      break;
    case SetKind::cone_ellipsoid:
      section.round_n = c;
      section.round_s = set.limit;
      break;
    case SetKind::capped_flat:
      section.shift = c;
      section.cap = set.limit;
      break;
    case SetKind::capped_round:
      section.round_n = section.round_s = c;
      section.cap = set.limit;
      break;
    case SetKind::capped_sphere:
      section.dome_n = section.dome_s = set.limit;
      break;
    case SetKind::half_line:
    case SetKind::cone:
    case SetKind::box:
      section.shift = c;
  }
  return section;
}

YieldSection stretched(const YieldSection& set, double normal, double tangential) {
  CAIRN_ASSERT(!(normal <= 0) && !(tangential < 0));
  return {set.mu * tangential / normal, set.shift * normal,  set.cap * normal,       set.round_n * normal,
          set.round_s * tangential,     set.dome_n * normal, set.dome_s * tangential};
}

SectionPoint project(const YieldSection& set, double n, double s) {
  CAIRN_ASSERT(!(s < 0));
  if (set.dome_n < YieldSection::kNone) return onto_dome(set, {n, s});
  // Move the apex to the origin.
  YieldSection moved = set;
  moved.cap += set.shift;
  const Flat x{n + set.shift, s};
  if (is_inside(moved, x)) return itself({n, s});
  // Round-off may have moved a point of the cap outside.
  const double top = moved.cap + moved.round_n;
  SectionPoint p = x.n > moved.cap && s <= moved.mu * moved.cap
                       ? SectionPoint{std::min(x.n, top), s, 0, 1, 1, 1}
                       : onto_side(moved, x);
  p.n -= set.shift;
  return p;
}

MetricProjection project_in_metric(const AdmissibleSet& set, const Vec3& metric, const Vec3& x) {
  CAIRN_ASSERT(!(metric.x < 0) && !(metric.y < 0));
  // These sets act component by component, whatever the metric.
  if (set.kind == SetKind::box || set.kind == SetKind::half_line)
    return {project(set, x), projection_derivative(set, x)};
  // Only the ratio of the metric matters; its root has no unit.
  const double b = std::sqrt(metric.y / metric.x);
  const double s = std::sqrt(x.y * x.y + x.z * x.z);
  const SectionPoint p = project(stretched(section_of(set), 1, b), x.x, b * s);
  if (p.is_inside) return {x, {}};
  const Vec3 tau = s > 0 ? Vec3{0, x.y / s, x.z / s} : Vec3{0, 1, 0};
  const Vec3 point = Vec3{p.n, 0, 0} + p.s / b * tau;
  // √E⁻¹ ∂P √E: only the mixed elements depend on the scale.
  const Vec3 left = Vec3{p.tangent_n, 0, 0} + p.tangent_s / b * tau,
             right = Vec3{p.tangent_n, 0, 0} + (p.tangent_s * b) * tau;
  return {point, p.along * outer(left, right) + p.around * (diagonal({0, 1, 1}) + -1.0 * outer(tau, tau))};
}

}  // namespace cairn
