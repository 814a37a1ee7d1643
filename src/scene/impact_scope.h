// What the impact stepper has no idea of is refused where the scene asks for it: from the start, by an event,
// or by way of the run that it starts from.
#pragma once

#include "model/world.h"
#include "scene/scene.h"

namespace cairn {

void check_impact_scope(const Scene& scene, const World& world);

}  // namespace cairn
