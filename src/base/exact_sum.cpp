#include "base/exact_sum.h"

#include <cmath>

namespace cairn {

ExactSum& ExactSum::operator+=(const ExactSum& other) {
  carry();
  const ExactSum term = other.normal();
  for (int k = 0; k < kLimbs; ++k) limb_[k] += term.limb_[k];
  above_ += term.above_;
  below_ += term.below_;
  undefined_ += term.undefined_;
  terms_ = 2;  // each limb is now smaller than those of two terms
  return *this;
}

ExactSum& ExactSum::add_infinite(double x) {
  ++(x > 0 ? above_ : x < 0 ? below_ : undefined_);
  return *this;
}

// Brings every limb but the last one into [0, 2^32). The last one holds the sign.
void ExactSum::carry() {
  std::int64_t over = 0;
  for (int k = 0; k + 1 < kLimbs; ++k) {
    const std::int64_t sum = limb_[k] + over;
    limb_[k] = sum & static_cast<std::int64_t>(kMask);
    over = sum >> 32;
  }
  limb_[kLimbs - 1] += over;
  terms_ = 0;
}

ExactSum ExactSum::normal() const {
  ExactSum sum = *this;
  sum.carry();
  return sum;
}

double ExactSum::value() const {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  if (undefined_ > 0 || (above_ > 0 && below_ > 0)) return std::numeric_limits<double>::quiet_NaN();
  if (above_ + below_ > 0) return above_ > 0 ? kInfinite : -kInfinite;
  // Size and sign.
  ExactSum size = normal();
  const bool negative = size.limb_[kLimbs - 1] < 0;
  if (negative) {
    for (std::int64_t& limb : size.limb_) limb = -limb;
    size.carry();
  }
  int top = kLimbs - 1;
  while (top > 0 && size.limb_[top] == 0) --top;
  if (size.limb_[top] == 0) return 0;
  // The 64 bits from the leading one on; the last of them also tells of all bits below it. The conversion
  // rounds to 53 bits. A sum below 2^64 units is all there, so that subnormal numbers do not round.
  const auto limb = [&](int k) { return k < 0 ? 0 : static_cast<std::uint64_t>(size.limb_[k]); };
  const int zeros = std::countl_zero(static_cast<std::uint32_t>(limb(top)));
  const std::uint64_t next = limb(top - 2) << zeros;
  std::uint64_t leading = (limb(top) << 32 | limb(top - 1)) << zeros | next >> 32;
  bool rest = (next & kMask) != 0;
  for (int k = top - 3; k >= 0 && !rest; --k) rest = limb(k) != 0;
  leading |= rest ? 1 : 0;
  const double rounded = std::ldexp(static_cast<double>(leading), 32 * (top - 1) - zeros - 1074);
  return negative ? -rounded : rounded;
}

}  // namespace cairn
