// Sums that give the same bits on any number of threads. The size of a part depends only on the number of
// terms. Each part is summed in order, and then the part sums are added in order.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/threads.h"

namespace cairn {

inline constexpr std::size_t kSumPart = 1024, kSumParts = 256;  // smallest part, most parts

// Σ term(i), i < n. T needs += and a zero default value.
template <class T, class Term>
T ordered_sum(Threads& threads, std::size_t n, Term&& term) {
  const std::size_t size = std::max(kSumPart, (n + kSumParts - 1) / kSumParts);
  std::array<T, kSumParts> partial;
  parallel_for(threads, n, size, [&](std::size_t begin, std::size_t end, std::size_t part) {
    T sum{};
    for (std::size_t i = begin; i < end; ++i) sum += term(i);
    partial[part] = sum;
  });
  T total{};
  for (std::size_t part = 0; part * size < n; ++part) total += partial[part];
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
