// The corners and edges of a surface of triangles where it bends outwards or inwards. Vertices inside a flat
// part of the surface or on a straight edge are left out. A facet is a flat part: triangles joined across
// edges that do not bend.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "shapes/bvh.h"

namespace cairn {

struct Skeleton {
  enum class Bend { out, in, rim };  // outward, hollow, or the end of a sheet
  struct Edge {
    int p = 0, q = 0;               // vertices
    int on_left = 0, on_right = 0;  // triangles; at a rim both are the same
    Bend bend{};
    Vec3 left, right;            // normals of the two triangles
    Vec3 from_left, from_right;  // unit, in the plane of each triangle, away from it across the edge
  };
  std::vector<Edge> edges;
  Bvh edge_bvh;
  std::vector<int> hollow;              // numbers of the edges that bend inwards
  std::vector<std::uint8_t> at_hollow;  // per vertex: 1 if an edge that bends inwards ends there
  std::vector<int> corners;             // vertices whose edges do not all lie on one line
  Bvh corner_bvh;                       // over the items of `corners`
  std::vector<int> first;               // per corner: start in `leaving`, and one more at the end
  std::vector<Vec3> leaving;            // unit vectors along the edges that leave a corner
  std::vector<int> facet;               // per triangle

  std::span<const Vec3> leaving_from(int corner) const {
    const auto k = static_cast<std::size_t>(corner);
    return {leaving.data() + first[k], leaving.data() + first[k + 1]};
  }
  void scale(double f);
};

Skeleton make_skeleton(std::span<const Vec3> vertices, std::span<const std::array<int, 3>> triangles,
                       std::span<const Vec3> normals, std::span<const std::array<int, 3>> across);

}  // namespace cairn
