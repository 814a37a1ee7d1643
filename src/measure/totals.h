// Several sums at once, for total() (base/sum.h): one pass over the bodies, the same bits on any number
// of threads.
#pragma once

#include <array>
#include <cstddef>

#include "math/vec3.h"

namespace cairn {

template <std::size_t n>
struct Totals {
  std::array<double, n> value{};

  Totals& operator+=(const Totals& b) {
    for (std::size_t k = 0; k < n; ++k) value[k] += b.value[k];
    return *this;
  }
  double operator[](std::size_t k) const { return value[k]; }
  Vec3 vector(std::size_t first) const { return {value[first], value[first + 1], value[first + 2]}; }
};

}  // namespace cairn
