#include "problem/admissible_set.h"

#include "math/symmetric3.h"
#include "problem/yield.h"

namespace cairn {
namespace {

// Derivative of the projection of one box component.
double slope(Component component, double limit, double x) {
  switch (component) {
    case Component::none:
      return 0;
    case Component::free:
      return 1;
    case Component::push:
      return x > 0 ? 1 : 0;
    case Component::pull:
      return x < 0 ? 1 : 0;
    case Component::bounded:
      return std::abs(x) < limit ? 1 : 0;
  }
  return 0;
}

}  // namespace

Vec3 project_yield(const AdmissibleSet& set, const Vec3& x) {
  const YieldSection section = section_of(set);
  const double s = std::sqrt(x.y * x.y + x.z * x.z);
  const SectionPoint p = project(section, x.x, s);
  const double t = s > 0 ? p.s / s : 0;
  return p.is_inside ? x : Vec3{p.n, t * x.y, t * x.z};
}

Mat3 projection_derivative(const AdmissibleSet& set, const Vec3& x) {
  const Mat3 zero{{}, {}, {}};
  if (set.kind == SetKind::box) {
    const auto& c = set.component;
    const double limit = set.cohesion;
    return diagonal({slope(c[0], limit, x.x), slope(c[1], limit, x.y), slope(c[2], limit, x.z)});
  }
  if (set.kind > SetKind::box) return project_in_metric(set, {1, 1, 1}, x).derivative;
  const double n = x.x + set.cohesion, mu = set.friction;
  if (set.kind == SetKind::half_line) return diagonal({n > 0 ? 1.0 : 0.0, 0, 0});
  const double t = std::sqrt(x.y * x.y + x.z * x.z);
  if (t <= mu * n) return {};
  if (mu * t <= -n) return zero;
  // Projector onto the generator (1, μτ), and the part along the circle of radius μa.
  const Vec3 tau{0, x.y / t, x.z / t}, generator = Vec3{1, 0, 0} + mu * tau;
  const double c = 1 / (1 + mu * mu), around = mu * c * (n + mu * t) / t;
  return c * outer(generator, generator) + around * (diagonal({0, 1, 1}) + -1.0 * outer(tau, tau));
}

}  // namespace cairn
