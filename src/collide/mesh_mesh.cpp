// Contacts of two meshes; see collide/mesh_convex.cpp for the idea.
#include "collide/mesh_pair.h"
#include "collide/pairs.h"

namespace cairn {
namespace {

constexpr double kShallow = 0.25;  // of the thinner body: deeper places count only if none is shallower
constexpr double kRounding = 1e-12;
constexpr double kSameDepth = 1e-6;  // of the thinner body
constexpr double kSameFlat = 0.985;  // cosine of 10°
constexpr double kOnePlace = 2;      // of the depth: closer meetings are one place

// The box in other axes that holds a given box.
Bounds turned(const Mat3& turn, const Vec3& shift, const Bounds& box) {
  const Vec3 middle = shift + turn * (0.5 * (box.low + box.high)), half = 0.5 * (box.high - box.low);
  const Vec3 reach{dot(abs(turn.row0), half), dot(abs(turn.row1), half), dot(abs(turn.row2), half)};
  return {middle - reach, middle + reach};
}

// The overlap of two boxes, each grown by the margin; false if it is empty.
bool common(const Bounds& a, const Bounds& b, double margin, Bounds& both) {
  const Bounds wide_a = grown(a, margin), wide_b = grown(b, margin);
  both = {max(wide_a.low, wide_b.low), min(wide_a.high, wide_b.high)};
  return both.low.x <= both.high.x && both.low.y <= both.high.y && both.low.z <= both.high.z;
}

// True if a meeting counts: it is open, or no neighbouring place is deeper, or it lies flat
// beside one like that.
bool has_lowest(const Meeting& meeting, const Meetings& all) {
  if (meeting.lowest || meeting.gap >= 0) return true;
  for (const Meeting& other : all)
    if (other.lowest && dot(other.normal, meeting.normal) > kSameFlat) return true;
  return false;
}

void find_meetings(const MeshPair& pair, Meetings& found) {
  Meetings all;
  corners_on_surface(pair, CornersOf::b, all);
  corners_on_surface(pair, CornersOf::a, all);
  edges_on_edges(pair, all);
  for (const Meeting& m : all)
    if (has_lowest(m, all)) found.push_back(m);
}

// The share of a meeting that remains beside a stronger one: none closer than kOnePlace times the larger
// depth, all of it from twice that distance on.
double left_beside(const Meeting& weak, const Meeting& strong) {
  const double depth = std::max(-weak.gap, -strong.gap), distance2 = norm2(weak.point - strong.point);
  if (distance2 >= 4 * kOnePlace * kOnePlace * depth * depth) return 1;
  return std::clamp(std::sqrt(distance2) / (kOnePlace * depth) - 1, 0.0, 1.0);
}

// One place may be met along several normals, for example where a corner sinks in beside an edge: the
// shortest way out counts. Where a corner slides from one face to the next, both are equally deep, so that
// nothing jumps. Among several meetings with one normal the deepest counts.
void share(Meetings& all, double same_depth) {
  const std::size_t count = all.size();
  SmallVector<double, 16> left;
  const auto are_rivals = [&](const Meeting& one, const Meeting& other, bool same_normal) {
    return one.gap < 0 && other.gap < 0 && (one.corner == 0 || one.corner != other.corner) &&
           (dot(one.normal, other.normal) > kSameNormal) == same_normal;
  };
  // Different normals: the shallower meeting is the shorter way out, the deeper one loses its share.
  for (std::size_t k = 0; k < count; ++k) {
    left.push_back(1);
    for (std::size_t l = 0; l < count; ++l)
      if (all[l].gap > all[k].gap && are_rivals(all[k], all[l], false))
        left[k] *= left_beside(all[k], all[l]);
  }
  // The same normal: the deeper meeting wins; of equally deep ones the first.
  for (std::size_t k = 0; k < count; ++k) {
    double beside = left[k];
    for (std::size_t l = 0; l < count && beside > 0; ++l) {
      if (l == k || !are_rivals(all[k], all[l], true)) continue;
      const double deeper = all[k].gap - all[l].gap;
      if (deeper > same_depth || (deeper >= -same_depth && l < k))
        beside *= 1 - left[l] * (1 - left_beside(all[k], all[l]));
    }
    all[k].share = beside;
  }
}

}  // namespace

void mesh_mesh(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  const auto &mesh_a = std::get<Mesh>(a.shape), &mesh_b = std::get<Mesh>(b.shape);
  if (!mesh_a.closed && !mesh_b.closed) return;  // both are walls
  const Mat3 turn_a = matrix(a.orientation), turn = transpose(turn_a) * matrix(b.orientation);
  const Axes axes{turn, transpose(turn), transpose(turn_a) * (b.position - a.position)};
  // A little wider, so that rounding does not lose the farthest corner.
  const double wide = margin + kRounding * (mesh_a.radius + mesh_b.radius);
  // The overlap of both bounding boxes, in the axes of each mesh.
  Bounds in_a, in_b;
  if (!common(mesh_a.bounds(), turned(axes.turn, axes.shift, mesh_b.bounds()), wide, in_a)) return;
  if (!common(turned(axes.back, -(axes.back * axes.shift), mesh_a.bounds()), mesh_b.bounds(), wide, in_b))
    return;
  const double size = mesh_a.closed && mesh_b.closed ? std::min(mesh_a.width, mesh_b.width)
                                                     : std::max(mesh_a.width, mesh_b.width);
  MeshPair pair{mesh_a, mesh_b, axes, margin, kShallow * size, in_a, in_b};
  if (margin <= 0 && !surfaces_cross(pair)) return;
  // Shallow meetings first; deep ones only if there are none.
  Meetings all;
  find_meetings(pair, all);
  if (all.empty()) {
    pair.deepest = mesh_a.radius + mesh_b.radius;
    find_meetings(pair, all);
  }
  // Several meetings at one place share its gap.
  share(all, kSameDepth * size);
  for (const Meeting& m : all)
    if (m.share > 0) contacts.add({m.point, m.normal, m.share * m.gap, m.feature, 0, 0});
  for (ContactPoint& contact : contacts) {
    contact.point = a.position + turn_a * contact.point;
    contact.normal = turn_a * contact.normal;
  }
}

}  // namespace cairn
