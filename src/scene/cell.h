// The periodic cell of a scene (key `periodic`) and changes of its deformation.
#pragma once

#include "model/world.h"
#include "scene/scene.h"
#include "text/option.h"
#include "text/value.h"

namespace cairn {

Option periodic_option();
std::vector<Option> deformation_fields();

// Gives the world its cell. Call it after all bodies were added.
void build_cell(const Scene& scene, World& world);

// Reads the keys strain_rate and shear_rate. Throws InputError for a rate along an edge that does not repeat.
Mat3 read_gradient(const Value& value, const Cell& cell);

// With Follow::yes, the velocity of each free body changes by the change of the deformation at its place.
// With Follow::no, the change runs in from the boundaries as a wave.
enum class Follow { no, yes };
void set_gradient(World& world, const Mat3& gradient, Follow follow);

}  // namespace cairn
