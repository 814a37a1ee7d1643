// Obstacles that a new body must not overlap: existing spheres, other bodies and walls. The new body is a
// sphere or any solid. A solid is represented by its bounding ball where no better test exists.
#pragma once

#include <optional>
#include <vector>

#include "collide/contact.h"
#include "pack/sphere_grid.h"

namespace cairn {

class Obstacles {
 public:
  // `probe` is the shape of new bodies: a sphere or disc. Bodies that do not reach into `bounds` are ignored.
  Obstacles(Shape probe, const Bounds& bounds) : probe_(std::move(probe)), bounds_(bounds) {}

  // Its shape must outlive the obstacles. `group` is what solid_at() calls it.
  void add(const PlacedShape& body, int group = 0);
  void add_sphere(const Place& place);

  bool is_free(const Place& sphere) const;
  bool is_outside_solids(const Place& sphere) const;  // other spheres are ignored
  // A solid or wall that the sphere overlaps, if there is one.
  struct Blocker {
    int group = 0;
    const Shape* shape = nullptr;
  };
  std::optional<Blocker> solid_at(const Place& sphere) const;
  bool is_free(const PlacedShape& body) const;  // any solid; its radius is that of its bounding ball
  // The position of a sphere after walls and non-spherical bodies have pushed it out.
  Vec3 pushed_out(const Place& sphere) const;
  const SphereGrid& spheres() const { return spheres_; }

 private:
  struct Solid {
    const Shape* shape = nullptr;
    Vec3 position;
    Quat orientation;
    double radius = 0;  // of the bounding ball; may be infinite
    int group = 0;
  };
  bool reaches_bounds(const Place& place) const;
  template <class F>
  bool any_solid_near(const Place& place, F&& hit) const;
  // Finds contacts that overlap; none if the bounding spheres are apart.
  bool find(const Solid& solid, const Place& sphere, ContactPoints& contacts) const;

  Shape probe_;
  Bounds bounds_;
  SphereGrid spheres_;
  std::vector<Solid> solids_;
  SphereGrid near_;                     // bounding balls of the finite solids
  std::vector<std::uint32_t> numbers_;  // index in solids_ of each ball in near_
  std::vector<std::uint32_t> endless_;
};

// True if two solids share no point. Exact for convex solids and compounds; other pairs use their contacts. A
// pair without a contact function counts as overlapping if its bounding balls do, except for two walls.
bool are_apart(const PlacedShape& a, const PlacedShape& b);

}  // namespace cairn
