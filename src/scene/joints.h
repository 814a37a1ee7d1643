// The joints of a scene. Names, places and axes are checked here and converted to the axes of the bodies.
#pragma once

#include <utility>
#include <vector>

#include "model/world.h"
#include "scene/scene.h"

namespace cairn {

Option joints_option();

// Pairs of groups that a joint connects and keeps from colliding; the smaller index comes first.
std::vector<std::pair<int, int>> jointed_groups(const Scene& scene, const std::vector<std::string>& groups);

// Adds all joints to a world whose bodies are at their starting places.
void build_joints(const Scene& scene, World& world);

}  // namespace cairn
