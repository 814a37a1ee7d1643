// The order of coloured sweeps against its definition: by level, by colour, by cell, then by block.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "base/random.h"
#include "problem/sweep_plan.h"

namespace cairn {
namespace {

// Level and colour, cell and block, as the order has them.
auto key(const std::vector<GridCell>& cells, std::uint32_t block) {
  const GridCell& cell = cells[block];
  const int colour = 8 * cell.level + (cell.x & 1) + 2 * (cell.y & 1) + 4 * (cell.z & 1);
  const GridCell at = cell.none ? GridCell{} : cell;
  return std::tuple(cell.none ? 1 << 20 : colour, at.z, at.y, at.x, block);
}

void expect_plan(const std::vector<GridCell>& cells) {
  SweepPlan plan;
  plan_by_cells(cells, plan);
  std::vector<std::uint32_t> order(cells.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::uint32_t block) { return key(cells, block); });
  EXPECT_EQ(plan.order, order);
  // A part begins where the cell changes, and a colour where the colour changes.
  std::vector<std::uint32_t> parts, colours;
  for (std::uint32_t k = 0; k < order.size(); ++k) {
    const auto here = key(cells, order[k]), before = key(cells, order[k > 0 ? k - 1 : 0]);
    const bool same_colour = k > 0 && std::get<0>(here) == std::get<0>(before);
    if (!same_colour) colours.push_back(static_cast<std::uint32_t>(parts.size()));
    const auto place = [](const auto& a) {
      return std::tuple(std::get<1>(a), std::get<2>(a), std::get<3>(a));
    };
    if (!same_colour || place(here) != place(before)) parts.push_back(k);
  }
  colours.push_back(static_cast<std::uint32_t>(parts.size()));
  parts.push_back(static_cast<std::uint32_t>(order.size()));
  EXPECT_EQ(plan.parts, parts);
  EXPECT_EQ(plan.colours, colours);
}

std::vector<GridCell> random_cells(std::size_t count, int width, int from, int levels = 1) {
  Random random(7);
  const auto any = [&] { return from + static_cast<std::int32_t>(random.uniform() * width); };
  std::vector<GridCell> cells(count);
  for (GridCell& cell : cells) {
    const auto level = static_cast<std::uint8_t>(random.uniform() * random.uniform() * levels);
    cell = {any(), any(), any(), random.uniform() < 0.05, level};
  }
  return cells;
}

TEST(CellPlan, OrdersTheCellsOfADenseBed) { expect_plan(random_cells(3000, 9, -4)); }
TEST(CellPlan, OrdersCellsFarAndWide) { expect_plan(random_cells(300, 400000, -200000)); }
TEST(CellPlan, OrdersLevelsOfSizes) {
  expect_plan(random_cells(5000, 6, -2, 4));
  expect_plan(random_cells(400, 300000, -90000, 12));
  expect_plan({{1, 2, 3, false, 7}, {1, 2, 3, false, 0}, {1, 2, 3, false, 3}});
}
TEST(CellPlan, OrdersBlocksWithoutCells) {
  expect_plan({});
  expect_plan({{1, 2, 3, true}, {4, 5, 6, true}});
  expect_plan({{1, 2, 3, true}, {4, 5, 6, false}});
}

}  // namespace
}  // namespace cairn
