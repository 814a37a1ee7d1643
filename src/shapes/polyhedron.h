// Convex polyhedron in principal axes about its centre of mass. Faces are planes n·x = offset with n the unit
// outward normal; each has a loop of vertices, counter-clockwise seen from outside; coplanar triangles of the
// hull are one face. With a rounding radius it is the sum with a ball (shapes/rounded_polyhedron.cpp).
//
// Features by number: face f is f, edge e is faces + e, vertex v is faces + edges + v.
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
    int first = 0, count = 0;  // of its corners in `loops`
  };
  // Runs from vertex a to vertex b counter-clockwise round face `left`, clockwise round face `right`.
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
  std::uint32_t face_feature(int f) const { return static_cast<std::uint32_t>(f); }
  std::uint32_t edge_feature(int e) const {
    return static_cast<std::uint32_t>(faces.size()) + static_cast<std::uint32_t>(e);
  }
  std::uint32_t vertex_feature(int v) const {
    return static_cast<std::uint32_t>(faces.size() + edges.size()) + static_cast<std::uint32_t>(v);
  }

  Polyhedron scaled(double f) const;
  MassProperties mass_properties() const { return mass; }
  Bounds bounds() const;
  double bounding_radius() const;
  // Width of the largest ball about the centre of mass that fits inside: at most the smallest width.
  double thickness() const;
  Surface surface(double extent) const;
};

// A polyhedron and where its body axes were before: x = offset + turn y takes body axes y to the given ones.
struct PlacedPolyhedron {
  Polyhedron polyhedron;
  Quat turn;
  Vec3 offset;
};

// The convex hull of the points, brought to its principal axes. Throws InputError (without a place) for fewer
// than four points, points that are not finite, and points in a plane.
[[nodiscard]] PlacedPolyhedron make_polyhedron(std::span<const Vec3> points, double rounding = 0);

}  // namespace cairn
