#include "collide/half_space.h"

#include "base/assert.h"
#include "collide/spread.h"

namespace cairn {
namespace {

constexpr int kAllVertices = 8;      // a convex body with more vertices keeps four contacts
constexpr double kSameDepth = 1e-5;  // of the size: a point deeper by this replaces a better spread one

struct Named {
  SmallVector<SpreadPoint, 16> point;
  SmallVector<std::uint32_t, 16> name;
};

}  // namespace

void add_half_space(const Convex& body, const HalfSpace& wall, const Vec3& origin, double margin,
                    std::uint32_t first, ContactPoints& contacts) {
  CAIRN_ASSERT(!(std::abs(norm2(wall.n) - 1) > 1e-6));
  // Candidates: all vertices of a polyhedron, or the corners of the patch that faces the wall.
  const Vec3 u = body.back * -wall.n;
  Named low;
  const auto consider = [&](const Vec3& local, int name) {
    const Vec3 at = body.position + body.axes * local;
    const double height = dot(wall.n, at) - wall.c;
    if (height - body.rounding >= margin) return;
    low.point.push_back({at, height});
    low.name.push_back(static_cast<std::uint32_t>(name));
  };
  double curvature = 0;
  const int vertices = body.kind->vertex_count(body.core);
  if (vertices > 0) {
    for (int k = 0; k < vertices; ++k) consider(body.kind->vertex(body.core, k), k);
  } else {
    Patch patch;
    body.kind->patch(body.core, u, patch);
    for (const PatchCorner& corner : patch.corner) consider(corner.at, corner.vertex);
    curvature = mean_curvature(body, patch);
  }
  const auto add = [&](std::size_t k) {
    const auto& [at, height] = low.point[k];
    contacts.add({origin + at - 0.5 * (height + body.rounding) * wall.n, -wall.n, height - body.rounding,
                  first + low.name[k], curvature, 0});
  };
  // Keep all of them, or four well spread ones.
  if (vertices <= kAllVertices || body.is_hull()) {
    for (std::size_t k = 0; k < low.point.size(); ++k) add(k);
    return;
  }
  const std::span<const SpreadPoint> points{low.point.data(), low.point.size()};
  for (const std::size_t k : spread(points, wall.x, wall.n, kSameDepth * body.size)) add(k);
}

void convex_plane(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  const Convex body = make_convex(a.shape, a.radius, a.position - b.position, a.orientation);
  const HalfSpace wall{z_axis(b.orientation), 0, rotate(b.orientation, {1, 0, 0})};
  add_half_space(body, wall, b.position, margin, 0, contacts);
}

}  // namespace cairn
