// The loop of a run, shared by run and resume: steps, results, progress, interruptions.
#pragma once

#include <string>

#include "console.h"
#include "scene/results.h"
#include "scene/simulation.h"

namespace cairn {

enum class HashLines { no, yes };  // "hash STEP 0x..." at every frame and at the end

// Runs to the end, to a signal or to a failure, and returns the exit code.
int drive(Simulation& simulation, Results& results, Console& console, HashLines hashes);

// The time of --until: a number with or without unit. Throws InputError.
double end_time(const std::string& until);

}  // namespace cairn
