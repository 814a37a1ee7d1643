// Finds out whether the surfaces of two meshes cross: whether an edge of one pierces a triangle of the other.
#include "collide/mesh_pair.h"

namespace cairn {
namespace {

constexpr double kOnEdge = 1e-9;  // of the size: a point this far beyond an edge counts as on it

// True if the segment from p to q goes through triangle t.
bool goes_through(const Mesh& mesh, int t, const Vec3& p, const Vec3& q) {
  const auto corner = mesh.corners(t);
  const Vec3& n = mesh.normals[t];
  const double from = dot(n, p - corner[0]), to = dot(n, q - corner[0]);
  if ((from > 0 && to > 0) || (from < 0 && to < 0) || from == to) return false;
  const Vec3 at = p + from / (from - to) * (q - p);
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 along = corner[(k + 1) % 3] - corner[k];
    if (dot(cross(n, along), at - corner[k]) < -kOnEdge * norm2(along)) return false;
  }
  return true;
}

// True if an edge of `body` goes through the surface of `owner`. The boxes hold the overlap of both bounds,
// in the owner's and in the body's axes. `place` takes the body's axes to the owner's.
template <class Place>
bool edge_goes_through(const Mesh& owner, const Mesh& body, const Bounds& own_box, const Bounds& body_box,
                       Place&& place) {
  bool found = false;
  for_each_in(body.skeleton.edge_bvh, body_box, [&](int e) {
    if (found) return;
    const Skeleton::Edge& edge = body.skeleton.edges[e];
    const Vec3 p = place(body.vertices[edge.p]), q = place(body.vertices[edge.q]);
    Vec3 from = p, to = q;
    if (!clip(own_box, from, to)) return;
    for_each_in(owner.bvh, grown({min(from, to), max(from, to)}, kOnEdge * owner.radius),
                [&](int t) { found = found || goes_through(owner, t, p, q); });
  });
  return found;
}

}  // namespace

bool clip(const Bounds& box, Vec3& p, Vec3& q) {
  const Vec3 along = q - p;
  double from = 0, to = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const double d = along[axis], low = box.low[axis] - p[axis], high = box.high[axis] - p[axis];
    if (d == 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    from = std::max(from, std::min(low / d, high / d));
    to = std::min(to, std::max(low / d, high / d));
  }
  if (from > to) return false;
  q = p + to * along;
  p += from * along;
  return true;
}

bool surfaces_cross(const MeshPair& pair) {
  return edge_goes_through(pair.a, pair.b, pair.in_a, pair.in_b,
                           [&](const Vec3& x) { return pair.b_in_a.to(x); }) ||
         edge_goes_through(pair.b, pair.a, pair.in_b, pair.in_a,
                           [&](const Vec3& x) { return pair.b_in_a.from(x); });
}

}  // namespace cairn
