// From a scene to a world: materials, bodies (one by one, fills, lattices, pyramids, CSV lists), drives,
// loads, springs, joints, bonds, and who meets whom.
#pragma once

#include <string>
#include <vector>

#include "model/world.h"
#include "scene/scene.h"
#include "text/option.h"

namespace cairn {

Option collide_option();
Option damping_option(Presence presence);
Damping read_damping(const Value& damping);
// Throws InputError if it leaves the plane of a 2-D scene.
Vec3 read_gravity(const Value& gravity, int dimension);

// Warnings with their place, as they are shown to the user (file:line: warning: ...).
using Warnings = std::vector<std::string>;

// The world at t = 0, bodies in the order of the scene (uids count up from 0). Shapes, materials and groups
// of events and inlets are made here too, so that a resumed run finds them without replaying anything.
World build_world(const Scene& scene, Warnings& warnings);

}  // namespace cairn
