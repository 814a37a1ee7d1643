// Contacts of triangle meshes with convex bodies; here also the ideas behind mesh on mesh and mesh on wall.
//
// Each triangle is a sheet. The normal of a contact is the normal of the triangle. At an edge or a corner it
// may be a direction w between the normals of the triangles that meet there: w·m >= 0, where m lies in the
// neighbour's plane and points away from it across the common edge. Edges between coplanar triangles, and
// hollow edges, thus allow only the triangles' own normals: a body that slides over them meets no ghost
// edges. A direction that is not allowed is replaced by the triangle's normal. Bodies meet closed meshes from
// outside and open ones on the side of the body's centre.
//
// Contacts of a convex body with the same normal are reduced to four well spread ones. A feature names the
// corner or edge of the body and of the mesh, and the direction of the triangle. Sliding to the next triangle
// in the same plane changes no name. Both triangles of an edge find a contact there; the one that faces the
// contact's normal most names it, so that noise in the gaps does not choose the name.
//
// Two meshes meet corner on face (mesh_corners.cpp) and edge on edge (mesh_edges.cpp), with all corners of a
// flat contact. The features name corner and facet, or the two edges. If one place has several ways out, the
// shortest counts, so that gaps do not jump where a body slides from face to face.
//
// Against a wall a mesh is represented by its corners. This is exact for flat and hollow walls.
#include "collide/manifold.h"
#include "collide/merge.h"
#include "collide/mesh_features.h"
#include "collide/pairs.h"
#include "collide/sheet.h"

namespace cairn {
namespace {

constexpr double kSame = 1e-3;       // of the body's size: closer contacts are merged
constexpr double kSameDepth = 1e-9;  // of the body's size
constexpr double kMuchDeeper = 10;   // a face whose overlap is this many times deeper is not met

// One triangle of the mesh (A) against the body (B), in the mesh's axes.
class TriangleMeetsBody {
 public:
  TriangleMeetsBody(const Mesh& mesh, int t, const Convex& body, double margin)
      : mesh_(mesh), t_(t), body_(body), margin_(margin), n_(mesh.normals[t]) {
    const auto corner = mesh.corners(t);
    centre_ = (corner[0] + corner[1] + corner[2]) / 3;
    for (std::size_t k = 0; k < 3; ++k) sheet_.corner[k] = corner[k] - centre_;
    sheet_.count = 3;
    sheet_.normal = n_;
  }

  // Adds the contacts, and for each the cosine between the triangle's normal and the contact's.
  void find(ContactPoints& contacts, Facing& facing) {
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
    if (may_push(mesh_, t_, closest.on_a, up, closest.normal)) {
      add_manifold(triangle, body_, closest, {}, margin_, contacts);
    } else if (height > kMuchDeeper * std::min(closest.gap - body_.rounding, 0.0)) {
      // The direction is not allowed: push straight out of the triangle, where the body lies over it.
      const Closest straight{up, height, low - height * up, low};
      const bool over = is_over(straight.on_a);
      add_manifold(triangle, body_, straight, {}, margin_, contacts,
                   over ? NotFlat::single_point : NotFlat::nothing);
    }
    rename(contacts, first);
    for (const ContactPoint& contact : contacts.from(first)) facing.push_back(dot(contact.normal, up));
  }

 private:
  // True if the point lies over the triangle.
  bool is_over(const Vec3& at) const {
    for (int k = 0; k < 3; ++k)
      if (dot(away_across(mesh_, t_, k), at - centre_ - sheet_.corner[k]) > 0) return false;
    return true;
  }

  // Replaces the triangle's own corner and edge numbers by names in the whole mesh.
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
  Facing facing;
  for_each_in(mesh.bvh, bounds_of(body, margin + body.rounding),
              [&](int t) { TriangleMeetsBody(mesh, t, body, margin).find(contacts, facing); });
  order_by_facing(contacts, 0, facing);
  merge_contacts(contacts, 0, kSame * body.size);
  spread_by_normal(contacts, 0, kSameDepth * body.size);
  for (ContactPoint& contact : contacts) {
    contact.point = a.position + rotate(a.orientation, contact.point);
    contact.normal = rotate(a.orientation, contact.normal);
  }
}

}  // namespace cairn
