// Names of methods on the command line: a law, with a solver if the method is implicit, and further options
// in braces. Examples are "hertz_mindlin", "cone/apgd", "coulomb/nlgs{theta: 0.5, step: 1e-4}" and "etm". The
// name "scene" stands for the method of the scene.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace cairn {

struct NamedMethod {
  std::string label;                   // as typed, without braces
  std::string file;                    // valid as a file name, and unique
  std::vector<std::string> overrides;  // changes of the scene: method and step
};

// The methods in the order of the list. A method with another law than the scene's takes the automatic step,
// unless it names a step or the overrides (--set) do. Throws InputError for an unknown name.
std::vector<NamedMethod> named_methods(const std::string& list, const Scene& scene,
                                       std::span<const std::string> overrides);

}  // namespace cairn
