// A sphere against a mesh of triangles, in closed form. Each triangle is a sheet, as for other bodies
// (collide/mesh_convex.cpp). With C the centre and up the triangle's normal on the side of C (of a closed
// mesh outward):
//   C over the triangle:  s = (C − corner)·up,  u = up,
//   else:                 s = |C − q|,  u = (C − q)/s,  q the closest point of the edges,
// where u must be a direction that the edges at q allow. A centre that has gone through a closed surface
// leaves through the triangles under it, unless the sphere is pushed out of another one much sooner.
#include "collide/merge.h"
#include "collide/mesh_features.h"
#include "collide/sphere_contacts.h"

namespace cairn {
namespace {

constexpr double kSame = 1e-3;       // of the diameter: closer contacts are merged
constexpr double kSameDepth = 1e-9;  // of the diameter
constexpr double kMuchDeeper = 10;   // a face whose overlap is this many times deeper is not met

struct Ball {
  Vec3 centre;  // in the mesh's axes
  double radius = 0, margin = 0;
};

// Distance from the surface, and the direction to the centre; none if the ball does not meet the triangle.
struct Met {
  double distance = kInfinity;
  Vec3 away;
  double facing = 0;  // cosine between `away` and the triangle's normal
};

// The closest point of the triangle's rim.
Vec3 nearest_on_rim(const std::array<Vec3, 3>& corner, const Vec3& point) {
  Vec3 nearest;
  double least = kInfinity;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 &p = corner[k], along = corner[(k + 1) % 3] - p;
    const Vec3 q = p + std::clamp(dot(point - p, along) / norm2(along), 0.0, 1.0) * along;
    if (const double distance2 = norm2(point - q); distance2 < least) {
      least = distance2;
      nearest = q;
    }
  }
  return nearest;
}

// Where a point lies seen along the normal of a triangle. It is far if it lies beyond an edge by the distance
// whose square is `far2`, or more.
enum class Seen { over, beside, far };
Seen look_down(const std::array<Vec3, 3>& corner, const Vec3& normal, const Vec3& point, double far2) {
  Seen seen = Seen::over;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 edge = corner[(k + 1) % 3] - corner[k];
    const double inside = dot(cross(normal, edge), point - corner[k]);  // times the length of the edge
    if (inside >= 0) continue;
    if (inside * inside >= far2 * norm2(edge)) return Seen::far;
    seen = Seen::beside;
  }
  return seen;
}

Met meet(const Mesh& mesh, int t, const Ball& ball) {
  const double reach = ball.margin + ball.radius;
  const Vec3& normal = mesh.normals[t];
  const double over_plane = dot(normal, ball.centre - mesh.vertices[mesh.triangles[t][0]]);
  const double side = mesh.closed || over_plane >= 0 ? 1 : -1, height = side * over_plane;
  if (std::abs(height) >= reach) return {};
  const Vec3 up = side * normal;
  const auto corner = mesh.corners(t);
  const Seen seen = look_down(corner, normal, ball.centre, reach * reach - height * height);
  if (seen == Seen::over) {
    const bool deep = height <= kMuchDeeper * std::min(-height - ball.radius, 0.0);
    return height < 0 && deep ? Met{} : Met{height, up, 1};
  }
  if (seen == Seen::far || height < 0) return {};
  // Beside the triangle: its edges.
  const Vec3 q = nearest_on_rim(corner, ball.centre), d = ball.centre - q;
  const double distance = norm(d);
  if (distance >= reach) return {};
  const Vec3 away = distance > kVanishing ? d / distance : up;
  if (!may_push(mesh, t, q, up, away)) return {};
  return {distance, away, dot(away, up)};
}

}  // namespace

void sphere_mesh(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  const auto& mesh = std::get<Mesh>(b.shape);
  const Ball ball{centre_in(b, a), a.radius, margin};
  Facing facing;
  const int first = contacts.count;
  for_each_in(mesh.bvh, grown({ball.centre, ball.centre}, margin + a.radius), [&](int t) {
    const Met met = meet(mesh, t, ball);
    if (!(met.distance - a.radius < margin)) return;
    const std::uint32_t name = tagged(0, direction_code(mesh.normals[t]));
    add_sphere_contact(a, met.distance, rotate(b.orientation, met.away), name, 0, contacts);
    facing.push_back(met.facing);
  });
  if (contacts.count - first < 2) return;
  order_by_facing(contacts, first, facing);
  merge_contacts(contacts, first, 2 * kSame * a.radius);
  spread_by_normal(contacts, first, 2 * kSameDepth * a.radius);
}

}  // namespace cairn
