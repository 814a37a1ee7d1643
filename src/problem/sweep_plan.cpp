#include "problem/sweep_plan.h"

#include <algorithm>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr std::uint64_t kNoCell = ~std::uint64_t{0};
constexpr std::int32_t kOffset = 1 << 19;  // cell indices lie in [-2^19, 2^19)

// Colour and indices of a cell as one sortable number.
std::uint64_t code_of(const GridCell& cell) {
  const auto bits = [](std::int32_t i) {
    return static_cast<std::uint64_t>(std::clamp(i, -kOffset, kOffset - 1) + kOffset);
  };
  if (cell.none) return kNoCell;
  const std::uint64_t x = bits(cell.x), y = bits(cell.y), z = bits(cell.z);
  const std::uint64_t colour = (x & 1) | (y & 1) << 1 | (z & 1) << 2;
  return colour << 60 | z << 40 | y << 20 | x;
}

}  // namespace

void plan_in_order(std::size_t blocks, SweepPlan& plan) {
  plan.order.clear();
  plan.parts.assign({0, static_cast<std::uint32_t>(blocks)});
  plan.colours.assign({0, 1});
}

void CellPlanner::plan(std::span<const GridCell> cell_of_block, SweepPlan& plan) {
  coded_.resize(cell_of_block.size());
  for (std::uint32_t i = 0; i < coded_.size(); ++i) coded_[i] = {code_of(cell_of_block[i]), i};
  std::ranges::sort(coded_, [](const Coded& a, const Coded& b) {
    return a.code != b.code ? a.code < b.code : a.block < b.block;
  });
  plan.order.clear(), plan.parts.clear(), plan.colours.clear();
  // A new colour where it changes, a new part for each code.
  const auto colour = [](std::uint64_t code) { return code == kNoCell ? 8 : code >> 60; };
  for (std::uint32_t k = 0; k < coded_.size(); ++k) {
    const std::uint64_t code = coded_[k].code;
    if (k == 0 || colour(code) != colour(coded_[k - 1].code))
      plan.colours.push_back(static_cast<std::uint32_t>(plan.parts.size()));
    if (k == 0 || code != coded_[k - 1].code) plan.parts.push_back(k);
    plan.order.push_back(coded_[k].block);
  }
  plan.colours.push_back(static_cast<std::uint32_t>(plan.parts.size()));
  plan.parts.push_back(static_cast<std::uint32_t>(coded_.size()));
  CAIRN_ASSERT(plan.order.size() == cell_of_block.size());
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
