// Support functions of convex shapes. support(shape, d) is the point of the shape's core farthest along d, in
// body axes; d is finite and not zero, of any length. The shape is its core plus a ball of radius
// rounding(shape): the core of a sphere is a point, the core of a capsule a segment. If several points are
// farthest, always the same one of them is returned.
//
// The farthest point of the rounded shape along the unit vector d is support(shape, d) + rounding(shape) d.
#pragma once

#include "math/symmetric3.h"
#include "shapes/shape.h"

namespace cairn {

inline Vec3 support(const Sphere& /*shape*/, const Vec3& /*d*/) { return {}; }
inline Vec3 support(const Disc& /*shape*/, const Vec3& /*d*/) { return {}; }

inline Vec3 support(const Box& box, const Vec3& d) {
  return {std::copysign(box.half.x, d.x), std::copysign(box.half.y, d.y), std::copysign(box.half.z, d.z)};
}

// The point of a ring of radius r at height z that is farthest along d, or its centre if d is along the axis.
inline Vec3 ring_support(double r, double z, const Vec3& d, double rho) {
  return rho > 0 ? Vec3{r / rho * d.x, r / rho * d.y, z} : Vec3{0, 0, z};
}

inline Vec3 support(const Cylinder& cylinder, const Vec3& d) {
  const double rho = std::sqrt(d.x * d.x + d.y * d.y);
  return ring_support(cylinder.radius, std::copysign(cylinder.half_height, d.z), d, rho);
}

// A point on the rim of the base, or of the top (the apex).
inline Vec3 support(const Cone& cone, const Vec3& d) {
  const double rho = std::sqrt(d.x * d.x + d.y * d.y);
  const bool top = rho * (cone.radius - cone.top) < d.z * cone.height;
  return top ? ring_support(cone.top, cone.apex(), d, rho) : ring_support(cone.radius, cone.base(), d, rho);
}

// s = A² d / |A d| with A = diag(radii).
inline Vec3 support(const Ellipsoid& ellipsoid, const Vec3& d) {
  const Vec3 a = scaled(ellipsoid.radii, d);
  return scaled(ellipsoid.radii, a) / norm(a);
}

inline Vec3 support(const Capsule& capsule, const Vec3& d) {
  return {0, 0, std::copysign(capsule.half_length, d.z)};
}

// x = a (u/h)^(1/(m-1)) (D_x/u)^(1/(n-1)), z = c (D_z/h)^(1/(m-1)), with the signs of d (see
// shapes/superellipsoid.h).
Vec3 support(const Superellipsoid& shape, const Vec3& d);

// The support point along the unit vector u of a smooth core, and ∇∇h, by which it moves as u turns. Across u
// its eigenvalues are the radii of curvature; along u it is zero. A superellipsoid that is flat along u has
// infinite radii there.
struct SupportBend {
  Vec3 point;
  Mat3 bend{{}, {}, {}};
};
inline SupportBend support_bend(const Sphere& /*shape*/, const Vec3& /*u*/) { return {}; }
// ∇∇h = (A² - s sᵀ)/h.
inline SupportBend support_bend(const Ellipsoid& ellipsoid, const Vec3& u) {
  const Vec3 a = scaled(ellipsoid.radii, u), s = scaled(ellipsoid.radii, ellipsoid.radii);
  const double one_over_h = 1 / norm(a);
  const Vec3 p = one_over_h * scaled(ellipsoid.radii, a);
  return {p, one_over_h * (diagonal(s) + -1.0 * outer(p, p))};
}
SupportBend support_bend(const Superellipsoid& shape, const Vec3& u);

// The vertex farthest along d. Tries all vertices of a small polyhedron; in a large one climbs from neighbour
// to neighbour, beginning at `start`.
int support_vertex(const Polyhedron& polyhedron, const Vec3& d, int start = 0);
inline Vec3 support(const Polyhedron& polyhedron, const Vec3& d) {
  return polyhedron.vertices[support_vertex(polyhedron, d)];
}

// A shape may bring its support function as a member.
template <class Core>
requires requires(const Core& core, const Vec3& d) { core.support(d); }
Vec3 support(const Core& core, const Vec3& d) { return core.support(d); }

// For any convex shape; asserts for others. A sphere or disc of size 0 takes its radius from the body: use
// PlacedShape::radius there.
Vec3 support(const Shape& shape, const Vec3& d);
double rounding(const Shape& shape);

// True if two convex shapes share no point (GJK). b lies at `position` with `orientation` in the axes of a.
// Shapes that only touch may count either way.
bool are_apart(const Shape& a, const Shape& b, const Vec3& position, const Quat& orientation);

// Principal curvatures of the rounded surface at one of its points, with the outward unit normal n, both in
// body axes: 1/(R + rounding) with R the core's radii of curvature there. Flat parts have 0. Sharp edges,
// rims, tips and corners count as flat; rounded ones have the curvature of the torus or ball there. Near the
// tip of a cone the curvature grows without bound.
Curvatures curvatures(const Shape& shape, const Vec3& point, const Vec3& n);

}  // namespace cairn
