// The exact sum of a few records, quickly. Each component is kept as the unevaluated sum of two doubles,
// which is enough for terms of like size; [OR05] has the addition that tells its own error. Where that loses
// something, the sum is made again with an ExactSum. Either way the exact sum is rounded once.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <span>

#include "base/exact_sum.h"

namespace cairn {

struct PairSum {
  double high = 0, low = 0;
  bool is_sure = true;  // nothing was lost

  void operator+=(double x) {
    const double error = add(high, x), lost = add(low, error);
    is_sure = is_sure && lost == 0;
  }
  double value() const { return high + low; }

 private:
  // sum += x. Returns what was rounded off.
  static double add(double& sum, double x) {
    const double total = sum + x, part = total - sum;
    const double error = (sum - (total - part)) + (x - part);
    sum = total;
    return error;
  }
};

// The sum of records that consist of doubles alone.
template <class T>
T exact_sum(std::span<const T> terms) {
  using Components = std::array<double, sizeof(T) / sizeof(double)>;
  std::array<PairSum, sizeof(T) / sizeof(double)> pairs;
  for (const T& term : terms) {
    const auto more = std::bit_cast<Components>(term);
    for (std::size_t c = 0; c < pairs.size(); ++c) pairs[c] += more[c];
  }
  Components components;
  for (std::size_t c = 0; c < pairs.size(); ++c) {
    components[c] = pairs[c].value();
    if (pairs[c].is_sure) continue;
    ExactSum sum;
    for (const T& term : terms) sum += std::bit_cast<Components>(term)[c];
    components[c] = sum.value();
  }
  return std::bit_cast<T>(components);
}

}  // namespace cairn
