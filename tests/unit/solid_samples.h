// Convex solids, rounded and not, and bodies made of many pieces, for tests.
#pragma once

#include "shapes/support.h"
#include "unit/shape_samples.h"

namespace cairn::samples {

inline std::vector<Vec3> cube_corners(double half) {
  std::vector<Vec3> corners;
  for (int k = 0; k < 8; ++k) corners.push_back(box_vertex({half, half, half}, k));
  return corners;
}

inline std::vector<Vec3> points_on_sphere(Random& random, int count) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i)
    points.push_back(unit(Vec3{random.normal(), random.normal(), random.normal()}));
  return points;
}

// An irregular wedge with a four-sided base.
inline std::vector<Vec3> wedge() {
  return {{0, 0, 0}, {1.2, 0, 0}, {1.1, 0.9, 0}, {0, 0.7, 0}, {0.2, 0.2, 0.8}, {0.9, 0.3, 0.5}};
}

inline std::vector<NamedSample> convex_solids() {
  Random random(5);
  return {{"sphere", Sphere{0.7}},
          {"box", Box{{0.5, 0.8, 0.3}}},
          {"rounded box", Box{{0.5, 0.4, 0.2}, 0.15}},
          {"cylinder", Cylinder{0.6, 0.9}},
          {"rounded cylinder", Cylinder{0.4, 0.6, 0.2}},
          {"cone", Cone{0.7, 1.6}},
          {"frustum", Cone{0.7, 0.9, 0.3}},
          {"frustum on its top", Cone{0.3, 0.9, 0.7}},
          {"rounded cone", Cone{0.5, 0.8, 0, 0.2}},
          {"rounded frustum", Cone{0.5, 0.8, 0.2, 0.1}},
          {"ellipsoid", Ellipsoid{{0.9, 0.5, 0.3}}},
          {"rounded ellipsoid", Ellipsoid{{0.8, 0.4, 0.2}, 0.2}},
          {"capsule", Capsule{0.3, 0.5}},
          {"superellipsoid", Superellipsoid{{0.8, 0.5, 0.6}, 3, 5}},
          {"rounded superellipsoid", Superellipsoid{{0.6, 0.5, 0.3}, 4.5, 2.5, 0.15}},
          {"wedge", make_polyhedron(wedge()).polyhedron},
          {"rounded wedge", make_polyhedron(wedge(), 0.2).polyhedron},
          {"pebble", make_polyhedron(points_on_sphere(random, 100)).polyhedron}};
}

// Whether a point lies in a convex solid, by GJK.
inline bool is_in_convex(const Shape& shape, const Vec3& x) {
  return !are_apart(shape, Sphere{1e-12}, x, {});
}

// Seven cubes of edge a: one and its six neighbours.
inline std::vector<Part> cross_of_cubes(double a) {
  std::vector<Part> parts;
  const Box cube{0.5 * Vec3{a, a, a}};
  for (const Vec3& at :
       {Vec3{}, Vec3{a, 0, 0}, Vec3{-a, 0, 0}, Vec3{0, a, 0}, Vec3{0, -a, 0}, Vec3{0, 0, a}, Vec3{0, 0, -a}})
    parts.push_back({cube, at, {}, cube.bounding_radius()});
  return parts;
}

inline Part ball_at(double radius, const Vec3& at) { return {Sphere{radius}, at, {}, radius}; }

}  // namespace cairn::samples
