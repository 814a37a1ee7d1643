// Contacts of two boxes, by separating axes. The cores have half lengths p and q and overlap along the unit
// vector u by
//   -s_u = Σ p_i |a_i·u| + Σ q_j |b_j·u| - |d·u|,   d from the centre of A to the centre of B.
// The depth is the least overlap of the 15 directions u = a_i, b_j, a_i x b_j; for boxes this is exact. If
// some s_u is positive, the boxes are apart and the general search finds the distance, starting from that u.
// Boxes within kTouching count as touching: over so short a distance the search finds the direction to 1e-8
// only, and the four contacts of a face would not lie in one plane.
#include "collide/manifold.h"
#include "collide/pairs.h"

namespace cairn {
namespace {

constexpr double kParallel = 1e-10;  // squared sine of two edges that count as parallel
constexpr double kTie = 1e-9;        // of the size: an edge must beat a face, and B's face A's, by this much
constexpr double kTouching = 1e-6;   // of the size: boxes closer than this count as touching

struct Axis {
  double apart = -kInfinity;  // s_u
  int kind = 0;  // 0, 1, 2: faces of A; 3, 4, 5: faces of B; 6 + 3 i + j: edge i of A with j of B
};

// The vector d and B's axes, in A's axes.
struct Relative {
  Mat3 turn, size;  // a_i·b_j and its magnitude
  Vec3 d, p, q;
};

void try_axis(Axis& best, double apart, int kind, double tie) {
  if (apart > best.apart + tie) best = {apart, kind};
}

// The direction of the largest separation. Stops early once a direction is beyond reach.
Axis best_axis(const Relative& r, double reach, double tie) {
  Axis best;
  // Faces of A.
  for (int i = 0; i < 3; ++i)
    try_axis(best, std::abs(r.d[i]) - (r.p[i] + dot(r.size.row(i), r.q)), i, i == 0 ? 0 : tie);
  if (best.apart >= reach) return best;
  // Faces of B.
  const Mat3 turn_of_b = transpose(r.turn), size_of_b = transpose(r.size);
  for (int j = 0; j < 3; ++j)
    try_axis(best, std::abs(dot(turn_of_b.row(j), r.d)) - (r.q[j] + dot(size_of_b.row(j), r.p)), 3 + j, tie);
  if (best.apart >= reach) return best;
  // An edge of A across an edge of B.
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    const Vec3 &t1 = r.turn.row(i1), &t2 = r.turn.row(i2), &s1 = r.size.row(i1), &s2 = r.size.row(i2);
    for (int j = 0; j < 3; ++j) {
      const double sine2 = 1 - r.turn.row(i)[j] * r.turn.row(i)[j];
      if (sine2 < kParallel) continue;
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double extent =
          r.p[i1] * s2[j] + r.p[i2] * s1[j] + r.q[j1] * r.size.row(i)[j2] + r.q[j2] * r.size.row(i)[j1];
      const double along = std::abs(r.d[i2] * t1[j] - r.d[i1] * t2[j]);
      try_axis(best, (along - extent) / std::sqrt(sine2), 6 + 3 * i + j, tie);
    }
  }
  return best;
}

// Sets the closest points of edge i of A and edge j of B. The edges pass through the farthest vertices along
// n.
void meet_edges(const Convex& a, const Convex& b, int i, int j, Closest& closest) {
  const Vec3 e = a.axes.column(i), f = b.axes.column(j), p = a.support(closest.normal),
             q = b.support(-closest.normal), between = q - p;
  const double c = dot(e, f), sine2 = 1 - c * c, along_e = dot(between, e), along_f = dot(between, f);
  closest.on_a = p + (along_e - c * along_f) / sine2 * e;
  closest.on_b = q + (c * along_e - along_f) / sine2 * f;
}

// Normal, gap and closest points along the chosen direction.
Closest overlap_along(const Convex& a, const Convex& b, const Vec3& d, const Axis& axis) {
  const int i = (axis.kind - 6) / 3, j = (axis.kind - 6) % 3;
  const Vec3 u = axis.kind < 3   ? a.axes.column(axis.kind)
                 : axis.kind < 6 ? b.axes.column(axis.kind - 3)
                                 : unit(cross(a.axes.column(i), b.axes.column(j)));
  Closest closest{dot(u, d) < 0 ? -u : u, axis.apart, {}, {}};
  if (axis.kind >= 6) {
    meet_edges(a, b, i, j, closest);
  } else if (axis.kind < 3) {
    closest.on_b = b.support(-closest.normal);
    closest.on_a = closest.on_b - closest.gap * closest.normal;
  } else {
    closest.on_a = a.support(closest.normal);
    closest.on_b = closest.on_a + closest.gap * closest.normal;
  }
  return closest;
}

}  // namespace

void box_box(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  const Box &box_a = std::get<Box>(a.shape), &box_b = std::get<Box>(b.shape);
  const Vec3 d = b.position - a.position, middle = 0.5 * (a.position + b.position);
  Convex first = make_convex(box_a, box_a.rounding, box_a.thickness(), -0.5 * d, a.orientation);
  Convex second = make_convex(box_b, box_b.rounding, box_b.thickness(), 0.5 * d, b.orientation);
  first.shape = &a.shape, second.shape = &b.shape;
  const double reach = margin + box_a.rounding + box_b.rounding;

  Relative relative{first.back * second.axes, {}, first.back * d, box_a.half, box_b.half};
  relative.size = {abs(relative.turn.row0), abs(relative.turn.row1), abs(relative.turn.row2)};
  const double size = std::min(first.size, second.size);
  const Axis axis = best_axis(relative, reach, kTie * size);
  if (axis.apart >= reach) return;
  Closest closest = overlap_along(first, second, d, axis);
  if (axis.apart > kTouching * size && !find_distance(first, second, closest.normal, reach, closest)) return;
  add_manifold(first, second, closest, middle, margin, contacts);
}

}  // namespace cairn
