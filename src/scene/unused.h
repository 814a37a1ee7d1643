// Finds properties of materials and pairs, and options, that a scene gives and its method does not use.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "scene/scene.h"

namespace cairn {

struct UnusedProperty {
  std::string property;  // rolling_friction
  std::string owner;     // name of the material or of the pair
  Mark mark;

  bool operator==(const UnusedProperty& other) const {
    return property == other.property && owner == other.owner;
  }
};

// All unused properties in the order of the scene: materials, pairs, then those of events.
std::vector<UnusedProperty> unused_properties(const Scene& scene);

// One warning for all unused properties, at the place of the first; empty if there are none. `who` begins the
// sentence: "method implicit with law coulomb does not use".
std::string unused_warning(const std::vector<UnusedProperty>& unused, const std::string& who);
// The same for a scene and its own method.
std::string unused_warning(const Scene& scene);

// One warning for each option of the method that the scene gives and that has no effect with its other
// options.
std::vector<std::string> idle_options(const Scene& scene);

}  // namespace cairn
