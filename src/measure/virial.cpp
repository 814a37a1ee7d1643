#include "measure/virial.h"

#include <cmath>

namespace cairn {
namespace {

// The vector from the centre of a body to a point of it.
Vec3 arm(const World& world, Uid uid, const Vec3& point, std::optional<Group> group) {
  const Bodies& bodies = world.bodies;
  const std::uint32_t i = bodies.local(uid);
  if (i == kNoBody || is_immobile(bodies.info[i]) || !is_selected(bodies.info[i], group)) return {};
  const Vec3 arm = world.cell.nearest(point - bodies.place[i].position);
  return world.dimension == 2 ? Vec3{arm.x, 0, arm.z} : arm;
}

}  // namespace

Symmetric symmetric_product(const Vec3& a, const Vec3& b) {
  return {{a.x * b.x, a.y * b.y, a.z * b.z, 0.5 * (a.x * b.y + a.y * b.x), 0.5 * (a.x * b.z + a.z * b.x),
           0.5 * (a.y * b.z + a.z * b.y)}};
}

double deviator(std::span<const double> t, int dimension) {
  if (dimension == 2) return std::hypot(t[0] - t[2], 2 * t[4]);
  const double xy = t[0] - t[1], yz = t[1] - t[2], zx = t[2] - t[0];
  const double shear = t[3] * t[3] + t[4] * t[4] + t[5] * t[5];
  return std::sqrt(0.5 * (xy * xy + yz * yz + zx * zx) + 3 * shear);
}

Vec3 branch(const World& world, const ContactForce& contact, std::optional<Group> group) {
  return arm(world, contact.key.a, contact.point, group) - arm(world, contact.key.b, contact.point, group);
}

}  // namespace cairn
