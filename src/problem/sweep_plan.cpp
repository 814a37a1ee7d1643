#include "problem/sweep_plan.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr std::uint64_t kNoCell = ~std::uint64_t{0};
constexpr std::uint64_t kPlacesPerBlock = 4, kFewBlocks = 256;  // largest box in which blocks are counted
constexpr std::int32_t kOffset = 1 << 19;                       // cell indices lie in [-2^19, 2^19)

std::uint32_t index_of(std::int32_t i) {
  return static_cast<std::uint32_t>(std::clamp(i, -kOffset, kOffset - 1) + kOffset);
}

// Colour and indices of a cell as one sortable number.
std::uint64_t code_of(const GridCell& cell) {
  if (cell.none) return kNoCell;
  const std::uint64_t x = index_of(cell.x), y = index_of(cell.y), z = index_of(cell.z);
  const std::uint64_t colour = (x & 1) | (y & 1) << 1 | (z & 1) << 2;
  return colour << 60 | z << 40 | y << 20 | x;
}

// The box of all cells in use. Its places ascend with code_of(), colour by colour; blocks without a cell have
// the last one.
struct CellBox {
  std::array<std::uint32_t, 3> low{~0u, ~0u, ~0u}, high{}, half{};
  std::uint64_t colour = 0;  // places of one colour

  explicit CellBox(std::span<const GridCell> cells) {
    for (const GridCell& cell : cells) {
      if (cell.none) continue;
      const std::array<std::uint32_t, 3> at{index_of(cell.x), index_of(cell.y), index_of(cell.z)};
      for (std::size_t k = 0; k < 3; ++k)
        low[k] = std::min(low[k], at[k]), high[k] = std::max(high[k], at[k]);
    }
    if (low[0] > high[0]) return;
    for (std::size_t k = 0; k < 3; ++k) low[k] &= ~1u, half[k] = (high[k] - low[k]) / 2 + 1;
    colour = std::uint64_t{half[0]} * half[1] * half[2];
  }
  std::uint64_t places() const { return 8 * colour + 1; }
  std::uint32_t place(const GridCell& cell) const {
    const auto first = static_cast<std::uint32_t>(colour);
    if (cell.none) return 8 * first;
    const std::uint32_t x = index_of(cell.x) - low[0], y = index_of(cell.y) - low[1],
                        z = index_of(cell.z) - low[2];
    const std::uint32_t which = (x & 1) | (y & 1) << 1 | (z & 1) << 2;
    return which * first + ((z / 2) * half[1] + y / 2) * half[0] + x / 2;
  }
};

// Counts the blocks of every place, and hands the order out place by place.
void count(std::span<const GridCell> cells, const CellBox& box, SweepPlan& plan) {
  std::vector<std::uint32_t> place(cells.size()), begin(box.places());
  for (std::size_t i = 0; i < cells.size(); ++i) ++begin[place[i] = box.place(cells[i])];
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
  for (std::uint64_t c = 0; c < 8; ++c) hand_out(c * box.colour, (c + 1) * box.colour);
  hand_out(8 * box.colour, box.places());
  for (std::uint32_t i = 0; i < place.size(); ++i) plan.order[begin[place[i]]++] = i;
}

// The same by sorting.
void sort(std::span<const GridCell> cells, SweepPlan& plan) {
  struct Coded {
    std::uint64_t code;
    std::uint32_t block;
  };
  std::vector<Coded> coded(cells.size());
  for (std::uint32_t i = 0; i < coded.size(); ++i) coded[i] = {code_of(cells[i]), i};
  std::ranges::sort(coded, [](const Coded& a, const Coded& b) {
    return a.code != b.code ? a.code < b.code : a.block < b.block;
  });
  // A new colour where it changes, a new part for each code.
  const auto colour = [](std::uint64_t code) { return code == kNoCell ? 8 : code >> 60; };
  for (std::uint32_t k = 0; k < coded.size(); ++k) {
    const std::uint64_t code = coded[k].code;
    if (k == 0 || colour(code) != colour(coded[k - 1].code))
      plan.colours.push_back(static_cast<std::uint32_t>(plan.parts.size()));
    if (k == 0 || code != coded[k - 1].code) plan.parts.push_back(k);
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
  plan.order.resize(blocks), plan.parts.clear(), plan.colours.clear();
  // Sort only cells that are scattered far and wide.
  const CellBox box(cell_of_block);
  if (box.places() <= kPlacesPerBlock * (blocks + kFewBlocks))
    count(cell_of_block, box, plan);
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
  plan.order.resize(n), plan.parts.resize(n + 1);
  plan.colours.assign(taken_by.size() + 1, 0);
  for (const std::uint32_t c : colour) ++plan.colours[c + 1];
  for (std::size_t c = 0; c < taken_by.size(); ++c) plan.colours[c + 1] += plan.colours[c];
  std::vector<std::uint32_t> next(plan.colours.begin(), plan.colours.end() - 1);
  for (std::uint32_t i = 0; i < n; ++i) plan.order[next[colour[i]]++] = i;
  for (std::uint32_t k = 0; k <= n; ++k) plan.parts[k] = k;
  CAIRN_ASSERT(plan.colours.back() == n);
}

}  // namespace cairn
