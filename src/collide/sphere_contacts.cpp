// Spheres against flat shapes and against each other. The header has the equations.
#include "collide/sphere_contacts.h"

#include "collide/convex_contacts.h"
#include "shapes/meridian.h"

namespace cairn {
namespace {

// A container closed on all sides: each face is a half-space, s = h - |c| along its axis, u inward.
void inside_closed(const PlacedShape& a, const PlacedShape& b, const Container& container, double margin,
                   ContactPoints& contacts) {
  const Vec3 c = centre_in(b, a);
  for (int face = 0; face < 6; ++face) {
    const int axis = face / 2;
    const double outward = face % 2 == 0 ? -1 : 1;
    const double s = container.half[axis] - outward * c[axis];
    if (s - a.radius >= margin) continue;
    const Vec3 u = rotate(b.orientation, axis_vector(axis, -outward));
    add_sphere_contact(a, s, u, static_cast<std::uint32_t>(face), 0, contacts);
  }
}

// True if the contact belongs to another sheet. C then projects onto this sheet beyond an edge that
// both share. If both meet C at the same point of the edge, the contact belongs to the sheet with
// the smaller number.
bool belongs_to_neighbour(const Container& container, int face, const Vec3& c) {
  const int axis = face / 2;
  const bool beyond = face % 2 == 0 ? c[axis] <= -container.half[axis] : c[axis] >= container.half[axis];
  for (int other = 0; other < 3; ++other) {
    if (other == axis || std::abs(c[other]) <= container.half[other]) continue;
    const int neighbour = 2 * other + (c[other] > 0 ? 1 : 0);
    if (!container.is_open(neighbour) && !(beyond && face < neighbour)) return true;
  }
  return false;
}

// Thin sheets: s = |C - q| with q the closest point of the face's rectangle. If C lies in the sheet,
// u points inward.
void about_sheets(const PlacedShape& a, const PlacedShape& b, const Container& container, double margin,
                  ContactPoints& contacts) {
  const Vec3 c = centre_in(b, a), h = container.half, inside = max(-h, min(c, h));
  for (int face = 0; face < 6; ++face) {
    if (container.is_open(face) || belongs_to_neighbour(container, face, c)) continue;
    const int axis = face / 2;
    const double outward = face % 2 == 0 ? -1 : 1;
    Vec3 q = inside;
    q[axis] = outward * h[axis];
    const double s = norm(c - q);
    if (s - a.radius >= margin) continue;
    const Vec3 u = s > kVanishing ? (c - q) / s : axis_vector(axis, -outward);
    add_sphere_contact(a, s, rotate(b.orientation, u), static_cast<std::uint32_t>(face), 0, contacts);
  }
}

}  // namespace

// gap = |C_B - C_A| - r_A - r_B, n along C_B - C_A; n = (0, 0, 1) if the centres coincide. The point is the
// mean of the two surface points, written so that swapping A and B changes no bit.
void sphere_sphere(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  const Vec3 d = b.position - a.position;
  const double distance = norm(d), gap = distance - (a.radius + b.radius);
  if (gap >= margin) return;
  const Vec3 n = distance > kVanishing ? d / distance : Vec3{0, 0, 1};
  const Vec3 point = 0.5 * ((a.position + a.radius * n) + (b.position - b.radius * n));
  contacts.add({point, n, gap, 0, 1 / a.radius, 1 / b.radius});
}

// s = (C - P)·n for the plane through P with normal n.
void sphere_plane(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  const Vec3 u = z_axis(b.orientation);
  const double s = dot(a.position - b.position, u);
  if (s - a.radius < margin) add_sphere_contact(a, s, u, 0, 0, contacts);
}

// Outside: s = |C - q| with q = C clamped to the box. Inside: out through the nearest face. Among equally
// near faces z comes first, then x, then y, each on the positive side.
void sphere_box(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  if (std::get<Box>(b.shape).rounding > 0) return convex_convex(a, b, margin, contacts);
  const Vec3 half = std::get<Box>(b.shape).half, c = centre_in(b, a);
  const Vec3 d = c - max(-half, min(c, half));
  const double distance = norm(d);
  if (distance - a.radius >= margin) return;
  if (distance > kVanishing)
    return add_sphere_contact(a, distance, rotate(b.orientation, d / distance), 0, 0, contacts);
  const Vec3 depth = half - abs(c);
  const int beside = depth.x <= depth.y ? 0 : 1, axis = depth.z <= depth[beside] ? 2 : beside;
  const Vec3 u = axis_vector(axis, c[axis] < 0 ? -1 : 1);
  add_sphere_contact(a, -depth[axis], rotate(b.orientation, u), 0, 0, contacts);
}

// Every closed face makes a contact of its own: a sphere in a corner has three.
void sphere_container(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  const auto& container = std::get<Container>(b.shape);
  if (container.open == 0) return inside_closed(a, b, container, margin, contacts);
  about_sheets(a, b, container, margin, contacts);
}

}  // namespace cairn
