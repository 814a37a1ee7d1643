// Symmetric matrices of 3 x 3 blocks, compressed by rows: the matrix N of a problem that comes from a file,
// or that a direct solver factors.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "math/mat3.h"

namespace cairn {

struct BlockMatrix {
  std::vector<std::uint32_t> begin{0};  // start of each row
  std::vector<std::uint32_t> column;    // ascending within a row
  std::vector<Mat3> block;

  std::size_t size() const { return begin.size() - 1; }
  // The block in row i and column j; nullptr if there is none.
  const Mat3* find(std::size_t i, std::uint32_t j) const;
};

// (A x)_i.
inline Vec3 row_product(const BlockMatrix& a, std::size_t i, std::span<const Vec3> x) {
  Vec3 sum;
  for (std::uint32_t k = a.begin[i]; k < a.begin[i + 1]; ++k) sum += a.block[k] * x[a.column[k]];
  return sum;
}

}  // namespace cairn
