#include "math/six_blocks.h"

#include <algorithm>

#include "base/assert.h"

namespace cairn {

std::size_t SixBlocks::find(int i, int j) const {
  CAIRN_ASSERT(j >= 0 && j <= i && i < size());
  const auto at = [&](int column) {
    return row.begin() + static_cast<std::ptrdiff_t>(begin[static_cast<std::size_t>(column)]);
  };
  const auto found = std::lower_bound(at(j), at(j + 1), i);
  CAIRN_ASSERT(found != at(j + 1) && *found == i);
  return static_cast<std::size_t>(found - row.begin());
}

SixBlocks six_blocks(int n, std::span<const std::array<int, 2>> pairs) {
  std::vector<std::array<int, 2>> all(pairs.begin(), pairs.end());
  for (int k = 0; k < n; ++k) all.push_back({k, k});
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  SixBlocks blocks;
  blocks.begin.assign(static_cast<std::size_t>(n) + 1, 0);
  for (const auto& [column, row] : all) {
    CAIRN_ASSERT(0 <= column && column <= row && row < n);
    ++blocks.begin[static_cast<std::size_t>(column) + 1];
    blocks.row.push_back(row);
  }
  for (std::size_t k = 0; k < static_cast<std::size_t>(n); ++k) blocks.begin[k + 1] += blocks.begin[k];
  blocks.block.assign(all.size(), {});
  return blocks;
}

void spread(const SixBlocks& blocks, SparseMatrix& matrix) {
  matrix.begin.assign(1, 0);
  matrix.row.clear();
  matrix.value.clear();
  for (std::size_t k = 0; k + 1 < blocks.begin.size(); ++k) {
    for (std::size_t c = 0; c < 6; ++c) {
      // Only the lower half of a block on the diagonal.
      for (std::size_t at = blocks.begin[k]; at < blocks.begin[k + 1]; ++at)
        for (std::size_t r = at == blocks.begin[k] ? c : 0; r < 6; ++r) {
          matrix.row.push_back(6 * blocks.row[at] + static_cast<int>(r));
          matrix.value.push_back(blocks.block[at][c][r]);
        }
      matrix.begin.push_back(static_cast<int>(matrix.row.size()));
    }
  }
}

}  // namespace cairn
