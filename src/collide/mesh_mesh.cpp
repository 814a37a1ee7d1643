#include "collide/merge.h"
#include "collide/mesh_contacts.h"
#include "collide/mesh_features.h"

namespace cairn {
namespace {

constexpr double kFarSide = 0.25;    // of the thinner body's width
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

struct Query {
  const Placed a, b;  // A in its own axes
  double margin = 0, deepest = 0;
  ContactPoints& contacts;

  void add(const Vec3& on_a, const Vec3& n, double gap, std::uint32_t feature) const {
    contacts.add({on_a + 0.5 * gap * n, n, gap, feature, 0, 0});
  }
};

Vec3 normal_of(const Placed& p, int t) { return p.turned(p.mesh.normals[static_cast<std::size_t>(t)]); }

// Corners of triangle t of `body` over triangle f of `face`; sign +1 if the face is A's.
void corners_on_face(const Query& q, const Placed& face, int f, const Placed& body, int t, double sign) {
  const Vec3 n = normal_of(face, f), m = normal_of(body, t);
  // The body comes from where its surface looks back; a closed mesh is met from outside alone.
  const double side = face.mesh.closed || dot(n, m) <= 0 ? 1 : -1;
  if (side * dot(n, m) > 0) return;
  const auto corner = face.mesh.corners(f);
  for (int k = 0; k < 3; ++k) {
    const Vec3 p = body.to(body.mesh.corners(t)[static_cast<std::size_t>(k)]), origin = face.to(corner[0]);
    const double gap = side * dot(n, p - origin);
    if (gap >= q.margin || gap < -q.deepest) continue;
    bool over = true;
    for (int e = 0; e < 3 && over; ++e) {
      const Vec3 away = face.turned(away_across(face.mesh, f, e));
      over = dot(away, p - face.to(corner[static_cast<std::size_t>(e)])) <= 0;
    }
    if (!over) continue;
    const std::uint32_t name = tagged(corner_name(body.mesh, t, k), kCornerName + (sign > 0 ? kOther : 0));
    const Vec3 up = side * n, on_a = sign > 0 ? p - gap * up : p;
    const std::uint32_t code = direction_code(face.mesh.normals[static_cast<std::size_t>(f)]);
    q.add(on_a, sign * up, gap, tagged(name, code));
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

void edge_on_edge(const Query& q, int t, int k, int s, int l) {
  const auto ta = q.a.mesh.corners(t), tb = q.b.mesh.corners(s);
  const auto i = static_cast<std::size_t>(k), j = static_cast<std::size_t>(l);
  const Vec3 p = q.a.to(ta[i]), e = q.a.to(ta[(i + 1) % 3]) - p, r = q.b.to(tb[j]),
             f = q.b.to(tb[(j + 1) % 3]) - r, c = cross(e, f);
  const double c2 = norm2(c), scale = norm2(e) * norm2(f);
  if (c2 <= kParallel * scale) return;
  const double u = dot(cross(r - p, f), c) / c2, v = dot(cross(r - p, e), c) / c2;
  if (!(u > 0 && u < 1 && v > 0 && v < 1)) return;
  const Vec3 across = unit(c), outward = normal_of(q.a, t) + q.a.turned(away_across(q.a.mesh, t, k));
  const Vec3 n = dot(across, outward) >= 0 ? across : -across;
  const Vec3 on_a = p + u * e;
  const double gap = dot(r + v * f - on_a, n);
  if (gap >= q.margin || gap < -q.deepest) return;
  if (!sticks_out(q.a, t, k, n) || !sticks_out(q.b, s, l, -n)) return;
  q.add(on_a, n, gap, tagged(tagged(edge_name(q.a.mesh, t, k), edge_name(q.b.mesh, s, l)), kEdgeName));
}

void meet(const Query& q, int t, int s) {
  corners_on_face(q, q.a, t, q.b, s, 1);
  corners_on_face(q, q.b, s, q.a, t, -1);
  for (int k = 0; k < 3; ++k) {
    if (!first_of_edge(q.a.mesh, t, k)) continue;
    for (int l = 0; l < 3; ++l)
      if (first_of_edge(q.b.mesh, s, l)) edge_on_edge(q, t, k, s, l);
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
    const auto corner = mesh_b.corners(s);
    const Vec3 p = placed_b.to(corner[0]), q = placed_b.to(corner[1]), r = placed_b.to(corner[2]);
    const Bounds box = grown({min(p, min(q, r)), max(p, max(q, r))}, margin + query.deepest);
    for_each_in(mesh_a.bvh, box, [&](int t) { meet(query, t, s); });
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
