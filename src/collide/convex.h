// A convex shape as the narrow phase sees it: a core with a support function, a rounding radius and a place.
// Bodies, parts of compounds, triangles of meshes and sheets of walls all become one.
//
// Positions are relative to the middle between the two bodies of a pair. Then swapping the bodies changes no
// bit, and the distance from the origin does not matter.
#pragma once

#include "collide/patch.h"
#include "math/mat3.h"
#include "shapes/support.h"

namespace cairn {

// The functions of one kind of core, in body axes; `core` points to the shape itself.
struct ConvexKind {
  Vec3 (*support)(const void* core, const Vec3& d);
  void (*patch)(const void* core, const Vec3& n, Patch& patch);
  int (*face_count)(const void* core);
  Vec3 (*face_normal)(const void* core, int face);
  int (*vertex_count)(const void* core);
  Vec3 (*vertex)(const void* core, int k);
  int (*edge_count)(const void* core);
  FlatEdge (*edge)(const void* core, int e);
  SupportBend (*bend)(const void* core, const Vec3& u);  // null if unknown
  bool smooth = false;    // the support point moves smoothly with the direction
  bool revolved = false;  // has a straight side about the z axis
};

// True for a core whose support function has known second derivatives.
template <class Core>
constexpr bool has_bend() {
  return requires(const Core& core, const Vec3& u) { support_bend(core, u); };
}

// The function `bend` of such a core.
template <class Core>
SupportBend bend_of(const void* core, const Vec3& u) {
  if constexpr (has_bend<Core>()) return support_bend(*static_cast<const Core*>(core), u);
  return {};
}

template <class Core>
inline constexpr ConvexKind kConvexKind{
    [](const void* core, const Vec3& d) { return support(*static_cast<const Core*>(core), d); },
    [](const void* core, const Vec3& n, Patch& patch) {
      find_patch(*static_cast<const Core*>(core), n, patch);
    },
    [](const void* core) { return face_count(*static_cast<const Core*>(core)); },
    [](const void* core, int face) { return face_normal(*static_cast<const Core*>(core), face); },
    [](const void* core) { return vertex_count(*static_cast<const Core*>(core)); },
    [](const void* core, int k) { return vertex(*static_cast<const Core*>(core), k); },
    [](const void* core) { return edge_count(*static_cast<const Core*>(core)); },
    [](const void* core, int e) { return edge(*static_cast<const Core*>(core), e); },
    has_bend<Core>() ? bend_of<Core> : nullptr,
    is_smooth<Core>(),
    std::is_same_v<Core, Cylinder> || std::is_same_v<Core, Cone> || std::is_same_v<Core, Capsule>};

struct Convex {
  const ConvexKind* kind = nullptr;
  const void* core = nullptr;
  const Shape* shape = nullptr;  // the shape of this core; null for triangles and sheets
  double rounding = 0;
  double size = 0;  // smallest width with rounding: the scale for depths
  Vec3 position;
  Mat3 axes, back;  // body axes to world axes, and the other way

  // Farthest point of the core along u, world axes.
  Vec3 support(const Vec3& u) const { return position + axes * kind->support(core, back * u); }
  // True for the convex hull of a mesh: its corners make the contacts.
  bool is_hull() const { return shape != nullptr && std::holds_alternative<Mesh>(*shape); }
};

template <class Core>
Convex make_convex(const Core& core, double rounding, double size, const Vec3& position,
                   const Quat& orientation) {
  const Mat3 axes = matrix(orientation);
  return {&kConvexKind<Core>, &core, nullptr, rounding, size, position, axes, transpose(axes)};
}

// True for the shapes that take their radius from the body.
bool is_round(const Shape& shape);

// From any convex shape. A sphere takes its size from `radius`; a mesh becomes its convex hull.
Convex make_convex(const Shape& shape, double radius, const Vec3& position, const Quat& orientation);

// Mean curvature of the rounded surface over a point of the core, n the outward normal. The side of a cone
// grows sharp without bound towards the tip; it never counts as sharper than a ball of radius `limit`.
double mean_curvature(const Convex& convex, const Vec3& on_core, const Vec3& n, double limit);
// The same for a patch in body axes, taken at its middle: the ends of a line along a side are as round as the
// rest. A polygon is flat.
double mean_curvature(const Convex& convex, const Patch& patch);

}  // namespace cairn
