// Rigid body of several convex parts, in principal axes about the common centre of mass.
#pragma once

#include "shapes/bvh.h"

namespace cairn {

struct Part;  // shapes/shape.h: a part is a Shape with a place of its own

struct Compound {
  static constexpr bool kWall = false, kAxisymmetric = false;
  std::vector<Part> parts;
  Bvh bvh;              // over the bounds of the parts
  MassProperties mass;  // of the union, or counting overlaps for each part (PartOverlap)

  Compound scaled(double f) const;
  MassProperties mass_properties() const { return mass; }
  Bounds bounds() const { return bvh.nodes.front().bounds; }
  double bounding_radius() const;
  double thickness() const;  // of the thinnest part
  Surface surface(double extent) const;
};

}  // namespace cairn
