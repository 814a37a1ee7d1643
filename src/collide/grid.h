// Hierarchical grid of cells. A body lies in one cell, on the level whose cell size is the first power of two
// (times the smallest body's size) not below its diameter plus skin. A body looks for others on its own level
// and on coarser ones only, so that the smaller body finds every pair, once. A size ratio of 100 costs only a
// few more look-ups per body.
//
// The bodies of a level are sorted by cell. The place of cell (x, y, z) in the table of its level is
//   (A x + B y + z) mod M,   7 < B < A/7 < M/56
// A column of cells along z is contiguous, so that nine columns hold the neighbours of a body. In a box that
// fits into the table every cell has a place of its own. Otherwise distant cells share one, which costs
// distance tests and nothing else.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "math/four.h"
#include "model/bodies.h"

namespace cairn {

struct RadiusRange {
  double smallest = 0, largest = 0;
};
RadiusRange radii_of(std::span<const Place> places);

class CellGrid {
 public:
  // Bodies [0, places.size()). Pairs are found up to a gap of `skin` between bounding spheres. All radii lie
  // in the range, which alone decides the levels.
  void build(std::span<const Place> places, double skin, const RadiusRange& radii);
  void build(std::span<const Place> places, double skin) { build(places, skin, radii_of(places)); }

  // Calls f(j) for every j that may be within reach of i. Visits each unordered pair once; some pairs are too
  // far apart. The order is that of cells (x, y, z), then of bodies.
  template <class F>
  void for_each_candidate(std::uint32_t i, const Place& place, F&& f) const {
    visit(i, place, [&](std::uint32_t begin, std::uint32_t end, std::uint32_t after) {
      for (std::uint32_t k = begin; k < end; ++k)
        if (sorted_[k] >= after) f(sorted_[k]);
    });
  }
  // The same for those j whose bounding sphere, moved by `shift`, is nearer to that of i than the skin.
  template <class F>
  void for_each_near(std::uint32_t i, const Place& place, const Vec3& shift, F&& f) const {
    const Vec3& x = place.position;
    visit(i, {x - shift, place.radius}, [&](std::uint32_t begin, std::uint32_t end, std::uint32_t after) {
      for (std::uint32_t k = begin; k < end; k += 4) {
        const Four dx = load4(&x_[k]) + shift.x - x.x, dy = load4(&y_[k]) + shift.y - x.y,
                   dz = load4(&z_[k]) + shift.z - x.z, reach = place.radius + load4(&radius_[k]) + skin_;
        const unsigned left = end - k < 4 ? (1u << (end - k)) - 1 : 15u;
        unsigned near = bits4(dx * dx + dy * dy + dz * dz < reach * reach) & left;
        for (; near != 0; near &= near - 1) {
          const std::uint32_t j = sorted_[k + static_cast<std::uint32_t>(std::countr_zero(near))];
          if (j >= after) f(j);
        }
      }
    });
  }

  double largest_radius() const { return levels_.empty() ? 0 : largest_; }

 private:
  struct Level {
    double inverse_cell = 0;
    double largest_radius = 0;
    std::uint32_t bodies = 0;
    std::int64_t low[3] = {}, high[3] = {};  // cells of its bodies
    std::uint64_t a = 0, b = 0, mask = 0;    // A, B and M − 1
    std::size_t first = 0;                   // of its table in begin_
    std::uint64_t slot(std::int64_t x, std::int64_t y, std::int64_t z) const {
      const auto linear = a * static_cast<std::uint64_t>(x) + b * static_cast<std::uint64_t>(y);
      return (linear + static_cast<std::uint64_t>(z)) & mask;
    }
  };
  static constexpr int kMaxLevels = 15;

  // Cell number along one axis.
  static std::int64_t cell(double x, double inverse_cell) {
    const double scaled = x * inverse_cell;
    const double above = scaled > -1e15 ? scaled : -1e15;
    return static_cast<std::int64_t>(std::floor(above < 1e15 ? above : 1e15));
  }
  void choose_levels(std::span<const Place> places, const RadiusRange& radii);
  void lay_out(std::span<const Place> places);

  // Calls f(begin, end, after) for ranges of sorted bodies near a body i at this place. Those below `after`
  // are not meant: they find the pair themselves.
  template <class F>
  void visit(std::uint32_t i, const Place& place, F&& f) const {
    const int own = level_of_[i];
    for (int k = own; k < static_cast<int>(levels_.size()); ++k) {
      const Level& level = levels_[k];
      if (level.bodies == 0) continue;
      const double reach = place.radius + level.largest_radius + skin_, inverse = level.inverse_cell;
      const std::uint32_t after = k > own ? 0 : i + 1;
      const Vec3& x = place.position;
      const std::int64_t x0 = cell(x.x - reach, inverse), x1 = cell(x.x + reach, inverse);
      const std::int64_t y0 = cell(x.y - reach, inverse), y1 = cell(x.y + reach, inverse);
      const std::int64_t z0 = cell(x.z - reach, inverse), z1 = cell(x.z + reach, inverse);
      const auto count = static_cast<std::uint64_t>(z1 - z0 + 1);
      const std::uint32_t* const begin = begin_.data() + level.first;
      for (std::int64_t cx = x0; cx <= x1; ++cx) {
        for (std::int64_t cy = y0; cy <= y1; ++cy) {
          // A column may run over the end of the table.
          const std::uint64_t slot = level.slot(cx, cy, z0), end = slot + count, size = level.mask + 1;
          f(begin[slot], begin[end < size ? end : size], after);
          if (end > size) f(begin[0], begin[end - size], after);
        }
      }
    }
  }

  double skin_ = 0, largest_ = 0;
  std::vector<Level> levels_;
  std::vector<std::uint8_t> level_of_;
  std::vector<std::uint64_t> slot_of_;
  std::vector<std::uint32_t> sorted_;       // bodies by cell, ascending within a cell
  std::vector<double> x_, y_, z_, radius_;  // of the sorted bodies, and three more places
  std::vector<std::uint32_t> begin_;        // of every cell in sorted_, level by level
};

}  // namespace cairn
