#include "collide/grid.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/assert.h"

namespace cairn {

CellGrid::Cell& CellGrid::find_or_add(std::uint64_t key) {
  for (std::size_t s = slot(key);; s = (s + 1) & (table_.size() - 1)) {
    if (table_[s].key == kEmpty) table_[s].key = key;
    if (table_[s].key == key) return table_[s];
  }
}

void CellGrid::build(std::span<const Place> places, double skin) {
  CAIRN_ASSERT(!(skin < 0));
  skin_ = skin;
  const std::size_t n = places.size();
  level_of_.resize(n), key_of_.resize(n), sorted_.resize(n);
  levels_.clear();
  if (n == 0) return;

  // Levels: cell sizes grow by powers of two from the smallest body on; at most kMaxLevels.
  double smallest = places[0].radius, largest = smallest;
  for (const Place& p : places)
    smallest = std::min(smallest, p.radius), largest = std::max(largest, p.radius);
  CAIRN_ASSERT(smallest >= 0 && largest < std::numeric_limits<double>::infinity());
  const double top = 2 * largest + skin;
  const double first = std::max(2 * smallest + skin, std::ldexp(top, 1 - kMaxLevels));
  const auto level_for = [&](double radius) {
    const double ratio = (2 * radius + skin) / first;
    return ratio <= 1 ? 0 : std::ilogb(ratio) + (ratio > std::ldexp(1.0, std::ilogb(ratio)) ? 1 : 0);
  };
  levels_.resize(std::min(level_for(largest) + 1, kMaxLevels));
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    levels_[level].inverse_cell = 1 / std::ldexp(first, static_cast<int>(level));
  }

  // Count the bodies of every cell, lay the cells out one after the other, and fill them in body order.
  const std::size_t slots = std::bit_ceil(2 * n + 16);
  shift_ = 64 - std::countr_zero(slots);
  table_.assign(slots, {});
  for (std::size_t i = 0; i < n; ++i) {
    const int level = std::min(level_for(places[i].radius), static_cast<int>(levels_.size()) - 1);
    Level& l = levels_[level];
    level_of_[i] = static_cast<std::uint8_t>(level);
    l.largest_radius = std::max(l.largest_radius, places[i].radius), ++l.bodies;
    const Vec3& x = places[i].position;
    key_of_[i] = key(level, cell(x.x, l.inverse_cell), cell(x.y, l.inverse_cell), cell(x.z, l.inverse_cell));
    ++find_or_add(key_of_[i]).end;
  }
  std::uint32_t offset = 0;
  for (Cell& c : table_) {
    c.begin = offset, offset += c.end, c.end = c.begin;
  }
  CAIRN_ASSERT(offset == n);
  for (std::uint32_t i = 0; i < n; ++i) sorted_[find_or_add(key_of_[i]).end++] = i;
}

}  // namespace cairn
