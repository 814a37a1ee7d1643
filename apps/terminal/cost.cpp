#include "terminal/cost.h"

#include <algorithm>
#include <cmath>

namespace cairn {
namespace {

// Bytes of a body and of a contact in a frame (results/frames.h), and of the groups and tables around them.
constexpr double kBodyBytes = 24 + 32 + 24 + 24 + 8 + 8 + 4, kContactBytes = 16 + 24 + 24 + 8 + 24 + 8 + 48;
constexpr double kFrameBytes = 8000;
constexpr double kCheckpointBytes = 600;  // per body
constexpr double kContactsPerBody = 3;

}  // namespace

DiskUse disk_of(Simulation& simulation, const OutputPlan& output) {
  const auto bodies = static_cast<double>(simulation.world().bodies.size());
  const double end = static_cast<double>(simulation.plan().steps) * simulation.plan().step;
  const double contacts =
      output.contacts ? std::max(kContactsPerBody * bodies, static_cast<double>(simulation.report().contacts))
                      : 0;
  DiskUse disk;
  disk.frames = 2 + (output.frames > 0 ? std::floor(end / output.frames) : 0);
  disk.per_frame = kFrameBytes + bodies * kBodyBytes + contacts * kContactBytes;
  disk.total = disk.frames * disk.per_frame + 2 * kCheckpointBytes * bodies;
  return disk;
}

}  // namespace cairn
