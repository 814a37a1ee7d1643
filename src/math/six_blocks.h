// Symmetric positive definite matrices of 6 x 6 blocks: one row of blocks per body, six numbers per body. The
// lower triangle is stored, compressed by columns.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "math/sparse.h"

namespace cairn {

using Six = std::array<double, 6>;
using SixBlock = std::array<Six, 6>;  // by columns

struct SixBlocks {
  std::vector<std::size_t> begin{0};  // start of each column, and the end
  std::vector<int> row;               // ascending; the first of a column is its own
  std::vector<SixBlock> block;

  int size() const { return static_cast<int>(begin.size()) - 1; }
  // Index of the block (row, column), row ≥ column. It must exist.
  std::size_t find(int row, int column) const;
};

// All zero, with blocks on the diagonal and at these pairs (column, row) of n rows, row > column. Pairs may
// repeat.
SixBlocks six_blocks(int n, std::span<const std::array<int, 2>> pairs);

// The same matrix number by number. Keeps the memory, and the pattern if it is the same.
void spread(const SixBlocks& blocks, SparseMatrix& matrix);

// y += B x and y −= B x.
inline void add_product(const SixBlock& b, const Six& x, Six& y) {
  for (std::size_t c = 0; c < 6; ++c)
    for (std::size_t r = 0; r < 6; ++r) y[r] += b[c][r] * x[c];
}
inline void subtract_product(const SixBlock& b, const Six& x, Six& y) {
  for (std::size_t c = 0; c < 6; ++c)
    for (std::size_t r = 0; r < 6; ++r) y[r] -= b[c][r] * x[c];
}
// Bᵀ x.
inline Six transposed_product(const SixBlock& b, const Six& x) {
  Six y;
  for (std::size_t c = 0; c < 6; ++c)
    y[c] = ((b[c][0] * x[0] + b[c][1] * x[1]) + (b[c][2] * x[2] + b[c][3] * x[3])) +
           (b[c][4] * x[4] + b[c][5] * x[5]);
  return y;
}

}  // namespace cairn
