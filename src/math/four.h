// Four doubles handled as one: a row of a record, or the same quantity of four contacts. The compiler does
// the arithmetic number by number, so that the bits equal those of plain doubles on any machine.
#pragma once

#ifdef __AVX__
#include <immintrin.h>
#endif

#include <cmath>
#include <cstdint>
#include <cstring>

#include "base/vectors.h"

namespace cairn {

using Four = double __attribute__((vector_size(32)));
using FourBools = std::int64_t __attribute__((vector_size(32)));  // −1: true

CAIRN_INLINE inline Four load4(const double* from) {
  Four row;
  std::memcpy(&row, from, sizeof row);
  return row;
}
CAIRN_INLINE inline void store4(double* to, const Four& row) { std::memcpy(to, &row, sizeof row); }

CAIRN_INLINE inline Four all4(double value) { return Four{value, value, value, value}; }

CAIRN_INLINE inline Four sqrt4(const Four& a) {
#ifdef __AVX__
  return _mm256_sqrt_pd(a);
#else
  return Four{std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3])};
#endif
}

// Vectors of three in the first three places; the fourth is arbitrary unless stated.
CAIRN_INLINE inline Four first3(const double* from) {  // the fourth is zero
  return __builtin_shufflevector(load4(from), Four{}, 0, 1, 2, 7);
}
CAIRN_INLINE inline Four cross3(const Four& a, const Four& b) {
  const Four p = __builtin_shufflevector(a, a, 1, 2, 0, 3), q = __builtin_shufflevector(b, b, 1, 2, 0, 3);
  const Four c = a * q - p * b;
  return __builtin_shufflevector(c, c, 1, 2, 0, 3);
}

// Bit i is set if a[i] is true.
CAIRN_INLINE inline unsigned bits4(const FourBools& a) {
#ifdef __AVX__
  return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(a)));
#else
  unsigned bits = 0;
  for (unsigned i = 0; i < 4; ++i) bits |= (a[i] != 0 ? 1u : 0u) << i;
  return bits;
#endif
}

// Rows become columns: the records of four contacts become four arrays, and back.
CAIRN_INLINE inline void transpose(Four& a, Four& b, Four& c, Four& d) {
  const Four p = __builtin_shufflevector(a, b, 0, 4, 2, 6), q = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Four r = __builtin_shufflevector(c, d, 0, 4, 2, 6), s = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  a = __builtin_shufflevector(p, r, 0, 1, 4, 5), b = __builtin_shufflevector(q, s, 0, 1, 4, 5);
  c = __builtin_shufflevector(p, r, 2, 3, 6, 7), d = __builtin_shufflevector(q, s, 2, 3, 6, 7);
}

}  // namespace cairn
