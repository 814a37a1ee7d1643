// Sums that give the same bits on any number of threads. The size of a block depends only on the number of
// terms. Each block is summed in order, and then the block sums are added in order.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/threads.h"

namespace cairn {

inline constexpr std::size_t kSumBlock = 1024, kSumBlocks = 256;  // smallest block, most blocks

// Σ term(i), i < n. T needs += and a zero default value.
template <class T, class Term>
T ordered_sum(Threads& threads, std::size_t n, Term&& term) {
  const std::size_t size = std::max(kSumBlock, (n + kSumBlocks - 1) / kSumBlocks);
  std::array<T, kSumBlocks> partial;
  parallel_for(threads, n, size, [&](std::size_t begin, std::size_t end, std::size_t block) {
    T sum{};
    for (std::size_t i = begin; i < end; ++i) sum += term(i);
    partial[block] = sum;
  });
  T total{};
  for (std::size_t block = 0; block * size < n; ++block) total += partial[block];
  return total;
}

// A maximum, as a sum: the order of its terms does not matter. A term that is NaN stays.
struct Largest {
  double value = 0;
  Largest& operator+=(const Largest& b) {
    if (b.value > value || b.value != b.value) value = b.value;
    return *this;
  }
};

}  // namespace cairn
