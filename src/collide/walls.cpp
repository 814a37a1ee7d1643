// Convex bodies against walls. A flat wall with solid behind it is a half-space (collide/half_space.h);
// a flat sheet is a convex core without thickness. A round wall (drum, tube, side of a cup, funnel) is
// a segment turned about the axis. In the half-plane of azimuth φ its normal is m_φ = (m_ρ e_φ, m_z),
// away from the axis.
//
// From inside, the hollow is the intersection of all half-spaces m_φ·x <= c. A point of the
// body at (ρ, z) has
//   gap = c - m_ρ ρ - m_z z - r,   r the rounding,
// and the gap of the whole body is the least c - h(m_φ) - r over all azimuths, h its support function.
// Contacts are the corners of the body. A curved body has the corners of its patches that face the wall
// at each local maximum of h(m_φ), found by sampling and golden sections. A sheet has contacts only
// along its length.
//
// From outside, a sheet acts as the convex solid that it encloses, at its side alone. At a rim, contacts are
// the points of the ring at which the body is nearest among their neighbours.
//
// The body's centre decides its side of a sheet. Limits: a rim makes contact at local minima of the distance
// only, so that a body that fits a rim all around has a few contacts there. A cap in a hollow touches it at
// the lowest points of its rim, not along an arc.
#include "collide/convex_contacts.h"
#include "collide/half_space.h"
#include "collide/manifold.h"
#include "collide/merge.h"
#include "collide/round_wall.h"
#include "collide/sheet.h"

namespace cairn {
namespace {

constexpr double kSame = 1e-3;  // of the body's size: closer contacts are merged
constexpr std::uint32_t kElement = 1u << 16;

void tag_from(ContactPoints& contacts, int first, std::uint32_t tag) {
  for (ContactPoint& contact : contacts.from(first)) contact.feature = tagged(contact.feature, tag);
}

// A face of a container as a rectangle about its own middle.
Sheet rectangle(const Vec3& half, int axis, double side) {
  const int j = (axis + 1) % 3, k = (axis + 2) % 3;
  Sheet sheet{{}, 4, axis_vector(axis, side)};
  for (int c = 0; c < 4; ++c) {
    const int turn = side > 0 ? c : 3 - c;
    sheet.corner[c][j] = turn == 0 || turn == 3 ? -half[j] : half[j];
    sheet.corner[c][k] = turn < 2 ? -half[k] : half[k];
  }
  return sheet;
}

// A flat sheet makes contact on the side of the body's centre.
void add_rectangle(const Convex& body, const Sheet& sheet, const Vec3& centre, double margin,
                   ContactPoints& contacts) {
  const Vec3 up = dot(body.position - centre, sheet.normal) >= 0 ? sheet.normal : -sheet.normal;
  Closest closest;
  if (!find_closest_to_sheet(sheet, centre, up, body, margin + body.rounding, closest)) return;
  const Closest turned{-closest.normal, closest.gap, closest.on_b, closest.on_a};
  add_manifold(body, make_convex(sheet, 0, 0, centre, {}), turned, {}, margin, contacts);
}

// True if a mesh may treat this face of an open container as a half-space, with all its corners: the mesh is
// inside and does not reach beyond the ends of the face.
bool is_within(const Convex& body, const Container& wall, int face) {
  if (!body.is_hull()) return false;
  for (int axis = 0; axis < 3; ++axis) {
    if (std::abs(body.position[axis]) > wall.half[axis]) return false;
    if (axis == face / 2) continue;
    for (const int side : {0, 1}) {
      const Vec3 outward = axis_vector(axis, side == 0 ? -1 : 1);
      if (wall.is_open(2 * axis + side) && dot(outward, body.support(outward)) > wall.half[axis])
        return false;
    }
  }
  return true;
}

// Adds the contacts of a body with a wall, both in the wall's axes and relative to its origin.
void add_wall(const Convex& body, const Container& wall, double margin, ContactPoints& contacts) {
  const int begin = contacts.count;
  for (int face = 0; face < 6; ++face) {
    if (wall.is_open(face)) continue;
    const int axis = face / 2;
    const double outward = face % 2 == 0 ? -1 : 1;
    const auto tag = static_cast<std::uint32_t>(face);
    if (wall.open == 0 || is_within(body, wall, face)) {
      const HalfSpace half_space{axis_vector(axis, -outward), -wall.half[axis],
                                 axis_vector((axis + 1) % 3, 1)};
      add_half_space(body, half_space, {}, margin, tag * kElement, contacts);
      continue;
    }
    // A thin face of an open container.
    const int first = contacts.count;
    add_rectangle(body, rectangle(wall.half, axis, -outward), axis_vector(axis, outward * wall.half[axis]),
                  margin, contacts);
    tag_from(contacts, first, tag);
  }
  if (wall.open != 0) merge_contacts(contacts, begin, kSame * body.size);
}

void add_wall(const Convex& body, const Tube& wall, double margin, ContactPoints& contacts) {
  const double r = wall.radius, h = wall.half_length;
  add_round_wall(body, {{r, -h}, {r, h}, true, true, false}, margin, 0, contacts);
}

void add_wall(const Convex& body, const Drum& wall, double margin, ContactPoints& contacts) {
  const double r = wall.radius, h = wall.half_length;
  if (!wall.is_solid_outside()) return add_wall(body, Tube{r, h}, margin, contacts);
  add_round_wall(body, {{r, -1}, {r, 1}, false, false, true}, margin, 0, contacts);
  if (h == kInfinity) return;
  add_half_space(body, {{0, 0, 1}, -h, {1, 0, 0}}, {}, margin, kElement, contacts);
  add_half_space(body, {{0, 0, -1}, -h, {1, 0, 0}}, {}, margin, 2 * kElement, contacts);
}

void add_wall(const Convex& body, const Cup& wall, double margin, ContactPoints& contacts) {
  const Cylinder bottom{wall.radius, 0};
  const int first = contacts.count;
  const Vec3& at = body.position;
  if (body.is_hull() && at.z > 0 && at.x * at.x + at.y * at.y < wall.radius * wall.radius)
    add_half_space(body, {{0, 0, 1}, 0, {1, 0, 0}}, {}, margin, kElement, contacts);
  else
    add_convex(body, make_convex(bottom, 0, 0, {}, {}), {}, margin, contacts);
  add_round_wall(body, {{wall.radius, 0}, {wall.radius, wall.height}, false, true, false}, margin, 1,
                 contacts);
  merge_contacts(contacts, first, kSame * body.size);
}

void add_wall(const Convex& body, const Funnel& wall, double margin, ContactPoints& contacts) {
  const auto [low, high] = wall.profile();
  add_round_wall(body, {low, high, low.rho > 0, high.rho > 0, false}, margin, 0, contacts);
}

// Finds contacts in the wall's axes and turns them back to world axes.
template <class Wall>
void convex_wall(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  const Vec3 place = rotate_back(b.orientation, a.position - b.position);
  const Convex body = make_convex(a.shape, a.radius, place, conjugate(b.orientation) * a.orientation);
  const int first = contacts.count;
  add_wall(body, std::get<Wall>(b.shape), margin, contacts);
  for (ContactPoint& contact : contacts.from(first)) {
    contact.point = b.position + rotate(b.orientation, contact.point);
    contact.normal = rotate(b.orientation, contact.normal);
  }
}

}  // namespace

void convex_container(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  convex_wall<Container>(a, b, margin, contacts);
}
void convex_drum(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  convex_wall<Drum>(a, b, margin, contacts);
}
void convex_tube(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  convex_wall<Tube>(a, b, margin, contacts);
}
void convex_cup(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  convex_wall<Cup>(a, b, margin, contacts);
}
void convex_funnel(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  convex_wall<Funnel>(a, b, margin, contacts);
}

}  // namespace cairn
