#include "problem/sweep_plan.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr std::uint64_t kPlacesPerBlock = 4, kFewBlocks = 256;  // largest boxes in which blocks are counted
constexpr std::int32_t kOffset = 1 << 19;                       // cell indices lie in [-2^19, 2^19)
constexpr std::uint32_t kColours = 8, kNoGroup = ~std::uint32_t{0};

std::uint32_t index_of(std::int32_t i) {
  return static_cast<std::uint32_t>(std::clamp(i, -kOffset, kOffset - 1) + kOffset);
}

std::uint32_t colour_of(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return (x & 1) | (y & 1) << 1 | (z & 1) << 2;
}

// The box of all cells in use on one level. Its places ascend colour by colour, and within one along x, y, z.
struct CellBox {
  std::array<std::uint32_t, 3> low{~0u, ~0u, ~0u}, high{}, half{};
  std::uint64_t first = 0, colour = 0;  // its first place among those of all levels; places of one colour

  void take(const GridCell& cell) {
    const std::array<std::uint32_t, 3> at{index_of(cell.x), index_of(cell.y), index_of(cell.z)};
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], at[k]);
      high[k] = std::max(high[k], at[k]);
    }
  }
  void close(std::uint64_t begin) {
    first = begin;
    if (low[0] > high[0]) return;
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] &= ~1u;
      half[k] = (high[k] - low[k]) / 2 + 1;
    }
    colour = std::uint64_t{half[0]} * half[1] * half[2];
  }
  std::uint64_t end() const { return first + kColours * colour; }
  std::uint64_t place(const GridCell& cell) const {
    const std::uint32_t x = index_of(cell.x) - low[0], y = index_of(cell.y) - low[1],
                        z = index_of(cell.z) - low[2];
    return first + colour_of(x, y, z) * colour + (std::uint64_t{z / 2} * half[1] + y / 2) * half[0] + x / 2;
  }
};

// The boxes of all levels, one after the other. Blocks without a cell have the place after them.
class CellBoxes {
 public:
  explicit CellBoxes(std::span<const GridCell> cells) {
    for (const GridCell& cell : cells) {
      if (cell.none) continue;
      if (cell.level >= boxes_.size()) boxes_.resize(cell.level + std::size_t{1});
      boxes_[cell.level].take(cell);
    }
    for (CellBox& box : boxes_) {
      box.close(end_);
      end_ = box.end();
    }
  }
  std::span<const CellBox> boxes() const { return boxes_; }
  std::uint64_t places() const { return end_ + 1; }
  std::uint32_t place(const GridCell& cell) const {
    return static_cast<std::uint32_t>(cell.none ? end_ : boxes_[cell.level].place(cell));
  }

 private:
  std::vector<CellBox> boxes_;
  std::uint64_t end_ = 0;
};

// Counts the blocks of every place, and hands the order out place by place.
void count(std::span<const GridCell> cells, const CellBoxes& all, SweepPlan& plan) {
  std::vector<std::uint32_t> place(cells.size()), begin(all.places());
  for (std::size_t i = 0; i < cells.size(); ++i) ++begin[place[i] = all.place(cells[i])];
  std::uint32_t offset = 0;
  const auto hand_out = [&](std::uint64_t first, std::uint64_t last) {
    const std::size_t parts = plan.parts.size();
    for (std::uint64_t k = first; k < last; ++k) {
      const std::uint32_t blocks = std::exchange(begin[k], offset);
      if (blocks > 0) plan.parts.push_back(offset);
      offset += blocks;
    }
    if (plan.parts.size() > parts) plan.colours.push_back(static_cast<std::uint32_t>(parts));
  };
  for (const CellBox& box : all.boxes())
    for (std::uint64_t c = 0; c < kColours; ++c)
      hand_out(box.first + c * box.colour, box.first + (c + 1) * box.colour);
  hand_out(all.places() - 1, all.places());
  for (std::uint32_t i = 0; i < place.size(); ++i) plan.order[begin[place[i]]++] = i;
}

// The same by sorting.
void sort(std::span<const GridCell> cells, SweepPlan& plan) {
  struct Coded {
    std::uint32_t group;  // level and colour
    std::uint64_t cell;   // its indices
    std::uint32_t block;
    auto operator<=>(const Coded&) const = default;
  };
  std::vector<Coded> coded(cells.size());
  for (std::uint32_t i = 0; i < coded.size(); ++i) {
    const GridCell& cell = cells[i];
    const std::uint32_t x = index_of(cell.x), y = index_of(cell.y), z = index_of(cell.z);
    coded[i] = cell.none ? Coded{kNoGroup, 0, i}
                         : Coded{kColours * cell.level + colour_of(x, y, z),
                                 std::uint64_t{z} << 40 | std::uint64_t{y} << 20 | x, i};
  }
  std::ranges::sort(coded);
  // A new colour where the group changes, a new part where the cell does.
  for (std::uint32_t k = 0; k < coded.size(); ++k) {
    const bool new_group = k == 0 || coded[k].group != coded[k - 1].group;
    if (new_group) plan.colours.push_back(static_cast<std::uint32_t>(plan.parts.size()));
    if (new_group || coded[k].cell != coded[k - 1].cell) plan.parts.push_back(k);
    plan.order[k] = coded[k].block;
  }
}

}  // namespace

void plan_in_order(std::size_t blocks, SweepPlan& plan) {
  plan.order.clear();
  plan.parts.assign({0, static_cast<std::uint32_t>(blocks)});
  plan.colours.assign({0, 1});
}

void plan_by_cells(std::span<const GridCell> cell_of_block, SweepPlan& plan) {
  const std::size_t blocks = cell_of_block.size();
  plan.order.resize(blocks);
  plan.parts.clear();
  plan.colours.clear();
  // Sort only cells that are scattered far and wide.
  const CellBoxes boxes(cell_of_block);
  if (boxes.places() <= kPlacesPerBlock * (blocks + kFewBlocks))
    count(cell_of_block, boxes, plan);
  else
    sort(cell_of_block, plan);
  plan.colours.push_back(static_cast<std::uint32_t>(plan.parts.size()));
  plan.parts.push_back(static_cast<std::uint32_t>(blocks));
  CAIRN_ASSERT(plan.colours.back() + 1 == plan.parts.size());
}

void plan_by_colours(const BlockMatrix& matrix, SweepPlan& plan) {
  CAIRN_ASSERT(matrix.begin.back() == matrix.column.size());
  const auto n = static_cast<std::uint32_t>(matrix.size());
  std::vector<std::uint32_t> colour(n, 0), taken_by;  // taken_by[c] == i + 1: a neighbour of block i has
                                                      // colour c
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t k = matrix.begin[i]; k < matrix.begin[i + 1]; ++k) {
      const std::uint32_t j = matrix.column[k];
      if (j < i) taken_by[colour[j]] = i + 1;
    }
    std::uint32_t first = 0;
    while (first < taken_by.size() && taken_by[first] == i + 1) ++first;
    if (first == taken_by.size()) taken_by.push_back(0);
    colour[i] = first;
  }
  // Blocks of one colour are independent, so each is its own part.
  plan.order.resize(n);
  plan.parts.resize(n + 1);
  plan.colours.assign(taken_by.size() + 1, 0);
  for (const std::uint32_t c : colour) ++plan.colours[c + 1];
  for (std::size_t c = 0; c < taken_by.size(); ++c) plan.colours[c + 1] += plan.colours[c];
  std::vector<std::uint32_t> next(plan.colours.begin(), plan.colours.end() - 1);
  for (std::uint32_t i = 0; i < n; ++i) plan.order[next[colour[i]]++] = i;
  for (std::uint32_t k = 0; k <= n; ++k) plan.parts[k] = k;
  CAIRN_ASSERT(plan.colours.back() == n);
}

}  // namespace cairn
