// Rejects features that method impact does not support, such as servo walls and deforming cells. They may
// come from the scene itself, from an event, or from the run from which the scene starts.
#pragma once

#include "model/world.h"
#include "scene/scene.h"

namespace cairn {

// Throws InputError at the place of the feature.
void check_impact_scope(const Scene& scene, const World& world);

}  // namespace cairn
