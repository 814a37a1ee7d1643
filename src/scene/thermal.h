// Random motion of free bodies: Maxwell velocities at the start (`velocity: {maxwell: ...}` of an entry), and
// thermostats that heat them (key `thermostat`).
#pragma once

#include <span>

#include "model/world.h"
#include "scene/scene.h"
#include "text/option.h"

namespace cairn {

// velocity: [x, y, z] or {maxwell: temperature, mean: [x, y, z]}
Option velocity_option();
// True if the velocities are random.
bool is_maxwell(const Value& velocity);
// The common velocity.
Vec3 mean_velocity(const Value& velocity);

// Gives the bodies random velocities about `mean` with Σ m (v − mean) = 0 and Σ m |v − mean|²/(D Σ m) equal
// to the temperature, to rounding. Bodies of different mass have the same mean energy. A single body gets
// `mean`.
void give_maxwell(std::span<Bodies::Body> bodies, const Value& velocity, int dimension, std::uint64_t seed);

Option thermostat_option();
// Adds the forces of the thermostat to the loads of the world.
void build_thermostat(const Scene& scene, World& world);

}  // namespace cairn
