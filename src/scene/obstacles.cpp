#include "scene/obstacles.h"

namespace cairn {

bool Obstacles::reaches_bounds(const Place& place) const {
  const Vec3 nearest = min(max(place.position, bounds_.low), bounds_.high);
  return norm2(place.position - nearest) <= place.radius * place.radius;
}

void Obstacles::add(const PlacedShape& body) {
  const bool round = std::holds_alternative<Sphere>(body.shape) || std::holds_alternative<Disc>(body.shape);
  if (round) return add_sphere({body.position, body.radius});
  if (!can_collide(probe_, body.shape) || !reaches_bounds({body.position, body.radius})) return;
  solids_.push_back({body.shape, body.position, body.orientation, body.radius});
}

void Obstacles::add_sphere(const Place& place) {
  if (reaches_bounds(place)) spheres_.insert(place);
}

bool Obstacles::find(const Solid& solid, const Place& sphere, ContactPoints& contacts) const {
  const double reach = solid.radius + sphere.radius;
  if (norm2(solid.position - sphere.position) >= reach * reach) return false;
  const PlacedShape body{solid.shape, solid.position, solid.orientation, solid.radius};
  find_contacts({probe_, sphere.position, {}, sphere.radius}, body, 0, contacts);
  return contacts.count > 0;
}

bool Obstacles::is_free(const Place& sphere) const {
  return !spheres_.overlaps(sphere) && is_outside_solids(sphere);
}

bool Obstacles::is_outside_solids(const Place& sphere) const {
  ContactPoints contacts;
  for (const Solid& solid : solids_)
    if (find(solid, sphere, contacts)) return false;
  return true;
}

Vec3 Obstacles::pushed_out(const Place& sphere) const {
  Place moved = sphere;
  ContactPoints contacts;
  for (const Solid& solid : solids_) {
    if (!find(solid, moved, contacts)) continue;
    for (int k = 0; k < contacts.count; ++k)
      moved.position += contacts.point[k].gap * contacts.point[k].normal;
  }
  return moved.position;
}

}  // namespace cairn
