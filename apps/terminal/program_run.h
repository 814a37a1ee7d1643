// Runs this very program as a process of its own, for `validate`. A run that fails or dies does not harm its
// parent; failure_in() finds its reason. There is no limit of time.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/timer.h"

namespace cairn {

struct ProgramRun {
  int code = -1;  // exit code; 128 + signal if a signal killed it
  double wall_seconds = 0;
  double cpu_seconds = 0;  // of all its threads
};

// A run that goes on beside this process. Keep it until poll() has told its end.
class ProgramProcess {
 public:
  // `words` are the arguments of the program. Its output goes to the file `log`.
  ProgramProcess(const std::vector<std::string>& words, const std::string& log);

  std::optional<ProgramRun> poll();  // once it has ended
  void ask_to_end();                 // SIGTERM, once
  double seconds() const { return stopwatch_.seconds(); }

 private:
  int child_ = -1;
  bool is_asked_ = false;
  Stopwatch stopwatch_;
};

// Called about once a second with the time so far and the last line that the run printed.
using Watching = std::function<void(double seconds, const std::string& line)>;

// Waits for a run. If a signal asks this process to end, the run gets SIGTERM; the function still waits for
// its end.
ProgramRun run_program(const std::vector<std::string>& words, const std::string& log,
                       const Watching& watching);

// The last line of a text file that is not empty; "" if there is none.
std::string last_line(const std::string& path);

// Why a run failed: the text of the last "error:" in its log, or else the last line that is not empty.
std::string failure_in(const std::string& log);

}  // namespace cairn
