// A force law composed of parts by name: normal, damping, tangential, adhesion, rolling. The scene chooses;
// the compiler has built one loop for every combination.
#pragma once

#include "laws/force_law.h"
#include "laws/kernel.h"
#include "laws/rolling.h"

namespace cairn {

enum class NormalPart { hooke, hertz };

// The options that both laws share; each law puts its own in front.
std::vector<Option> composed_options(NormalPart normal);
std::vector<std::string> composed_uses(const Value& options);
std::unique_ptr<ForceLaw> make_composed(NormalPart normal, const Value& options);

}  // namespace cairn
