// Regions in which bodies are placed. In two dimensions a region is its section with the plane y = 0, and
// only its extent in x and z counts. A body lies inside if the ball (disc) about its centre does.
#pragma once

#include <variant>

#include "base/random.h"
#include "shapes/geometry.h"
#include "text/value.h"

namespace cairn {

struct BallRegion {
  Vec3 center;
  double radius = 0;
};
struct CylinderRegion {
  Vec3 center;
  int axis = 2;  // x, y, z
  double radius = 0, half_height = 0;
};
using RegionShape = std::variant<Bounds, BallRegion, CylinderRegion>;

struct FillRegion {
  RegionShape shape;
  int dimension = 3;

  double volume() const;  // [m³]; area [m²] in two dimensions
  Bounds bounds() const;
  bool has_room(double radius) const;  // for one ball
  bool holds(const Vec3& center, double radius) const;
  // A random centre, evenly distributed over all balls that lie inside; there must be room.
  Vec3 random_center(double radius, Random& random) const;
  // The centre nearest to x for a ball that lies inside; there must be room.
  Vec3 nearest_center(const Vec3& x, double radius) const;
};

// The option {box: {min, max}}, or a sphere or cylinder.
Option fill_region_option();
// Reads fill_region_option(). Throws InputError for a region that is empty or does not meet the plane of a
// two-dimensional scene.
FillRegion read_fill_region(const Value& region, int dimension);

}  // namespace cairn
