// Contacts of two boxes, by separating axes. The cores have half lengths p and q and overlap along the unit
// vector u by
//   -s_u = Σ p_i |a_i·u| + Σ q_j |b_j·u| - |d·u|,   d from the centre of A to the centre of B.
// The depth is the least overlap of the 15 directions u = a_i, b_j, a_i x b_j; for boxes this is exact. If
// the largest s_u is positive, the boxes are apart, and s_u is their distance if two points on them are that
// far apart along u: a corner over a face, or two edges that cross. Otherwise corners or parallel edges are
// closest, and the general search finds the distance, starting from that u.
// Boxes within kTouching count as touching: over so short a distance the search finds the direction to 1e-8
// only, and the four contacts of a face would not lie in one plane.
#include "collide/box_clip.h"
#include "collide/manifold.h"
#include "collide/near.h"
#include "collide/pairs.h"

namespace cairn {
namespace {

constexpr double kParallel = 1e-10;  // squared sine of two edges that count as parallel
constexpr double kTie = 1e-9;        // of the size: an edge must beat a face, and B's face A's, by this much
constexpr double kTouching = 1e-6;   // of the size: boxes closer than this count as touching
constexpr double kFlat = 0.9962;     // cosine of 5°: a face whose normal is this close to n lies flat
constexpr double kMissed = 1e-5;     // of the size: faces this far off the closest point do not lie flat
constexpr double kExact = 1e-12;     // of the size: round-off of a corner that proves the distance

struct Axis {
  double apart = -kInfinity;  // s_u
  int kind = 0;  // 0, 1, 2: faces of A; 3, 4, 5: faces of B; 6 + 3 i + j: edge i of A with j of B
};

// The vector d and B's axes, in A's axes. Plain arrays: the loops over them unroll.
struct Relative {
  double turn[3][3], size[3][3];  // a_i·b_j and its magnitude
  double d[3], p[3], q[3];

  Mat3 matrix() const {
    return {{turn[0][0], turn[0][1], turn[0][2]},
            {turn[1][0], turn[1][1], turn[1][2]},
            {turn[2][0], turn[2][1], turn[2][2]}};
  }
};

Relative relate(const Mat3& axes_a, const Mat3& axes_b, const Vec3& d, const Vec3& p, const Vec3& q) {
  Relative r;
  for (int i = 0; i < 3; ++i) {
    const Vec3 a = axes_a.column(i);
    r.d[i] = dot(a, d);
    r.p[i] = p[i];
    r.q[i] = q[i];
    for (int j = 0; j < 3; ++j) r.turn[i][j] = dot(a, axes_b.column(j));
    for (int j = 0; j < 3; ++j) r.size[i][j] = std::abs(r.turn[i][j]);
  }
  return r;
}

void try_axis(Axis& best, double apart, int kind, double tie) {
  if (apart > best.apart + tie) best = {apart, kind};
}

// True if along/√sine2 > least, without the root.
bool exceeds(double along, double sine2, double least) {
  if ((along > 0) != (least > 0)) return along > 0;
  const double left = along * along, right = least * least * sine2;
  return along > 0 ? left > right : left < right;
}

// The direction of the largest separation. Stops early once a direction is beyond reach.
Axis best_axis(const Relative& r, double reach, double tie) {
  Axis best;
  // Faces of A.
  for (int i = 0; i < 3; ++i) {
    const double* s = r.size[i];
    try_axis(best, std::abs(r.d[i]) - (r.p[i] + (s[0] * r.q[0] + s[1] * r.q[1] + s[2] * r.q[2])), i,
             i == 0 ? 0 : tie);
  }
  if (best.apart >= reach) return best;
  // Faces of B.
  for (int j = 0; j < 3; ++j) {
    const double along = r.d[0] * r.turn[0][j] + r.d[1] * r.turn[1][j] + r.d[2] * r.turn[2][j];
    const double extent = r.p[0] * r.size[0][j] + r.p[1] * r.size[1][j] + r.p[2] * r.size[2][j];
    try_axis(best, std::abs(along) - (r.q[j] + extent), 3 + j, tie);
  }
  if (best.apart >= reach) return best;
  // An edge of A across an edge of B.
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double sine2 = 1 - r.turn[i][j] * r.turn[i][j];
      const double extent = r.p[i1] * r.size[i2][j] + r.p[i2] * r.size[i1][j] + r.q[j1] * r.size[i][j2] +
                            r.q[j2] * r.size[i][j1];
      const double beyond = std::abs(r.d[i2] * r.turn[i1][j] - r.d[i1] * r.turn[i2][j]) - extent;
      if (sine2 < kParallel || !exceeds(beyond, sine2, best.apart + tie)) continue;
      best = {beyond / std::sqrt(sine2), 6 + 3 * i + j};
    }
  }
  return best;
}

// Sets the closest points of edge i of A and edge j of B. The edges pass through the farthest vertices along
// n. Returns true if both points lie within their edges.
bool meet_edges(const Convex& a, const Convex& b, int i, int j, Closest& closest) {
  const Vec3 e = a.axes.column(i), f = b.axes.column(j), p = a.support(closest.normal),
             q = b.support(-closest.normal), between = q - p;
  const double c = dot(e, f), sine2 = 1 - c * c, along_e = dot(between, e), along_f = dot(between, f);
  const double on_e = (along_e - c * along_f) / sine2, on_f = (c * along_e - along_f) / sine2;
  closest.on_a = p + on_e * e;
  closest.on_b = q + on_f * f;
  // The vertices lie at one end of their edges, and the edges extend from there.
  const auto within = [](const Convex& convex, int axis, const Vec3& from, double along) {
    const double length = 2 * static_cast<const Box*>(convex.core)->half[axis];
    const bool at_low = dot(convex.axes.column(axis), from - convex.position) < 0;
    return at_low ? along >= 0 && along <= length : along <= 0 && along >= -length;
  };
  return within(a, i, p, on_e) && within(b, j, q, on_f);
}

// The chosen direction, from A to B.
Vec3 direction(const Axis& axis, const Mat3& axes_a, const Mat3& axes_b, const Vec3& d) {
  const int i = (axis.kind - 6) / 3, j = (axis.kind - 6) % 3;
  const Vec3 u = axis.kind < 3   ? axes_a.column(axis.kind)
                 : axis.kind < 6 ? axes_b.column(axis.kind - 3)
                                 : unit(cross(axes_a.column(i), axes_b.column(j)));
  return dot(u, d) < 0 ? -u : u;
}

// Sets the closest points along the normal. Returns true if two edges cross there.
bool find_points(const Convex& a, const Convex& b, const Axis& axis, Closest& closest) {
  if (axis.kind >= 6) return meet_edges(a, b, (axis.kind - 6) / 3, (axis.kind - 6) % 3, closest);
  if (axis.kind < 3) {
    closest.on_b = b.support(-closest.normal);
    closest.on_a = closest.on_b - closest.gap * closest.normal;
  } else {
    closest.on_a = a.support(closest.normal);
    closest.on_b = closest.on_a + closest.gap * closest.normal;
  }
  return false;
}

// The feature of a corner (collide/manifold.h).
std::uint32_t feature(const FaceCorner& corner, bool reference_is_a) {
  const std::uint32_t e = corner.edge, f = corner.across;
  if (corner.across == kNoBoxEdge) return corner.vertex + (reference_is_a ? kCornerOfB : kCornerOfA);
  if (corner.edge == kNoBoxEdge) return corner.vertex + (reference_is_a ? kCornerOfA : kCornerOfB);
  return kCrossing + (reference_is_a ? (f << 15) + e : (e << 15) + f);
}

// Two boxes and what is known of their contact.
struct BoxPair {
  const PlacedShape& a;
  const PlacedShape& b;
  const Relative& relative;
  double size = 0;  // smallest width of the two
  double margin = 0;
  double rounding_a = 0, rounding_b = 0;

  void add(const Vec3& midway, const Vec3& n, double gap, std::uint32_t feature,
           ContactPoints& contacts) const {
    const double whole = gap - rounding_a - rounding_b;
    if (whole < margin) contacts.add({midway, n, whole, feature, 0, 0});
  }
};

enum class Known { normal, distance };  // whether the gap along n is proved to be the distance

// Adds the contacts of two boxes that lie flat on each other: a face of A, else of B, is the reference.
// Returns false, and adds none, if they do not lie flat, or if no corner proves the distance.
bool add_flat(const BoxPair& boxes, const Vec3& n, double apart, Known known, ContactPoints& contacts) {
  // The face that n leaves, and the pair in the axes of its box.
  const Relative& r = boxes.relative;
  const auto flat_axis = [](const Vec3& v) {
    return std::abs(v.x) >= kFlat ? 0 : std::abs(v.y) >= kFlat ? 1 : std::abs(v.z) >= kFlat ? 2 : -1;
  };
  const Mat3 axes_a = matrix(boxes.a.orientation);
  const Vec3 n_a = transpose(axes_a) * n;
  const Vec3 p{r.p[0], r.p[1], r.p[2]}, q{r.q[0], r.q[1], r.q[2]}, d{r.d[0], r.d[1], r.d[2]};
  FacePair pair{p, q, r.matrix(), d, flat_axis(n_a), n_a, boxes.size};
  const bool reference_is_a = pair.axis >= 0;
  if (!reference_is_a) {
    const Mat3 turn = transpose(r.matrix());
    const Vec3 n_b = -(turn * n_a);
    pair = {q, p, turn, -(turn * d), flat_axis(n_b), n_b, boxes.size};
    if (pair.axis < 0) return false;
  }
  FaceCorners corners;
  clip_faces(pair, corners);
  const int i = pair.axis, iu = (i + 1) % 3, iv = (i + 2) % 3;
  // A corner on the reference face whose gap is the largest separation proves that this is the distance.
  const double exact = kExact * boxes.size;
  const auto proves = [&](const FaceCorner& c) {
    return c.gap <= apart + exact && std::abs(c.u) <= pair.reference[iu] + exact &&
           std::abs(c.v) <= pair.reference[iv] + exact;
  };
  if (known == Known::normal && std::none_of(corners.begin(), corners.end(), proves)) return false;
  // If the corners miss the closest point, the faces do not lie flat.
  spread_corners(pair, kMissed * boxes.size, corners);
  double least = kInfinity;
  for (const FaceCorner& c : corners) least = std::min(least, std::max(c.gap, apart));
  if (!(least <= apart + kMissed * boxes.size)) return false;

  const PlacedShape& reference = reference_is_a ? boxes.a : boxes.b;
  const Mat3 axes = reference_is_a ? axes_a : matrix(reference.orientation);
  const Vec3 eu = axes.column(iu), ev = axes.column(iv);
  const Vec3 face =
      reference.position + (pair.n[i] < 0 ? -pair.reference[i] : pair.reference[i]) * axes.column(i);
  const double towards = reference_is_a ? 1 : -1;
  for (const FaceCorner& c : corners) {
    // The deepest corner gets the gap of the boxes exactly. The point lies midway between the surfaces.
    const double found = std::max(c.gap, apart), gap = found == least ? apart : found;
    const double ahead = towards * c.gap - 0.5 * (towards * gap - boxes.rounding_a + boxes.rounding_b);
    boxes.add(face + c.u * eu + c.v * ev + ahead * n, n, gap, feature(c, reference_is_a), contacts);
  }
  return true;
}

}  // namespace

// By separating axes alone: apart along one of them is apart.
bool boxes_near(const PlacedShape& a, const PlacedShape& b, double margin) {
  const Box &box_a = std::get<Box>(a.shape), &box_b = std::get<Box>(b.shape);
  const double reach = margin + box_a.rounding + box_b.rounding;
  const Relative r =
      relate(matrix(a.orientation), matrix(b.orientation), b.position - a.position, box_a.half, box_b.half);
  return best_axis(r, reach, 0).apart < reach;
}

void box_box(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  const Box &box_a = std::get<Box>(a.shape), &box_b = std::get<Box>(b.shape);
  const double reach = margin + box_a.rounding + box_b.rounding;
  const Vec3 d = b.position - a.position;
  if (norm(d) >= norm(box_a.half) + norm(box_b.half) + reach) return;
  // Separating axes.
  const Mat3 axes_a = matrix(a.orientation), axes_b = matrix(b.orientation);
  const Relative relative = relate(axes_a, axes_b, d, box_a.half, box_b.half);
  const double size = std::min(box_a.thickness(), box_b.thickness());
  const Axis axis = best_axis(relative, reach, kTie * size);
  if (axis.apart >= reach) return;
  // Faces that lie flat.
  const BoxPair boxes{a, b, relative, size, margin, box_a.rounding, box_b.rounding};
  const Known known = axis.apart <= kTouching * size ? Known::distance : Known::normal;
  const Vec3 n = direction(axis, axes_a, axes_b, d);
  if (axis.kind < 6 && add_flat(boxes, n, axis.apart, known, contacts)) return;

  // Edges that cross, and boxes whose corners or parallel edges are closest.
  Convex first = make_convex(box_a, box_a.rounding, box_a.thickness(), -0.5 * d, a.orientation);
  Convex second = make_convex(box_b, box_b.rounding, box_b.thickness(), 0.5 * d, b.orientation);
  first.shape = &a.shape;
  second.shape = &b.shape;
  Closest closest{n, axis.apart, {}, {}};
  const bool crossed = find_points(first, second, axis, closest);
  if (known == Known::normal && !crossed && !find_distance(first, second, n, reach, closest)) return;
  if (add_flat(boxes, closest.normal, closest.gap, Known::distance, contacts)) return;
  const Vec3 middle = 0.5 * (a.position + b.position);
  if (boxes.rounding_a > 0 || boxes.rounding_b > 0)
    return add_manifold(first, second, closest, middle, margin, contacts);
  boxes.add(middle + closest.on_b - 0.5 * closest.gap * closest.normal, closest.normal, closest.gap,
            kSinglePoint, contacts);
}

}  // namespace cairn
