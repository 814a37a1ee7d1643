// The periodic cell of a scene (key `periodic`) and changes of its deformation.
#pragma once

#include "model/world.h"
#include "scene/scene.h"
#include "text/option.h"
#include "text/value.h"

namespace cairn {

Option periodic_option();
std::vector<Option> deformation_fields();

// Gives the world its cell. After the bodies are there.
void build_cell(const Scene& scene, World& world);

// Keys strain_rate and shear_rate. Throws InputError along an edge that does not repeat.
Mat3 read_gradient(const Value& value, const Cell& cell);

// Whether free bodies take over the change of the deformation's velocity at their place: if not, it runs in
// from the boundaries as a wave.
enum class Follow { no, yes };
void set_gradient(World& world, const Mat3& gradient, Follow follow);

}  // namespace cairn
