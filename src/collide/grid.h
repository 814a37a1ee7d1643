// Hierarchical grid of cells in one hash table. A body lies in one cell, on the level whose cell size is the
// first power of two (times the smallest body's size) not below its diameter plus skin. A body looks for
// others on its own level and on coarser ones only, so that the smaller body finds every pair, once. A size
// ratio of 100 costs only a few more look-ups per body.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "model/bodies.h"

namespace cairn {

class CellGrid {
 public:
  // Bodies [0, places.size()). Pairs are found up to a gap of `skin` between bounding spheres.
  void build(std::span<const Place> places, double skin);

  // Calls f(j) for every j that may be within reach of i. Visits each unordered pair once; some pairs are too
  // far apart.
  template <class F>
  void for_each_candidate(std::uint32_t i, const Place& place, F&& f) const {
    const int own = level_of_[i];
    for (int level = own; level < static_cast<int>(levels_.size()); ++level) {
      if (levels_[level].bodies == 0) continue;
      const double reach = place.radius + levels_[level].largest_radius + skin_;
      visit(level, place.position, reach, [&](std::uint32_t j) {
        if (level > own || j > i) f(j);
      });
    }
  }

  double largest_radius() const { return levels_.empty() ? 0 : levels_.back().largest_radius; }

 private:
  struct Level {
    double inverse_cell = 0;
    double largest_radius = 0;
    std::uint32_t bodies = 0;
  };
  struct Cell {
    std::uint64_t key = kEmpty;
    std::uint32_t begin = 0, end = 0;
  };
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
  static constexpr int kMaxLevels = 15;  // the last level number is left free for kEmpty

  // Cell number along one axis. A key holds 20 bits of it: two distant cells may share an entry, which costs
  // distance tests and nothing else.
  static std::int64_t cell(double x, double inverse_cell) {
    return static_cast<std::int64_t>(std::floor(std::fmin(std::fmax(x * inverse_cell, -1e15), 1e15)));
  }
  static std::uint64_t key(int level, std::int64_t x, std::int64_t y, std::int64_t z) {
    constexpr std::uint64_t mask = (1u << 20) - 1;
    return static_cast<std::uint64_t>(level) << 60 | (static_cast<std::uint64_t>(x) & mask) << 40 |
           (static_cast<std::uint64_t>(y) & mask) << 20 | (static_cast<std::uint64_t>(z) & mask);
  }
  // Where the search for a key begins. Blocks of 2 x 2 x 2 cells lie side by side in the table, so that the
  // neighbourhood of a body covers few stretches of memory.
  std::size_t slot(std::uint64_t key) const {
    constexpr std::uint64_t lowest = 1ull << 40 | 1ull << 20 | 1;
    const std::uint64_t x = key >> 40 & 1, y = key >> 20 & 1, z = key & 1;
    const std::uint64_t hash = ((key & ~lowest) * 0x9e3779b97f4a7c15ull) >> shift_;
    return (hash & ~std::uint64_t{7}) | x << 2 | y << 1 | z;
  }
  Cell& find_or_add(std::uint64_t key);
  const Cell* find(std::uint64_t key) const {
    for (std::size_t s = slot(key);; s = (s + 1) & (table_.size() - 1)) {
      if (table_[s].key == key) return &table_[s];
      if (table_[s].key == kEmpty) return nullptr;
    }
  }

  template <class F>
  void visit(int level, const Vec3& x, double reach, F&& f) const {
    const double inverse = levels_[level].inverse_cell;
    const std::int64_t x0 = cell(x.x - reach, inverse), x1 = cell(x.x + reach, inverse);
    const std::int64_t y0 = cell(x.y - reach, inverse), y1 = cell(x.y + reach, inverse);
    const std::int64_t z0 = cell(x.z - reach, inverse), z1 = cell(x.z + reach, inverse);
    for (std::int64_t cx = x0; cx <= x1; ++cx) {
      for (std::int64_t cy = y0; cy <= y1; ++cy) {
        for (std::int64_t cz = z0; cz <= z1; ++cz) {
          const Cell* found = find(key(level, cx, cy, cz));
          if (!found) continue;
          for (std::uint32_t k = found->begin; k < found->end; ++k) f(sorted_[k]);
        }
      }
    }
  }

  double skin_ = 0;
  std::vector<Level> levels_;
  std::vector<std::uint8_t> level_of_;
  std::vector<std::uint64_t> key_of_;
  std::vector<std::uint32_t> sorted_;  // bodies by cell, ascending within a cell
  std::vector<Cell> table_;            // open addressing, a power of two at least twice the bodies
  int shift_ = 63;
};

}  // namespace cairn
