// Warnings of what a scene may say but hardly means: sizes, laws and measures that do not go together.
#pragma once

#include "scene/world.h"

namespace cairn {

// Adds a warning, at its line, for
//   a mesh from a file that is 50 times larger or smaller than everything else (mm taken for m),
//   discs of unit depth under a law of balls,
//   a measure that stays zero under the scene's method,
//   a wall given twice among the sides of a sample.
void warn_of_doubts(const Scene& scene, const World& world, Warnings& warnings);

}  // namespace cairn
