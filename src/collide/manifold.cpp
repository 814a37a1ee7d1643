#include "collide/manifold.h"

#include "base/assert.h"
#include "collide/spread.h"

namespace cairn {
namespace {

constexpr double kFlat = 0.9962;     // cosine of 5°: a patch whose normal is this close to n lies flat
constexpr double kLevel = 0.0872;    // sine of 5°
constexpr double kSnap = 1e-4;       // of the size: a corner this far beyond an edge still counts as inside
constexpr double kSameDepth = 1e-9;  // of the size
constexpr double kMissed = 1e-5;     // of the size: a patch this far off the closest point does not lie flat
constexpr std::uint16_t kNone = 0xffff;  // no edge: the corner is a vertex of a patch

// A corner of the overlap of two patches: a corner of one of them, or the crossing of two edges.
struct Corner {
  Vec3 at;  // on the incident patch
  std::uint16_t vertex = 0, edge = 0;
  std::uint16_t across = kNone;  // edge of the reference patch that the corner lies on
  std::uint16_t label = 0;       // edge from this corner to the next one
  bool label_of_reference = false;

  // The side that begins here is an edge of the reference.
  void take_edge(std::uint16_t edge_of_reference) {
    label = edge_of_reference;
    label_of_reference = true;
  }
};
using Polygon = SmallVector<Corner, 16>;

struct Side {
  const Convex& convex;
  Patch patch;  // world axes
  double facing = 0;
};

Side side_towards(const Convex& convex, const Vec3& n) {
  Side side{convex, {}, 0};
  convex.kind->patch(convex.core, convex.back * n, side.patch);
  for (PatchCorner& corner : side.patch.corner) corner.at = convex.position + convex.axes * corner.at;
  side.patch.normal = convex.axes * side.patch.normal;
  side.facing = dot(side.patch.normal, n);
  return side;
}

// Mean curvature of the patch as a whole. Its corners are in world axes here.
double patch_curvature(const Side& side, double other_size) {
  if (side.patch.corner.size() > 2) return 0;
  Vec3 middle;
  for (const PatchCorner& corner : side.patch.corner)
    middle += corner.at / static_cast<double>(side.patch.corner.size());
  return mean_curvature(side.convex, middle, side.patch.normal, other_size);
}

class Manifold {
 public:
  Manifold(const Convex& a, const Convex& b, const Closest& closest, const Vec3& middle, double margin,
           ContactPoints& contacts)
      : closest_(closest),
        middle_(middle),
        n_(closest.normal),
        margin_(margin),
        contacts_(contacts),
        a_(side_towards(a, n_)),
        b_(side_towards(b, -n_)) {
    size_ = a.size > 0 && b.size > 0 ? std::min(a.size, b.size) : std::max(a.size, b.size);
  }

  // Chooses the reference patch: a flat face of A, else of B; two lines, or a line and a face edge, are
  // matched.
  void find(NotFlat not_flat) {
    const std::size_t corners_a = a_.patch.corner.size(), corners_b = b_.patch.corner.size();
    const bool flat_a = corners_a > 2 && a_.facing >= kFlat, flat_b = corners_b > 2 && b_.facing >= kFlat;
    if (corners_a > 1 && corners_b > 1) {
      if (flat_a)
        clip(a_, b_);
      else if (flat_b)
        clip(b_, a_);
      else if (corners_a == 2 || corners_b == 2)
        match_lines();
    }
    if (!met_ && not_flat == NotFlat::single_point) add_single();
  }

 private:
  void add_single() {
    const double other_a = 0.5 * b_.convex.size, other_b = 0.5 * a_.convex.size;
    add(closest_.on_b, closest_.gap, kSinglePoint, mean_curvature(a_.convex, closest_.on_a, n_, other_a),
        mean_curvature(b_.convex, closest_.on_b, -n_, other_b));
  }

  void add(const Vec3& on_b, double gap, std::uint32_t feature, double curvature_a, double curvature_b) {
    const double r_a = a_.convex.rounding, r_b = b_.convex.rounding, whole = gap - r_a - r_b;
    if (whole >= margin_) return;
    const Vec3 point = middle_ + on_b - (0.5 * (gap - r_a + r_b)) * n_;
    contacts_.add({point, n_, whole, feature, curvature_a, curvature_b});
  }

  void clip(const Side& reference, const Side& incident);
  void clip_polygon(const Side& reference, const Side& incident, Polygon& polygon) const;
  void clip_line(const Side& reference, const Side& incident, Polygon& polygon) const;
  void match_lines();
  double gap_at(const Side& reference, const Vec3& on_incident) const;
  std::uint32_t feature(const Corner& corner, bool reference_is_a) const;

  const Closest& closest_;
  const Vec3& middle_;
  const Vec3 n_;
  const double margin_;
  ContactPoints& contacts_;
  const int first_ = contacts_.count;
  bool met_ = false;  // the patches lie flat on each other, below the margin or not
  Side a_, b_;
  double size_ = 0;
};

// Clips the incident polygon by the planes along n through the edges of the reference, one after the other
// (Sutherland and Hodgman [SH74]). A new corner remembers the two edges that cross in it.
void Manifold::clip_polygon(const Side& reference, const Side& incident, Polygon& polygon) const {
  const auto& ring = reference.patch.corner;
  for (const PatchCorner& c : incident.patch.corner)
    polygon.push_back({c.at, c.vertex, kNone, kNone, c.edge, false});
  const double snap = kSnap * size_;
  const Vec3 up = &reference == &a_ ? n_ : -n_;
  Polygon cut;
  for (std::size_t i = 0; i < ring.size() && !polygon.empty(); ++i) {
    const Vec3 edge = ring[(i + 1) % ring.size()].at - ring[i].at;
    const Vec3 inward = unit(cross(up, edge));
    cut.clear();
    for (std::size_t k = 0; k < polygon.size(); ++k) {
      const Corner &p = polygon[k], &q = polygon[(k + 1) % polygon.size()];
      const double dp = dot(inward, p.at - ring[i].at), dq = dot(inward, q.at - ring[i].at);
      const bool p_inside = dp >= -snap, q_inside = dq >= -snap;
      if (p_inside) cut.push_back(p);
      if (p_inside == q_inside) continue;
      // The polygon leaves through this edge: its next side is the edge itself.
      if (std::abs(p_inside ? dp : dq) <= snap) {
        if (p_inside) cut.back().take_edge(ring[i].edge);
        continue;
      }
      const Vec3 at = p.at + dp / (dp - dq) * (q.at - p.at);
      Corner corner{at, 0, p.label, ring[i].edge, p.label, p.label_of_reference};
      if (p.label_of_reference) {
        // Two edges of the reference meet here: its corner between them is the first or the last of edge i.
        const PatchCorner& last = ring[(i + 1) % ring.size()];
        corner.vertex = last.edge == p.label ? last.vertex : ring[i].vertex;
        corner.edge = kNone;
      }
      if (p_inside) corner.take_edge(ring[i].edge);
      cut.push_back(corner);
    }
    std::swap(polygon, cut);
  }
}

// Clips a line of two ends to the part inside all edges of the reference.
void Manifold::clip_line(const Side& reference, const Side& incident, Polygon& polygon) const {
  const auto& ring = reference.patch.corner;
  const PatchCorner &p = incident.patch.corner[0], &q = incident.patch.corner[1];
  Corner ends[2] = {{p.at, p.vertex, kNone, kNone, 0, false}, {q.at, q.vertex, kNone, kNone, 0, false}};
  const double snap = kSnap * size_;
  const Vec3 up = &reference == &a_ ? n_ : -n_;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec3 inward = unit(cross(up, ring[(i + 1) % ring.size()].at - ring[i].at));
    const double d[2] = {dot(inward, ends[0].at - ring[i].at), dot(inward, ends[1].at - ring[i].at)};
    if (d[0] < -snap && d[1] < -snap) return;
    for (int k = 0; k < 2; ++k) {
      if (d[k] >= -snap || d[1 - k] <= d[k]) continue;
      ends[k].at = ends[k].at + d[k] / (d[k] - d[1 - k]) * (ends[1 - k].at - ends[k].at);
      ends[k].edge = p.edge;
      ends[k].across = ring[i].edge;
      break;
    }
  }
  polygon.push_back(ends[0]);
  if (norm(ends[1].at - ends[0].at) > snap) polygon.push_back(ends[1]);
}

// Height of B's patch over A's along n at a point of the incident patch; at least the gap of the shapes.
double Manifold::gap_at(const Side& reference, const Vec3& on_incident) const {
  const double outside = dot(on_incident - reference.patch.corner[0].at, reference.patch.normal);
  return std::max(outside / reference.facing, closest_.gap);
}

// The feature of a corner (manifold.h).
std::uint32_t Manifold::feature(const Corner& corner, bool reference_is_a) const {
  const std::uint32_t e = corner.edge, f = corner.across;
  if (corner.across == kNone) return corner.vertex + (reference_is_a ? kCornerOfB : kCornerOfA);
  if (corner.edge == kNone) return corner.vertex + (reference_is_a ? kCornerOfA : kCornerOfB);
  return kCrossing + (reference_is_a ? (f << 15) + e : (e << 15) + f);
}

void Manifold::clip(const Side& reference, const Side& incident) {
  // Corners of the overlap, reduced to four well spread ones.
  Polygon polygon;
  if (incident.patch.corner.size() == 2)
    clip_line(reference, incident, polygon);
  else
    clip_polygon(reference, incident, polygon);
  SmallVector<SpreadPoint, 16> points;
  for (const Corner& corner : polygon) points.push_back({corner.at, gap_at(reference, corner.at)});
  const auto& ring = reference.patch.corner;
  const Spread kept = spread({points.data(), points.size()}, unit(ring[1].at - ring[0].at),
                             reference.patch.normal, kMissed * size_);

  const bool reference_is_a = &reference == &a_;
  const double curvature_a = patch_curvature(a_, 0.5 * b_.convex.size),
               curvature_b = patch_curvature(b_, 0.5 * a_.convex.size);
  // If the corners miss the closest point, the patches do not lie flat.
  double least = kInfinity;
  for (const std::size_t k : kept) least = std::min(least, points[k].gap);
  met_ = least <= closest_.gap + kMissed * size_;
  if (!met_) return;
  for (const std::size_t k : kept) {
    // The deepest corner gets the gap of the shapes exactly, although snapping may have moved it a little.
    const auto& [at, found] = points[k];
    const double gap = found == least ? closest_.gap : found;
    add(reference_is_a ? at : at + gap * n_, gap, feature(polygon[k], reference_is_a), curvature_a,
        curvature_b);
  }
}

// A patch that is a line itself, or the edge of a polygon that is highest along n.
struct Line {
  Vec3 p, q;
  std::uint16_t vertex_p = 0, vertex_q = 0;
  double radius = 0;  // of the surface around the line
};

Line line_of(const Side& side, const Vec3& n) {
  const auto& corner = side.patch.corner;
  std::size_t best = 0;
  double highest = -kInfinity;
  for (std::size_t k = 0; k < corner.size() && corner.size() > 2; ++k) {
    const double height = dot(corner[k].at + corner[(k + 1) % corner.size()].at, n);
    if (height > highest) {
      highest = height;
      best = k;
    }
  }
  const PatchCorner &p = corner[best], &q = corner[(best + 1) % corner.size()];
  const double mean = corner.size() == 2 ? patch_curvature(side, 0) : 0;
  return {p.at, q.at, p.vertex, q.vertex, mean > 0 ? 0.5 / mean : side.convex.rounding};
}

// Two lines side by side: the contacts are the ends of their common part. P is the sum of the radii of the
// two surfaces, g the height between the lines and x their sideways distance:
//   gap = √((P + g)² + x²) - P.
// If the lines cross at a small angle, they are closest in between, and that place is a third contact.
void Manifold::match_lines() {
  const Line a = line_of(a_, n_), b = line_of(b_, -n_);
  const Vec3 e = a.q - a.p, f = b.q - b.p;
  const double length_a = norm(e), length_b = norm(f);
  const bool level = std::abs(dot(e, n_)) < kLevel * length_a && std::abs(dot(f, n_)) < kLevel * length_b;
  if (!level || !(std::abs(dot(e, f)) > kFlat * length_a * length_b)) return;

  // B's ends as parameters along A's line, which runs from 0 to 1.
  const double scale = 1 / norm2(e), tp = dot(b.p - a.p, e) * scale, tq = dot(b.q - a.p, e) * scale;
  const double snap = kSnap * size_ / length_a, low = std::min(tp, tq), high = std::max(tp, tq);
  if (low > 1 + snap || high < -snap) return;
  const double curvature_a = patch_curvature(a_, 0.5 * b_.convex.size),
               curvature_b = patch_curvature(b_, 0.5 * a_.convex.size);
  const double radii = a.radius + b.radius, roundings = a_.convex.rounding + b_.convex.rounding;
  double least = kInfinity;
  // Adds the contact at parameter t of A's line.
  const auto add_at = [&](double t, std::uint32_t name) {
    const Vec3 on_b = b.p + (t - tp) / (tq - tp) * f, between = on_b - (a.p + t * e);
    const double height = dot(between, n_), beside2 = norm2(between) - height * height;
    const double centres = radii + height - roundings;
    const double gap =
        centres > 0 ? std::sqrt(centres * centres + std::max(beside2, 0.0)) - radii + roundings : height;
    least = std::min(least, gap);
    add(on_b, std::max(gap, closest_.gap), name, curvature_a, curvature_b);
  };
  // The ends of the common part are ends of A or of B.
  const std::uint16_t vertex_low = tp < tq ? b.vertex_p : b.vertex_q,
                      vertex_high = tp < tq ? b.vertex_q : b.vertex_p;
  const bool low_is_b = low > -snap, high_is_b = high < 1 + snap;
  add_at(low_is_b ? low : 0, low_is_b ? kCornerOfB + vertex_low : kCornerOfA + a.vertex_p);
  add_at(high_is_b ? high : 1, high_is_b ? kCornerOfB + vertex_high : kCornerOfA + a.vertex_q);
  met_ = true;
  if (least > closest_.gap + kSameDepth * size_)
    return add(closest_.on_b, closest_.gap, kCrossing, curvature_a, curvature_b);
  // The deeper end gets the gap of the shapes to the last bit.
  for (ContactPoint& contact : contacts_.from(first_))
    if (contact.gap + roundings <= least) contact.gap = closest_.gap - roundings;
}

// The one contact of two smooth shapes.
void add_point(const Convex& a, const Convex& b, const Closest& closest, const Vec3& middle, double margin,
               ContactPoints& contacts) {
  const Vec3& n = closest.normal;
  const double whole = closest.gap - a.rounding - b.rounding;
  if (whole >= margin) return;
  const Vec3 point = middle + closest.on_b - (0.5 * (closest.gap - a.rounding + b.rounding)) * n;
  contacts.add({point, n, whole, kSinglePoint, mean_curvature(a, closest.on_a, n, 0.5 * b.size),
                mean_curvature(b, closest.on_b, -n, 0.5 * a.size)});
}

}  // namespace

void add_manifold(const Convex& a, const Convex& b, const Closest& closest, const Vec3& middle, double margin,
                  ContactPoints& contacts, NotFlat not_flat) {
  CAIRN_ASSERT(!(std::abs(norm2(closest.normal) - 1) > 1e-6));
  if (a.kind->smooth && b.kind->smooth && not_flat == NotFlat::single_point)
    return add_point(a, b, closest, middle, margin, contacts);
  Manifold(a, b, closest, middle, margin, contacts).find(not_flat);
}

}  // namespace cairn
