#include "collide/passing.h"

#include <algorithm>

#include "base/assert.h"

namespace cairn {
namespace {

Vec3 velocity_at(const PlacedShape& body, const Motion& motion, const Vec3& point) {
  return motion.velocity + cross(motion.spin, point - body.position);
}

PlacedShape moved(const PlacedShape& body, const Motion& motion, double h) {
  return {body.shape, body.position + h * motion.velocity, unit(rotation(h * motion.spin) * body.orientation),
          body.radius};
}

constexpr double kMeets = 0.01;  // of the tolerated overlap: bodies at rest close by less in a step

// True if all gaps are open and at least one would close within the step.
bool would_meet(const PlacedShape& a, const PlacedShape& b, const Passing& passing,
                const ContactPoints& contacts) {
  bool meet = false;
  for (const ContactPoint& c : contacts) {
    if (c.gap < -passing.overlap) return false;
    const Vec3 u = velocity_at(b, passing.b, c.point) - velocity_at(a, passing.a, c.point);
    meet = meet || c.gap + passing.h * dot(c.normal, u) < -kMeets * passing.overlap;
  }
  return meet;
}

}  // namespace

void look_past(const PlacedShape& a, const PlacedShape& b, const Passing& passing, double margin,
               ContactPoints& contacts, ContactPoints& later) {
  CAIRN_ASSERT(passing.h > 0 && passing.overlap >= 0);
  CAIRN_ASSERT(&contacts != &later);
  if (!is_convex(a.shape) || !is_convex(b.shape) || !would_meet(a, b, passing, contacts)) return;
  // Contacts at the end of the step, moved back to now. If any of them overlaps, the shapes do not pass.
  const PlacedShape end_a = moved(a, passing.a, passing.h), end_b = moved(b, passing.b, passing.h);
  find_contacts(end_a, end_b, margin, later);
  for (ContactPoint& c : later) {
    if (c.gap < -passing.overlap) return;
    const Vec3 v_a = velocity_at(end_a, passing.a, c.point), v_b = velocity_at(end_b, passing.b, c.point);
    c.gap -= passing.h * dot(c.normal, v_b - v_a);
    if (c.gap < -passing.overlap) return;
    c.point -= (0.5 * passing.h) * (v_a + v_b);
  }
  if (later.count > 0) std::swap(contacts, later);
}

}  // namespace cairn
