// Regions that bodies are put into. In two dimensions a region is its section with the plane y = 0, where
// only its extent in x and z counts; a body lies inside if the ball (disc) about its centre does.
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
  // Evenly distributed over the centres of balls that lie inside; there must be room.
  Vec3 random_center(double radius, Random& random) const;
  // The centre nearest to x of a ball that lies inside; there must be room.
  Vec3 nearest_center(const Vec3& x, double radius) const;
};

// {box: {min, max}}, or a sphere or cylinder.
Option fill_region_option();
// Of fill_region_option(). Throws InputError for a region that is empty or does not meet the
// plane of a two-dimensional scene.
FillRegion read_fill_region(const Value& region, int dimension);

}  // namespace cairn
