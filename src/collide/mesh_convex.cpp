// Triangle meshes against convex bodies, other meshes and walls.
//
// Each triangle is a sheet. A contact with a triangle has either the normal of the triangle or, at an edge or
// a corner of it, one that lies between the normals of the triangles that meet there: with m the direction in
// a neighbour's plane away from it across the common edge, w·m >= 0. At edges between triangles of one plane,
// and in hollow ones, that leaves the triangles' own normals: a body that slides over them meets no ghosts. A
// direction that is not allowed becomes the triangle's normal. Closed meshes are met from outside, open ones
// on the side where the body's centre is.
//
// A convex body has contacts with the same normal reduced to four well spread ones. A feature is named after
// the corner or edge of the body and of the mesh, and after the direction of the triangle: sliding from one
// triangle to the next in the same plane changes no name.
//
// Two meshes meet corner on face (mesh_corners.cpp) and edge on edge (mesh_edges.cpp), with all corners of a
// flat contact, named after corner and facet or after the two edges. Of several ways out of one place the
// shortest counts, so that gaps do not jump where a body slides from face to face.
//
// Against walls a mesh counts as its corners, which is exact for walls that are flat or hollow.
#include "collide/manifold.h"
#include "collide/merge.h"
#include "collide/mesh_features.h"
#include "collide/pairs.h"
#include "collide/sheet.h"

namespace cairn {
namespace {

constexpr double kAlong = 1 - 1e-8;  // cosine: a direction this close to the normal is it
constexpr double kOnEdge = 1e-6;     // of a triangle's height: a point this close to an edge lies on it
constexpr double kSame = 1e-3;       // of the body's size: contacts closer than this are one
constexpr double kSameDepth = 1e-9;  // of the body's size
constexpr double kMuchDeeper = 10;   // a face along which the overlap is this much deeper is not the one met

// One triangle of the mesh (A) and the body (B), in the mesh's axes.
class TriangleMeetsBody {
 public:
  TriangleMeetsBody(const Mesh& mesh, int t, const Convex& body, double margin)
      : mesh_(mesh), t_(t), body_(body), margin_(margin), n_(mesh.normals[t]) {
    const auto corner = mesh.corners(t);
    centre_ = (corner[0] + corner[1] + corner[2]) / 3;
    for (std::size_t k = 0; k < 3; ++k) sheet_.corner[k] = corner[k] - centre_;
    sheet_.count = 3, sheet_.normal = n_;
  }

  void find(ContactPoints& contacts) {
    const Convex triangle = make_convex(sheet_, 0, 0, centre_, {});
    const double reach = margin_ + body_.rounding;
    const double side = mesh_.closed || dot(body_.position - centre_, n_) >= 0 ? 1 : -1;
    const Vec3 up = side * n_;
    const Vec3 low = body_.support(-up);
    const double height = dot(up, low - centre_);
    if (height >= reach) return;
    Closest closest;
    if (!find_closest_to_sheet(sheet_, centre_, up, body_, reach, closest)) return;
    const int first = contacts.count;
    if (may_push(closest, up)) {
      add_manifold(triangle, body_, closest, {}, margin_, contacts);
    } else if (height > kMuchDeeper * std::min(closest.gap - body_.rounding, 0.0)) {
      // Straight out of the triangle, where the body lies over it.
      const Closest straight{up, height, low - height * up, low};
      const bool over = is_over(straight.on_a);
      add_manifold(triangle, body_, straight, {}, margin_, contacts,
                   over ? NotFlat::single_point : NotFlat::nothing);
    }
    rename(contacts, first);
  }

 private:
  bool may_push(const Closest& closest, const Vec3& up) const {
    const double along = dot(closest.normal, up);
    if (along > kAlong) return true;
    if (along < 0) return false;
    const Vec3 p = closest.on_a - centre_;
    bool on_edge = false;
    for (int k = 0; k < 3; ++k) {
      const Vec3 &q = sheet_.corner[k], &opposite = sheet_.corner[(k + 2) % 3];
      const Vec3 away = away_across(mesh_, t_, k);
      if (dot(away, p - q) < kOnEdge * dot(away, opposite - q)) continue;
      on_edge = true;
      if (!is_allowed(mesh_, t_, k, closest.normal)) return false;
    }
    return on_edge;
  }

  bool is_over(const Vec3& at) const {
    for (int k = 0; k < 3; ++k)
      if (dot(away_across(mesh_, t_, k), at - centre_ - sheet_.corner[k]) > 0) return false;
    return true;
  }

  // From corners and edges of the triangle to those of the mesh.
  void rename(ContactPoints& contacts, int first) const {
    const std::uint32_t code = direction_code(n_);
    for (ContactPoint& contact : contacts.from(first)) {
      std::uint32_t& feature = contact.feature;
      std::uint32_t name = feature;
      if (feature & kCrossing)
        name = tagged(feature & 0x7fff, edge_name(mesh_, t_, static_cast<int>(feature >> 15 & 0x3)));
      else if (feature != kSinglePoint && feature < kCornerOfB)
        name = tagged(corner_name(mesh_, t_, static_cast<int>(feature - kCornerOfA)), 1);
      feature = tagged(name, code);
    }
  }

  const Mesh& mesh_;
  const int t_;
  const Convex& body_;
  const double margin_;
  const Vec3 n_;
  Vec3 centre_;
  Sheet sheet_;
};

Bounds bounds_of(const Convex& body, double reach) {
  Bounds box;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 e;
    e[axis] = 1;
    box.high[axis] = body.support(e)[axis] + reach;
    box.low[axis] = body.support(-e)[axis] - reach;
  }
  return box;
}

}  // namespace

void mesh_convex(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  const auto& mesh = std::get<Mesh>(a.shape);
  const Vec3 place = rotate_back(a.orientation, b.position - a.position);
  const Convex body = make_convex(b.shape, b.radius, place, conjugate(a.orientation) * b.orientation);
  for_each_in(mesh.bvh, bounds_of(body, margin + body.rounding),
              [&](int t) { TriangleMeetsBody(mesh, t, body, margin).find(contacts); });
  merge_contacts(contacts, 0, kSame * body.size);
  spread_by_normal(contacts, 0, kSameDepth * body.size);
  for (ContactPoint& contact : contacts) {
    contact.point = a.position + rotate(a.orientation, contact.point);
    contact.normal = rotate(a.orientation, contact.normal);
  }
}

}  // namespace cairn
