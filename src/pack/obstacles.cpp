#include "pack/obstacles.h"

#include "base/assert.h"
#include "shapes/support.h"

namespace cairn {
namespace {

bool is_ball(const Shape& shape) {
  return std::holds_alternative<Sphere>(shape) || std::holds_alternative<Disc>(shape);
}

// The shape with its size: a ball takes it from its place.
Shape sized(const PlacedShape& body) { return is_ball(body.shape) ? Shape(Sphere{body.radius}) : body.shape; }

bool convex_apart(const PlacedShape& a, const PlacedShape& b) {
  const Vec3 position = rotate_back(a.orientation, b.position - a.position);
  const Quat orientation = conjugate(a.orientation) * b.orientation;
  if (!is_ball(a.shape) && !is_ball(b.shape)) return are_apart(a.shape, b.shape, position, orientation);
  return are_apart(sized(a), sized(b), position, orientation);
}

bool balls_apart(const PlacedShape& a, const PlacedShape& b) {
  const double reach = a.radius + b.radius;
  return norm2(b.position - a.position) >= reach * reach;
}

PlacedShape placed_part(const PlacedShape& whole, const Part& part) {
  return {part.shape, whole.position + rotate(whole.orientation, part.position),
          whole.orientation * part.orientation, part.radius};
}

}  // namespace

bool are_apart(const PlacedShape& a, const PlacedShape& b) {
  if (balls_apart(a, b)) return true;
  if (const auto* compound = std::get_if<Compound>(&a.shape))
    return std::ranges::all_of(compound->parts,
                               [&](const Part& part) { return are_apart(placed_part(a, part), b); });
  if (std::holds_alternative<Compound>(b.shape)) return are_apart(b, a);
  if (is_convex(a.shape) && is_convex(b.shape)) return convex_apart(a, b);
  if (!can_collide(a.shape, b.shape)) return is_wall(a.shape) && is_wall(b.shape);
  ContactPoints contacts;
  find_contacts(a, b, 0, contacts);
  return contacts.count == 0;
}

bool Obstacles::reaches_bounds(const Place& place) const {
  const Vec3 nearest = min(max(place.position, bounds_.low), bounds_.high);
  return norm2(place.position - nearest) <= place.radius * place.radius;
}

void Obstacles::add(const PlacedShape& body, int group) {
  if (is_ball(body.shape)) return add_sphere({body.position, body.radius});
  CAIRN_ASSERT(body.radius > 0);
  const Place ball{body.position, body.radius};
  const bool met = can_collide(probe_, body.shape) || !is_wall(body.shape);
  if (!met || !reaches_bounds(ball)) return;
  const auto number = static_cast<std::uint32_t>(solids_.size());
  solids_.push_back({&body.shape, body.position, body.orientation, body.radius, group});
  if (!std::isfinite(ball.radius)) return endless_.push_back(number);
  near_.insert(ball);
  numbers_.push_back(number);
}

void Obstacles::add_sphere(const Place& place) {
  if (reaches_bounds(place)) spheres_.insert(place);
}

bool Obstacles::find(const Solid& solid, const Place& sphere, ContactPoints& contacts) const {
  const double reach = solid.radius + sphere.radius;
  if (norm2(solid.position - sphere.position) >= reach * reach) return false;
  const PlacedShape body{*solid.shape, solid.position, solid.orientation, solid.radius};
  find_contacts({probe_, sphere.position, {}, sphere.radius}, body, 0, contacts);
  return contacts.count > 0;
}

bool Obstacles::is_free(const Place& sphere) const {
  return !spheres_.overlaps(sphere) && is_outside_solids(sphere);
}

template <class F>
bool Obstacles::any_solid_near(const Place& place, F&& hit) const {
  return std::ranges::any_of(endless_, [&](std::uint32_t k) { return hit(solids_[k]); }) ||
         near_.any_index_near(place, [&](std::uint32_t k) { return hit(solids_[numbers_[k]]); });
}

bool Obstacles::is_outside_solids(const Place& sphere) const {
  ContactPoints contacts;
  return !any_solid_near(sphere, [&](const Solid& solid) { return find(solid, sphere, contacts); });
}

std::optional<Obstacles::Blocker> Obstacles::solid_at(const Place& sphere) const {
  std::optional<Blocker> found;
  ContactPoints contacts;
  any_solid_near(sphere, [&](const Solid& solid) {
    if (!find(solid, sphere, contacts)) return false;
    found = {solid.group, solid.shape};
    return true;
  });
  return found;
}

bool Obstacles::is_free(const PlacedShape& body) const {
  const Place ball{body.position, body.radius};
  const Shape sphere = Sphere{};
  const bool meets_sphere = spheres_.any_near(ball, [&](const Place& other) {
    return !are_apart(body, {sphere, other.position, {}, other.radius});
  });
  return !meets_sphere && !any_solid_near(ball, [&](const Solid& solid) {
    const PlacedShape other{*solid.shape, solid.position, solid.orientation, solid.radius};
    if (!is_wall(*solid.shape) || can_collide(body.shape, *solid.shape)) return !are_apart(body, other);
    ContactPoints contacts;
    return find(solid, ball, contacts);
  });
}

Vec3 Obstacles::pushed_out(const Place& sphere) const {
  Place moved = sphere;
  ContactPoints contacts;
  for (const Solid& solid : solids_) {
    if (!find(solid, moved, contacts)) continue;
    for (const ContactPoint& contact : contacts) moved.position += contact.gap * contact.normal;
  }
  return moved.position;
}

}  // namespace cairn
