// Surface of triangles, counter-clockwise seen from outside. Closed: a solid with exact mass properties, in
// principal axes about its centre of mass, and free to move. Not closed: a thin sheet, met from both sides,
// fixed or driven, in the axes it was given in.
#pragma once

#include <string>

#include "math/quat.h"
#include "shapes/bvh.h"
#include "shapes/skeleton.h"

namespace cairn {

struct Mesh {
  static constexpr bool kWall = false, kAxisymmetric = false;  // a wall unless closed: is_wall()
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
  std::vector<Vec3> normals;  // of the triangles, unit
  // across[t][k]: the triangle on the other side of the edge from corner k to corner k + 1 of triangle t; -1
  // at a rim and where more than two triangles meet.
  std::vector<std::array<int, 3>> across;
  Bvh bvh;              // over the triangles
  Skeleton skeleton;    // its corners and edges
  bool closed = false;  // a solid
  double radius = 0;    // of the ball about the origin that holds it
  double width = 0;     // 2 V/A of a solid: its thickness were it a plate
  MassProperties mass;  // zero unless closed
  std::string fault;    // why it is no solid though it was meant to be one; empty if all is well

  std::array<Vec3, 3> corners(int t) const {
    const auto& [a, b, c] = triangles[t];
    return {vertices[a], vertices[b], vertices[c]};
  }
  Mesh scaled(double f) const;
  MassProperties mass_properties() const { return mass; }
  Bounds bounds() const { return bvh.nodes.front().bounds; }
  double bounding_radius() const { return radius; }
  double thickness() const { return width; }
  Surface surface(double extent) const;
};

// A mesh and where its body axes were before: x = offset + turn y takes body axes y to the given ones; an
// open mesh stays where it is.
enum class MeshKind { sheet, solid };

struct PlacedMesh {
  Mesh mesh;
  Quat turn;
  Vec3 offset;
};

// From triangles over shared vertices. `solid`: closed, and so brought to its principal axes; the caller has
// inspected it (shapes/inspect.h). Triangles without an area have no normal and must not be there.
[[nodiscard]] PlacedMesh make_mesh(Surface surface, MeshKind kind);

// Joins vertices at exactly the same place and leaves out vertices without a triangle.
Surface welded(const Surface& surface);

}  // namespace cairn
