// The order in which a Gauss-Seidel sweep visits the blocks. Colours follow each other. The parts of a colour
// share no mobile body and may run at the same time, on any number of threads. Blocks of a part are visited
// in order.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "math/block_matrix.h"

namespace cairn {

struct SweepPlan {
  std::vector<std::uint32_t> order;       // block indices; empty: 0, 1, 2 ...
  std::vector<std::uint32_t> parts{0};    // begin of each part in the order, and the end
  std::vector<std::uint32_t> colours{0};  // begin of each colour in the parts, and the end

  std::uint32_t block(std::uint32_t k) const { return order.empty() ? k : order[k]; }
};

// All blocks in one part, in their own order.
void plan_in_order(std::size_t blocks, SweepPlan& plan);

// Sorts blocks by grid cells: by level, and within a level in eight colours by the parity of the cell's
// indices; within a cell they keep their order. Each level has a grid of its own, whose cells must be wider
// than any mobile body whose blocks are in them. Blocks without a cell form a last colour of one part.
// `order` is the order in which the caller should store the blocks.
struct GridCell {
  std::int32_t x = 0, y = 0, z = 0;
  bool none = false;
  std::uint8_t level = 0;
};
void plan_by_cells(std::span<const GridCell> cell_of_block, SweepPlan& plan);

// For a problem without bodies: each block gets the first colour that no earlier neighbour has.
void plan_by_colours(const BlockMatrix& matrix, SweepPlan& plan);

}  // namespace cairn
