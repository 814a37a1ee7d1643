// The rate of a steady flow and how steady it is, by regression [PZ17 II.E]. T_f is the time from the first
// grain to the last one; [0.3, 0.9] T_f is cut into ten intervals, and a line is fitted to the mass in each:
//   rate = mean of the ten slopes,   deviation = their standard deviation (n - 1),   ζ = deviation / rate
#pragma once

#include "results/series_table.h"

namespace cairn {

struct FlowRate {
  double rate = 0;       // kg/s
  double deviation = 0;  // kg/s
  double ratio = 0;      // ζ
  double duration = 0;   // T_f so far [s]
};

// Of the mass that has passed by each time, which never falls. NaN unless each interval has two rows.
// The first grain is the first mass above zero, the last one the first mass that equals the final one.
[[nodiscard]] FlowRate flow_rate(const TimedValues& mass);

}  // namespace cairn
