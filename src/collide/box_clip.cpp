#include "collide/box_clip.h"

#include "collide/spread.h"
#include "shapes/geometry.h"

namespace cairn {
namespace {

constexpr double kSnap = 1e-4;  // of the size: a corner this far beyond an edge still counts as inside

std::uint16_t number(int k) { return static_cast<std::uint16_t>(k); }

// One side of the reference face: the corners with inside = extent - sign (u or v) >= 0 lie within it.
struct FaceSide {
  bool along_u = true;
  double sign = 1, extent = 0;
  std::uint16_t edge = 0;
  std::uint16_t edge_before = 0, vertex_before = 0,
                vertex_after = 0;  // its ends, by the edge that meets there

  double inside(const FaceCorner& c) const { return extent - sign * (along_u ? c.u : c.v); }
  // The vertex where another edge of the face meets this one.
  std::uint16_t vertex_with(std::uint16_t other) const {
    return other == edge_before ? vertex_before : vertex_after;
  }
};

// Number of the edge at u = ±p_u, and of the edge at v = ±p_v (box_edge in shapes/box.h).
int edge_at_u(int axis, int up, int side) { return 4 * ((axis + 2) % 3) + up + 2 * side; }
int edge_at_v(int axis, int up, int side) { return 4 * ((axis + 1) % 3) + side + 2 * up; }

// The four sides of the face of a box that looks up (1) or down (0) along its axis.
void list_sides(const Vec3& half, int axis, int up, FaceSide (&sides)[4]) {
  const int iu = (axis + 1) % 3, iv = (axis + 2) % 3;
  const auto vertex = [&](int u, int v) { return number(up << axis | u << iu | v << iv); };
  for (int k = 0; k < 2; ++k) {
    const double sign = k == 0 ? -1 : 1;
    sides[k] = {
        true,         sign,        half[iu], number(edge_at_u(axis, up, k)), number(edge_at_v(axis, up, 0)),
        vertex(k, 0), vertex(k, 1)};
    sides[2 + k] = {
        false,        sign,        half[iv], number(edge_at_v(axis, up, k)), number(edge_at_u(axis, up, 0)),
        vertex(0, k), vertex(1, k)};
  }
}

// The incident face, counter-clockwise about its own normal.
void list_corners(const FacePair& pair, FaceCorners& corners) {
  const int i = pair.axis, iu = (i + 1) % 3, iv = (i + 2) % 3;
  // The face of the incident box that looks towards the reference.
  const Vec3 facing = transpose(pair.turn) * pair.n, size = abs(facing);
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const int ju = (axis + 1) % 3, jv = (axis + 2) % 3, up = facing[axis] < 0 ? 1 : 0;
  // Components u, v and the gap of a vector, moved along n.
  const double per_height = 1 / pair.n[i];
  const auto on_face = [&](const Vec3& a) {
    const double gap = a[i] * per_height;
    return Vec3{a[iu] - gap * pair.n[iu], a[iv] - gap * pair.n[iv], gap};
  };
  const double q = up ? pair.incident[axis] : -pair.incident[axis];
  Vec3 centre = pair.centre + q * pair.turn.column(axis);
  centre[i] -= pair.n[i] < 0 ? -pair.reference[i] : pair.reference[i];
  const Vec3 middle = on_face(centre), e = pair.incident[ju] * on_face(pair.turn.column(ju)),
             f = pair.incident[jv] * on_face(pair.turn.column(jv));
  corners.count = 0;
  for (int k = 0; k < 4; ++k) {
    // Around the face: (0, 0), (1, 0), (1, 1), (0, 1), or the other way round if it looks down.
    const int first = k == 1 || k == 2, second = k > 1, u = up ? first : second, v = up ? second : first;
    const Vec3 at = middle + (u ? e : -e) + (v ? f : -f);
    const bool along_u = (k % 2 == 0) == (up == 1);  // the edge from this corner to the next
    const int label = along_u ? edge_at_v(axis, up, v) : edge_at_u(axis, up, u);
    corners.add(
        {at.x, at.y, at.z, number(up << axis | u << ju | v << jv), kNoBoxEdge, kNoBoxEdge, number(label)});
  }
}

// Clips the polygon by one side (Sutherland and Hodgman [SH74]); inside[k] belongs to its corner k. A new
// corner remembers the two edges that cross in it.
void clip_side(const FaceSide& side, double snap, const FaceCorners& polygon, const double* inside,
               FaceCorners& cut) {
  cut.count = 0;
  const auto side_label = number(side.edge | kOfReference);
  for (int k = 0; k < polygon.count; ++k) {
    const int next = k + 1 == polygon.count ? 0 : k + 1;
    const FaceCorner &p = polygon.corner[k], &q = polygon.corner[next];
    const double dp = inside[k], dq = inside[next];
    const bool p_inside = dp >= -snap, q_inside = dq >= -snap;
    if (p_inside) cut.add(p);
    if (p_inside == q_inside) continue;
    // The polygon leaves through this side: its next edge is the side itself.
    if (std::abs(p_inside ? dp : dq) <= snap) {
      if (p_inside) cut.corner[cut.count - 1].label = side_label;
      continue;
    }
    const double t = dp / (dp - dq);
    FaceCorner corner{p.u + t * (q.u - p.u),
                      p.v + t * (q.v - p.v),
                      p.gap + t * (q.gap - p.gap),
                      0,
                      p.label,
                      side.edge,
                      p_inside ? side_label : p.label};
    if (p.label & kOfReference) {
      corner.vertex = side.vertex_with(number(p.label & ~kOfReference));
      corner.edge = kNoBoxEdge;
    }
    cut.add(corner);
  }
}

}  // namespace

void clip_faces(const FacePair& pair, FaceCorners& corners) {
  FaceCorners first, second;
  FaceCorners *polygon = &first, *cut = &second;
  list_corners(pair, *polygon);
  FaceSide sides[4];
  list_sides(pair.reference, pair.axis, pair.n[pair.axis] < 0 ? 0 : 1, sides);
  const double snap = kSnap * pair.size;
  for (const FaceSide& side : sides) {
    // Most sides cut nothing off.
    double inside[FaceCorners::kMost], least = kInfinity;
    for (int k = 0; k < polygon->count; ++k) {
      inside[k] = side.inside(polygon->corner[k]);
      least = std::min(least, inside[k]);
    }
    if (least >= -snap) continue;
    clip_side(side, snap, *polygon, inside, *cut);
    std::swap(polygon, cut);
  }
  corners.count = 0;
  for (const FaceCorner& c : *polygon) corners.add(c);
}

void spread_corners(const FacePair& pair, double tolerance, FaceCorners& corners) {
  if (corners.count <= 4) return;
  const double side = pair.n[pair.axis] < 0 ? -1 : 1;
  SmallVector<SpreadPoint, 16> points;
  for (const FaceCorner& c : corners) points.push_back({{c.u, c.v, side * c.gap}, c.gap});
  const Vec3 x = side > 0 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Spread kept = spread({points.data(), points.size()}, x, {0, 0, side}, tolerance);
  corners.count = 0;
  for (const std::size_t k : kept) corners.add(corners.corner[k]);
}

}  // namespace cairn
