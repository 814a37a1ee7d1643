// All pairs of points closer than a distance, found with a grid of cells of half that size.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "model/cell.h"

namespace cairn {

// For points in open space or in a periodic cell. Each pair comes once, with the vector from the first to the
// nearest image of the second. `reach` must be at most half of each width of a periodic cell.
class NearPairs {
 public:
  NearPairs(std::span<const Vec3> points, const Cell& cell, double reach);

  // Calls visit(i, j, d) for the pairs with |d| < reach, in an order that depends on the points alone.
  template <class Visit>
  void for_each(Visit&& visit) const {
    if (!has_grid_) return visit_all(visit);
    for (std::uint32_t slot = 0; slot + 1 < begin_.size(); ++slot) {
      if (begin_[slot] == begin_[slot + 1]) continue;
      for (std::uint32_t a = begin_[slot]; a < begin_[slot + 1]; ++a)
        visit_range(a, a + 1, begin_[slot + 1], {}, visit);
      const Index at = index_of(slot);
      for (const Row& row : rows_) {
        const auto [first, shift] = neighbour(at, row);
        if (first != kNone) visit_row(slot, at[0], row.from, first, shift, visit);
      }
    }
  }

 private:
  using Index = std::array<int, 3>;
  static constexpr std::uint32_t kNone = ~0u;
  static constexpr int kAround = 2;  // cells that a reach spans
  // Cells in a row along the first edge: from `from` to kAround beside a cell, y and z steps away.
  struct Row {
    int from = 0, y = 0, z = 0;
  };

  // Point `a` with the points of a range, which are moved by `shift`.
  template <class Visit>
  void visit_range(std::uint32_t a, std::uint32_t begin, std::uint32_t end, const Vec3& shift,
                   Visit& visit) const {
    const Vec3 from = points_[a] - shift;
    for (std::uint32_t b = begin; b < end; ++b) {
      const Vec3 d = points_[b] - from;
      if (norm2(d) < reach_ * reach_) visit(order_[a], order_[b], d);
    }
  }
  // The points of a slot, which is at `x` along the first edge, with those of a row: in one piece, and what
  // of it lies beyond the ends of a periodic edge.
  template <class Visit>
  void visit_row(std::uint32_t slot, int x, int from, std::uint32_t first, const Vec3& shift,
                 Visit& visit) const {
    for (int turn = -1; turn <= 1; ++turn) {
      if (turn != 0 && !cell_.periodic[0]) continue;
      const int low = std::max(x + from, turn * counts_[0]);
      const int high = std::min(x + kAround, (turn + 1) * counts_[0] - 1);
      if (low > high) continue;
      const std::uint32_t begin = begin_[first + static_cast<std::uint32_t>(low - turn * counts_[0])];
      const std::uint32_t end = begin_[first + static_cast<std::uint32_t>(high - turn * counts_[0]) + 1];
      const Vec3 moved = shift + turn * cell_.edge[0];
      for (std::uint32_t a = begin_[slot]; a < begin_[slot + 1]; ++a)
        visit_range(a, begin, end, moved, visit);
    }
  }
  // Without a grid: in cells only a few times wider than the reach.
  template <class Visit>
  void visit_all(Visit& visit) const {
    for (std::uint32_t a = 0; a < points_.size(); ++a)
      for (std::uint32_t b = a + 1; b < points_.size(); ++b) {
        const Vec3 d = cell_.nearest(points_[b] - points_[a]);
        if (norm2(d) < reach_ * reach_) visit(order_[a], order_[b], d);
      }
  }

  void sort(std::span<const Vec3> points, const std::vector<std::uint32_t>& slot_of, std::size_t slots);
  Index index_of(std::uint32_t slot) const;
  // The first slot of the whole row, and by how much its points are moved to be next to the cell.
  std::pair<std::uint32_t, Vec3> neighbour(const Index& at, const Row& row) const;

  const Cell& cell_;
  double reach_;
  bool has_grid_ = true;
  Index counts_{1, 1, 1};
  std::vector<Row> rows_;             // half of the cells around a cell
  std::vector<std::uint32_t> begin_;  // of each slot in the next two
  std::vector<Vec3> points_;          // by slots, inside the cell
  std::vector<std::uint32_t> order_;  // their numbers as given
};

}  // namespace cairn
