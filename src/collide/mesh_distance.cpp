#include "collide/mesh_distance.h"

namespace cairn {
namespace {

constexpr double kOnEdge = 1e-9;      // of an edge: a point this far beyond it counts as on it
constexpr double kAsNear = 1 + 1e-9;  // squared distances within this factor count as equal

}  // namespace

NearestTriangle::Look NearestTriangle::look_at(const Mesh& mesh, int t) {
  const auto corner = mesh.corners(t);
  const Vec3& n = mesh.normals[t];
  const double height = dot(n, point_ - corner[0]);
  Vec3 place = point_ - height * n;
  double distance2 = height * height;
  bool over = true;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 &p = corner[k], &q = corner[(k + 1) % 3], along = q - p, to = point_ - p;
    if (dot(cross(n, along), to) >= -kOnEdge * norm2(along)) continue;
    // Beyond this edge: the nearest point lies on it, or on another edge that the point is beyond.
    const double u = std::clamp(dot(to, along) / norm2(along), 0.0, 1.0);
    const double to_edge = norm2(to - u * along);
    if (over || to_edge < distance2) {
      distance2 = to_edge;
      place = p + u * along;
    }
    over = false;
  }
  // Keep the nearest triangle; among equally near ones, the one with the larger height.
  if (distance2 * kAsNear < distance2_ ||
      (distance2 < distance2_ * kAsNear && std::abs(height) > std::abs(height_))) {
    distance2_ = distance2;
    height_ = height;
    place_ = place;
  }
  return {height, over};
}

double signed_distance(const Mesh& mesh, const Vec3& point, double reach) {
  NearestTriangle nearest(point);
  for_each_in(mesh.bvh, grown({point, point}, reach), [&](int t) { nearest.look_at(mesh, t); });
  if (!nearest.any() || nearest.distance() > reach) return kInfinity;
  return nearest.behind() ? -nearest.distance() : nearest.distance();
}

}  // namespace cairn
