#include "collide/convex_contacts.h"

#include "collide/manifold.h"

namespace cairn {

void add_convex(const Convex& a, const Convex& b, const Vec3& origin, double margin,
                ContactPoints& contacts) {
  Closest closest;
  if (!find_closest(a, b, margin + a.rounding + b.rounding, closest)) return;
  add_manifold(a, b, closest, origin, margin, contacts);
}

void convex_convex(const PlacedShape& a, const PlacedShape& b, double margin, ContactPoints& contacts) {
  // Bounding balls: most pairs of a list are apart by them.
  const auto bound = [](const PlacedShape& p) {
    return is_round(p.shape) ? p.radius : bounding_radius(p.shape);
  };
  if (norm(b.position - a.position) >= bound(a) + bound(b) + margin) return;
  const Vec3 half = 0.5 * (b.position - a.position), middle = 0.5 * (a.position + b.position);
  add_convex(make_convex(a.shape, a.radius, -half, a.orientation),
             make_convex(b.shape, b.radius, half, b.orientation), middle, margin, contacts);
}

}  // namespace cairn
