// The flat part of a convex core that faces a direction: a face, a cap, a straight line along a side, or a
// single point where the core is curved. Two patches that face each other make several contacts
// (collide/manifold.h).
//
// Corners and edges carry their numbers in the shape. These name the contacts from step to step:
//   box, polyhedron  its vertices and edges; polyhedra as in their file, boxes as box_vertex and box_edge
//   cylinder, cone   corners 0 ... 3 on the rim below, 4 ... 7 on the rim above, 8 and 9 the lower and upper
//                    end of a line along the side; edges likewise, with the line as 8
//   capsule          0 and 1, the ends of its axis, and the axis as edge 0
//
// A cap is a disc and makes contact at four points of its rim, a square. If the shape leans, the square turns
// so that one corner is the lowest point of the rim, to the last bit. If it stands upright, the lowest point
// is noise; then the corners keep their place on the body, so that friction recognizes them. With all four in
// contact, force and torque of a linear law do not depend on how the square is turned.
#pragma once

#include <cstdint>

#include "base/small_vector.h"
#include "shapes/support.h"

namespace cairn {

struct PatchCorner {
  Vec3 at;
  std::uint16_t vertex = 0;  // number of the corner
  std::uint16_t edge = 0;    // number of the edge from this corner to the next one
};

// One corner is a point, two are a line, more are a polygon, counter-clockwise about the normal.
struct Patch {
  SmallVector<PatchCorner, 8> corner;
  Vec3 normal;  // outward, unit
};

// A flat convex polygon, a core without thickness: a triangle of a mesh or a rectangle of a wall. Corners run
// counter-clockwise about the normal.
struct Sheet {
  Vec3 corner[4];
  int count = 3;
  Vec3 normal;
};

// Finds the patch of a core that faces the unit vector n and holds its support point along n; body axes.
void find_patch(const Disc& shape, const Vec3& n, Patch& patch);
void find_patch(const Box& shape, const Vec3& n, Patch& patch);
void find_patch(const Cylinder& shape, const Vec3& n, Patch& patch);
void find_patch(const Cone& shape, const Vec3& n, Patch& patch);
void find_patch(const Capsule& shape, const Vec3& n, Patch& patch);
void find_patch(const Polyhedron& shape, const Vec3& n, Patch& patch);
void find_patch(const Sheet& shape, const Vec3& n, Patch& patch);
void find_patch(const Mesh& shape, const Vec3& n, Patch& patch);
// A single point.
void set_point(const Vec3& at, const Vec3& n, Patch& patch);
template <class Core>
requires(is_smooth<Core>()) void find_patch(const Core& shape, const Vec3& n, Patch& patch) {
  set_point(support(shape, n), n, patch);
}

Vec3 support(const Sheet& sheet, const Vec3& d);
Vec3 support(const Mesh& mesh, const Vec3& d);  // of its convex hull

// Outward normals of the flat faces of a core. A search for the shortest way out tries them.
template <class Core>
int face_count(const Core& /*core*/) {
  return 0;
}
template <class Core>
Vec3 face_normal(const Core& /*core*/, int /*face*/) {
  return {0, 0, 1};
}
inline int face_count(const Box& /*box*/) { return 6; }
inline Vec3 face_normal(const Box& /*box*/, int face) {
  const double side = face % 2 == 0 ? -1 : 1;
  return face < 2 ? Vec3{side, 0, 0} : face < 4 ? Vec3{0, side, 0} : Vec3{0, 0, side};
}
inline int face_count(const Cylinder& /*cylinder*/) { return 2; }
inline Vec3 face_normal(const Cylinder& /*cylinder*/, int face) { return {0, 0, face == 0 ? -1.0 : 1.0}; }
inline int face_count(const Cone& cone) { return cone.top > 0 ? 2 : 1; }
inline Vec3 face_normal(const Cone& /*cone*/, int face) { return {0, 0, face == 0 ? -1.0 : 1.0}; }
inline int face_count(const Polyhedron& polyhedron) { return static_cast<int>(polyhedron.faces.size()); }
inline Vec3 face_normal(const Polyhedron& polyhedron, int face) { return polyhedron.faces[face].normal; }
inline int face_count(const Sheet& /*sheet*/) { return 2; }
inline Vec3 face_normal(const Sheet& sheet, int face) { return face == 0 ? sheet.normal : -sheet.normal; }

// Corners of cores that have flat faces only.
template <class Core>
int vertex_count(const Core& /*core*/) {
  return 0;
}
template <class Core>
Vec3 vertex(const Core& /*core*/, int /*k*/) {
  return {};
}
inline int vertex_count(const Box& /*box*/) { return 8; }
inline Vec3 vertex(const Box& box, int k) { return box_vertex(box.half, k); }
inline int vertex_count(const Polyhedron& shape) { return static_cast<int>(shape.vertices.size()); }
inline Vec3 vertex(const Polyhedron& shape, int k) { return shape.vertices[k]; }
inline int vertex_count(const Sheet& sheet) { return sheet.count; }
inline Vec3 vertex(const Sheet& sheet, int k) { return sheet.corner[k]; }
inline int vertex_count(const Mesh& mesh) { return static_cast<int>(mesh.skeleton.corners.size()); }
inline Vec3 vertex(const Mesh& mesh, int k) { return mesh.vertices[mesh.skeleton.corners[k]]; }

// An edge between two flat faces, with the outward normals of both.
struct FlatEdge {
  Vec3 p, q, left, right;
};
template <class Core>
int edge_count(const Core& /*core*/) {
  return 0;
}
template <class Core>
FlatEdge edge(const Core& /*core*/, int /*e*/) {
  return {};
}
inline int edge_count(const Box& /*box*/) { return 12; }
inline FlatEdge edge(const Box& box, int e) {
  const auto [p, q] = box_edge(e);
  const int axis = e / 4, j = (axis + 1) % 3, k = (axis + 2) % 3;
  FlatEdge edge{box_vertex(box.half, p), box_vertex(box.half, q), {}, {}};
  edge.left[j] = e & 1 ? 1 : -1;
  edge.right[k] = e & 2 ? 1 : -1;
  return edge;
}
inline int edge_count(const Polyhedron& shape) { return static_cast<int>(shape.edges.size()); }
inline FlatEdge edge(const Polyhedron& shape, int e) {
  const Polyhedron::Edge& edge = shape.edges[e];
  return {shape.vertices[edge.a], shape.vertices[edge.b], shape.faces[edge.left].normal,
          shape.faces[edge.right].normal};
}

}  // namespace cairn
