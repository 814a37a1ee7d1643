// Ordered sums: right, and the same bits on any number of threads.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

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

double sum(Threads& threads, const std::vector<double>& terms) {
  return ordered_sum<double>(threads, terms.size(), [&](std::size_t i) { return terms[i]; });
}

TEST(OrderedSum, SameBitsOnOneToFourThreads) {
  for (const std::size_t n : {1u, 1023u, 1024u, 1025u, 50'000u}) {
    const std::vector<double> terms = wild_terms(n);
    Threads one(1);
    const auto expected = std::bit_cast<std::uint64_t>(sum(one, terms));
    for (int count = 2; count <= 4; ++count) {
      Threads threads(count);
      for (int round = 0; round < 5; ++round) {
        EXPECT_EQ(std::bit_cast<std::uint64_t>(sum(threads, terms)), expected) << n << " on " << count;
      }
    }
  }
}

TEST(OrderedSum, TheOrderIsTheDocumentedOne) {
  const std::vector<double> terms = wild_terms(5000);
  double expected = 0;
  for (std::size_t begin = 0; begin < terms.size(); begin += kSumPart) {
    double part = 0;
    for (std::size_t i = begin; i < std::min(begin + kSumPart, terms.size()); ++i) part += terms[i];
    expected += part;
  }
  Threads threads(3);
  EXPECT_EQ(sum(threads, terms), expected);
  // The terms can tell orders apart, so that the tests above can fail.
  double backwards = 0;
  for (std::size_t i = terms.size(); i-- > 0;) backwards += terms[i];
  EXPECT_NE(backwards, expected);
}

TEST(OrderedSum, WholeNumbersAndNothing) {
  Threads threads(2);
  EXPECT_EQ(ordered_sum<std::size_t>(threads, 10'001, [](std::size_t i) { return i; }), 10'000u * 10'001 / 2);
  EXPECT_EQ(ordered_sum<double>(threads, 0, [](std::size_t) { return 1.0; }), 0);
}

TEST(Largest, ANumberThatIsNoneStays) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const auto largest = [](std::initializer_list<double> terms) {
    Largest sum;
    for (const double term : terms) sum += Largest{term};
    return sum.value;
  };
  EXPECT_EQ(largest({1, 5, 3}), 5);
  EXPECT_TRUE(std::isnan(largest({5, none, 3})));
  EXPECT_TRUE(std::isnan(largest({none, 7})));
}

}  // namespace
}  // namespace cairn
