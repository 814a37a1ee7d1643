// Totals: right, the same bits on any number of threads, and exact between parts.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/pair_sum.h"
#include "base/random.h"
#include "base/sum.h"

namespace cairn {
namespace {

// Terms of very different size: any other order of adding gives other bits.
std::vector<double> wild_terms(std::size_t n) {
  Random random(n);
  std::vector<double> terms(n);
  for (double& term : terms) term = random.normal() * std::pow(10, random.uniform(-12, 12));
  return terms;
}

double sum_of(Threads& threads, const std::vector<double>& terms) {
  return total<double>(threads, terms.size(), [&](std::size_t i) { return terms[i]; });
}

TEST(Total, SameBitsOnOneToFourThreads) {
  for (const std::size_t n : {1u, 1023u, 1024u, 1025u, 50'000u}) {
    const std::vector<double> terms = wild_terms(n);
    Threads one(1);
    const auto expected = std::bit_cast<std::uint64_t>(sum_of(one, terms));
    for (int count = 2; count <= 4; ++count) {
      Threads threads(count);
      for (int round = 0; round < 5; ++round) {
        EXPECT_EQ(std::bit_cast<std::uint64_t>(sum_of(threads, terms)), expected) << n << " on " << count;
      }
    }
  }
}

// The quick way and the slow one round the same exact sum, whatever the terms are.
TEST(Total, FewTermsAreSummedLikeMany) {
  struct Two {
    double a = 0, b = 0;
  };
  constexpr double kInf = std::numeric_limits<double>::infinity();
  Random random(3);
  int unsure = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    const std::size_t n = random.next() % 12;
    const double spread = random.uniform(0, trial % 2 ? 3 : 40);
    std::vector<double> terms(n);
    for (double& term : terms) term = random.normal() * std::pow(10, random.uniform(-spread, spread));
    if (n > 1 && trial % 3 == 0) terms[n - 1] = -terms[0];
    if (n > 0 && trial % 7 == 0) terms[0] = -0.0;
    if (n > 0 && trial % 11 == 0) terms[0] = std::numeric_limits<double>::denorm_min();
    if (n > 0 && trial % 13 == 0) terms[0] = trial % 2 ? kInf : 1.7e308;
    ExactSum slow;
    PairSum quick;
    for (const double term : terms) slow += term, quick += term;
    unsure += !quick.is_sure;
    std::vector<Two> twos;
    for (const double term : terms) twos.push_back({term, -term});
    const Two sum = exact_sum<Two>(twos);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(sum.a), std::bit_cast<std::uint64_t>(slow.value()));
    EXPECT_EQ(sum.b, n == 0 ? 0 : -slow.value());
  }
  EXPECT_GT(unsure, 100);
  EXPECT_LT(unsure, 10'000);
}

TEST(Total, PartsAreSummedInOrderAndThenExactly) {
  const std::vector<double> terms = wild_terms(5000);
  std::vector<double> parts;
  for (std::size_t begin = 0; begin < terms.size(); begin += kSumPart) {
    double part = 0;
    for (std::size_t i = begin; i < std::min(begin + kSumPart, terms.size()); ++i) part += terms[i];
    parts.push_back(part);
  }
  Threads threads(3);
  const double total = sum_of(threads, terms);
  std::ranges::sort(parts);
  do {
    EXPECT_EQ(exact_total<double>(parts.size(), [&](std::size_t k) { return parts[k]; }), total);
  } while (std::ranges::next_permutation(parts).found);
  // The terms can tell orders apart, so that the tests above can fail.
  double backwards = 0;
  for (std::size_t i = terms.size(); i-- > 0;) backwards += terms[i];
  EXPECT_NE(backwards, total);
}

TEST(Total, EachComponentOfARecordIsExact) {
  struct Two {
    double a = 0, b = 0;
    Two& operator+=(const Two& c) { return a += c.a, b += c.b, *this; }
  };
  const std::vector<Two> terms{{1e300, 1}, {1, -1e300}, {-1e300, 1e300}};
  const Two sum = exact_total<Two>(terms.size(), [&](std::size_t k) { return terms[k]; });
  EXPECT_EQ(sum.a, 1);
  EXPECT_EQ(sum.b, 1);
}

TEST(Total, WholeNumbersAndNothing) {
  Threads threads(2);
  EXPECT_EQ(total<std::size_t>(threads, 10'001, [](std::size_t i) { return i; }), 10'000u * 10'001 / 2);
  EXPECT_EQ(total<double>(threads, 0, [](std::size_t) { return 1.0; }), 0);
}

TEST(Largest, ANumberThatIsNoneStays) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  Threads threads(2);
  const auto largest_of = [&](const std::vector<double>& terms) {
    return largest(threads, terms.size(), [&](std::size_t i) { return terms[i]; });
  };
  EXPECT_EQ(largest_of({1, 5, 3}), 5);
  EXPECT_EQ(largest_of({}), 0);
  EXPECT_TRUE(std::isnan(largest_of({5, none, 3})));
  EXPECT_TRUE(std::isnan(largest_of({none, 7})));
  // Also if it lies in another part than the largest number.
  std::vector<double> many(3 * kSumPart, 1);
  many[kSumPart] = none, many.back() = 9;
  EXPECT_TRUE(std::isnan(largest_of(many)));
}

}  // namespace
}  // namespace cairn
