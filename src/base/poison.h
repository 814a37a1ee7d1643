// Marks numbers that have not been computed yet. A build with CAIRN_POISON (tests, debugging) first fills
// memory that a function promises to write with a NaN of special bits. It looks for these bits afterwards: a
// value that was not written is a broken contract, a NaN from arithmetic is not.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

namespace cairn {

#ifdef CAIRN_POISON
inline constexpr bool kPoisons = true;
#else
inline constexpr bool kPoisons = false;
#endif

inline constexpr std::uint64_t kPoisonBits = 0x7ff8dead0badf00dull;  // a quiet NaN: sums keep its bits

inline void poison(std::span<double> values) {
  std::ranges::fill(values, std::bit_cast<double>(kPoisonBits));
}
inline bool is_poisoned(std::span<const double> values) {
  return std::ranges::any_of(values, [](double x) { return std::bit_cast<std::uint64_t>(x) == kPoisonBits; });
}

}  // namespace cairn
