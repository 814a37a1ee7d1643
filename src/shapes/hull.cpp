#include "shapes/hull.h"

#include <fmt/format.h>

#include <numeric>

#include "base/assert.h"
#include "base/error.h"

namespace cairn {
namespace {

constexpr double kFlat = 1e-6;       // width over length, below which the points lie in a plane or on a line
constexpr double kRounding = 1e-14;  // rounding error of distances, over the extent

struct Face {
  std::array<int, 3> corner{};
  std::array<int, 3> across{};  // the face beyond the edge from corner k to corner k + 1
  Vec3 normal;
  double offset = 0;
  std::vector<int> outside;  // points above this face that it is responsible for
  bool alive = true, visited = false;
};

class Quickhull {
 public:
  explicit Quickhull(std::span<const Vec3> points) : points_(points) {}

  Hull run() {
    CAIRN_ASSERT(!points_.empty());
    start();
    // Faces appended on the way get their turn in this loop.
    for (std::size_t f = 0; f < faces_.size(); ++f)
      if (faces_[f].alive && !faces_[f].outside.empty()) add_point(static_cast<int>(f));
    Hull hull;
    for (const Face& face : faces_)
      if (face.alive) hull.triangles.push_back(face.corner);
    CAIRN_ASSERT(hull.triangles.size() >= 4);
    return hull;
  }

 private:
  const Vec3& point(int i) const { return points_[i]; }
  Face& face(int f) { return faces_[f]; }
  double height(const Face& f, int i) const { return dot(f.normal, point(i)) - f.offset; }

  // Among the points with the largest measure, to within the tolerance, takes the one farthest from the
  // reference. A convex measure thus finds a corner of the hull, never a point inside a side or edge.
  template <class Points, class Measure>
  int farthest(const Points& candidates, const Vec3& reference, Measure&& measure) const {
    double most = 0, farthest = -1;
    int best = -1;
    for (const int i : candidates) most = std::max(most, measure(point(i)));
    for (const int i : candidates) {
      const double distance = norm2(point(i) - reference);
      if (measure(point(i)) >= most - tolerance_ && distance > farthest) {
        farthest = distance;
        best = i;
      }
    }
    return best;
  }

  // Four points far apart: each is the farthest from the first point, then from the line, then from the
  // plane found so far.
  void start() {
    std::vector<int> all(points_.size());
    std::iota(all.begin(), all.end(), 0);
    const auto from = [&](int i) { return [this, i](const Vec3& p) { return norm(p - point(i)); }; };
    const int a = farthest(all, points_[0], from(0)), b = farthest(all, point(a), from(a));
    const double extent = norm(point(b) - point(a));
    if (!(extent > 0))
      throw InputError("all points of the hull are the same; it needs 4 that lie in no plane");
    tolerance_ = kRounding * extent;
    const Vec3 along = (point(b) - point(a)) / extent;
    const int c = farthest(all, point(a), [&](const Vec3& p) { return norm(cross(along, p - point(a))); });
    const Vec3 beside = cross(along, point(c) - point(a));
    if (norm(beside) < kFlat * extent)
      throw InputError("the points of the hull lie on a line; it needs 4 that lie in no plane");
    const Vec3 up = unit(beside);
    const int d = farthest(all, point(a), [&](const Vec3& p) { return std::abs(dot(up, p - point(a))); });
    if (std::abs(dot(up, point(d) - point(a))) < kFlat * extent)
      throw InputError("the points of the hull lie in a plane; it needs one beside it");
    const bool above = dot(up, point(d) - point(a)) > 0;
    first_faces(a, above ? c : b, above ? b : c, d);
  }

  // The base a, b, c runs counter-clockwise seen from outside; d is behind it.
  void first_faces(int a, int b, int c, int d) {
    const std::array<std::array<int, 3>, 4> corners{{{a, b, c}, {b, a, d}, {c, b, d}, {a, c, d}}};
    const std::array<std::array<int, 3>, 4> across{{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};
    for (std::size_t f = 0; f < 4; ++f) faces_.push_back(make(corners[f], across[f]));
    std::vector<int> all(points_.size());
    std::iota(all.begin(), all.end(), 0);
    share_out(all, 0);
  }

  Face make(const std::array<int, 3>& corner, const std::array<int, 3>& across) const {
    const Vec3 &a = point(corner[0]), n = cross(point(corner[1]) - a, point(corner[2]) - a);
    const double length = norm(n);
    const Vec3 normal = length > 0 ? n / length : Vec3{};
    return {corner, across, normal, dot(normal, a), {}, true, false};
  }

  // Each point goes to the first new face that it sees.
  void share_out(const std::vector<int>& candidates, std::size_t first_face) {
    for (const int i : candidates)
      for (std::size_t f = first_face; f < faces_.size(); ++f)
        if (height(faces_[f], i) > tolerance_) {
          faces_[f].outside.push_back(i);
          break;
        }
  }

  struct RimEdge {
    int from = 0, to = 0, beyond = 0;
  };

  // Marks the faces that p sees, beginning with f, and collects their rim in order around p.
  void find_rim(int p, int f, std::vector<int>& seen, std::vector<RimEdge>& rim) {
    // Depth first, the edges of each face in order after the one it was entered by: the rim
    // comes out connected.
    struct Visit {
      int face, edge, done;
    };
    std::vector<Visit> stack{{f, 0, 0}};
    face(f).visited = true;
    seen.push_back(f);
    while (!stack.empty()) {
      Visit& top = stack.back();
      const int edges = stack.size() == 1 ? 3 : 2;
      if (top.done == edges) {
        stack.pop_back();
        continue;
      }
      const auto k = static_cast<std::size_t>((top.edge + top.done++) % 3);
      const Face& here = face(top.face);
      const int next = here.across[k];
      if (face(next).visited) continue;
      if (height(face(next), p) > tolerance_) {
        face(next).visited = true;
        seen.push_back(next);
        const auto& back = face(next).across;
        const int entered = static_cast<int>(std::find(back.begin(), back.end(), top.face) - back.begin());
        stack.push_back({next, (entered + 1) % 3, 0});
      } else {
        rim.push_back({here.corner[k], here.corner[(k + 1) % 3], next});
      }
    }
  }

  void add_point(int f) {
    // The farthest point outside this face, and the faces it sees.
    const Face& from = face(f);
    const int p = farthest(from.outside, point(from.corner[0]),
                           [&](const Vec3& x) { return dot(from.normal, x) - from.offset; });
    std::vector<int> seen;
    std::vector<RimEdge> rim;
    find_rim(p, f, seen, rim);

    // A fan of new faces from the rim to the point.
    const std::size_t first = faces_.size(), count = rim.size();
    for (std::size_t k = 0; k < count; ++k) {
      const auto [start, end, beyond] = rim[k];
      CAIRN_ASSERT(end == rim[(k + 1) % count].from);
      const int next = static_cast<int>(first + (k + 1) % count),
                last = static_cast<int>(first + (k + count - 1) % count);
      const int own = static_cast<int>(faces_.size());
      faces_.push_back(make({start, end, p}, {beyond, next, last}));
      auto& corner = face(beyond).corner;
      for (std::size_t e = 0; e < 3; ++e)
        if (corner[e] == end && corner[(e + 1) % 3] == start) face(beyond).across[e] = own;
    }

    // The points outside the removed faces go to the new ones.
    std::vector<int> candidates;
    for (const int s : seen) {
      face(s).alive = false;
      candidates.insert(candidates.end(), face(s).outside.begin(), face(s).outside.end());
      std::vector<int>().swap(face(s).outside);
    }
    share_out(candidates, first);
  }

  std::span<const Vec3> points_;
  std::vector<Face> faces_;
  double tolerance_ = 0;
};

}  // namespace

Hull convex_hull(std::span<const Vec3> points) {
  if (points.size() < 4)
    throw InputError(fmt::format("a hull needs at least 4 points, got {}", points.size()));
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!is_finite(points[i])) throw InputError(fmt::format("point {} of the hull is not finite", i + 1));
  return Quickhull(points).run();
}

}  // namespace cairn
