// Convex polyhedron in principal axes about its centre of mass. A face is a plane n·x = offset with the unit
// outward normal n, and a loop of vertices, counter-clockwise seen from outside. Coplanar triangles of the
// hull are one face. With a rounding radius the shape is the Minkowski sum with a ball
// (shapes/rounded_polyhedron.cpp).
//
// Numbers of features: face f is f, edge e is faces + e, vertex v is faces + edges + v.
#pragma once

#include <cstdint>
#include <span>

#include "math/quat.h"
#include "shapes/geometry.h"

namespace cairn {

struct Polyhedron {
  static constexpr bool kWall = false, kAxisymmetric = false;
  struct Face {
    Vec3 normal;
    double offset = 0;
    int first = 0, count = 0;  // range of its corners in `loops`
  };
  // Runs from vertex a to vertex b, counter-clockwise around face `left` and clockwise around face `right`.
  struct Edge {
    int a = 0, b = 0, left = 0, right = 0;
  };

  std::vector<Vec3> vertices;
  std::vector<Face> faces;
  std::vector<int> loops;       // corners of all faces, face by face
  std::vector<int> loop_edges;  // the edge from loops[k] to the next corner of the same face
  std::vector<Edge> edges;
  std::vector<int> first_neighbour;  // vertex v is joined to neighbours[first_neighbour[v] ... [v + 1])
  std::vector<int> neighbours;
  double rounding = 0;
  MassProperties mass;  // of the rounded body

  std::span<const int> corners(const Face& face) const {
    return {loops.data() + face.first, static_cast<std::size_t>(face.count)};
  }
  std::span<const int> edges_of(const Face& face) const {
    return {loop_edges.data() + face.first, static_cast<std::size_t>(face.count)};
  }

  Polyhedron scaled(double f) const;
  MassProperties mass_properties() const { return mass; }
  Bounds bounds() const;
  double bounding_radius() const;
  // Diameter of the largest ball about the centre of mass that fits inside: at most the smallest width.
  double thickness() const;
  Surface surface(double extent) const;
};

// A polyhedron and the placement of its body axes: x = offset + turn y takes body axes y to the given axes.
struct PlacedPolyhedron {
  Polyhedron polyhedron;
  Quat turn;
  Vec3 offset;
};

// The convex hull of the points, moved to its principal axes. Throws InputError (without a place) for fewer
// than four points, points that are not finite, and points in a plane.
[[nodiscard]] PlacedPolyhedron make_polyhedron(std::span<const Vec3> points, double rounding = 0);

}  // namespace cairn
