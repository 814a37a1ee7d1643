// Ranks that are threads of one process, for tests: a run on several ranks then needs no mpirun, and the
// thread sanitizer sees all of it.
//
// Ranks that call different functions, or call from different lines, all get a RunError that names both
// calls. So do all if one rank waits longer than the time limit. A rank that leaves by an exception ends the
// others at their next call.
#pragma once

#include <chrono>
#include <functional>

#include "base/error.h"
#include "base/ranks.h"

namespace cairn {

// Other ranks got this one's exit code.
class Abandoned : public RunError {
 public:
  explicit Abandoned(int with);
  int code;
};

// Runs the program on `count` ranks, each a thread, and returns when all are done. Throws the error of the
// lowest rank that failed by itself.
void run_on_threads(int count, const std::function<void(Ranks&)>& program,
                    std::chrono::milliseconds limit = std::chrono::minutes(2));

}  // namespace cairn
