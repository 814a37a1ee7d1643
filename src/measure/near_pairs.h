// All pairs of points closer than a distance, found with a grid of cells of that size.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "model/cell.h"

namespace cairn {

// For pairs of points in a box or a periodic cell. Each pair comes once, with the vector from the first to
// the nearest image of the second. `reach` must be at most half of each width of a periodic cell.
class NearPairs {
 public:
  NearPairs(std::span<const Vec3> points, const Cell& cell, double reach);

  // Calls visit(i, j, d) for i < j with |d| < reach. Their order depends on the points alone.
  template <class Visit>
  void for_each(Visit&& visit) const {
    std::vector<std::uint32_t> near;
    for (std::uint32_t i = 0; i < points_.size(); ++i) {
      collect(i, near);
      for (const std::uint32_t j : near) {
        const Vec3 d = nearest(points_[j] - points_[i]);
        if (norm2(d) < reach_ * reach_) visit(i, j, d);
      }
    }
  }

 private:
  using Index = std::array<int, 3>;
  // As Cell::nearest(), which inverts the axes each time.
  Vec3 nearest(const Vec3& d) const {
    if (!repeats_) return d;
    const Vec3 s = back_ * d;
    Vec3 shortest = d;
    for (int k = 0; k < 3; ++k)
      if (cell_.periodic[static_cast<std::size_t>(k)])
        shortest -= std::floor(s[k] + 0.5) * cell_.edge[static_cast<std::size_t>(k)];
    return shortest;
  }
  Index index_of(const Vec3& x) const;
  std::size_t slot(const Index& index) const;
  // The points j > i in the cells around point i.
  void collect(std::uint32_t i, std::vector<std::uint32_t>& near) const;

  std::span<const Vec3> points_;
  const Cell& cell_;
  double reach_;
  bool repeats_;
  Mat3 back_;        // inverse of the axes of the cell
  Vec3 low_, size_;  // corner and edges of the grid; fractions of the cell along periodic edges
  Index counts_{1, 1, 1};
  std::vector<std::uint32_t> begin_, order_;  // points by slots
};

}  // namespace cairn
