#include "collide/mesh_features.h"

#include "base/assert.h"
#include "collide/spread.h"

namespace cairn {
namespace {

constexpr double kSlack = 1e-7;  // sine of the angle by which a direction may leave the allowed range
constexpr double kSameNormal = 1 - 1e-8;  // cosine
constexpr double kAlong = 1 - 1e-8;       // cosine: a direction this close to the normal counts as the normal
constexpr double kOnEdge = 1e-6;  // of a triangle's height: a point this close to an edge counts as on it
constexpr double kCodes = 64;     // steps per unit of a normal's component

}  // namespace

std::uint32_t direction_code(const Vec3& normal) {
  // The offset of 0.25 keeps axes away from the border between two codes.
  const auto step = [](double x) { return static_cast<std::uint32_t>(std::lround((x + 2) * kCodes + 0.25)); };
  return 1 + step(normal.x) + (step(normal.y) << 9) + (step(normal.z) << 18);
}

Vec3 away_across(const Mesh& mesh, int t, int k) {
  const auto corner = mesh.corners(t);
  const auto i = static_cast<std::size_t>(k), j = (i + 1) % 3;
  return unit(cross(corner[j] - corner[i], mesh.normals[t]));
}

bool is_allowed(const Mesh& mesh, int t, int k, const Vec3& w) {
  const int other = mesh.across[t][k];
  if (other < 0) return true;
  const auto& back = mesh.across[other];
  for (int l = 0; l < 3; ++l)
    if (back[l] == t) return dot(w, away_across(mesh, other, l)) >= -kSlack;
  return true;
}

bool may_push(const Mesh& mesh, int t, const Vec3& at, const Vec3& up, const Vec3& w) {
  const double along = dot(w, up);
  if (along > kAlong) return true;
  if (along < 0) return false;
  const auto corner = mesh.corners(t);
  bool on_edge = false;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 away = away_across(mesh, t, static_cast<int>(k));
    if (dot(away, at - corner[k]) < kOnEdge * dot(away, corner[(k + 2) % 3] - corner[k])) continue;
    on_edge = true;
    if (!is_allowed(mesh, t, static_cast<int>(k), w)) return false;
  }
  return on_edge;
}

std::uint32_t corner_name(const Mesh& mesh, int t, int k) {
  return static_cast<std::uint32_t>(mesh.triangles[t][k]);
}

std::uint32_t edge_name(const Mesh& mesh, int t, int k) {
  const std::uint32_t p = corner_name(mesh, t, k), q = corner_name(mesh, t, (k + 1) % 3);
  return tagged(std::min(p, q), 1 + std::max(p, q));
}

// Insertion sort: equal ones keep their order.
void order_by_facing(ContactPoints& contacts, int first, Facing& facing) {
  const std::span<ContactPoint> of = contacts.from(first);
  CAIRN_ASSERT(of.size() == facing.size());
  for (std::size_t k = 1; k < of.size(); ++k)
    for (std::size_t l = k; l > 0 && facing[l] > facing[l - 1]; --l) {
      std::swap(facing[l], facing[l - 1]);
      std::swap(of[l], of[l - 1]);
    }
}

void spread_by_normal(ContactPoints& contacts, int first, double tolerance) {
  const SmallVector<ContactPoint, 8> all = contacts.point;
  const auto count = static_cast<std::size_t>(contacts.count);
  SmallVector<std::uint8_t, 32> done;
  for (std::size_t k = 0; k < count; ++k) done.push_back(0);
  contacts.count = first;
  SmallVector<SpreadPoint, 16> points;
  SmallVector<std::size_t, 16> number;
  // For each normal: collect its contacts, keep four.
  for (std::size_t k = static_cast<std::size_t>(first); k < count; ++k) {
    if (done[k]) continue;
    points.clear();
    number.clear();
    const Vec3 n = all[k].normal;
    for (std::size_t l = k; l < count; ++l) {
      if (done[l] || dot(all[l].normal, n) < kSameNormal) continue;
      done[l] = 1;
      points.push_back({all[l].point, all[l].gap});
      number.push_back(l);
    }
    for (const std::size_t l : spread({points.data(), points.size()}, perpendicular(n), n, tolerance))
      contacts.add(all[number[l]]);
  }
}

}  // namespace cairn
