// The early end of a run (key `stop`).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/measures.h"
#include "scene/scene.h"
#include "text/option.h"

namespace cairn {

Option stop_option();

// A run ends early once the quantity has been below (or above) the limit for `after` seconds.
struct StopRule {
  std::string quantity;  // kinetic_energy, max_speed, contacts, bodies, max_overlap, or measure.column
  bool below = true;
  double limit = 0;
  double after = 0;
};
// Throws InputError if the quantity is a column that none of the measures has.
std::optional<StopRule> build_stop(const Scene& scene, const std::vector<NamedMeasure>& measures);

}  // namespace cairn
