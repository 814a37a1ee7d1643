// Convex bodies against walls. Flat walls with solid behind them are half-spaces (collide/half_space.h); flat
// sheets are convex cores without thickness. A round wall (drum, tube, side of a cup, funnel) is a turned
// segment with the normal m_φ = (m_ρ e_φ, m_z) in the half-plane of azimuth φ, away from the axis.
//
// From inside, the hollow is what all half-spaces m_φ·x <= c have in common. A point of the body at (ρ, z)
// has
//   gap = c - m_ρ ρ - m_z z - r,   r the rounding,
// and the body as a whole the least c - h(m_φ) - r of all azimuths, h its support function. Contacts are the
// corners of the body; of curved bodies, those of the patches that face the wall at each azimuth where
// h(m_φ) is largest among its neighbours (sampled, then bisected). A sheet is met only along its length.
//
// From outside, a sheet is the convex solid that it encloses, met at its side.
// At a rim, points of the ring at which the body is nearest among their neighbours are contacts.
//
// Which side of a sheet a body is on is decided by its centre. Limits: a rim is met at local minima of the
// distance only, so that a body that fits a rim all round has a few contacts there; a cap that lies in a
// hollow touches it at the points of its rim that are lowest, not along an arc.
#include "collide/convex_contacts.h"
#include "collide/half_space.h"
#include "collide/manifold.h"
#include "collide/merge.h"
#include "collide/round_wall.h"
#include "collide/sheet.h"

namespace cairn {
namespace {

constexpr double kSame = 1e-3;  // of the body's size: contacts closer than this are one
constexpr std::uint32_t kElement = 1u << 16;

void tag_from(ContactPoints& contacts, int first, std::uint32_t tag) {
  for (ContactPoint& contact : contacts.from(first)) contact.feature = tagged(contact.feature, tag);
}

// A rectangle about its own middle.
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

// A flat sheet, met on the side where the body's centre is.
void add_rectangle(const Convex& body, const Sheet& sheet, const Vec3& centre, double margin,
                   ContactPoints& contacts) {
  const Vec3 up = dot(body.position - centre, sheet.normal) >= 0 ? sheet.normal : -sheet.normal;
  Closest closest;
  if (!find_closest_to_sheet(sheet, centre, up, body, margin + body.rounding, closest)) return;
  const Closest turned{-closest.normal, closest.gap, closest.on_b, closest.on_a};
  add_manifold(body, make_convex(sheet, 0, 0, centre, {}), turned, {}, margin, contacts);
}

// Whether a mesh may meet a face of an open container as a half-space, with all its corners: from inside, and
// not beyond the ends of the face.
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

// The contacts of a body in the axes of the wall, relative to its origin.
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

// In the wall's axes, then back.
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
