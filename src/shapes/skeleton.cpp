#include "shapes/skeleton.h"

#include <cmath>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr double kFlat = 1e-5;  // sine of a bend that counts as flat: files have single precision

struct Triangles {
  std::span<const Vec3> vertices;
  std::span<const std::array<int, 3>> corners;
  std::span<const Vec3> normals;
  std::span<const std::array<int, 3>> across;

  // The side of triangle t that it shares with its neighbour `other`.
  std::size_t side_towards(int t, int other) const {
    const auto& sides = across[t];
    return sides[0] == other ? 0 : sides[1] == other ? 1 : 2;
  }
  // The unit vector in the plane of triangle t, away from it across side k.
  Vec3 away(int t, std::size_t k) const {
    const auto& corner = corners[t];
    return unit(cross(vertices[corner[(k + 1) % 3]] - vertices[corner[k]], normals[t]));
  }
};

// Adds each edge once, from the triangle with the smaller number. Edges that do not bend are skipped.
void add_edges(const Triangles& all, Skeleton& skeleton) {
  skeleton.at_hollow.assign(all.vertices.size(), 0);
  for (int t = 0; t < static_cast<int>(all.corners.size()); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const int other = all.across[t][k];
      if (other >= 0 && other < t) continue;
      const auto& corner = all.corners[t];
      Skeleton::Edge edge{
          corner[k],      corner[(k + 1) % 3], t, t, Skeleton::Bend::rim, all.normals[t], all.normals[t],
          all.away(t, k), all.away(t, k)};
      if (other >= 0) {
        edge.on_right = other;
        edge.right = all.normals[other];
        edge.from_right = all.away(other, all.side_towards(other, t));
        const double bend = dot(edge.from_left, edge.right);
        if (std::abs(bend) < kFlat && dot(edge.left, edge.right) > 0) continue;
        edge.bend = bend > 0 ? Skeleton::Bend::out : Skeleton::Bend::in;
      }
      if (edge.bend == Skeleton::Bend::in) {
        skeleton.hollow.push_back(static_cast<int>(skeleton.edges.size()));
        skeleton.at_hollow[edge.p] = skeleton.at_hollow[edge.q] = 1;
      }
      skeleton.edges.push_back(edge);
    }
}

// Adds the vertices whose edges do not all lie on one line, and the ends of single edges.
void add_corners(const Triangles& all, Skeleton& skeleton) {
  std::vector<std::vector<Vec3>> leaving(all.vertices.size());
  for (const Skeleton::Edge& edge : skeleton.edges) {
    const Vec3 along = unit(all.vertices[edge.q] - all.vertices[edge.p]);
    leaving[edge.p].push_back(along);
    leaving[edge.q].push_back(-along);
  }
  skeleton.first.push_back(0);
  for (std::size_t v = 0; v < leaving.size(); ++v) {
    bool straight = true;
    for (const Vec3& along : leaving[v])
      straight = straight && norm2(cross(along, leaving[v][0])) < kFlat * kFlat;
    if (straight && leaving[v].size() != 1) continue;
    skeleton.corners.push_back(static_cast<int>(v));
    skeleton.leaving.insert(skeleton.leaving.end(), leaving[v].begin(), leaving[v].end());
    skeleton.first.push_back(static_cast<int>(skeleton.leaving.size()));
  }
}

// Joins triangles across edges that do not bend.
void add_facets(const Triangles& all, Skeleton& skeleton) {
  const std::size_t count = all.corners.size();
  skeleton.facet.assign(count, -1);
  std::vector<int> reached;
  int facets = 0;
  for (std::size_t start = 0; start < count; ++start) {
    if (skeleton.facet[start] >= 0) continue;
    skeleton.facet[start] = facets;
    reached.assign(1, static_cast<int>(start));
    while (!reached.empty()) {
      const int t = reached.back();
      reached.pop_back();
      for (const int other : all.across[t]) {
        if (other < 0 || skeleton.facet[other] >= 0) continue;
        const Vec3 &n = all.normals[t], &m = all.normals[other];
        if (dot(n, m) < 0 || norm2(cross(n, m)) >= kFlat * kFlat) continue;
        skeleton.facet[other] = facets;
        reached.push_back(other);
      }
    }
    ++facets;
  }
}

void add_hierarchies(const Triangles& all, Skeleton& skeleton) {
  std::vector<Bounds> bounds;
  for (const Skeleton::Edge& edge : skeleton.edges) {
    const Vec3 &p = all.vertices[edge.p], &q = all.vertices[edge.q];
    bounds.push_back({min(p, q), max(p, q)});
  }
  skeleton.edge_bvh = build_bvh(bounds);
  bounds.clear();
  for (const int v : skeleton.corners) bounds.push_back({all.vertices[v], all.vertices[v]});
  skeleton.corner_bvh = build_bvh(bounds);
}

}  // namespace

Skeleton make_skeleton(std::span<const Vec3> vertices, std::span<const std::array<int, 3>> triangles,
                       std::span<const Vec3> normals, std::span<const std::array<int, 3>> across) {
  CAIRN_ASSERT(normals.size() == triangles.size() && across.size() == triangles.size());
  const Triangles all{vertices, triangles, normals, across};
  Skeleton skeleton;
  add_edges(all, skeleton);
  add_corners(all, skeleton);
  add_facets(all, skeleton);
  add_hierarchies(all, skeleton);
  return skeleton;
}

void Skeleton::scale(double f) {
  for (Bvh* bvh : {&edge_bvh, &corner_bvh})
    for (Bvh::Node& node : bvh->nodes) {
      node.bounds.low *= f;
      node.bounds.high *= f;
    }
}

}  // namespace cairn
