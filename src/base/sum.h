// Sums that give the same bits on any number of threads: blocks of fixed size are summed in order, then the
// block sums are summed in order.
#pragma once

#include <cstddef>
#include <vector>

#include "base/threads.h"

namespace cairn {

inline constexpr std::size_t kSumBlock = 1024;

// Σ term(i), i < n. T needs += and a zero default value.
template <class T, class Term>
T ordered_sum(Threads& threads, std::size_t n, Term&& term) {
  std::vector<T> partial((n + kSumBlock - 1) / kSumBlock);
  parallel_for(threads, n, kSumBlock, [&](std::size_t begin, std::size_t end, std::size_t block) {
    T sum{};
    for (std::size_t i = begin; i < end; ++i) sum += term(i);
    partial[block] = sum;
  });
  T total{};
  for (const T& part : partial) total += part;
  return total;
}

}  // namespace cairn
