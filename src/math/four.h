// Four doubles that move as one: a row of a record, or the same number of four contacts. Arithmetic is the
// compiler's, number by number, so that the bits are those of plain doubles on any machine.
#pragma once

#include <cstring>

namespace cairn {

using Four = double __attribute__((vector_size(32)));

inline Four load4(const double* from) {
  Four row;
  std::memcpy(&row, from, sizeof row);
  return row;
}
inline void store4(double* to, const Four& row) { std::memcpy(to, &row, sizeof row); }

inline Four all4(double value) { return Four{value, value, value, value}; }

// Rows become columns: records of four contacts become four arrays, and back.
inline void transpose(Four& a, Four& b, Four& c, Four& d) {
  const Four p = __builtin_shufflevector(a, b, 0, 4, 2, 6), q = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Four r = __builtin_shufflevector(c, d, 0, 4, 2, 6), s = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  a = __builtin_shufflevector(p, r, 0, 1, 4, 5), b = __builtin_shufflevector(q, s, 0, 1, 4, 5);
  c = __builtin_shufflevector(p, r, 2, 3, 6, 7), d = __builtin_shufflevector(q, s, 2, 3, 6, 7);
}

}  // namespace cairn
