// Exact sums against whole numbers of 2240 bits: every double is a whole number of units of 2^-1074, so that
// sums of them are exact there. The nearest double is found by comparing distances, not by looking at bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "base/exact_sum.h"
#include "base/random.h"

namespace cairn {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kHuge = std::numeric_limits<double>::max(), kTiny = 0x1p-1074;

// A whole number in two's complement, lowest word first.
class Whole {
 public:
  // x in units of 2^-1074.
  static Whole of(double x) {
    int exponent = 0;
    const double fraction = std::frexp(x, &exponent);
    const auto digits = static_cast<std::int64_t>(std::ldexp(fraction, 53));
    // A subnormal number has fewer digits than 53.
    const int shift = exponent - 53 + 1074;
    std::uint64_t size = static_cast<std::uint64_t>(std::abs(digits)) >> std::max(0, -shift);
    Whole whole;
    for (std::size_t k = static_cast<std::size_t>(std::max(0, shift)) / 32; size != 0 && k < kWords; ++k) {
      whole.words_[k] = static_cast<std::uint32_t>(size);
      size >>= 32;
    }
    for (int left = std::max(0, shift) % 32; left > 0; --left) whole = whole + whole;
    return digits < 0 ? -whole : whole;
  }
  friend Whole operator+(Whole a, const Whole& b) {
    std::uint64_t carry = 0;
    for (std::size_t k = 0; k < kWords; ++k) {
      carry += std::uint64_t{a.words_[k]} + b.words_[k];
      a.words_[k] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    return a;
  }
  friend Whole operator-(Whole a) {
    for (std::uint32_t& word : a.words_) word = ~word;
    return a + of(kTiny);
  }
  friend Whole operator-(const Whole& a, const Whole& b) { return a + -b; }
  bool is_negative() const { return words_.back() >> 31 != 0; }
  Whole size() const { return is_negative() ? -*this : *this; }
  friend bool operator==(const Whole&, const Whole&) = default;

 private:
  static constexpr std::size_t kWords = 70;
  std::array<std::uint32_t, kWords> words_{};
};

// True if no double is nearer to the sum than x. At the same distance of two, x is the even one.
bool is_nearest(const Whole& sum, double x) {
  const auto away = [&](double y) { return (sum - Whole::of(y)).size(); };
  for (const double other : {std::nextafter(x, -kInfinite), std::nextafter(x, kInfinite)}) {
    if (!std::isfinite(other)) continue;
    const Whole more = away(other) - away(x);
    const bool is_even = (std::bit_cast<std::uint64_t>(x) & 1) == 0;
    if (more.is_negative() || (more == Whole{} && !is_even)) return false;
  }
  return true;
}

ExactSum sum_of(const std::vector<double>& terms) {
  ExactSum sum;
  for (const double term : terms) sum += term;
  return sum;
}
Whole whole_sum_of(const std::vector<double>& terms) {
  Whole sum;
  for (const double term : terms) sum = sum + Whole::of(term);
  return sum;
}

// Any finite double, by its bits.
double any_double(Random& random) {
  const std::uint64_t bits = random.next();
  const auto x = std::bit_cast<double>(bits);
  return std::isfinite(x) ? x : std::bit_cast<double>(bits & ~(std::uint64_t{1} << 62));
}

// Sets of terms that cancel, that lie at the middle between two doubles, and that have any size.
std::vector<double> any_terms(Random& random) {
  std::vector<double> terms;
  const std::uint64_t kind = random.next() % 5;
  const auto near = static_cast<int>(random.next() % 1940) - 1060;
  for (std::uint64_t k = random.next() % 12; k > 0; --k) {
    const double fraction = random.uniform(-1, 1);
    terms.push_back(kind == 0   ? any_double(random)
                    : kind == 1 ? std::ldexp(fraction, near + static_cast<int>(random.next() % 120))
                    : kind == 2 ? std::ldexp(std::round(8 * fraction), near + 53 * static_cast<int>(k % 2))
                    : kind == 3 ? static_cast<double>(random.next() % 64) * kTiny
                                : fraction);
    if (random.next() % 4 == 0) terms.push_back(-terms[random.next() % terms.size()]);
  }
  return terms;
}

bool have_same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
bool are_stored_alike(const ExactSum& a, const ExactSum& b) {
  const ExactSum x = a.normal(), y = b.normal();
  return std::memcmp(&x, &y, sizeof x) == 0;
}

TEST(ExactSum, IsTheNearestDoubleInAnyOrder) {
  Random random(5);
  int middles = 0;
  for (int set = 0; set < 10'000; ++set) {
    std::vector<double> terms = any_terms(random);
    const ExactSum sum = sum_of(terms);
    const double x = sum.value();
    const Whole whole = whole_sum_of(terms);
    if (!std::isfinite(x)) {
      EXPECT_FALSE((whole.size() - Whole::of(kHuge)).is_negative()) << "set " << set;
      continue;
    }
    ASSERT_TRUE(is_nearest(whole, x)) << "set " << set;
    const Whole off = (whole - Whole::of(x)).size();
    middles += off != Whole{} && off == (Whole::of(std::nextafter(x, kInfinite)) - whole).size();
    // Any order, and any way to gather.
    std::ranges::reverse(terms);
    const std::size_t cut = terms.empty() ? 0 : random.next() % terms.size();
    const auto middle = terms.begin() + static_cast<std::ptrdiff_t>(cut);
    ExactSum parts = sum_of({terms.begin(), middle});
    parts += sum_of({middle, terms.end()});
    ASSERT_TRUE(are_stored_alike(parts, sum)) << "set " << set;
    ASSERT_TRUE(have_same_bits(parts.value(), x)) << "set " << set;
  }
  EXPECT_GE(middles, 100) << "few sums lie at the middle of two doubles";
}

TEST(ExactSum, RoundsTiesToEvenAndSeesTheSmallestRest) {
  const double half = 0x1p-53;
  EXPECT_EQ(sum_of({1, half}).value(), 1);
  EXPECT_EQ(sum_of({1, half, kTiny}).value(), 1 + 2 * half);
  EXPECT_EQ(sum_of({1 + 2 * half, half}).value(), 1 + 4 * half);
  EXPECT_EQ(sum_of({1 + 2 * half, half, -kTiny}).value(), 1 + 2 * half);
  EXPECT_EQ(sum_of({-1, -half, -kTiny}).value(), -1 - 2 * half);
  EXPECT_EQ(sum_of({1e300, 1, -1e300}).value(), 1);
  EXPECT_EQ(sum_of({0x1p-1022, -kTiny}).value(), 0x1p-1022 - kTiny);
}

TEST(ExactSum, NothingAndZerosAreThePositiveZero) {
  EXPECT_TRUE(have_same_bits(ExactSum().value(), 0.0));
  EXPECT_TRUE(have_same_bits(sum_of({-0.0, -0.0}).value(), 0.0));
  EXPECT_TRUE(have_same_bits(sum_of({3, -3}).value(), 0.0));
}

TEST(ExactSum, BeyondTheLargestDouble) {
  EXPECT_EQ(sum_of({kHuge, kHuge}).value(), kInfinite);
  EXPECT_EQ(sum_of({-kHuge, -kHuge}).value(), -kInfinite);
  // A sum that comes back is not lost.
  EXPECT_EQ(sum_of({kHuge, kHuge, -kHuge}).value(), kHuge);
  EXPECT_EQ(sum_of({kHuge, 0x1p969}).value(), kHuge) << "less than half a place";
  EXPECT_EQ(sum_of({kHuge, 0x1p970}).value(), kInfinite) << "half a place";
}

TEST(ExactSum, InfiniteTermsAndNumbersThatAreNone) {
  EXPECT_EQ(sum_of({1, kInfinite, -kHuge}).value(), kInfinite);
  EXPECT_EQ(sum_of({-kInfinite, 1}).value(), -kInfinite);
  EXPECT_TRUE(std::isnan(sum_of({kInfinite, -kInfinite}).value()));
  EXPECT_TRUE(std::isnan(sum_of({1, kNone, kInfinite}).value()));
  ExactSum later;
  later += sum_of({kInfinite});
  later += 1;
  EXPECT_EQ(later.value(), kInfinite);
}

TEST(ExactSum, ManyTermsCarry) {
  // Terms with all digits set, so that every limb fills as fast as it can: 3 · 2^20 of one sign.
  constexpr int kDoublings = 20;
  for (const double term : {0x1.fffffffffffffp40, -0x1.fffffffffffffp-1000}) {
    ExactSum sum, doubled = sum_of({term, term, term});
    for (int k = 0; k < 3 << kDoublings; ++k) sum += term;
    Whole whole = whole_sum_of({term, term, term});
    for (int k = 0; k < kDoublings; ++k) {
      whole = whole + whole;
      doubled += ExactSum(doubled);
      ASSERT_TRUE(is_nearest(whole, doubled.value())) << k;
    }
    EXPECT_TRUE(are_stored_alike(sum, doubled));
    sum -= 1;
    EXPECT_TRUE(is_nearest(whole - Whole::of(1), sum.value()));
  }
}

}  // namespace
}  // namespace cairn
