// The bytes that a run will write to the disk.
#pragma once

#include "run/results.h"
#include "run/simulation.h"

namespace cairn {

struct DiskUse {
  double frames = 0;     // number of frames
  double per_frame = 0;  // bytes
  double total = 0;      // bytes, with two checkpoints
};
// An estimate before the first step; a settled heap has about three contacts per body.
DiskUse disk_of(Simulation& simulation, const OutputPlan& output);

}  // namespace cairn
