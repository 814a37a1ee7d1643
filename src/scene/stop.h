// The early end of a run (key `stop`).
#pragma once

#include <optional>
#include <vector>

#include "scene/condition.h"
#include "scene/measures.h"
#include "scene/scene.h"
#include "text/option.h"

namespace cairn {

Option stop_option();

// A run ends early once its rule has come. Throws InputError if the rule names a column that no measure has.
std::optional<Rule> build_stop(const Scene& scene, const std::vector<NamedMeasure>& measures);

}  // namespace cairn
