#include "measure/near_pairs.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr int kMostPerAxis = 256;  // cells of the grid

}  // namespace

NearPairs::NearPairs(std::span<const Vec3> points, const Cell& cell, double reach)
    : cell_(cell), reach_(reach) {
  CAIRN_ASSERT(reach > 0);
  const bool repeats = cell.repeats();
  const Mat3 back = repeats ? inverse(cell.axes()) : Mat3{};
  const Vec3 widths = repeats ? cell.widths() : Vec3{};
  Vec3 low = points.empty() ? Vec3{} : points[0], high = low;
  for (const Vec3& x : points) {
    low = min(low, x);
    high = max(high, x);
  }
  // Along a periodic edge the grid divides the cell, else the extent of the points.
  Vec3 begin, size;
  for (int k = 0; k < 3; ++k) {
    const std::size_t axis = static_cast<std::size_t>(k);
    const double width = cell.periodic[axis] ? widths[k] : high[k] - low[k];
    counts_[axis] = std::clamp(static_cast<int>(std::min(2 * width / reach, 1e6)), 1, kMostPerAxis);
    if (cell.periodic[axis] && counts_[axis] <= 2 * kAround) has_grid_ = false;
    begin[k] = cell.periodic[axis] ? -0.5 : low[k];
    const double whole = cell.periodic[axis] ? 1 : std::max(width, reach / kAround);
    size[k] = whole / counts_[axis];
  }
  // The slot of each point, inside the cell.
  std::vector<Vec3> inside(points.begin(), points.end());
  std::vector<std::uint32_t> slot_of(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    Vec3 part = points[i];
    const Vec3 fraction = repeats ? back * (points[i] - cell.centre) : Vec3{};
    std::uint32_t slot = 0;
    for (int k = 2; k >= 0; --k) {
      const std::size_t axis = static_cast<std::size_t>(k);
      if (cell.periodic[axis]) {
        const double turns = std::floor(fraction[k] + 0.5);
        part[k] = fraction[k] - turns;
        inside[i] -= turns * cell.edge[axis];
      }
      const int at = std::clamp(static_cast<int>((part[k] - begin[k]) / size[k]), 0, counts_[axis] - 1);
      slot = slot * static_cast<std::uint32_t>(counts_[axis]) + static_cast<std::uint32_t>(at);
    }
    slot_of[i] = slot;
  }
  for (int z = 0; z <= kAround; ++z)
    for (int y = z > 0 ? -kAround : 0; y <= kAround; ++y)
      rows_.push_back({y == 0 && z == 0 ? 1 : -kAround, y, z});
  const auto slots = static_cast<std::size_t>(counts_[0]) * static_cast<std::size_t>(counts_[1]) *
                     static_cast<std::size_t>(counts_[2]);
  sort(inside, slot_of, slots);
}

void NearPairs::sort(std::span<const Vec3> points, const std::vector<std::uint32_t>& slot_of,
                     std::size_t slots) {
  begin_.assign(slots + 1, 0);
  for (const std::uint32_t slot : slot_of) ++begin_[slot + 1];
  for (std::size_t s = 0; s < slots; ++s) begin_[s + 1] += begin_[s];
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  points_.resize(points.size());
  order_.resize(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    const std::uint32_t at = next[slot_of[i]]++;
    points_[at] = points[i];
    order_[at] = i;
  }
}

NearPairs::Index NearPairs::index_of(std::uint32_t slot) const {
  const int s = static_cast<int>(slot);
  return {s % counts_[0], s / counts_[0] % counts_[1], s / (counts_[0] * counts_[1])};
}

std::pair<std::uint32_t, Vec3> NearPairs::neighbour(const Index& at, const Row& row) const {
  Vec3 shift;
  int slot = 0;
  for (const std::size_t k : {2, 1}) {
    int index = at[k] + (k == 2 ? row.z : row.y);
    const int turn = index < 0 ? -1 : index >= counts_[k] ? 1 : 0;
    if (turn != 0 && !cell_.periodic[k]) return {kNone, {}};
    index -= turn * counts_[k];
    shift += turn * cell_.edge[k];
    slot = slot * counts_[k] + index;
  }
  return {static_cast<std::uint32_t>(slot * counts_[0]), shift};
}

}  // namespace cairn
