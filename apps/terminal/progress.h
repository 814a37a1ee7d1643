// The table and the bar that a run shows while it runs, and its closing lines.
//
// Rows come every five seconds, less often in long runs, and at every tenth of the way in short ones.
// progress.cpp has a table of the columns; iterations and residual are shown only if the method has a solver.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "run/results.h"
#include "run/simulation.h"
#include "terminal/console.h"

namespace cairn {

class Progress {
 public:
  Progress(Simulation& simulation, Console& console);

  // Call it after every step.
  void follow(Simulation& simulation);
  // Prints the last row, the seconds by stage, the closing lines (terminal/closing.h) and the folder of
  // results.
  void close(Simulation& simulation, const Results& results, const std::string& reason);

 private:
  using Clock = std::chrono::steady_clock;

  void row(Simulation& simulation, Clock::time_point now);
  void bar(Simulation& simulation, Clock::time_point now);
  double fraction(Simulation& simulation) const;  // of the way from the first step of this run to its end

  Console& console_;
  std::uint64_t first_step_;
  double first_particle_steps_;
  StageTimes first_times_;
  Clock::time_point begin_ = Clock::now(), last_row_ = begin_, last_bar_ = begin_;
  std::uint64_t last_row_step_ = 0, last_bar_step_ = 0;
  double next_tenth_ = 0.1;
  double pace_ = 0;  // steps/s, smoothed
};

// "3.4 s", "12 min 5 s", "2 h 3 min", "3 d 4 h".
std::string spoken_time(double seconds);
// "3.4 MB".
std::string spoken_bytes(double bytes);

}  // namespace cairn
