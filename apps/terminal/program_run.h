// Runs of this very program as processes of their own: what validate and compare are made of. A run that
// fails, hangs or dies leaves its reason and harms nobody; an interrupted one goes on from its checkpoint.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace cairn {

struct ProgramRun {
  int code = -1;  // exit code; 128 + signal if it was killed
  double wall_seconds = 0;
  double cpu_seconds = 0;  // of all its threads
};

// Called now and then with the seconds so far and the last line that the run printed.
using Watching = std::function<void(double seconds, const std::string& line)>;

// `words` behind the program's name. What it prints goes to the file `log`. A signal that asks this process
// to end is handed on, and the run is waited for.
ProgramRun run_program(const std::vector<std::string>& words, const std::string& log,
                       const Watching& watching);

// Why a run failed, by its log: what its last "error:" says, or else its last line that is not empty.
std::string failure_in(const std::string& log);

}  // namespace cairn
