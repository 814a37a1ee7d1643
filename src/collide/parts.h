// The bodies of a world in parts, which are runs of the local order: leaves of small bodies, then one part of
// all large ones. Threads share the parts, and partial sums belong to them. A leaf holds the small bodies of
// one region of space (collide/order.h), so that it depends on the bodies alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/assert.h"
#include "base/threads.h"

namespace cairn {

struct Parts {
  std::vector<std::uint32_t> begin{0};  // part k has the bodies [begin[k], begin[k + 1])

  std::size_t count() const { return begin.size() - 1; }
  std::uint32_t bodies() const { return begin.back(); }
  std::size_t of(std::uint32_t body) const {
    CAIRN_ASSERT(body < bodies());
    return static_cast<std::size_t>(std::ranges::upper_bound(begin, body) - begin.begin()) - 1;
  }
  // The part of every body.
  std::vector<std::uint32_t> by_body() const {
    std::vector<std::uint32_t> part(bodies());
    for (std::uint32_t k = 0; k < count(); ++k) std::fill(&part[begin[k]], part.data() + begin[k + 1], k);
    return part;
  }
  // Calls f(begin, end, part) for every part, on all threads.
  template <class F>
  void each(Threads& threads, F&& f) const {
    parallel_for(threads, count(), 1,
                 [&](std::size_t part, std::size_t, std::size_t) { f(begin[part], begin[part + 1], part); });
  }
};

}  // namespace cairn
