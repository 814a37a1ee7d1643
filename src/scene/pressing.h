// Bodies that are fixed or driven and may press each other (World::pressing).
#pragma once

#include "scene/world.h"

namespace cairn {

// Two entries press each other if a body of one is driven, now or by an event, and those of the other are
// fixed or driven, and if they are apart at the start: walls that are built into each other, like the corners
// of a box, stay parts of one another, unless the run that this one starts from had them pressed. An explicit
// law has a force for them if one of the materials has the modulus that it needs. A measure of force on a
// body that is pressed without one is warned of.
void build_pressing(const Scene& scene, World& world, Warnings& warnings);

}  // namespace cairn
