// Bounding volume hierarchy over items with axis-aligned bounds, in plain arrays, built once. Node 0 is the
// root. A leaf holds the items order[first ... first + count). An inner node has count = 0 and the children
// `first` and `first + 1`.
#pragma once

#include <span>

#include "shapes/geometry.h"

namespace cairn {

struct Bvh {
  struct Node {
    Bounds bounds;
    int first = 0, count = 0;
  };
  std::vector<Node> nodes;
  std::vector<int> order;
};

// Splits at the middle item along the longest side until at most four items are left.
[[nodiscard]] Bvh build_bvh(std::span<const Bounds> items);

inline bool overlap(const Bounds& a, const Bounds& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

// Calls f(item) for the items of all leaves whose bounds meet `box`, in a fixed order.
template <class F>
void for_each_in(const Bvh& bvh, const Bounds& box, F&& f) {
  int stack[64], depth = 0;
  if (!bvh.nodes.empty()) stack[depth++] = 0;
  while (depth > 0) {
    const Bvh::Node& node = bvh.nodes[stack[--depth]];
    if (!overlap(node.bounds, box)) continue;
    for (int k = 0; k < node.count; ++k) f(bvh.order[node.first + k]);
    if (node.count == 0) {
      stack[depth++] = node.first + 1;
      stack[depth++] = node.first;
    }
  }
}

}  // namespace cairn
