// The rate of a steady flow and its fluctuation, by regression [PZ17 II.E]. T_f is the time from the first
// grain to the last one. The part from 0.3 T_f to 0.9 T_f is cut into ten intervals, and a line is fitted to
// the mass over time in each:
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

// `mass`: the mass that has passed by each time; it never falls. The result is NaN unless each interval has
// two rows. The first grain passes at the first mass above zero, the last grain at the first mass that equals
// the final mass.
[[nodiscard]] FlowRate flow_rate(const TimedValues& mass);

}  // namespace cairn
