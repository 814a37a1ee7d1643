// The loop of a run, shared by the commands run and resume: steps, results, progress, interruptions.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "run/results.h"
#include "run/simulation.h"
#include "terminal/console.h"

namespace cairn {

// Output besides the results.
struct LoopOptions {
  bool hash = false;                          // "hash STEP 0x..." at every frame and at the end
  std::span<const std::uint64_t> dump_steps;  // in order; their contact problems go to problem_STEP.hdf5
};

// Runs until the end, a signal or a failure, and returns the exit code.
int loop(Simulation& simulation, Results& results, Console& console, const LoopOptions& options);

// Throws InputError unless the method has a contact problem and all steps lie ahead.
void require_dumpable(const Simulation& simulation, std::span<const std::uint64_t> steps);

// The time of --until, a number with or without unit. Throws InputError if it is not a positive time.
double end_time(const std::string& until);

}  // namespace cairn
