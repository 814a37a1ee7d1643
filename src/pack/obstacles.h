// What a new body must not overlap: spheres that are there already, other bodies and walls. The new body is a
// sphere, or any solid, which is then tested with the ball that holds it where no better test is known.
#pragma once

#include <optional>
#include <vector>

#include "collide/contact.h"
#include "pack/sphere_grid.h"

namespace cairn {

class Obstacles {
 public:
  // The shape that tries its luck: a sphere or disc. Bodies that do not reach into `bounds` are left out.
  Obstacles(Shape probe, const Bounds& bounds) : probe_(std::move(probe)), bounds_(bounds) {}

  void add(const PlacedShape& body);  // its shape must outlive the obstacles
  void add_sphere(const Place& place);

  bool is_free(const Place& sphere) const;
  bool is_outside_solids(const Place& sphere) const;  // whatever other spheres there are
  bool is_free(const PlacedShape& body) const;  // any solid; its radius is that of the ball that holds it
  // The place of a sphere after walls and bodies that are no spheres have pushed it out.
  Vec3 pushed_out(const Place& sphere) const;
  const SphereGrid& spheres() const { return spheres_; }

 private:
  struct Solid {
    const Shape* shape = nullptr;
    Vec3 position;
    Quat orientation;
    double radius = 0;  // of the ball that holds it; may be infinite
  };
  bool reaches_bounds(const Place& place) const;
  template <class F>
  bool any_solid_near(const Place& place, F&& hit) const;
  // Contacts with overlap; none if the bounding spheres are apart.
  bool find(const Solid& solid, const Place& sphere, ContactPoints& contacts) const;

  Shape probe_;
  Bounds bounds_;
  SphereGrid spheres_;
  std::vector<Solid> solids_;
  SphereGrid near_;                     // the balls of those solids that have an end
  std::vector<std::uint32_t> numbers_;  // and which they are
  std::vector<std::uint32_t> endless_;
};

// Whether two solids have no point in common: exactly for convex ones and compounds, else by the pair's
// contacts, or by the balls that hold them if the pair has none.
bool are_apart(const PlacedShape& a, const PlacedShape& b);

}  // namespace cairn
