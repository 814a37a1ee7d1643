#include "measure/near_pairs.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr int kMostPerAxis = 256;

}  // namespace

NearPairs::NearPairs(std::span<const Vec3> points, const Cell& cell, double reach)
    : points_(points),
      cell_(cell),
      reach_(reach),
      repeats_(cell.repeats()),
      back_(repeats_ ? inverse(cell.axes()) : Mat3{}) {
  CAIRN_ASSERT(reach > 0);
  Vec3 low = points.empty() ? Vec3{} : points[0], high = low;
  for (const Vec3& x : points) low = min(low, x), high = max(high, x);
  const Vec3 widths = cell.repeats() ? cell.widths() : Vec3{};
  for (int k = 0; k < 3; ++k) {
    const bool repeats = cell.periodic[static_cast<std::size_t>(k)] != 0;
    const double width = repeats ? widths[k] : high[k] - low[k];
    low_[k] = repeats ? -0.5 : low[k];
    const double cells = std::floor(width / reach);
    counts_[static_cast<std::size_t>(k)] = static_cast<int>(std::clamp(cells, 1.0, double{kMostPerAxis}));
    size_[k] = (repeats ? 1 : std::max(width, reach)) / counts_[static_cast<std::size_t>(k)];
  }
  // Counting sort of the points by slots.
  const auto slots = static_cast<std::size_t>(counts_[0]) * static_cast<std::size_t>(counts_[1]) *
                     static_cast<std::size_t>(counts_[2]);
  begin_.assign(slots + 1, 0);
  for (const Vec3& x : points) ++begin_[slot(index_of(x)) + 1];
  for (std::size_t s = 0; s < slots; ++s) begin_[s + 1] += begin_[s];
  order_.resize(points.size());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (std::uint32_t i = 0; i < points.size(); ++i) order_[next[slot(index_of(points[i]))]++] = i;
}

NearPairs::Index NearPairs::index_of(const Vec3& x) const {
  const Vec3 part = repeats_ ? back_ * (x - cell_.centre) : x;
  Index index{};
  for (int k = 0; k < 3; ++k) {
    const std::size_t axis = static_cast<std::size_t>(k);
    const bool repeats = cell_.periodic[axis] != 0;
    const double at = repeats ? part[k] - std::floor(part[k] + 0.5) : x[k];
    index[axis] = std::clamp(static_cast<int>((at - low_[k]) / size_[k]), 0, counts_[axis] - 1);
  }
  return index;
}

std::size_t NearPairs::slot(const Index& index) const {
  return static_cast<std::size_t>(index[0]) +
         static_cast<std::size_t>(counts_[0]) *
             (static_cast<std::size_t>(index[1]) +
              static_cast<std::size_t>(counts_[1]) * static_cast<std::size_t>(index[2]));
}

void NearPairs::collect(std::uint32_t i, std::vector<std::uint32_t>& near) const {
  near.clear();
  const Index at = index_of(points_[i]);
  // The cells next to that of i along an axis, each once.
  std::array<std::array<int, 3>, 3> along{};
  std::array<int, 3> found{};
  for (std::size_t k = 0; k < 3; ++k) {
    for (const int step : {-1, 0, 1}) {
      int index = at[k] + step;
      if (cell_.periodic[k]) index = (index + counts_[k]) % counts_[k];
      const bool is_new =
          std::find(along[k].begin(), along[k].begin() + found[k], index) == along[k].begin() + found[k];
      if (index >= 0 && index < counts_[k] && is_new) along[k][static_cast<std::size_t>(found[k]++)] = index;
    }
  }
  const int cells = found[0] * found[1] * found[2];
  for (int n = 0; n < cells; ++n) {
    const auto part = [&](std::size_t k, int m) { return along[k][static_cast<std::size_t>(m)]; };
    const std::size_t s =
        slot({part(0, n % found[0]), part(1, n / found[0] % found[1]), part(2, n / (found[0] * found[1]))});
    for (std::uint32_t k = begin_[s]; k < begin_[s + 1]; ++k)
      if (order_[k] > i) near.push_back(order_[k]);
  }
}

}  // namespace cairn
