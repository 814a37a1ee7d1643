// What every shape can tell. A shape is plain data in body axes: origin at the centre of mass (solids) or at
// the point the shape's own file names (walls); z is the axis of anything with an axis.
//
// Solids (sphere, disc, box, cylinder, cone) have mass and are met from outside. Walls (plane, container,
// drum, tube, cup, funnel) have no mass: they are fixed or driven.
#pragma once

#include <variant>

#include "shapes/box.h"
#include "shapes/container.h"
#include "shapes/geometry.h"
#include "shapes/plane.h"
#include "shapes/revolved.h"
#include "shapes/sphere.h"

namespace cairn {

// The order here is the order of rows and columns of the pair table (collide/pair_table.cpp).
using Shape = std::variant<Sphere, Disc, Box, Cylinder, Cone, Plane, Container, Drum, Tube, Cup, Funnel>;

MassProperties mass_properties(const Shape& shape);
Bounds local_bounds(const Shape& shape);
// Largest distance of a surface point from the origin; infinity for a plane and for walls without an end.
double bounding_radius(const Shape& shape);
bool is_wall(const Shape& shape);
// True if turning about the shape's z axis changes nothing (sphere, cylinder, drum ...).
bool is_axisymmetric(const Shape& shape);
// Smallest width [m]: two bodies can pass through each other unseen within a step only if they approach by
// more than the sum of theirs. Infinity for what is solid without end, 0 for thin sheets.
double thickness(const Shape& shape);
// The same shape, `factor` times as large.
Shape scaled(const Shape& shape, double factor);
// Triangles for drawing, in body axes; infinite shapes are cut to `extent`.
Surface surface(const Shape& shape, double extent);

}  // namespace cairn
