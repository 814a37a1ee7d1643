#include "shapes/inspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "shapes/bvh.h"
#include "shapes/moments.h"

namespace cairn {
namespace {

constexpr double kThin = 1e-12;  // height over longest side, below which a triangle has no area

std::array<Vec3, 3> corners_of(const Surface& s, std::size_t t) {
  const auto& [a, b, c] = s.triangles[t];
  return {s.vertices[a], s.vertices[b], s.vertices[c]};
}

bool is_degenerate(const std::array<Vec3, 3>& p) {
  const double longest = std::max({norm2(p[1] - p[0]), norm2(p[2] - p[1]), norm2(p[0] - p[2])});
  return !(norm(cross(p[1] - p[0], p[2] - p[0])) > kThin * longest);
}

using Finding = std::optional<MeshFinding>;

Finding find_degenerate(const Surface& s) {
  for (std::size_t t = 0; t < s.triangles.size(); ++t)
    if (is_degenerate(corners_of(s, t)))
      return MeshFinding{MeshFault::degenerate, static_cast<int>(t) + 1, 0,
                         fmt::format("triangle {} has no area", t + 1)};
  return std::nullopt;
}

// --- Edges: all triangles along each edge, with their direction
struct Side {
  int triangle = 0;
  bool forward = false;
};
using Edges = std::map<std::pair<int, int>, std::vector<Side>>;

Edges edges_of(const Surface& s) {
  Edges edges;
  for (std::size_t t = 0; t < s.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = s.triangles[t][k], b = s.triangles[t][(k + 1) % 3];
      edges[std::minmax({a, b})].push_back({static_cast<int>(t) + 1, a < b});
    }
  return edges;
}

// Among all edges with the fault, the one whose first triangle has the smallest number.
template <class IsFault, class Message>
Finding first_edge(const Edges& edges, MeshFault fault, IsFault&& is_fault, Message&& message) {
  Finding first;
  for (const auto& [edge, sides] : edges)
    if (is_fault(sides) && (!first || sides[0].triangle < first->triangle))
      first = MeshFinding{fault, sides[0].triangle, sides.size() > 1 ? sides[1].triangle : 0, message(sides)};
  return first;
}

Finding find_non_manifold(const Edges& edges) {
  return first_edge(
      edges, MeshFault::non_manifold, [](const auto& sides) { return sides.size() > 2; },
      [](const auto& sides) {
        return fmt::format("triangles {}, {} and {} share an edge", sides[0].triangle, sides[1].triangle,
                           sides[2].triangle);
      });
}

Finding find_open(const Edges& edges) {
  return first_edge(
      edges, MeshFault::open, [](const auto& sides) { return sides.size() == 1; },
      [](const auto& sides) {
        return fmt::format("triangle {} has an edge without a neighbour", sides[0].triangle);
      });
}

// Neighbours must run through their common edge in opposite directions.
Finding find_turned(const Edges& edges) {
  return first_edge(
      edges, MeshFault::inverted,
      [](const auto& sides) { return sides.size() == 2 && sides[0].forward == sides[1].forward; },
      [](const auto& sides) {
        return fmt::format("triangles {} and {} are neighbours that face opposite ways", sides[0].triangle,
                           sides[1].triangle);
      });
}

// A surface that encloses a negative volume faces inwards.
Finding find_inward(const Surface& s) {
  double volume = 0;
  const Vec3 near = s.vertices[0];
  for (std::size_t t = 0; t < s.triangles.size(); ++t) {
    const auto [a, b, c] = corners_of(s, t);
    volume += tetrahedron(a - near, b - near, c - near).volume;
  }
  if (volume > 0) return std::nullopt;
  return MeshFinding{MeshFault::inverted, 1, 0,
                     "triangle 1 and all others face inwards: the order of the corners is reversed"};
}

// --- Crossings
// True if the segment p q passes through the triangle: its ends lie on different sides of the plane, and the
// segment passes all three sides of the triangle in the same sense.
bool passes(const Vec3& p, const Vec3& q, const std::array<Vec3, 3>& t) {
  const auto side = [](const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return dot(cross(b - a, c - a), d - a);
  };
  const double below = side(t[0], t[1], t[2], p), above = side(t[0], t[1], t[2], q);
  if (!(below * above < 0)) return false;
  const double u = side(p, q, t[0], t[1]), v = side(p, q, t[1], t[2]), w = side(p, q, t[2], t[0]);
  return (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
}

bool edge_passes(const Surface& s, std::size_t one, std::size_t other) {
  const std::array<Vec3, 3> a = corners_of(s, one), b = corners_of(s, other);
  for (std::size_t k = 0; k < 3; ++k) {
    // An edge that ends at a corner of the other triangle cannot pass through it.
    const int from = s.triangles[one][k], to = s.triangles[one][(k + 1) % 3];
    const auto& ends = s.triangles[other];
    if (std::ranges::find(ends, from) != ends.end() || std::ranges::find(ends, to) != ends.end()) continue;
    if (passes(a[k], a[(k + 1) % 3], b)) return true;
  }
  return false;
}

Finding find_crossing(const Surface& s) {
  std::vector<Bounds> bounds;
  for (std::size_t t = 0; t < s.triangles.size(); ++t) {
    const auto [a, b, c] = corners_of(s, t);
    bounds.push_back({min(a, min(b, c)), max(a, max(b, c))});
  }
  const Bvh bvh = build_bvh(bounds);
  for (std::size_t t = 0; t < s.triangles.size(); ++t) {
    int found = 0;
    for_each_in(bvh, bounds[t], [&](int k) {
      const auto other = static_cast<std::size_t>(k);
      if (found == 0 && other > t && (edge_passes(s, t, other) || edge_passes(s, other, t))) found = k + 1;
    });
    if (found > 0)
      return MeshFinding{MeshFault::self_intersecting, static_cast<int>(t) + 1, found,
                         fmt::format("triangles {} and {} cross each other", t + 1, found)};
  }
  return std::nullopt;
}

}  // namespace

std::vector<MeshFinding> inspect(const Surface& surface) {
  std::vector<MeshFinding> findings;
  const auto note = [&](Finding finding) {
    if (finding) findings.push_back(std::move(*finding));
    return findings.empty();
  };
  const Edges edges = edges_of(surface);
  note(find_degenerate(surface));
  note(find_non_manifold(edges));
  note(find_open(edges));
  if (note(find_turned(edges))) note(find_inward(surface));
  note(find_crossing(surface));
  return findings;
}

Surface without_degenerate(const Surface& surface) {
  Surface kept{surface.vertices, {}};
  for (std::size_t t = 0; t < surface.triangles.size(); ++t)
    if (!is_degenerate(corners_of(surface, t))) kept.triangles.push_back(surface.triangles[t]);
  return kept;
}

}  // namespace cairn
