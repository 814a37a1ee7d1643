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
// A rectangle normal to an axis, through which bodies enter: their centres lie on it.
struct FaceRegion {
  Bounds bounds;  // without extent along the axis
  int axis = 2;
  double reach = 0;  // of the bodies on both sides of it
};
using RegionShape = std::variant<Bounds, BallRegion, CylinderRegion, FaceRegion>;

struct FillRegion {
  RegionShape shape;
  int dimension = 3;

  double volume() const;                // [m³]; area [m²] in two dimensions; 0 of a face
  double volume_below(double z) const;  // of the part below a height, likewise
  Bounds bounds() const;
  bool has_room(double radius) const;  // for one ball
  bool holds(const Vec3& center, double radius) const;
  // A random centre, evenly distributed over all balls that lie inside; there must be room.
  Vec3 random_center(double radius, Random& random) const;
  // The centre nearest to x for a ball that lies inside; there must be room.
  Vec3 nearest_center(const Vec3& x, double radius) const;
};

// The option {box: {min, max}}, or a sphere or cylinder. Inlets may also have a face.
Option fill_region_option();
Option inlet_region_option();
// Reads either option. Throws InputError for a region that is empty or does not meet the plane of a
// two-dimensional scene.
FillRegion read_fill_region(const Value& region, int dimension);

}  // namespace cairn
