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

// A deformation as the scene gives it, by rates and by stresses.
struct Deformation {
  Mat3 gradient;  // the rates; 0 where a stress is given
  std::optional<CellServo> servo;
  Follow follow = Follow::yes;
};
// Reads the keys of deformation_fields(). Throws InputError for a rate or stress along an edge that does not
// repeat, for a component with both, and for a stress that the method or the bodies do not allow.
Deformation read_deformation(const Value& value, const Scene& scene, const World& world);

// Sets the rates now. Components under stress control keep theirs.
void deform_at(World& world, const Deformation& deformation);

}  // namespace cairn
