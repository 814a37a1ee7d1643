// Sums and maxima over many terms that give the same bits on any number of threads. The terms of a part are
// summed in order, the sums of parts exactly (base/exact_sum.h). So it does not matter who holds which part.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "base/exact_sum.h"
#include "base/threads.h"

namespace cairn {

inline constexpr std::size_t kSumPart = 1024, kSumParts = 256;  // smallest part, most parts

// A whole number, or a record that consists of doubles alone. T{} is zero, += adds component by component.
template <class T>
concept Summable = std::integral<T> ||(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(double) == 0);

// The exact Σ term(k) of a few records, k < n, each component rounded once.
template <Summable T, class Term>
T exact_total(std::size_t n, Term&& term) {
  T plain{};
  // Two numbers have one rounding anyway, and whole numbers none.
  if (std::integral<T> || n <= 2) {
    for (std::size_t k = 0; k < n; ++k) plain += term(k);
    return plain;
  }
  if constexpr (!std::integral<T>) {
    std::array<double, sizeof(T) / sizeof(double)> components;
    for (std::size_t c = 0; c < components.size(); ++c) {
      ExactSum sum;
      for (std::size_t k = 0; k < n; ++k) sum += std::bit_cast<decltype(components)>(term(k))[c];
      components[c] = sum.value();
    }
    plain = std::bit_cast<T>(components);
  }
  return plain;
}

// Joins term(i), i < n, part by part on all threads: join(first, later) from T{} on.
template <class T, class Term, class Join>
class JoinedParts {
 public:
  JoinedParts(Threads& threads, std::size_t n, Term& term, const Join& join) {
    const std::size_t size = std::max(kSumPart, (n + kSumParts - 1) / kSumParts);
    parallel_for(threads, n, size, [&](std::size_t begin, std::size_t end, std::size_t part) {
      T joined{};
      for (std::size_t i = begin; i < end; ++i) join(joined, term(i));
      partial_[part] = joined;
    });
    count_ = (n + size - 1) / size;
  }
  std::span<const T> joined() const { return {partial_.data(), count_}; }

 private:
  std::array<T, kSumParts> partial_;
  std::size_t count_ = 0;
};

// Σ term(i), i < n.
template <Summable T, class Term>
T total(Threads& threads, std::size_t n, Term&& term) {
  const auto add = [](T& sum, const T& more) { sum += more; };
  const JoinedParts<T, Term, decltype(add)> parts(threads, n, term, add);
  return exact_total<T>(parts.joined().size(), [&](std::size_t k) -> const T& { return parts.joined()[k]; });
}

// A maximum of terms that are not negative; 0 without terms. A term that is NaN stays.
struct Largest {
  double value = 0;
  void take(double term) {
    if (term > value || term != term) value = term;
  }
};

// The largest term(i), i < n.
template <class Term>
double largest(Threads& threads, std::size_t n, Term&& term) {
  const auto take = [](Largest& most, double more) { most.take(more); };
  Largest most;
  const JoinedParts<Largest, Term, decltype(take)> parts(threads, n, term, take);
  for (const Largest& part : parts.joined()) most.take(part.value);
  return most.value;
}

}  // namespace cairn
