// The one rule that decides when things are due, for a run with steps of length h that ends at step ⌈end/h⌉:
//   time t has come at the first step k with  t ≤ (k (1 + 4ε) + 10⁻⁶) h
// This is the first step that is not earlier than t. It may be earlier by a millionth of a step, and by the
// round-off of k h late in a long run. No step is shortened.
//   end               the run makes its last step when `end` has come
//   events            act right before the next step after their time has come
//   frames, measures  with an interval are due at the start, at the first step at which each multiple of the
//                     interval has come, and at the end; several multiples within one step count once
//   housekeeping      every 16 steps bodies outside are removed, inlets are fed and the stop condition is
//                     checked
// All of this depends on the number of the step alone, so that a resumed run does the same. Checkpoints are
// the exception: they are due by wall time and change no result.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "base/assert.h"

namespace cairn {

struct Schedule {
  double step = 0;          // h [s]
  double end = 0;           // [s]
  std::uint64_t steps = 0;  // to the end

  // Steps beyond 2^53 cannot be counted: a double skips some of them.
  static constexpr double kMostSteps = 9007199254740992.0;
  static constexpr double kSlack = 1e-6;  // of a step
  static constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
  static constexpr std::uint64_t kHousekeeping = 16;

  // The first step at which time t has come; it may be above kMostSteps.
  double first_step(double t) const {
    CAIRN_ASSERT(step > 0);
    return std::fmax(0.0, std::ceil((t / step - kSlack) / (1 + kRounding)));
  }
  bool has_come(double t, std::uint64_t k) const { return first_step(t) <= static_cast<double>(k); }
  // True if a multiple of the interval comes at step k. Step 0 is the start.
  bool is_due(std::uint64_t k, double interval) const {
    CAIRN_ASSERT(interval > 0 && step > 0);
    const auto multiples = [&](std::uint64_t at) {
      return std::floor((static_cast<double>(at) * (1 + kRounding) + kSlack) * (step / interval));
    };
    return k == 0 || multiples(k) > multiples(k - 1);
  }
  static bool is_housekeeping(std::uint64_t k) { return k % kHousekeeping == 0; }
};

}  // namespace cairn
