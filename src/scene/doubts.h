// Warnings about valid scenes that hardly mean what they say: sizes, laws and measures that do not fit
// together.
#pragma once

#include "scene/world.h"

namespace cairn {

// Adds a warning, at its line, for
//   a mesh from a file that is 50 times larger or smaller than everything else (mm read as m),
//   discs of unit depth with a law for balls,
//   a measure that stays zero or empty in this scene,
//   a wall that is given twice among the sides of a sample,
//   an inlet that reaches out of the domain,
//   spheres under a pressure in 2-D, where a pressure acts on one metre of depth.
void warn_of_doubts(const Scene& scene, const World& world, Warnings& warnings);

}  // namespace cairn
