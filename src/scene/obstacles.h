// What a new sphere must not overlap: spheres that are there already, other bodies and walls.
#pragma once

#include <optional>
#include <vector>

#include "collide/contact.h"
#include "scene/sphere_grid.h"

namespace cairn {

class Obstacles {
 public:
  // The shape that tries its luck: a sphere or disc. Bodies that do not reach into `bounds` are left out.
  Obstacles(Shape probe, const Bounds& bounds) : probe_(std::move(probe)), bounds_(bounds) {}

  void add(const PlacedShape& body);
  void add_sphere(const Place& place);

  bool is_free(const Place& sphere) const;
  bool is_outside_solids(const Place& sphere) const;  // whatever other spheres there are
  // The place of a sphere after walls and bodies that are no spheres have pushed it out.
  Vec3 pushed_out(const Place& sphere) const;
  const SphereGrid& spheres() const { return spheres_; }

 private:
  struct Solid {
    Shape shape;
    Vec3 position;
    Quat orientation;
    double radius = 0;  // of the ball that holds it; may be infinite
  };
  bool reaches_bounds(const Place& place) const;
  // Contacts with overlap; none if the bounding spheres are apart.
  bool find(const Solid& solid, const Place& sphere, ContactPoints& contacts) const;

  Shape probe_;
  Bounds bounds_;
  SphereGrid spheres_;
  std::vector<Solid> solids_;
};

}  // namespace cairn
