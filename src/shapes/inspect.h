// Faults that keep a surface of triangles from being the boundary of a solid. Triangles are counted from
// 1, as in messages.
//   degenerate         no area: corners at the same place or on a line
//   non_manifold       an edge with more than two triangles
//   open               an edge with one triangle
//   inverted           two neighbours run the same way along their edge, or the whole surface faces inwards
//   self_intersecting  two triangles that share no edge cross each other
#pragma once

#include <string>

#include "shapes/geometry.h"

namespace cairn {

enum class MeshFault { degenerate, non_manifold, open, inverted, self_intersecting };

struct MeshFinding {
  MeshFault fault{};
  int triangle = 0, other = 0;  // counted from 1; `other` is 0 if a single triangle is at fault
  std::string message;
};

// The first finding of each kind, in the order above; empty for a solid. Expects shared
// vertices (see welded).
std::vector<MeshFinding> inspect(const Surface& surface);

// The same surface without its degenerate triangles.
Surface without_degenerate(const Surface& surface);

}  // namespace cairn
