#include "shapes/bvh.h"

#include <algorithm>
#include <numeric>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr int kLeaf = 4;  // most items in a leaf

Vec3 middle(const Bounds& b) { return 0.5 * (b.low + b.high); }

int longest_side(const Vec3& size) {
  return size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
}

// Fills node `at` with the items order[first ... last).
void split(Bvh& bvh, std::span<const Bounds> items, int at, int first, int last) {
  const auto item = [&](int k) -> const Bounds& { return items[bvh.order[k]]; };
  Bounds all = item(first), centres{middle(item(first)), middle(item(first))};
  for (int k = first; k < last; ++k) {
    all = {min(all.low, item(k).low), max(all.high, item(k).high)};
    centres = {min(centres.low, middle(item(k))), max(centres.high, middle(item(k)))};
  }
  if (last - first <= kLeaf) {
    bvh.nodes[at] = {all, first, last - first};
    return;
  }
  // Halve at the middle item along the longest side.
  const int axis = longest_side(centres.high - centres.low), half = first + (last - first) / 2;
  std::nth_element(bvh.order.begin() + first, bvh.order.begin() + half, bvh.order.begin() + last,
                   [&](int i, int j) {
                     const double x = middle(items[i])[axis], y = middle(items[j])[axis];
                     return x != y ? x < y : i < j;
                   });
  const int children = static_cast<int>(bvh.nodes.size());
  bvh.nodes[at] = {all, children, 0};
  bvh.nodes.resize(bvh.nodes.size() + 2);
  split(bvh, items, children, first, half);
  split(bvh, items, children + 1, half, last);
}

}  // namespace

Bvh build_bvh(std::span<const Bounds> items) {
  Bvh bvh;
  if (items.empty()) return bvh;
  bvh.order.resize(items.size());
  std::iota(bvh.order.begin(), bvh.order.end(), 0);
  bvh.nodes.resize(1);
  split(bvh, items, 0, 0, static_cast<int>(items.size()));
  CAIRN_ASSERT(bvh.nodes.size() % 2 == 1 && bvh.nodes.size() <= 2 * items.size());
  return bvh;
}

}  // namespace cairn
