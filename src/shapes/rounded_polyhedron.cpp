#include "shapes/rounded_polyhedron.h"

#include <algorithm>
#include <map>

namespace cairn {
namespace {

const Vec3& vertex(const Polyhedron& p, int v) { return p.vertices[v]; }
const Polyhedron::Face& face(const Polyhedron& p, int f) { return p.faces[f]; }

// Integrals over the tetrahedra between the origin and the triangles of every face.
Moments core(const Polyhedron& p) {
  Moments sum;
  for (const Polyhedron::Face& f : p.faces) {
    const std::span<const int> loop = p.corners(f);
    for (std::size_t k = 1; k + 1 < loop.size(); ++k)
      sum += tetrahedron(vertex(p, loop[0]), vertex(p, loop[k]), vertex(p, loop[k + 1]));
  }
  return sum;
}

// The prism on a face: points x + s n, x in the face, 0 <= s <= r. Over a triangle with S = Σv, ∫x dA = A/3 S
// and ∫x xᵀ dA = A/12 (Σv vᵀ + S Sᵀ).
Moments prism(const Polyhedron& p, const Polyhedron::Face& f, double r) {
  double area = 0;
  Vec3 first;
  Mat3 second = diagonal({0, 0, 0});
  const std::span<const int> loop = p.corners(f);
  for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
    const Vec3 &a = vertex(p, loop[0]), &b = vertex(p, loop[k]), &c = vertex(p, loop[k + 1]), s = a + b + c;
    const double own = 0.5 * dot(cross(b - a, c - a), f.normal);
    area += own;
    first += own / 3 * s;
    second = second + own / 12 * (outer(a, a) + outer(b, b) + outer(c, c) + outer(s, s));
  }
  const Vec3& n = f.normal;
  return {
      area * r, r * first + 0.5 * r * r * area * n,
      r * second + 0.5 * r * r * (outer(first, n) + outer(n, first)) + r * r * r / 3 * area * outer(n, n)};
}

// An arc of the unit circle from u to w, less than half a turn. t is the direction perpendicular
// to u, towards w.
struct Arc {
  Vec3 u, t;
  double angle = 0;
  // ∫m dφ over the arc, with m = u cos φ + t sin φ. second() is ∫m mᵀ dφ.
  Vec3 first() const { return std::sin(angle) * u + (1 - std::cos(angle)) * t; }
  Mat3 second() const {
    const double s2 = 0.25 * std::sin(2 * angle), ss = 0.5 * std::sin(angle) * std::sin(angle);
    return (0.5 * angle + s2) * outer(u, u) + ss * (outer(u, t) + outer(t, u)) +
           (0.5 * angle - s2) * outer(t, t);
  }
};

Arc arc_between(const Vec3& u, const Vec3& w) {
  const Vec3 axis = cross(u, w);
  const double sine = norm(axis);
  return {u, sine > 0 ? cross(axis, u) / sine : Vec3{}, std::atan2(sine, dot(u, w))};
}

// The cylinder sector along an edge: points p + t (q - p) + s m(φ), 0 <= t <= 1, 0 <= s <= r, weight l s.
Moments edge_sector(const Polyhedron& polyhedron, const Polyhedron::Edge& e, double r) {
  const Vec3 &p = vertex(polyhedron, e.a), &q = vertex(polyhedron, e.b), along = q - p;
  const Arc arc = arc_between(face(polyhedron, e.left).normal, face(polyhedron, e.right).normal);
  const double l = norm(along), r2 = r * r, area = 0.5 * r2 * arc.angle;
  const Vec3 middle = 0.5 * (p + q), m = arc.first();
  const Mat3 line = outer(middle, middle) + 1.0 / 12 * outer(along, along);
  return {
      l * area, l * (area * middle + r2 * r / 3 * m),
      l * (area * line + r2 * r / 3 * (outer(middle, m) + outer(m, middle)) + r2 * r2 / 4 * arc.second())};
}

// The ball sector at a vertex covers a spherical polygon. Its corners are the normals of the faces at the
// vertex, with an arc for each edge. With ν the unit normal of an arc's plane that points out of the polygon,
// and Ω the polygon's area:
//   ∫n dω = -1/2 Σ angle ν,   ∫n nᵀ dω = (Ω 1 - Σ ν (∫n ds)ᵀ)/3   (Gauss on the sphere).
struct Sector {
  double angle = 0;  // Ω
  Vec3 first;
  Mat3 second = diagonal({0, 0, 0});
};

void add_arc(Sector& sector, const Vec3& from, const Vec3& to) {
  const Arc arc = arc_between(from, to);
  const Vec3 normal = cross(arc.u, arc.t);  // into the polygon, which lies on the left of the arc
  sector.first += 0.5 * arc.angle * normal;
  sector.second = sector.second + 1.0 / 3 * outer(normal, arc.first());
}

// Ω of a triangle of unit vectors [OS83]: tan(Ω/2) = a·(b × c)/(1 + a·b + b·c + c·a).
double solid_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
  return 2 * std::atan2(dot(a, cross(b, c)), 1 + dot(a, b) + dot(b, c) + dot(c, a));
}

// The faces around each vertex, counter-clockwise seen from outside. The next face is beyond the edge of the
// present loop that ends at the vertex.
std::vector<std::vector<int>> faces_round_vertices(const Polyhedron& p) {
  std::vector<std::vector<int>> round(p.vertices.size());
  std::vector<std::vector<std::pair<int, int>>> next(p.vertices.size());
  for (const Polyhedron::Edge& e : p.edges) {
    next[e.b].emplace_back(e.left, e.right);
    next[e.a].emplace_back(e.right, e.left);
  }
  for (std::size_t v = 0; v < next.size(); ++v) {
    int at = next[v].front().first;
    for (std::size_t k = 0; k < next[v].size(); ++k) {
      round[v].push_back(at);
      at = std::ranges::find(next[v], at, &std::pair<int, int>::first)->second;
    }
  }
  return round;
}

Moments vertex_sector(const Polyhedron& polyhedron, const Vec3& p, const std::vector<int>& round, double r) {
  Sector sector;
  const auto normal = [&](std::size_t k) { return face(polyhedron, round[k % round.size()]).normal; };
  for (std::size_t k = 0; k < round.size(); ++k) add_arc(sector, normal(k), normal(k + 1));
  for (std::size_t k = 1; k + 1 < round.size(); ++k)
    sector.angle += solid_angle(normal(0), normal(k), normal(k + 1));
  const Mat3 second = sector.angle / 3 * Mat3{} + sector.second;
  const double r2 = r * r, v = r2 * r / 3 * sector.angle;
  return {v, v * p + r2 * r2 / 4 * sector.first,
          v * outer(p, p) + r2 * r2 / 4 * (outer(p, sector.first) + outer(sector.first, p)) +
              r2 * r2 * r / 5 * second};
}

// --- Drawing. Every arc between the normals of two faces has kSteps pieces.
constexpr int kSteps = 4;

class RoundedSurface {
 public:
  explicit RoundedSurface(const Polyhedron& p) : p_(p) {}

  Surface build() {
    for (std::size_t f = 0; f < p_.faces.size(); ++f) add_face(static_cast<int>(f));
    for (std::size_t e = 0; e < p_.edges.size(); ++e) add_edge(e);
    const std::vector<std::vector<int>> round = faces_round_vertices(p_);
    for (std::size_t v = 0; v < round.size(); ++v) add_vertex(static_cast<int>(v), round[v]);
    return std::move(surface_);
  }

 private:
  int add_point(int v, const Vec3& normal) {
    surface_.vertices.push_back(vertex(p_, v) + p_.rounding * normal);
    return static_cast<int>(surface_.vertices.size()) - 1;
  }
  void add_quad(int a, int b, int c, int d) {
    surface_.triangles.push_back({a, b, c});
    surface_.triangles.push_back({a, c, d});
  }

  void add_face(int f) {
    const std::span<const int> loop = p_.corners(face(p_, f));
    for (const int v : loop) corner_[{f, v}] = add_point(v, face(p_, f).normal);
    for (std::size_t k = 1; k + 1 < loop.size(); ++k)
      surface_.triangles.push_back({corner_[{f, loop[0]}], corner_[{f, loop[k]}], corner_[{f, loop[k + 1]}]});
  }

  // Points around vertex v from one face to the next.
  std::vector<int> make_arc(int v, int from, int to) {
    const Arc arc = arc_between(face(p_, from).normal, face(p_, to).normal);
    std::vector<int> points{corner_[{from, v}]};
    for (int k = 1; k < kSteps; ++k) {
      const double phi = arc.angle * k / kSteps;
      points.push_back(add_point(v, std::cos(phi) * arc.u + std::sin(phi) * arc.t));
    }
    points.push_back(corner_[{to, v}]);
    return points;
  }

  void add_edge(std::size_t e) {
    const Polyhedron::Edge& edge = p_.edges[e];
    const std::vector<int> a = make_arc(edge.a, edge.left, edge.right),
                           b = make_arc(edge.b, edge.left, edge.right);
    for (std::size_t k = 0; k < kSteps; ++k) add_quad(a[k], a[k + 1], b[k + 1], b[k]);
    // Around vertex b the arc runs from left to right, around vertex a from right to left.
    arc_[{edge.b, edge.left}] = b;
    arc_[{edge.a, edge.right}] = {a.rbegin(), a.rend()};
  }

  // Rings from the rim of the spherical polygon to its middle.
  void add_vertex(int v, const std::vector<int>& round) {
    std::vector<int> ring;
    Vec3 middle;
    for (const int f : round) {
      const std::vector<int>& arc = arc_[{v, f}];
      ring.insert(ring.end(), arc.begin(), arc.end() - 1);
      middle += face(p_, f).normal;
    }
    middle = unit(middle);
    std::vector<Vec3> rim;
    for (const int i : ring) rim.push_back((surface_.vertices[i] - vertex(p_, v)) / p_.rounding);
    for (int k = 1; k < kSteps; ++k) {
      std::vector<int> inner;
      for (const Vec3& n : rim)
        inner.push_back(add_point(v, unit(n + (static_cast<double>(k) / kSteps) * (middle - n))));
      for (std::size_t i = 0; i < ring.size(); ++i) {
        const std::size_t next = (i + 1) % ring.size();
        add_quad(ring[i], ring[next], inner[next], inner[i]);
      }
      ring = std::move(inner);
    }
    const int tip = add_point(v, middle);
    for (std::size_t i = 0; i < ring.size(); ++i)
      surface_.triangles.push_back({ring[i], ring[(i + 1) % ring.size()], tip});
  }

  const Polyhedron& p_;
  Surface surface_;
  std::map<std::pair<int, int>, int> corner_;            // by face and vertex
  std::map<std::pair<int, int>, std::vector<int>> arc_;  // by vertex and face: to the next face
};

}  // namespace

Surface Polyhedron::surface(double /*extent*/) const {
  if (rounding > 0) return RoundedSurface(*this).build();
  Surface surface{vertices, {}};
  for (const Face& f : faces) {
    const std::span<const int> loop = corners(f);
    for (std::size_t k = 1; k + 1 < loop.size(); ++k)
      surface.triangles.push_back({loop[0], loop[k], loop[k + 1]});
  }
  return surface;
}

Moments rounded_moments(const Polyhedron& polyhedron) {
  Moments sum = core(polyhedron);
  const double r = polyhedron.rounding;
  if (r == 0) return sum;
  for (const Polyhedron::Face& f : polyhedron.faces) sum += prism(polyhedron, f, r);
  for (const Polyhedron::Edge& e : polyhedron.edges) sum += edge_sector(polyhedron, e, r);
  const std::vector<std::vector<int>> round = faces_round_vertices(polyhedron);
  for (std::size_t v = 0; v < round.size(); ++v)
    sum += vertex_sector(polyhedron, polyhedron.vertices[v], round[v], r);
  return sum;
}

}  // namespace cairn
