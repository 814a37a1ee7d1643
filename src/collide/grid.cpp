#include "collide/grid.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr std::uint64_t kSmallestTable = 1024;

}  // namespace

RadiusRange radii_of(std::span<const Place> places) {
  if (places.empty()) return {};
  RadiusRange radii{places[0].radius, places[0].radius};
  for (const Place& p : places)
    radii = {std::min(radii.smallest, p.radius), std::max(radii.largest, p.radius)};
  return radii;
}

void CellGrid::build(std::span<const Place> places, double skin, const RadiusRange& radii) {
  CAIRN_ASSERT(!(skin < 0));
  skin_ = skin;
  largest_ = radii.largest;
  level_of_.resize(places.size());
  slot_of_.resize(places.size());
  levels_.clear();
  if (places.empty()) return;
  choose_levels(places, radii);
  lay_out(places);
}

// Cell sizes grow by powers of two from the smallest body on; there are at most kMaxLevels.
void CellGrid::choose_levels(std::span<const Place> places, const RadiusRange& radii) {
  const auto [smallest, largest] = radii;
  CAIRN_ASSERT(smallest >= 0 && largest < std::numeric_limits<double>::infinity());
  const double top = 2 * largest + skin_;
  const double first = std::max(2 * smallest + skin_, std::ldexp(top, 1 - kMaxLevels));
  const auto level_for = [&](double radius) {
    const double ratio = (2 * radius + skin_) / first;
    return ratio <= 1 ? 0 : std::ilogb(ratio) + (ratio > std::ldexp(1.0, std::ilogb(ratio)) ? 1 : 0);
  };
  levels_.resize(std::min(level_for(largest) + 1, kMaxLevels));
  for (std::size_t level = 0; level < levels_.size(); ++level)
    levels_[level].inverse_cell = 1 / std::ldexp(first, static_cast<int>(level));
  // The bodies of each level and the cells they cover.
  for (std::size_t i = 0; i < places.size(); ++i) {
    CAIRN_ASSERT(places[i].radius >= smallest && places[i].radius <= largest);
    const int level = std::min(level_for(places[i].radius), static_cast<int>(levels_.size()) - 1);
    Level& l = levels_[level];
    level_of_[i] = static_cast<std::uint8_t>(level);
    l.largest_radius = std::max(l.largest_radius, places[i].radius);
    for (int k = 0; k < 3; ++k) {
      const std::int64_t c = cell(places[i].position[k], l.inverse_cell);
      l.low[k] = l.bodies == 0 ? c : std::min(l.low[k], c);
      l.high[k] = l.bodies == 0 ? c : std::max(l.high[k], c);
    }
    ++l.bodies;
  }
  // The table of each level. Its columns are a little longer than the box is high, so that no cell near the
  // box shares its place.
  std::size_t cells = 0;
  for (Level& l : levels_) {
    const std::uint64_t size =
        std::max<std::uint64_t>(std::bit_ceil(2 * std::uint64_t{l.bodies}), kSmallestTable);
    const auto extent = [&](int k) { return static_cast<std::uint64_t>(l.high[k] - l.low[k]) + 4; };
    l.b = std::clamp<std::uint64_t>(extent(2), 8, size / 64);
    l.a = std::clamp<std::uint64_t>(std::min(extent(1), size) * l.b, 8 * l.b, size / 8);
    l.mask = size - 1;
    l.first = cells;
    cells += l.bodies > 0 ? size + 1 : 0;
  }
  begin_.assign(cells, 0);
}

// Counts the bodies of every cell, lays the cells out one after the other, and fills them in body order.
void CellGrid::lay_out(std::span<const Place> places) {
  const std::size_t n = places.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Level& l = levels_[level_of_[i]];
    const Vec3& x = places[i].position;
    const double inverse = l.inverse_cell;
    slot_of_[i] = l.first + l.slot(cell(x.x, inverse), cell(x.y, inverse), cell(x.z, inverse));
    ++begin_[slot_of_[i]];
  }
  std::uint32_t offset = 0;
  for (std::uint32_t& begin : begin_) offset += std::exchange(begin, offset);
  CAIRN_ASSERT(offset == n);
  // A cell's begin moves to its end while it is filled.
  sorted_.resize(n);
  for (std::vector<double>* of : {&x_, &y_, &z_, &radius_}) of->assign(n + 3, 0);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t k = begin_[slot_of_[i]]++;
    sorted_[k] = i;
    x_[k] = places[i].position.x;
    y_[k] = places[i].position.y;
    z_[k] = places[i].position.z;
    radius_[k] = places[i].radius;
  }
  // Move the begins back by one cell: the end of a cell is the begin of the next one.
  std::shift_right(begin_.begin(), begin_.end(), 1);
  begin_[0] = 0;
}

}  // namespace cairn
