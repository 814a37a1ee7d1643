// The coarse-grained fields of a stored frame: those of the measures `field` of its scene.
#pragma once

#include <string>
#include <vector>

#include "base/threads.h"
#include "results/grid_field.h"

namespace cairn {

struct StoredField {
  std::string name;  // of the measure
  GridField grid;
};
// Nothing if the scene has no such measure. Throws InputError if the frame has no contacts or lacks bodies.
std::vector<StoredField> stored_fields(const std::string& folder, std::size_t frame, Threads& threads,
                                       const std::vector<std::string>& allowed = {});

}  // namespace cairn
