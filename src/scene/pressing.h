// Fixed and driven bodies that may press each other (World::pressing).
#pragma once

#include "scene/world.h"

namespace cairn {

// Two entries may press each other if bodies of one are driven, at the start or by an event, and bodies of
// the other are fixed or driven. They must not overlap at the start: walls that overlap, like those at the
// corner of a box, count as one part, unless they pressed each other in the run from which this one starts.
// An explicit law has a force for them if one of the materials has the modulus that the law needs. Without a
// force, a warning is added for each measure of force on such a body.
void build_pressing(const Scene& scene, World& world, Warnings& warnings);

}  // namespace cairn
