// A sphere against other shapes, in closed form. A is the sphere (or disc) of radius r about C, B is the
// shape. With s the signed distance of C from B's surface and u the unit vector from the closest surface
// point towards C (out of B if C is inside):
//   gap = s - r,   n = -u,   point = C - (s + r)/2 u.
#pragma once

#include "collide/pairs.h"

namespace cairn {

// Adds the contact of a sphere with a surface at signed distance s from its centre; u points to the centre.
inline void add_sphere_contact(const PlacedShape& sphere, double s, const Vec3& u, std::uint32_t feature,
                               double curvature, ContactPoints& contacts) {
  const double r = sphere.radius;
  contacts.add({sphere.position - 0.5 * (s + r) * u, -u, s - r, feature, 1 / r, curvature});
}

// The centre of a sphere in the body axes of another shape.
inline Vec3 centre_in(const PlacedShape& shape, const PlacedShape& sphere) {
  return rotate_back(shape.orientation, sphere.position - shape.position);
}

}  // namespace cairn
