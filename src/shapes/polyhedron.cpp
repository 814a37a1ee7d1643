// Makes faces, edges and principal axes from the triangles of a hull.
#include "shapes/polyhedron.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/assert.h"
#include "base/error.h"
#include "shapes/hull.h"
#include "shapes/rounded_polyhedron.h"

namespace cairn {
namespace {

// How far other triangles may leave the plane of the largest triangle of a face, over the root of its area.
// Files with seven digits are no flatter than this.
constexpr double kFlat = 1e-6;

using Triangles = std::vector<std::array<int, 3>>;

class Faces {
 public:
  Faces(std::span<const Vec3> points, const Triangles& triangles) : points_(points), triangles_(triangles) {
    for (std::size_t t = 0; t < triangles_.size(); ++t)
      for (std::size_t k = 0; k < 3; ++k)
        owner_[{triangles_[t][k], triangles_[t][(k + 1) % 3]}] = static_cast<int>(t);
    group();
  }

  // One loop of vertices per face, without corners on straight edges.
  std::vector<std::vector<int>> loops() const {
    std::map<int, std::map<int, int>> next;  // per face: its rim, from corner to corner
    for (const auto& [edge, t] : owner_)
      if (const int face = face_of(t); face != face_of(owner_.at({edge.second, edge.first})))
        next[face][edge.first] = edge.second;
    std::map<int, int> faces_at;
    for (const auto& [face, rim] : next)
      for (const auto& [from, to] : rim) ++faces_at[from];
    // A corner needs three faces; others lie on a straight edge.
    std::vector<std::vector<int>> loops;
    for (const auto& [face, rim] : next) {
      std::vector<int> loop;
      int corner = rim.begin()->first;
      for (std::size_t k = 0; k < rim.size(); ++k, corner = rim.at(corner))
        if (faces_at[corner] >= 3) loop.push_back(corner);
      if (loop.size() >= 3) loops.push_back(std::move(loop));
    }
    return loops;
  }

 private:
  const Vec3& point(int i) const { return points_[i]; }

  int face_of(int t) const { return face_[t]; }

  Vec3 area_vector(const std::array<int, 3>& t) const {
    return 0.5 * cross(point(t[1]) - point(t[0]), point(t[2]) - point(t[0]));
  }

  // Starts from the largest triangle: its face takes all connected triangles that lie in its plane. The plane
  // of a sliver means nothing, so that slivers join the larger triangle beside them.
  void group() {
    std::vector<int> order(triangles_.size());
    std::iota(order.begin(), order.end(), 0);
    std::vector<double> area;
    for (const auto& t : triangles_) area.push_back(norm(area_vector(t)));
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](int t) { return area[t]; });
    face_.assign(triangles_.size(), -1);
    int count = 0;
    for (const int seed : order)
      if (face_[seed] < 0) spread(seed, count++);
  }

  void spread(int seed, int number) {
    const auto& first = triangles_[seed];
    const Vec3 area = area_vector(first), n = norm2(area) > 0 ? unit(area) : Vec3{};
    const double tolerance = kFlat * std::sqrt(norm(area));
    std::vector<int> reached{seed};
    face_[seed] = number;
    for (std::size_t k = 0; k < reached.size(); ++k) {
      const auto& t = triangles_[reached[k]];
      for (std::size_t e = 0; e < 3; ++e) {
        const int other = owner_.at({t[(e + 1) % 3], t[e]});
        if (face_[other] >= 0) continue;
        const bool flat = std::ranges::all_of(triangles_[other], [&](int i) {
          return std::abs(dot(n, point(i) - point(first[0]))) <= tolerance;
        });
        if (!flat) continue;
        face_[other] = number;
        reached.push_back(other);
      }
    }
  }

  std::span<const Vec3> points_;
  const Triangles& triangles_;
  std::map<std::pair<int, int>, int> owner_;  // the triangle of each directed edge
  std::vector<int> face_;                     // the face of each triangle
};

// The vector area of a loop (Newell). It points along the normal even if the loop is not quite flat.
Vec3 area_of(const Polyhedron& polyhedron, std::span<const int> loop) {
  Vec3 sum;
  const Vec3& a = polyhedron.vertices[loop[0]];
  for (std::size_t k = 1; k + 1 < loop.size(); ++k)
    sum += cross(polyhedron.vertices[loop[k]] - a, polyhedron.vertices[loop[k + 1]] - a);
  return 0.5 * sum;
}

void add_loops(Polyhedron& polyhedron, std::span<const Vec3> points,
               const std::vector<std::vector<int>>& loops) {
  std::map<int, int> number;  // vertex number of each point that is a corner
  for (const auto& loop : loops)
    for (const int i : loop) number[i] = 0;
  for (auto& [point, vertex] : number) {
    vertex = static_cast<int>(polyhedron.vertices.size());
    polyhedron.vertices.push_back(points[point]);
  }
  for (const auto& loop : loops) {
    polyhedron.faces.push_back(
        {{}, 0, static_cast<int>(polyhedron.loops.size()), static_cast<int>(loop.size())});
    for (const int i : loop) polyhedron.loops.push_back(number[i]);
  }
}

// Each plane touches the farthest corner of its face, so that no corner is outside.
void add_planes(Polyhedron& polyhedron) {
  for (Polyhedron::Face& face : polyhedron.faces) {
    face.normal = unit(area_of(polyhedron, polyhedron.corners(face)));
    face.offset = -kInfinity;
    for (const int v : polyhedron.corners(face))
      face.offset = std::max(face.offset, dot(face.normal, polyhedron.vertices[v]));
  }
}

void add_edges(Polyhedron& polyhedron) {
  std::map<std::pair<int, int>, int> found;
  polyhedron.loop_edges.resize(polyhedron.loops.size());
  for (std::size_t f = 0; f < polyhedron.faces.size(); ++f) {
    const Polyhedron::Face& face = polyhedron.faces[f];
    const std::span<const int> loop = polyhedron.corners(face);
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const int a = loop[k], b = loop[(k + 1) % loop.size()];
      const auto [edge, is_new] =
          found.try_emplace(std::minmax(a, b), static_cast<int>(polyhedron.edges.size()));
      if (is_new)
        polyhedron.edges.push_back({a, b, static_cast<int>(f), -1});
      else
        polyhedron.edges[edge->second].right = static_cast<int>(f);
      polyhedron.loop_edges[static_cast<std::size_t>(face.first) + k] = edge->second;
    }
  }
}

void add_neighbours(Polyhedron& polyhedron) {
  std::vector<std::vector<int>> joined(polyhedron.vertices.size());
  for (const Polyhedron::Edge& edge : polyhedron.edges) {
    joined[edge.a].push_back(edge.b);
    joined[edge.b].push_back(edge.a);
  }
  for (const std::vector<int>& own : joined) {
    polyhedron.first_neighbour.push_back(static_cast<int>(polyhedron.neighbours.size()));
    polyhedron.neighbours.insert(polyhedron.neighbours.end(), own.begin(), own.end());
  }
  polyhedron.first_neighbour.push_back(static_cast<int>(polyhedron.neighbours.size()));
}

// True if every edge has two faces and Euler's formula V + F - E = 2 holds.
bool is_whole(const Polyhedron& polyhedron) {
  const auto euler = static_cast<std::ptrdiff_t>(polyhedron.vertices.size() + polyhedron.faces.size()) -
                     static_cast<std::ptrdiff_t>(polyhedron.edges.size());
  return euler == 2 && std::ranges::all_of(polyhedron.edges, [](const auto& e) { return e.right >= 0; });
}

}  // namespace

PlacedPolyhedron make_polyhedron(std::span<const Vec3> points, double rounding) {
  CAIRN_ASSERT(rounding >= 0);
  if (const auto bad = std::ranges::find_if_not(points, is_finite); bad != points.end())
    throw InputError(fmt::format("point {} of the hull is not finite", bad - points.begin() + 1));
  // Work about the middle of the points, where differences keep their digits.
  Vec3 middle;
  for (const Vec3& p : points) middle += p / static_cast<double>(points.size());
  std::vector<Vec3> near;
  for (const Vec3& p : points) near.push_back(p - middle);
  const Hull hull = convex_hull(near);

  // Faces, planes and edges from the hull's triangles.
  PlacedPolyhedron placed;
  Polyhedron& polyhedron = placed.polyhedron;
  polyhedron.rounding = rounding;
  add_loops(polyhedron, near, Faces(near, hull.triangles).loops());
  add_planes(polyhedron);
  add_edges(polyhedron);
  if (!is_whole(polyhedron))
    throw InputError("the points of the hull are so close to each other that it has no clear faces");
  add_neighbours(polyhedron);

  // Move to the principal axes about the centre of mass.
  const PrincipalAxes axes = principal_axes(rounded_moments(polyhedron));
  for (Vec3& v : polyhedron.vertices) v = rotate_back(axes.turn, v - axes.offset);
  add_planes(polyhedron);
  polyhedron.mass = axes.mass;
  placed.turn = axes.turn;
  placed.offset = middle + axes.offset;
  CAIRN_ASSERT(polyhedron.faces.size() >= 4 && polyhedron.vertices.size() >= 4);
  CAIRN_ASSERT(polyhedron.loop_edges.size() == polyhedron.loops.size());
  CAIRN_ASSERT(polyhedron.thickness() > 0);
  return placed;
}

Polyhedron Polyhedron::scaled(double f) const {
  Polyhedron other = *this;
  for (Vec3& v : other.vertices) v *= f;
  for (Face& face : other.faces) face.offset *= f;
  other.rounding *= f;
  other.mass = cairn::scaled(mass, f);
  return other;
}

Bounds Polyhedron::bounds() const {
  Bounds bounds{vertices[0], vertices[0]};
  for (const Vec3& v : vertices) bounds = {min(bounds.low, v), max(bounds.high, v)};
  return grown(bounds, rounding);
}

double Polyhedron::bounding_radius() const {
  double farthest = 0;
  for (const Vec3& v : vertices) farthest = std::max(farthest, norm2(v));
  return std::sqrt(farthest) + rounding;
}

double Polyhedron::thickness() const {
  double least = kInfinity;
  for (const Face& face : faces) least = std::min(least, face.offset);
  return 2 * (least + rounding);
}

}  // namespace cairn
