#include "collide/merge.h"
#include "collide/mesh_contacts.h"
#include "collide/mesh_features.h"

namespace cairn {
namespace {

constexpr double kFarSide = 0.1;     // of the thinner body's width
constexpr double kSame = 1e-3;       // of it: contacts closer than this are one
constexpr double kSameDepth = 1e-9;  // of it
constexpr double kParallel = 1e-12;  // squared sine of two edges that do not cross
constexpr std::uint32_t kCornerName = 1, kEdgeName = 2, kOther = 1u << 20;

// One mesh as seen from the other's axes.
struct Placed {
  const Mesh& mesh;
  Vec3 position;
  Quat orientation;
  Vec3 to(const Vec3& x) const { return position + rotate(orientation, x); }
  Vec3 turned(const Vec3& x) const { return rotate(orientation, x); }
};

// A triangle in A's axes.
struct PlacedTriangle {
  const Placed& of;
  int number = 0;
  Vec3 corner[3], normal;

  PlacedTriangle(const Placed& placed, int t)
      : of(placed), number(t), normal(placed.turned(placed.mesh.normals[static_cast<std::size_t>(t)])) {
    const auto local = placed.mesh.corners(t);
    for (std::size_t k = 0; k < 3; ++k) corner[k] = placed.to(local[k]);
  }
};

struct Query {
  const Placed a, b;  // A in its own axes
  double margin = 0, deepest = 0;
  ContactPoints& contacts;

  void add(const Vec3& on_a, const Vec3& n, double gap, std::uint32_t feature) const {
    contacts.add({on_a + 0.5 * gap * n, n, gap, feature, 0, 0});
  }
};

bool is_over(const PlacedTriangle& face, const Vec3& p) {
  for (int e = 0; e < 3; ++e) {
    const Vec3 &from = face.corner[e], &to = face.corner[(e + 1) % 3];
    if (dot(cross(face.normal, to - from), p - from) < 0) return false;
  }
  return true;
}

// Corners of `body` over the triangle `face`; sign +1 if the face is A's.
void corners_on_face(const Query& q, const PlacedTriangle& face, const PlacedTriangle& body, double sign) {
  // The body comes from where its surface looks back; a closed mesh is met from outside alone.
  const double facing = dot(face.normal, body.normal);
  const double side = face.of.mesh.closed || facing <= 0 ? 1 : -1;
  if (side * facing > 0) return;
  const Vec3 up = side * face.normal;
  for (int k = 0; k < 3; ++k) {
    const Vec3& p = body.corner[k];
    const double gap = dot(up, p - face.corner[0]);
    if (gap >= q.margin || gap < -q.deepest || !is_over(face, p)) continue;
    const std::uint32_t name =
        tagged(corner_name(body.of.mesh, body.number, k), kCornerName + (sign > 0 ? kOther : 0));
    const std::uint32_t code = direction_code(face.of.mesh.normals[static_cast<std::size_t>(face.number)]);
    q.add(sign > 0 ? p - gap * up : p, sign * up, gap, tagged(name, code));
  }
}

bool first_of_edge(const Mesh& mesh, int t, int k) {
  const int other = mesh.across[static_cast<std::size_t>(t)][static_cast<std::size_t>(k)];
  return other < 0 || t < other;
}

// Whether w lies between the normals of the two triangles at the edge, which then sticks out.
bool sticks_out(const Placed& p, int t, int k, const Vec3& w) {
  const Vec3 local = rotate_back(p.orientation, w);
  return dot(local, away_across(p.mesh, t, k)) >= 0 && is_allowed(p.mesh, t, k, local);
}

void edge_on_edge(const Query& q, const PlacedTriangle& a, int k, const PlacedTriangle& b, int l) {
  const Vec3 &p = a.corner[k], &r = b.corner[l];
  const Vec3 e = a.corner[(k + 1) % 3] - p, f = b.corner[(l + 1) % 3] - r, c = cross(e, f);
  const double c2 = norm2(c);
  if (c2 <= kParallel * norm2(e) * norm2(f)) return;
  const double u = dot(cross(r - p, f), c), v = dot(cross(r - p, e), c);
  if (!(u > 0 && u < c2 && v > 0 && v < c2)) return;
  const Vec3 outward = a.normal + q.a.turned(away_across(q.a.mesh, a.number, k));
  const Vec3 n = (dot(c, outward) >= 0 ? 1 : -1) / std::sqrt(c2) * c, on_a = p + u / c2 * e;
  const double gap = dot(r + v / c2 * f - on_a, n);
  if (gap >= q.margin || gap < -q.deepest) return;
  if (!sticks_out(q.a, a.number, k, n) || !sticks_out(q.b, b.number, l, -n)) return;
  const std::uint32_t name = tagged(edge_name(q.a.mesh, a.number, k), edge_name(q.b.mesh, b.number, l));
  q.add(on_a, n, gap, tagged(name, kEdgeName));
}

void meet(const Query& q, const PlacedTriangle& a, const PlacedTriangle& b) {
  corners_on_face(q, a, b, 1);
  corners_on_face(q, b, a, -1);
  for (int k = 0; k < 3; ++k) {
    if (!first_of_edge(q.a.mesh, a.number, k)) continue;
    for (int l = 0; l < 3; ++l)
      if (first_of_edge(q.b.mesh, b.number, l)) edge_on_edge(q, a, k, b, l);
  }
}

}  // namespace

void mesh_mesh(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  const auto &mesh_a = std::get<Mesh>(a.shape), &mesh_b = std::get<Mesh>(b.shape);
  if (!mesh_a.closed && !mesh_b.closed) return;  // two walls
  const double size = mesh_a.closed && mesh_b.closed ? std::min(mesh_a.width, mesh_b.width)
                                                     : std::max(mesh_a.width, mesh_b.width);
  const Placed placed_b{mesh_b, rotate_back(a.orientation, b.position - a.position),
                        conjugate(a.orientation) * b.orientation};
  const Query query{{mesh_a, {}, {}}, placed_b, margin, kFarSide * size, contacts};
  // Triangles of B near A's box, and for each those of A near it.
  const Vec3 centre = rotate_back(placed_b.orientation, -placed_b.position);
  const Bounds reach = grown({centre, centre}, mesh_a.radius + margin);
  for_each_in(mesh_b.bvh, reach, [&](int s) {
    const PlacedTriangle b_side(query.b, s);
    const auto& [p, q, r] = b_side.corner;
    const Bounds box = grown({min(p, min(q, r)), max(p, max(q, r))}, margin + query.deepest);
    for_each_in(mesh_a.bvh, box, [&](int t) {
      const auto corner = mesh_a.corners(t);
      const Bounds own{min(corner[0], min(corner[1], corner[2])), max(corner[0], max(corner[1], corner[2]))};
      if (overlap(own, box)) meet(query, PlacedTriangle(query.a, t), b_side);
    });
  });
  merge_contacts(contacts, 0, kSame * size);
  spread_by_normal(contacts, 0, kSameDepth * size);
  for (int k = 0; k < contacts.count; ++k) {
    ContactPoint& contact = contacts.point[static_cast<std::size_t>(k)];
    contact.point = a.position + rotate(a.orientation, contact.point);
    contact.normal = rotate(a.orientation, contact.normal);
  }
}

}  // namespace cairn
