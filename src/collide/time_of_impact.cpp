#include "collide/time_of_impact.h"

#include "base/assert.h"
#include "collide/convex.h"

namespace cairn {
namespace {

constexpr int kMostSteps = 10000;

// Radius about the body's origin within which its surface can meet the other body: its bounding radius, or
// for a wide body the farthest that the other can reach.
double lever(const Flight& body, const Flight& other, double duration) {
  const double own = is_round(body.start.shape) ? 0 : bounding_radius(body.start.shape);
  const double size = is_round(other.start.shape) ? other.start.radius : bounding_radius(other.start.shape);
  const double way = duration * norm(other.motion.velocity - body.motion.velocity) +
                     0.5 * duration * duration * norm(other.acceleration - body.acceleration);
  return std::min(own, norm(other.start.position - body.start.position) + size + way);
}

// The spin that moves the surface at time t. A sphere's spin moves nothing; nor does the spin of an
// axisymmetric shape about its axis.
Vec3 moving_spin(const Flight& body, double t) {
  const Vec3 spin = body.motion.spin;
  if (is_round(body.start.shape)) return {};
  if (!is_axisymmetric(body.start.shape)) return spin;
  const Vec3 axis = z_axis(body.at(t).orientation);
  const Vec3 across = spin - dot(spin, axis) * axis;
  // A spin about the axis alone keeps the axis, and so the surface, where it is.
  return norm(across) > 0 ? spin : Vec3{};
}

// True for bodies to which the bound along the contact normals applies.
bool has_convex_parts(const Shape& shape) {
  return is_convex(shape) || std::holds_alternative<Compound>(shape) || std::holds_alternative<Plane>(shape);
}

// Speed at which the bodies separate along the normal at the contact point.
double parting(const Flight& a, const Flight& b, const ContactPoint& contact, double t) {
  const auto velocity = [&](const Flight& body) {
    return body.motion.velocity + t * body.acceleration +
           cross(body.motion.spin, contact.point - body.at(t).position);
  };
  return dot(velocity(b) - velocity(a), contact.normal);
}

}  // namespace

PlacedShape Flight::at(double t) const {
  return {start.shape, start.position + t * motion.velocity + (0.5 * t * t) * acceleration,
          unit(rotation(t * motion.spin) * start.orientation), start.radius};
}

ImpactSearch time_of_impact(const Flight& a, const Flight& b, double duration, double tolerance) {
  CAIRN_ASSERT(!(duration < 0));
  CAIRN_ASSERT(tolerance > 0);
  if (!can_collide(a.start.shape, b.start.shape)) return {};
  const bool convex = has_convex_parts(a.start.shape) && has_convex_parts(b.start.shape);
  const double lever_a = lever(a, b, duration), lever_b = lever(b, a, duration);
  const Vec3 faster = a.acceleration - b.acceleration;
  const Vec3 last = a.motion.velocity - b.motion.velocity + duration * faster;
  ContactPoints found;
  double t = 0;
  for (int step = 0; step < kMostSteps; ++step) {
    // The fastest approach of any two points over the time left.
    const Vec3 spin_a = moving_spin(a, t), spin_b = moving_spin(b, t);
    const Vec3 closing = a.motion.velocity - b.motion.velocity + t * faster;
    const double fastest =
        std::max(norm(closing), norm(last)) + norm(spin_a) * lever_a + norm(spin_b) * lever_b;
    find_contacts(a.at(t), b.at(t), fastest * (duration - t) + 2 * tolerance, found);
    // The deepest contact within the tolerance that closes, and the time that is surely safe.
    const ContactPoint* hit = nullptr;
    double wait = kInfinity;
    for (const ContactPoint& contact : found) {
      if (contact.gap <= tolerance && (!hit || contact.gap < hit->gap) && parting(a, b, contact, t) < 0)
        hit = &contact;
      const Vec3& n = contact.normal;
      const double along_n = std::max(dot(closing, n), dot(last, n)) + norm(cross(spin_a, n)) * lever_a +
                             norm(cross(spin_b, n)) * lever_b;
      const double speed = convex ? along_n : fastest;
      // Advance to where the gap may be half the tolerance: once there, it is below the tolerance.
      if (speed > 0) wait = std::min(wait, std::max(contact.gap - 0.5 * tolerance, 0.5 * tolerance) / speed);
    }
    if (hit) return {Impact{t, *hit}, false};
    t += wait;
    if (!(t <= duration)) return {};
  }
  return {std::nullopt, true};
}

}  // namespace cairn
