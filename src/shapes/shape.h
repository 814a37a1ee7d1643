// What every shape can tell. A shape is plain data in body axes: origin at the centre of mass (solids) or at
// the point the shape's own file names (walls); z is the axis of anything with an axis.
//
// Solids (sphere ... compound, closed meshes) have mass and are met from outside; all but compounds and
// meshes are convex and have a support function (shapes/support.h). Walls (plane, container, drum, tube, cup,
// funnel, open meshes) have no mass: they are fixed or driven.
#pragma once

#include <variant>

#include "math/quat.h"
#include "shapes/box.h"
#include "shapes/capsule.h"
#include "shapes/compound.h"
#include "shapes/container.h"
#include "shapes/ellipsoid.h"
#include "shapes/geometry.h"
#include "shapes/mesh.h"
#include "shapes/plane.h"
#include "shapes/polyhedron.h"
#include "shapes/revolved.h"
#include "shapes/sphere.h"
#include "shapes/superellipsoid.h"

namespace cairn {

// The order here is the order of rows and columns of the pair table (collide/pair_table.cpp).
using Shape = std::variant<Sphere, Disc, Box, Cylinder, Cone, Ellipsoid, Capsule, Superellipsoid, Polyhedron,
                           Compound, Mesh, Plane, Container, Drum, Tube, Cup, Funnel>;

// One shape where it is. A sphere or disc takes its radius from here, so that a thousand sizes are one shape.
struct PlacedShape {
  const Shape& shape;
  Vec3 position;
  Quat orientation;
  double radius = 0;
};

// A part of a compound: a convex shape, where it is in the compound's body axes, and its bounding radius (a
// sphere's own radius).
struct Part {
  Shape shape;
  Vec3 position;
  Quat orientation;
  double radius = 0;
};

// How the mass of a compound counts where parts overlap: they may not, unless the common part of two is known
// exactly (two balls, two boxes with the same axes) and is then counted once; or it counts for each of them.
enum class PartOverlap { refuse, count };

// A compound and where its body axes were before: x = offset + turn y takes body axes y to the given ones.
struct PlacedCompound {
  Compound compound;
  Quat turn;
  Vec3 offset;
};

// From convex parts in any axes. Throws InputError (without a place) that names two parts which overlap.
[[nodiscard]] PlacedCompound make_compound(std::vector<Part> parts,
                                           PartOverlap overlap = PartOverlap::refuse);

MassProperties mass_properties(const Shape& shape);
Bounds local_bounds(const Shape& shape);
// Largest distance of a surface point from the origin; infinity for a plane and for walls without an end.
double bounding_radius(const Shape& shape);
bool is_wall(const Shape& shape);
// Solid and convex: the shapes with a support function.
bool is_convex(const Shape& shape);
// True if turning about the shape's z axis changes nothing (sphere, cylinder, drum ...).
bool is_axisymmetric(const Shape& shape);
// Smallest width [m]: two bodies can pass through each other unseen within a step only if they approach by
// more than the sum of theirs. Infinity for what is solid without end, 0 for thin sheets.
double thickness(const Shape& shape);
// The same shape, `factor` times as large.
Shape scaled(const Shape& shape, double factor);
// Triangles for drawing, in body axes; infinite shapes are cut to `extent`.
Surface surface(const Shape& shape, double extent);
// The same with few triangles, at most 200 for a convex solid, where thousands of bodies are drawn at once.
Surface coarse_surface(const Shape& shape, double extent);

}  // namespace cairn
