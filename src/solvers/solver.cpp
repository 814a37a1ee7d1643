#include "solvers/solver.h"

#include "base/assert.h"

namespace cairn {

void History::add(std::uint64_t iteration, double residual) {
  CAIRN_ASSERT(count_ == 0 || iteration >= milestone_[count_ - 1].iteration);
  if (seen_++ % every_ != 0) return;
  // The store is full: keep every second milestone, and record half as often from now on.
  if (count_ == milestone_.size()) {
    for (std::size_t k = 0; 2 * k < count_; ++k) milestone_[k] = milestone_[2 * k];
    count_ /= 2;
    every_ *= 2;
    if ((seen_ - 1) % every_ != 0) return;
  }
  milestone_[count_++] = {iteration, residual};
}

}  // namespace cairn
