// Properties that every shape has. A shape is plain data in body axes. The origin of a solid is its centre of
// mass; each wall's file names its origin. Shapes with an axis have it along z.
//
// Solids (sphere ... compound, closed meshes) have mass, and bodies meet them from outside. All solids except
// compounds and meshes are convex and have a support function (shapes/support.h). Walls (plane, container,
// drum, tube, cup, funnel, open meshes) have no mass: they are fixed or driven.
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

// A convex solid without edges and flat faces says so: its support point moves smoothly with the direction.
template <class Core>
constexpr bool is_smooth() {
  if constexpr (requires { Core::kSmooth; }) return Core::kSmooth;
  return false;
}

// Solids come first, then walls. How two of them meet is said in collide/pair_table.cpp.
using Shape = std::variant<Sphere, Disc, Box, Cylinder, Cone, Ellipsoid, Capsule, Superellipsoid, Polyhedron,
                           Compound, Mesh, Plane, Container, Drum, Tube, Cup, Funnel>;

// A shape at a place. A sphere or disc takes its radius from here, so that spheres of all sizes
// share one shape.
struct PlacedShape {
  const Shape& shape;
  Vec3 position;
  Quat orientation;
  double radius = 0;
};

// A part of a compound: a convex shape, its place in the compound's body axes, and its bounding radius (for a
// sphere its own radius).
struct Part {
  Shape shape;
  Vec3 position;
  Quat orientation;
  double radius = 0;
};

// How the mass of a compound counts overlaps. `refuse`: parts may overlap only if their union is known
// exactly (balls with balls, boxes with boxes of the same axes), and it counts once. `count`: an overlap
// counts for each part.
enum class PartOverlap { refuse, count };

// A compound and the placement of its body axes: x = offset + turn y takes body axes y to the given axes.
struct PlacedCompound {
  Compound compound;
  Quat turn;
  Vec3 offset;
};

// From convex parts in any axes. Throws InputError (without a place) that names two overlapping parts.
[[nodiscard]] PlacedCompound make_compound(std::vector<Part> parts,
                                           PartOverlap overlap = PartOverlap::refuse);

MassProperties mass_properties(const Shape& shape);
Bounds local_bounds(const Shape& shape);
// Largest distance of a surface point from the origin; infinity for a plane and for endless walls.
double bounding_radius(const Shape& shape);
bool is_wall(const Shape& shape);
// True for convex solids, the shapes with a support function.
bool is_convex(const Shape& shape);
// True if turning about the shape's z axis changes nothing (sphere, cylinder, drum ...).
bool is_axisymmetric(const Shape& shape);
// Smallest width [m]. Two bodies can pass through each other within one step only if they approach by more
// than the sum of their widths. Infinity for endless solids, 0 for thin sheets.
double thickness(const Shape& shape);
// The same shape, `factor` times as large.
Shape scaled(const Shape& shape, double factor);
// Triangles for drawing, in body axes; infinite shapes are cut to `extent`.
Surface surface(const Shape& shape, double extent);
// The same with few triangles, for drawing thousands of bodies at once: at most 200 for a convex solid.
Surface coarse_surface(const Shape& shape, double extent);

}  // namespace cairn
