// Edges of one mesh across edges of the other. The normal is their common perpendicular n, if n lies between
// the normals of the faces at each edge (or at most 5° beyond).
#include "collide/mesh_distance.h"
#include "collide/mesh_pair.h"

namespace cairn {
namespace {

constexpr double kParallel = 1e-12;  // squared sine of two edges that do not cross
constexpr double kSlack = 1e-9;      // sine: slack at the ends of an arc of normals
constexpr double kOutside = 0.25;    // of the depth: a point this far outside the other body is not in it
constexpr std::uint32_t kEdgeName = 2;

struct PlacedEdge {
  Vec3 p, q;
  Skeleton::Bend bend{};
  Vec3 left, right, from_left, from_right;
};

PlacedEdge placed(const Mesh& mesh, const Skeleton::Edge& e) {
  return {mesh.vertices[e.p], mesh.vertices[e.q], e.bend, e.left, e.right, e.from_left, e.from_right};
}
PlacedEdge placed(const Mesh& mesh, const Skeleton::Edge& e, const Axes& axes) {
  return {axes.to(mesh.vertices[e.p]), axes.to(mesh.vertices[e.q]), e.bend,
          axes.turn * e.left,          axes.turn * e.right,         axes.turn * e.from_left,
          axes.turn * e.from_right};
}

// How a direction w perpendicular to an edge fits the arc of normals there: among them, at most 5° beyond
// (then w becomes the last normal), or not at all.
enum class Fit { among, beyond, none };

Fit fit(const PlacedEdge& edge, Vec3& w) {
  const double l = dot(w, edge.from_left), r = dot(w, edge.from_right);
  if (l >= -kSlack && r >= -kSlack) return Fit::among;
  if (l < 0 && r < 0) return Fit::none;
  const Vec3& last = l < r ? edge.left : edge.right;
  const double along = dot(w, last);
  if (std::abs(along) < kSameNormal) return Fit::none;
  // Contacts may lie behind an open sheet: hollow edges and rims also take the reversed normal.
  w = along > 0 ? last : -last;
  return Fit::beyond;
}

// An edge that passes just beyond the end of another edge that leads into a hollow.
struct Beyond {
  bool of_a = false;  // the end is of A
  int vertex = 0;     // the end
  int k = 0, l = 0;   // edges of A and B
  Vec3 to;            // from the end to the nearest point of the other edge
  Vec3 n;
  bool lowest = false;
};

struct EdgesOnEdges {
  const MeshPair& pair;
  Meetings& meetings;
  SmallVector<Beyond, 8> beyond{};

  // Sheets meet with all their edges, closed meshes with convex ones only.
  bool sticks_out(const Mesh& mesh, const Skeleton::Edge& edge) const {
    return !mesh.closed || edge.bend == Skeleton::Bend::out;
  }

  // For each edge of B inside the common box: tries all edges of A near it.
  void find() {
    for_each_in(pair.b.skeleton.edge_bvh, pair.in_b, [&](int l) {
      const Skeleton::Edge& edge = pair.b.skeleton.edges[l];
      if (!sticks_out(pair.b, edge)) return;
      Vec3 p = pair.b_in_a.to(pair.b.vertices[edge.p]), q = pair.b_in_a.to(pair.b.vertices[edge.q]);
      if (clip(pair.in_a, p, q))
        find_of(l, grown({min(p, q), max(p, q)}, std::max(pair.margin, pair.deepest)));
    });
  }

  void find_of(int l, const Bounds& box) {
    const PlacedEdge of_b = placed(pair.b, pair.b.skeleton.edges[l], pair.b_in_a);
    for_each_in(pair.a.skeleton.edge_bvh, box, [&](int k) {
      const Skeleton::Edge& edge = pair.a.skeleton.edges[k];
      if (!sticks_out(pair.a, edge)) return;
      const PlacedEdge of_a = placed(pair.a, edge);
      if (overlap({min(of_a.p, of_a.q), max(of_a.p, of_a.q)}, box)) meet(k, of_a, l, of_b);
    });
  }

  // Tries both senses of the common perpendicular of two edges.
  void meet(int k, const PlacedEdge& a, int l, const PlacedEdge& b) {
    const Vec3 e = a.q - a.p, f = b.q - b.p, c = cross(e, f), between = b.p - a.p;
    const double c2 = norm2(c);
    if (c2 <= kParallel * norm2(e) * norm2(f)) return;
    const Vec3 upright = c / std::sqrt(c2);
    if (std::abs(dot(between, upright)) >= std::max(pair.margin, pair.deepest)) return;
    for (const double sign : {1.0, -1.0}) {
      Vec3 n = sign * upright;
      const Fit at_a = fit(a, n);
      if (at_a == Fit::none) continue;
      Vec3 back = -n;
      const Fit at_b = fit(b, back);
      if (at_b == Fit::none) continue;
      n = -back;
      add(k, a, l, b, n, at_a == Fit::among && at_b == Fit::among);
    }
  }

  // Adds the place where the two edges cross, seen along n:  a.p + u e + gap n = b.p + v f.
  void add(int k, const PlacedEdge& a, int l, const PlacedEdge& b, const Vec3& n, bool lowest) {
    const Vec3 e = a.q - a.p, f = b.q - b.p, between = b.p - a.p;
    const double d = dot(n, cross(e, f)), u = dot(n, cross(between, f)) / d,
                 v = dot(n, cross(between, e)) / d;
    const bool within_a = u > 0 && u<1, within_b = v> 0 && v < 1;
    // If only one edge is passed beyond its end, the pair may share a hollow.
    if (!within_a && within_b) add_beyond(true, u > 0, k, a, l, b, n, lowest);
    if (within_a && !within_b) add_beyond(false, v > 0, k, a, l, b, n, lowest);
    if (!within_a || !within_b) return;
    const Vec3 on_a = a.p + u * e, on_b = b.p + v * f;
    const double gap = dot(n, on_b - on_a);
    if (gap >= pair.margin || gap <= -pair.deepest) return;
    // Both points must lie inside the other body, or nearly so.
    if (gap < 0 && !(is_in(pair.a, on_b, gap) && is_in(pair.b, pair.b_in_a.from(on_a), gap))) return;
    meetings.push_back({on_a + 0.5 * gap * n, n, gap, name(k, l), 0, lowest});
  }

  static std::uint32_t name(int k, int l) {
    return tagged(tagged(static_cast<std::uint32_t>(k), 1 + static_cast<std::uint32_t>(l)), kEdgeName);
  }

  // Notes an edge that passes beyond an end that lies in a hollow.
  void add_beyond(bool of_a, bool at_q, int k, const PlacedEdge& a, int l, const PlacedEdge& b, const Vec3& n,
                  bool lowest) {
    const Mesh& mesh = of_a ? pair.a : pair.b;
    const Skeleton::Edge& edge = mesh.skeleton.edges[of_a ? k : l];
    const int vertex = at_q ? edge.q : edge.p;
    if (!mesh.closed || mesh.skeleton.at_hollow[vertex] == 0) return;
    const PlacedEdge &own = of_a ? a : b, &other = of_a ? b : a;
    const Vec3 end = at_q ? own.q : own.p, along = other.q - other.p;
    const double u = dot(end - other.p, along) / norm2(along);
    const Vec3 to = other.p + u * along - end;
    if (u > 0 && u < 1 && norm2(to) < pair.deepest * pair.deepest)
      beyond.push_back({of_a, vertex, k, l, to, n, lowest});
  }

  // An edge in the hollow between two edges of the other mesh lies behind their common corner. Both edges
  // share the depth as two faces do:  w = -(a n + b m).
  void share_hollows() {
    for (std::size_t i = 0; i < beyond.size(); ++i)
      for (std::size_t j = i + 1; j < beyond.size(); ++j) {
        const Beyond &one = beyond[i], &other = beyond[j];
        if (one.of_a != other.of_a || one.vertex != other.vertex) continue;
        if (one.of_a ? one.l != other.l : one.k != other.k) continue;
        const Vec3 w = one.of_a ? one.to : -one.to;
        const double c = dot(one.n, other.n), n = dot(w, one.n), m = dot(w, other.n), s = 1 - c * c,
                     a = (c * m - n) / s, b = (c * n - m) / s;
        if (!(s > 0 && a > 0 && b > 0)) continue;
        const Mesh& mesh = one.of_a ? pair.a : pair.b;
        const Vec3& local = mesh.vertices[one.vertex];
        const Vec3 end = one.of_a ? local : pair.b_in_a.to(local), middle = end + 0.5 * one.to;
        const std::uint32_t corner = 1 + name(one.vertex, one.of_a ? one.l : one.k);
        meetings.push_back({middle, one.n, -a, name(one.k, one.l), corner, one.lowest});
        meetings.push_back({middle, other.n, -b, name(other.k, other.l), corner, other.lowest});
      }
  }

  // True if the point is inside the mesh, or at most kOutside of the depth outside. Sheets have no inside.
  static bool is_in(const Mesh& mesh, const Vec3& point, double gap) {
    return !mesh.closed || signed_distance(mesh, point, -gap) < -kOutside * gap;
  }
};

}  // namespace

void edges_on_edges(const MeshPair& pair, Meetings& meetings) {
  EdgesOnEdges edges{pair, meetings};
  edges.find();
  edges.share_hollows();
}

}  // namespace cairn
