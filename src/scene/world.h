// Builds the world of a scene: materials, bodies (single ones, fills, lattices, pyramids, CSV files), drives,
// loads, springs, joints, bonds, and which bodies collide.
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
// Throws InputError if gravity leaves the plane of a 2-D scene.
Vec3 read_gravity(const Value& gravity, int dimension);

// Warnings as the user sees them, with their place (file:line: warning: ...).
using Warnings = std::vector<std::string>;

// The world at t = 0, with bodies in the order of the scene (uids count up from 0). Shapes, materials and
// groups of events and inlets are made here too, so that a resumed run has them without replaying events.
World build_world(const Scene& scene, Warnings& warnings);

}  // namespace cairn
