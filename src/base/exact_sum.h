// A sum of doubles without round-off. Whatever the order of its terms, and however they were gathered in
// other sums before, the result has the same bits: the exact sum, rounded once to the nearest double.
//
// The sum is a whole number in units of 2^-1074, the smallest double, in limbs of 32 bits. Each limb has a
// sign and room for 64 bits, so that carries can wait. [CD15] call this a superaccumulator.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

namespace cairn {

class ExactSum {
 public:
  ExactSum() = default;

  ExactSum& operator+=(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const std::uint64_t exponent = bits >> 52 & 2047, fraction = bits & ((std::uint64_t{1} << 52) - 1);
    if (exponent == 2047) return add_infinite(x);
    // x = ± m 2^(place − 1074); a subnormal number has no leading one.
    const std::uint64_t m = exponent > 0 ? fraction | std::uint64_t{1} << 52 : fraction;
    const std::uint64_t place = exponent > 0 ? exponent - 1 : 0;
    // The three limbs that m covers, with the sign of x: (a ^ −1) + 1 = −a.
    const std::uint64_t first = place / 32, shift = place % 32, sign = 0 - (bits >> 63);
    const std::uint64_t low = m << shift, high = shift > 0 ? m >> (64 - shift) : 0;
    const auto with_sign = [sign](std::uint64_t a) { return static_cast<std::int64_t>((a ^ sign) - sign); };
    limb_[first] += with_sign(low & kMask);
    limb_[first + 1] += with_sign(low >> 32);
    limb_[first + 2] += with_sign(high);
    if (++terms_ == kMostTerms) carry();
    return *this;
  }
  ExactSum& operator-=(double x) { return *this += -x; }
  ExactSum& operator+=(const ExactSum& other);

  // The double nearest to the sum, the even one of two. Infinite or NaN as in plain sums of infinite terms.
  double value() const;
  // The same sum in a form that only its value decides, for checkpoints.
  ExactSum normal() const;

 private:
  static constexpr int kLimbs = 68;  // 2^2176 units: 2^63 terms of the largest double
  static constexpr std::uint64_t kMask = 0xffffffff;
  static constexpr std::uint64_t kMostTerms = std::uint64_t{1} << 20;  // before a carry

  ExactSum& add_infinite(double x);
  void carry();

  std::array<std::int64_t, kLimbs> limb_{};              // Σ limb_[k] 2^(32 k) units
  std::uint64_t above_ = 0, below_ = 0, undefined_ = 0;  // terms that were ∞, −∞, NaN
  std::uint64_t terms_ = 0;                              // since the last carry
};

}  // namespace cairn
