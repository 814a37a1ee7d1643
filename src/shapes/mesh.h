// Surface of triangles, counter-clockwise seen from outside. A closed mesh is a solid with exact mass
// properties, in principal axes about its centre of mass, and free to move. An open mesh is a thin sheet that
// bodies meet from both sides; it is fixed or driven and keeps its given axes.
#pragma once

#include <string>

#include "math/quat.h"
#include "shapes/bvh.h"
#include "shapes/skeleton.h"

namespace cairn {

struct Mesh {
  static constexpr bool kWall = false, kAxisymmetric = false;  // an open mesh is a wall: is_wall()
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
  std::vector<Vec3> normals;  // of the triangles, unit
  // across[t][k]: the triangle beyond the edge from corner k to corner k + 1 of triangle t. It is -1 at a rim
  // and where more than two triangles meet.
  std::vector<std::array<int, 3>> across;
  Bvh bvh;              // over the triangles
  Skeleton skeleton;    // its corners and edges
  bool closed = false;  // a solid
  double radius = 0;    // of the bounding ball about the origin
  double width = 0;     // of a solid, 2 V/A: the thickness of a plate with this volume and area
  MassProperties mass;  // zero unless closed
  std::string fault;    // reason why a mesh that should be solid is none; else empty

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

enum class MeshKind { sheet, solid };

// A mesh and the placement of its body axes: x = offset + turn y takes body axes y to the given axes. An open
// mesh keeps the given axes.
struct PlacedMesh {
  Mesh mesh;
  Quat turn;
  Vec3 offset;
};

// Makes a mesh from triangles over shared vertices. A `solid` is closed and moves to its principal axes; the
// caller has inspected it (shapes/inspect.h). No triangle may have zero area, since it would have no normal.
[[nodiscard]] PlacedMesh make_mesh(Surface surface, MeshKind kind);

// Joins vertices at exactly the same position and drops vertices without a triangle.
Surface welded(const Surface& surface);

}  // namespace cairn
