#include "measure/steady_rate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr std::size_t kIntervals = 10;
constexpr double kBegin = 0.3, kEnd = 0.9;  // of the flow time

TimedValues between(const TimedValues& all, double from, double to) {
  TimedValues part;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all.time[k] < from || all.time[k] > to) continue;
    part.time.push_back(all.time[k]);
    part.value.push_back(all.value[k]);
  }
  return part;
}

}  // namespace

FlowRate flow_rate(const TimedValues& mass) {
  CAIRN_ASSERT(mass.time.size() == mass.value.size());
  CAIRN_ASSERT(std::ranges::is_sorted(mass.time));
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  // The flow begins with the first mass above zero and ends when the final mass is reached.
  const auto first = std::ranges::find_if(mass.value, [](double m) { return m > 0; });
  if (first == mass.value.end()) return {kNone, kNone, kNone, 0};
  const auto last = std::ranges::lower_bound(mass.value, mass.value.back());
  const double begin = mass.time[first - mass.value.begin()];
  const double duration = mass.time[last - mass.value.begin()] - begin;

  // Slope of each interval, then mean and standard deviation of the slopes.
  std::array<double, kIntervals> slopes;
  const double width = (kEnd - kBegin) * duration / kIntervals;
  for (std::size_t k = 0; k < kIntervals; ++k) {
    const double from = begin + kBegin * duration + width * static_cast<double>(k);
    slopes[k] = fitted_slope(between(mass, from, from + width));
  }
  const double mean = std::accumulate(slopes.begin(), slopes.end(), 0.0) / kIntervals;
  double squares = 0;
  for (const double slope : slopes) squares += (slope - mean) * (slope - mean);
  const double deviation = std::sqrt(squares / (kIntervals - 1));
  return {mean, deviation, deviation / mean, duration};
}

}  // namespace cairn
