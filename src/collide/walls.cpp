#include "collide/walls.h"

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

Vec3 axis_vector(int axis, double sign) {
  return {axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0};
}

void tag_from(ContactPoints& contacts, int first, std::uint32_t tag) {
  for (int k = first; k < contacts.count; ++k) {
    ContactPoint& contact = contacts.point[static_cast<std::size_t>(k)];
    contact.feature = tagged(contact.feature, tag);
  }
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

// In the wall's axes, then back.
template <class Wall, void (*add)(const Convex&, const Wall&, double, ContactPoints&)>
void in_wall_axes(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  const Vec3 place = rotate_back(b.orientation, a.position - b.position);
  const Convex body = make_convex(a.shape, a.radius, place, conjugate(b.orientation) * a.orientation);
  const int first = contacts.count;
  add(body, std::get<Wall>(b.shape), margin, contacts);
  for (int k = first; k < contacts.count; ++k) {
    ContactPoint& contact = contacts.point[static_cast<std::size_t>(k)];
    contact.point = b.position + rotate(b.orientation, contact.point);
    contact.normal = rotate(b.orientation, contact.normal);
  }
}

}  // namespace

void add_container(const Convex& body, const Container& wall, double margin, ContactPoints& contacts) {
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

void add_drum(const Convex& body, const Drum& wall, double margin, ContactPoints& contacts) {
  const double r = wall.radius, h = wall.half_length;
  if (!wall.is_solid_outside()) return add_tube(body, Tube{r, h}, margin, contacts);
  add_round_wall(body, {{r, -1}, {r, 1}, false, false, true}, margin, 0, contacts);
  if (h == kInfinity) return;
  add_half_space(body, {{0, 0, 1}, -h, {1, 0, 0}}, {}, margin, kElement, contacts);
  add_half_space(body, {{0, 0, -1}, -h, {1, 0, 0}}, {}, margin, 2 * kElement, contacts);
}

void add_tube(const Convex& body, const Tube& wall, double margin, ContactPoints& contacts) {
  const double r = wall.radius, h = wall.half_length;
  add_round_wall(body, {{r, -h}, {r, h}, true, true, false}, margin, 0, contacts);
}

void add_cup(const Convex& body, const Cup& wall, double margin, ContactPoints& contacts) {
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

void add_funnel(const Convex& body, const Funnel& wall, double margin, ContactPoints& contacts) {
  const auto [low, high] = wall.profile();
  add_round_wall(body, {low, high, low.rho > 0, high.rho > 0, false}, margin, 0, contacts);
}

void convex_container(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  in_wall_axes<Container, add_container>(a, b, margin, contacts);
}
void convex_drum(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  in_wall_axes<Drum, add_drum>(a, b, margin, contacts);
}
void convex_tube(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  in_wall_axes<Tube, add_tube>(a, b, margin, contacts);
}
void convex_cup(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  in_wall_axes<Cup, add_cup>(a, b, margin, contacts);
}
void convex_funnel(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  in_wall_axes<Funnel, add_funnel>(a, b, margin, contacts);
}

}  // namespace cairn
