// The closing lines of a run: its energy budget [J], and numbers that say how far its results can be trusted.
#pragma once

#include <string>
#include <vector>

#include "results/summary.h"
#include "scene/scene.h"

namespace cairn {

// True if the method of the scene solves for its contacts.
bool has_solver(const Scene& scene);

// One aligned line per quantity: energy stored, lost (by kind), work of drives, energy exchanged, imbalance
// and its share, largest overlap, unconverged steps (if the method has a solver), warnings and fallbacks.
std::vector<std::string> closing_lines(const Summary& summary, const Scene& scene);

}  // namespace cairn
