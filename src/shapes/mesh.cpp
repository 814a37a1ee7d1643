#include "shapes/mesh.h"

#include <map>

#include "base/assert.h"
#include "shapes/moments.h"

namespace cairn {
namespace {

const Vec3& corner(const Mesh& mesh, std::size_t t, std::size_t k) {
  return mesh.vertices[mesh.triangles[t][k]];
}

void add_normals(Mesh& mesh) {
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3& a = corner(mesh, t, 0);
    mesh.normals.push_back(unit(cross(corner(mesh, t, 1) - a, corner(mesh, t, 2) - a)));
  }
}

void add_bvh(Mesh& mesh) {
  std::vector<Bounds> bounds;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 &a = corner(mesh, t, 0), &b = corner(mesh, t, 1), &c = corner(mesh, t, 2);
    bounds.push_back({min(a, min(b, c)), max(a, max(b, c))});
  }
  mesh.bvh = build_bvh(bounds);
  double farthest = 0;
  for (const Vec3& v : mesh.vertices) farthest = std::max(farthest, norm2(v));
  mesh.radius = std::sqrt(farthest);
}

// Collects the triangles along every edge. Two triangles are neighbours if their edge has exactly these two.
void add_neighbours(Mesh& mesh) {
  std::map<std::pair<int, int>, std::vector<std::pair<int, int>>> edges;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = mesh.triangles[t][k], b = mesh.triangles[t][(k + 1) % 3];
      edges[std::minmax(a, b)].emplace_back(static_cast<int>(t), static_cast<int>(k));
    }
  mesh.across.assign(mesh.triangles.size(), {-1, -1, -1});
  for (const auto& [edge, sides] : edges) {
    if (sides.size() != 2) continue;
    const auto& [one, other] = std::pair(sides[0], sides[1]);
    mesh.across[one.first][one.second] = other.first;
    mesh.across[other.first][other.second] = one.first;
  }
}

Moments solid_moments(const Mesh& mesh, const Vec3& near) {
  Moments sum;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    sum += tetrahedron(corner(mesh, t, 0) - near, corner(mesh, t, 1) - near, corner(mesh, t, 2) - near);
  return sum;
}

double area_of(const Mesh& mesh) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3& a = corner(mesh, t, 0);
    sum += 0.5 * norm(cross(corner(mesh, t, 1) - a, corner(mesh, t, 2) - a));
  }
  return sum;
}

}  // namespace

PlacedMesh make_mesh(Surface surface, MeshKind kind) {
  CAIRN_ASSERT(!surface.triangles.empty());
  for (const std::array<int, 3>& triangle : surface.triangles)
    for (const int v : triangle)
      CAIRN_ASSERT(v >= 0 && static_cast<std::size_t>(v) < surface.vertices.size());
  PlacedMesh placed;
  Mesh& mesh = placed.mesh;
  mesh.vertices = std::move(surface.vertices);
  mesh.triangles = std::move(surface.triangles);
  mesh.closed = kind == MeshKind::solid;
  if (mesh.closed) {
    // Moments about a vertex, so that sums keep their digits far from the origin.
    const Vec3 near = mesh.vertices[0];
    PrincipalAxes axes = principal_axes(solid_moments(mesh, near));
    CAIRN_ASSERT(axes.mass.volume > 0);
    axes.offset += near;
    for (Vec3& v : mesh.vertices) v = rotate_back(axes.turn, v - axes.offset);
    mesh.mass = axes.mass;
    mesh.width = 2 * axes.mass.volume / area_of(mesh);
    placed.turn = axes.turn;
    placed.offset = axes.offset;
  }
  add_normals(mesh);
  add_neighbours(mesh);
  add_bvh(mesh);
  CAIRN_ASSERT(mesh.normals.size() == mesh.triangles.size() && mesh.across.size() == mesh.triangles.size());
  mesh.skeleton = make_skeleton(mesh.vertices, mesh.triangles, mesh.normals, mesh.across);
  return placed;
}

Surface welded(const Surface& surface) {
  std::map<std::array<double, 3>, int> number;
  Surface joined;
  for (const std::array<int, 3>& triangle : surface.triangles) {
    std::array<int, 3> own{};
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 v = surface.vertices[triangle[k]] + Vec3{};  // no negative zeros
      const auto [place, is_new] =
          number.try_emplace({v.x, v.y, v.z}, static_cast<int>(joined.vertices.size()));
      if (is_new) joined.vertices.push_back(v);
      own[k] = place->second;
    }
    joined.triangles.push_back(own);
  }
  return joined;
}

Mesh Mesh::scaled(double f) const {
  Mesh other = *this;
  for (Vec3& v : other.vertices) v *= f;
  for (Bvh::Node& node : other.bvh.nodes) {
    node.bounds.low *= f;
    node.bounds.high *= f;
  }
  other.skeleton.scale(f);
  other.radius *= f;
  other.width *= f;
  other.mass = cairn::scaled(mass, f);
  return other;
}

Surface Mesh::surface(double /*extent*/) const { return {vertices, triangles}; }

}  // namespace cairn
