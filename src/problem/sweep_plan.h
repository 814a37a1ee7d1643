// The order in which a Gauss-Seidel sweep visits the blocks: groups one after the other; the cells of a group
// share no mobile body and may be done at the same time, on any number of threads; inside a cell in order.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "math/block_matrix.h"

namespace cairn {

struct SweepPlan {
  std::vector<std::uint32_t> order;      // blocks; empty: as they stand
  std::vector<std::uint32_t> cells{0};   // begin of each in the order, and the end
  std::vector<std::uint32_t> groups{0};  // begin of each in the cells, and the end

  std::uint32_t block(std::uint32_t k) const { return order.empty() ? k : order[k]; }
};

// All blocks one after the other, as they stand.
void plan_in_order(std::size_t blocks, SweepPlan& plan);

// Blocks by cells of a grid, in eight colours by the parity of the cell's indices; inside a cell as they
// stand. Cells must be wider than any body whose blocks are in them. A block with no cell goes to a last
// group of one cell. `order` lists the blocks as they are to be laid out.
struct GridCell {
  std::int32_t x = 0, y = 0, z = 0;
  bool none = false;
};
class CellPlanner {
 public:
  void plan(std::span<const GridCell> cell_of_block, SweepPlan& plan);

 private:
  struct Entry {
    std::uint64_t code;
    std::uint32_t block;
  };
  std::vector<Entry> entries_;
};

// For a problem without bodies: each block gets the first colour that none of its neighbours before it has.
void plan_by_colours(const BlockMatrix& matrix, SweepPlan& plan);

}  // namespace cairn
