#include "collide/convex_contacts.h"

#include "collide/manifold.h"

namespace cairn {

void convex_convex(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  const Vec3 half = 0.5 * (b.position - a.position), middle = 0.5 * (a.position + b.position);
  const Convex first = make_convex(a.shape, a.radius, -half, a.orientation),
               second = make_convex(b.shape, b.radius, half, b.orientation);
  Closest closest;
  if (!find_closest(first, second, margin + first.rounding + second.rounding, closest)) return;
  add_manifold(first, second, closest, middle, margin, contacts);
}

}  // namespace cairn
