// A polyhedron plus a ball of radius r, split into pieces (Steiner): the core, a prism on each face, a
// cylinder sector along each edge and a ball sector at each vertex. All are integrated in closed form.
#pragma once

#include "shapes/moments.h"
#include "shapes/polyhedron.h"

namespace cairn {

// Needs vertices, faces, loops and edges. The result is about the origin, in the polyhedron's own axes.
Moments rounded_moments(const Polyhedron& polyhedron);

}  // namespace cairn
