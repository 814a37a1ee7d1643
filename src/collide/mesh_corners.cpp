// Corners of one mesh (the body) on the surface of the other (the owner). A corner that is the lowest point
// of its body along a face normal, to within 5°, is a place where the two meet.
#include "collide/mesh_distance.h"
#include "collide/mesh_pair.h"

namespace cairn {
namespace {

constexpr double kLowest = 1e-9;  // sine: smaller slopes are noise
constexpr std::uint32_t kCornerName = 1, kOther = 1u << 20;

// A way out for a corner: moving along `up` by -gap.
struct Way {
  Vec3 up;
  double gap = 0;
  int facet = 0;
};

class CornersOnSurface {
 public:
  CornersOnSurface(const MeshPair& pair, bool of_b, Meetings& meetings)
      : pair_(pair),
        of_b_(of_b),
        owner_(of_b ? pair.a : pair.b),
        body_(of_b ? pair.b : pair.a),
        meetings_(meetings) {}

  void find() {
    for_each_in(body_.skeleton.corner_bvh, of_b_ ? pair_.in_b : pair_.in_a, [&](int k) {
      corner_ = k;
      const Vec3& local = body_.vertices[vertex()];
      p_ = of_b_ ? pair_.b_in_a.to(local) : pair_.b_in_a.from(local);
      const Bounds& box = of_b_ ? pair_.in_a : pair_.in_b;
      if (overlap({p_, p_}, box)) find_ways();
    });
  }

 private:
  int vertex() const { return body_.skeleton.corners[corner_]; }

  // Sine of the slope of the steepest edge that leaves the corner downwards, negative. `up` is in
  // the owner's axes.
  double slope(const Vec3& up) const {
    const Vec3 local = of_b_ ? pair_.b_in_a.back * up : pair_.b_in_a.turn * up;
    double least = 1;
    for (const Vec3& along : body_.skeleton.leaving_from(corner_)) least = std::min(least, dot(along, local));
    return least;
  }

  // Finds the ways out of the corner p_.
  void find_ways() {
    const double reach = std::max(pair_.margin, pair_.deepest);
    NearestTriangle nearest(p_);
    faces_.clear();
    for_each_in(owner_.bvh, grown({p_, p_}, reach), [&](int t) {
      const auto [height, over] = nearest.look_at(owner_, t);
      if (over) add_face(t, height);
    });
    if (!nearest.any() || nearest.distance() >= reach) return;
    // Inside a closed mesh, or near a sheet: the shortest way out.
    const bool inside = owner_.closed && nearest.behind();
    if (inside || !owner_.closed) add_shortest();
    if (pair_.margin > 0) add_apart();
    if (owner_.closed && !inside) add_nearest(nearest);
  }

  // Notes the face of triangle t, once per facet.
  void add_face(int t, double height) {
    const Vec3& n = owner_.normals[t];
    const int facet = owner_.skeleton.facet[t];
    for (const Way& face : faces_)
      if (face.facet == facet) return;
    faces_.push_back({n, height, facet});
    // A sheet has a second side.
    if (!owner_.closed) faces_.push_back({-n, -height, facet});
  }

  // Inside: the way out through the nearest face above the corner, or through the hollow edge
  // that it lies behind.
  void add_shortest() {
    Way best{{}, -pair_.deepest, -1};
    double best_slope = 0;
    for (const Way& face : faces_) {
      if (face.gap >= 0 || face.gap <= best.gap) continue;
      const double s = slope(face.up);
      if (s >= -kLevel) {
        best = face;
        best_slope = s;
      }
    }
    if (add_hollow(best.gap)) return;
    if (best.facet >= 0) add(best, best_slope >= -kLowest);
  }

  // A corner behind a hollow edge, at w from it: both faces share the depth, w = -(a n + b m), so that their
  // forces add up to one towards the edge. True if such an edge is nearer than `gap`.
  bool add_hollow(double gap) {
    Way best[2];
    bool found = false, lowest = false;
    for (const int number : owner_.skeleton.hollow) {
      const Skeleton::Edge& edge = owner_.skeleton.edges[number];
      const Vec3 &p = owner_.vertices[edge.p], along = owner_.vertices[edge.q] - p, to = p_ - p;
      const double u = dot(to, along) / norm2(along);
      if (u < 0 || u > 1) continue;
      const Vec3 w = to - u * along;
      const double c = dot(edge.left, edge.right), n = dot(w, edge.left), m = dot(w, edge.right),
                   s = 1 - c * c, a = (c * m - n) / s, b = (c * n - m) / s, depth = norm(w);
      if (!(a > 0 && b > 0) || -depth <= gap) continue;
      const double steepest = slope(-w / depth);
      if (steepest < -kLevel) continue;
      gap = -depth;
      found = true;
      lowest = steepest >= -kLowest;
      best[0] = {edge.left, -a, owner_.skeleton.facet[edge.on_left]};
      best[1] = {edge.right, -b, owner_.skeleton.facet[edge.on_right]};
    }
    if (found) {
      add(best[0], lowest);
      add(best[1], lowest);
    }
    return found;
  }

  // Outside: every face over which the corner lies, up to the margin.
  void add_apart() {
    for (const Way& face : faces_)
      if (face.gap >= 0 && face.gap < pair_.margin && slope(face.up) >= -kLevel) add(face, false);
  }

  // Outside, with an edge or a corner of the owner nearest.
  void add_nearest(const NearestTriangle& nearest) {
    const double gap = nearest.distance();
    if (gap >= pair_.margin || gap <= 0) return;
    for (const Way& face : faces_)
      if (face.gap >= 0 && face.gap <= gap * (1 + kLowest)) return;
    const Vec3 up = (p_ - nearest.place()) / gap;
    if (slope(up) >= -kLevel) add({up, gap, -1}, false);
  }

  void add(const Way& way, bool lowest) {
    const std::uint32_t corner =
        tagged(static_cast<std::uint32_t>(vertex()), kCornerName + (of_b_ ? kOther : 0));
    const Vec3 middle = p_ - 0.5 * way.gap * way.up;
    const std::uint32_t feature = tagged(corner, 2 + static_cast<std::uint32_t>(way.facet));
    if (of_b_)
      meetings_.push_back({middle, way.up, way.gap, feature, corner, lowest});
    else
      meetings_.push_back(
          {pair_.b_in_a.to(middle), -(pair_.b_in_a.turn * way.up), way.gap, feature, corner, lowest});
  }

  const MeshPair& pair_;
  const bool of_b_;
  const Mesh &owner_, &body_;
  Meetings& meetings_;
  int corner_ = 0;
  Vec3 p_;  // the corner in the owner's axes
  SmallVector<Way, 8> faces_;
};

}  // namespace

void corners_on_surface(const MeshPair& pair, CornersOf whose, Meetings& meetings) {
  const bool of_b = whose == CornersOf::b;
  CornersOnSurface(pair, of_b, meetings).find();
}

}  // namespace cairn
