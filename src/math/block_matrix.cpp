#include "math/block_matrix.h"

#include <algorithm>

#include "base/assert.h"

namespace cairn {

const Mat3* BlockMatrix::find(std::size_t i, std::uint32_t j) const {
  CAIRN_ASSERT(i < size());
  const auto first = column.begin() + begin[i], last = column.begin() + begin[i + 1];
  const auto found = std::lower_bound(first, last, j);
  return found != last && *found == j ? &block[static_cast<std::size_t>(found - column.begin())] : nullptr;
}

}  // namespace cairn
