// Methods as they are named on the command line: a law, of an implicit method with its solver, further
// options in braces. "hertz_mindlin", "cone/apgd", "coulomb/nlgs{theta: 0.5, step: 1e-4}", "etm"; "scene" is
// the scene's own.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"

namespace cairn {

struct NamedMethod {
  std::string label;                   // as typed, without braces
  std::string file;                    // fit for a file name, and different from the others'
  std::vector<std::string> overrides;  // of the scene: its method and step
};

// In their order. A method whose law is not the scene's own takes the automatic step, unless it names one.
// Throws InputError if a name is not known.
std::vector<NamedMethod> named_methods(const std::string& list, const Scene& scene);

}  // namespace cairn
