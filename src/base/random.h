// Seedable random streams with a fixed algorithm (SplitMix64 [SLF14]), so that a seed gives the same numbers
// in every build and on every machine. The whole state is one word, which a checkpoint stores.
#pragma once

#include <cmath>
#include <cstdint>

namespace cairn {

class Random {
 public:
  explicit Random(std::uint64_t seed = 0) : state_(seed) { next(); }

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }

  // Uniform in [0, 1), 53 bits.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }

  // Standard normal by the polar method.
  double normal() {
    for (;;) {
      const double a = uniform(-1, 1), b = uniform(-1, 1), s = a * a + b * b;
      if (s > 0 && s < 1) return a * std::sqrt(-2 * std::log(s) / s);
    }
  }

  std::uint64_t state() const { return state_; }
  void restore(std::uint64_t state) { state_ = state; }

 private:
  std::uint64_t state_;
};

}  // namespace cairn
