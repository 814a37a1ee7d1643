// A polyhedron plus a ball of radius r, taken apart (Steiner): the core, a prism on each face, a sector of a
// cylinder along each edge and a sector of a ball at each vertex. All are integrated in closed form.
#pragma once

#include "shapes/moments.h"
#include "shapes/polyhedron.h"

namespace cairn {

// Needs vertices, faces, loops and edges; about the origin in the polyhedron's own axes.
Moments rounded_moments(const Polyhedron& polyhedron);

}  // namespace cairn
