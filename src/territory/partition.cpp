#include "territory/partition.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "base/assert.h"

namespace cairn {
namespace {

class Cut {
 public:
  Cut(std::span<const LeafPlace> leaves, std::vector<int>& owner) : leaves_(leaves), owner_(owner) {}

  // Gives these leaves to the ranks [first, first + count).
  void divide(std::span<std::uint32_t> which, int first, int count) {
    if (which.empty()) return;
    if (count == 1) {
      for (const std::uint32_t leaf : which) owner_[leaf] = first;
      return;
    }
    const int axis = longest(which);
    std::ranges::sort(which, [&](std::uint32_t a, std::uint32_t b) {
      const double x = leaves_[a].centre[axis], y = leaves_[b].centre[axis];
      return x != y ? x < y : a < b;
    });
    const int low = count / 2;
    const std::size_t middle = share(which, static_cast<double>(low) / count);
    divide(which.first(middle), first, low);
    divide(which.subspan(middle), first + low, count - low);
  }

 private:
  int longest(std::span<const std::uint32_t> which) const {
    Vec3 low = leaves_[which.front()].centre, high = low;
    for (const std::uint32_t leaf : which) {
      low = min(low, leaves_[leaf].centre);
      high = max(high, leaves_[leaf].centre);
    }
    const Vec3 size = high - low;
    return size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  }

  // The number of leading leaves whose weight is nearest to this part of all.
  std::size_t share(std::span<const std::uint32_t> which, double part) const {
    double all = 0, sum = 0;
    for (const std::uint32_t leaf : which) all += leaves_[leaf].weight;
    std::size_t k = 0;
    for (; k < which.size(); ++k) {
      const double next = sum + leaves_[which[k]].weight;
      if (next - part * all > part * all - sum) break;
      sum = next;
    }
    return k;
  }

  std::span<const LeafPlace> leaves_;
  std::vector<int>& owner_;
};

}  // namespace

std::vector<int> Bisection::owners(std::span<const LeafPlace> leaves, int ranks) {
  CAIRN_ASSERT(ranks > 0);
  std::vector<int> owner(leaves.size());
  std::vector<std::uint32_t> which(leaves.size());
  std::iota(which.begin(), which.end(), 0u);
  Cut(leaves, owner).divide(which, 0, ranks);
  return owner;
}

}  // namespace cairn
