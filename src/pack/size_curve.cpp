#include "pack/size_curve.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr int kSegments = 512;  // of a sampled distribution: its curve bends by less than 1e-5 between nodes

std::uint32_t reversed(std::uint32_t x) {
  x = (x >> 16) | (x << 16);
  x = ((x & 0xff00ff00u) >> 8) | ((x & 0x00ff00ffu) << 8);
  x = ((x & 0xf0f0f0f0u) >> 4) | ((x & 0x0f0f0f0fu) << 4);
  x = ((x & 0xccccccccu) >> 2) | ((x & 0x33333333u) << 2);
  return ((x & 0xaaaaaaaau) >> 1) | ((x & 0x55555555u) << 1);
}

}  // namespace

SizeCurve::SizeCurve(std::vector<double> sizes, const std::vector<double>& shares, double power)
    : sizes_(std::move(sizes)), power_(power) {
  CAIRN_ASSERT(sizes_.size() >= 2 && shares.size() == sizes_.size() && power >= 0);
  CAIRN_ASSERT(sizes_.front() > 0 && shares.front() == 0 && shares.back() == 1);
  // Bodies in each segment, in units that no power of a size can overflow.
  below_.assign(1, 0);
  for (std::size_t k = 1; k < sizes_.size(); ++k) {
    const double a = sizes_[k - 1] / sizes_.front(), b = sizes_[k] / sizes_.front();
    CAIRN_ASSERT(a < b && shares[k - 1] <= shares[k]);
    const double mean =
        power == 0 ? 1 : (std::pow(a, -power) - std::pow(b, -power)) / (power * std::log(b / a));
    below_.push_back(below_.back() + (shares[k] - shares[k - 1]) * mean);
  }
  for (double& below : below_) below /= below_.back();
}

SizeCurve SizeCurve::of(const std::function<double(double size)>& share, double smallest, double largest,
                        double power) {
  CAIRN_ASSERT(0 < smallest && smallest < largest);
  const double low = share(smallest), high = share(largest);
  CAIRN_ASSERT(low < high);
  std::vector<double> sizes, shares;
  for (int k = 0; k <= kSegments; ++k) {
    const bool last = k == kSegments;
    sizes.push_back(last ? largest
                         : smallest * std::pow(largest / smallest, static_cast<double>(k) / kSegments));
    shares.push_back(last ? 1 : std::clamp((share(sizes.back()) - low) / (high - low), 0.0, 1.0));
  }
  return SizeCurve(std::move(sizes), shares, power);
}

double SizeCurve::size(double u) const {
  CAIRN_ASSERT(u >= 0 && u <= 1);
  const auto after = std::ranges::upper_bound(below_, u);
  if (after == below_.end()) return sizes_.back();
  const auto k = static_cast<std::size_t>(after - below_.begin());
  const double v = (u - below_[k - 1]) / (below_[k] - below_[k - 1]);
  const double a = sizes_[k - 1], b = sizes_[k];
  const double d =
      power_ == 0 ? a * std::pow(b / a, v) : a * std::pow(1 - v * (1 - std::pow(a / b, power_)), -1 / power_);
  return std::clamp(d, a, b);
}

double spread_evenly(std::uint64_t k, std::uint64_t seed) {
  // Each digit of k is flipped by a hash of the digits below it.
  auto x = static_cast<std::uint32_t>(k) + static_cast<std::uint32_t>(seed ^ seed >> 32);
  x ^= x * 0x6c50b47cu;
  x ^= x * 0xb82f1e52u;
  x ^= x * 0xc7afe638u;
  x ^= x * 0x8d22f6e6u;
  return reversed(x) * 0x1p-32;
}

}  // namespace cairn
