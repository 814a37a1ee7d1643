// The table and the bar that a run shows while it goes, and the closing lines.
//
// Rows come every five seconds, more slowly as a run gets long, and at every tenth of the way in a short one.
// Columns are a table of their own; a method that has iterations and a residual adds them there.
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

  // After every step.
  void follow(Simulation& simulation);
  // The last row, where the time went, how far to trust the run, and where the results are.
  void close(Simulation& simulation, const Results& results, const std::string& reason);

 private:
  using Clock = std::chrono::steady_clock;

  void row(Simulation& simulation, Clock::time_point now);
  void bar(Simulation& simulation, Clock::time_point now);
  double fraction(Simulation& simulation) const;  // of the way from the first step of this run

  Console& console_;
  std::uint64_t first_step_;
  double first_particle_steps_;
  StageTimes first_times_;
  Clock::time_point begin_ = Clock::now(), last_row_ = begin_, last_bar_ = begin_;
  std::uint64_t last_row_step_ = 0, last_bar_step_ = 0;
  double next_tenth_ = 0.1;
  double pace_ = 0;  // steps/s, smoothed
};

// "3.4 s", "12 min 5 s", "2 h 3 min".
std::string spoken_time(double seconds);
// "3.4 MB".
std::string spoken_bytes(double bytes);

}  // namespace cairn
