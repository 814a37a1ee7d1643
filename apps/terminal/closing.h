// The end of a run in numbers: its energy budget [J], and how far its results can be trusted.
#pragma once

#include <string>
#include <vector>

#include "results/summary.h"
#include "scene/scene.h"

namespace cairn {

// Whether the method of the scene solves for its contacts.
bool has_solver(const Scene& scene);

// One line per quantity, aligned: stored, lost by kind, work, exchanged, imbalance and its share, largest
// overlap, unconverged steps (if the method has a solver), warnings and fallbacks.
std::vector<std::string> closing_lines(const Summary& summary, const Scene& scene);

}  // namespace cairn
