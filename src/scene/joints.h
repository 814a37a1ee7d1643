// The joints of a scene: names, places and axes checked, and brought into the axes of their bodies.
#pragma once

#include <utility>
#include <vector>

#include "model/world.h"
#include "scene/scene.h"

namespace cairn {

Option joints_option();

// Pairs of groups tied by joints that do not let them collide, the smaller first.
std::vector<std::pair<int, int>> jointed_groups(const Scene& scene, const std::vector<std::string>& groups);

// Adds all joints to a world whose bodies are where they are at the start.
void build_joints(const Scene& scene, World& world);

}  // namespace cairn
