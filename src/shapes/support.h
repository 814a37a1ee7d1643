// Support functions of convex shapes: support(shape, d) is a point of the shape's core farthest along d, in
// body axes; d is finite and not zero, of any length. The shape is its core plus a ball of radius
// rounding(shape): a sphere is a point with its radius as rounding, a capsule a segment. Where several points
// are farthest one of them is returned, always the same one.
//
// The farthest point of the rounded shape along the unit vector d is support(shape, d) + rounding(shape) d.
#pragma once

#include "shapes/shape.h"

namespace cairn {

inline Vec3 support(const Sphere& /*shape*/, const Vec3& /*d*/) { return {}; }
inline Vec3 support(const Disc& /*shape*/, const Vec3& /*d*/) { return {}; }

inline Vec3 support(const Box& box, const Vec3& d) {
  return {std::copysign(box.half.x, d.x), std::copysign(box.half.y, d.y), std::copysign(box.half.z, d.z)};
}

// A ring of radius r at height z: the point of it towards d, or its centre if d is along the axis.
inline Vec3 ring_support(double r, double z, const Vec3& d, double rho) {
  return rho > 0 ? Vec3{r / rho * d.x, r / rho * d.y, z} : Vec3{0, 0, z};
}

inline Vec3 support(const Cylinder& cylinder, const Vec3& d) {
  const double rho = std::sqrt(d.x * d.x + d.y * d.y);
  return ring_support(cylinder.radius, std::copysign(cylinder.half_height, d.z), d, rho);
}

// The rim of the base or that of the top (the apex).
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

// x = a (u/h)^(1/(m-1)) (D_x/u)^(1/(n-1)), z = c (D_z/h)^(1/(m-1)), with the signs of d (see the shape's
// file).
Vec3 support(const Superellipsoid& shape, const Vec3& d);

// The vertex farthest along d: by looking at all, or for many by climbing from neighbour to neighbour,
// beginning at `start`.
int support_vertex(const Polyhedron& polyhedron, const Vec3& d, int start = 0);
inline Vec3 support(const Polyhedron& polyhedron, const Vec3& d) {
  return polyhedron.vertices[support_vertex(polyhedron, d)];
}

// Of any convex shape; others are a bug (assert). A sphere or disc without a size of its own (0) takes its
// radius from the body: use PlacedShape::radius for those.
Vec3 support(const Shape& shape, const Vec3& d);
double rounding(const Shape& shape);

// Whether two convex shapes have no point in common, b being at `position` with `orientation` in the axes of
// a (GJK). Shapes that only touch may count either way.
bool are_apart(const Shape& a, const Shape& b, const Vec3& position, const Quat& orientation);

// Principal curvatures of the surface, with rounding, at a point of it with the outward normal n (unit), both
// in body axes: 1/(R + rounding) with R the core's radii of curvature there. Flat parts have 0. Sharp edges,
// rims, tips and corners have no curvature and count as flat; rounded ones have that of the torus or ball
// there. Near the tip of a cone the curvature grows without bound.
Curvatures curvatures(const Shape& shape, const Vec3& point, const Vec3& n);

}  // namespace cairn
