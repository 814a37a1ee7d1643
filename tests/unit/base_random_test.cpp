// Random streams: the numbers of a seed never change, and are spread as they should be.
#include <gtest/gtest.h>

#include <set>

#include "base/random.h"

namespace cairn {
namespace {

TEST(Random, FixedNumbers) {
  // SplitMix64 from state 0, as published, but for the first number, which the constructor takes.
  Random zero(0);
  EXPECT_EQ(zero.next(), 0x6e789e6aa1b965f4ull);
  EXPECT_EQ(zero.next(), 0x06c45d188009454full);
  EXPECT_EQ(zero.next(), 0xf88bb8a8724c81ecull);
  Random seeded(42);
  EXPECT_EQ(seeded.uniform(), 0.1599103928769201);
  EXPECT_EQ(seeded.uniform(), 0.27860113025513866);
  EXPECT_EQ(seeded.uniform(-3, 5), -0.24647426781089976);
}

TEST(Random, StateIsTheWholeStream) {
  Random a(7);
  for (int k = 0; k < 13; ++k) a.normal();
  Random b(99);
  b.restore(a.state());
  for (int k = 0; k < 100; ++k) EXPECT_EQ(a.next(), b.next());
}

TEST(Random, SeedsDiffer) {
  std::set<std::uint64_t> first;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) EXPECT_TRUE(first.insert(Random(seed).next()).second);
}

TEST(Random, UniformMomentsAndRange) {
  Random random(3);
  constexpr int n = 200'000;
  double sum = 0, squares = 0;
  for (int k = 0; k < n; ++k) {
    const double u = random.uniform();
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    sum += u, squares += u * u;
  }
  // Five standard errors of the mean (1/√12n) and of the mean square (√(4/45n)).
  EXPECT_NEAR(sum / n, 0.5, 5 * std::sqrt(1.0 / 12 / n));
  EXPECT_NEAR(squares / n, 1.0 / 3, 5 * std::sqrt(4.0 / 45 / n));
}

TEST(Random, NormalMoments) {
  Random random(4);
  constexpr int n = 200'000;
  double sum = 0, squares = 0, fourth = 0;
  for (int k = 0; k < n; ++k) {
    const double x = random.normal();
    sum += x, squares += x * x, fourth += x * x * x * x;
  }
  // Five standard errors: variances 1, 2 and 96.
  EXPECT_NEAR(sum / n, 0, 5 * std::sqrt(1.0 / n));
  EXPECT_NEAR(squares / n, 1, 5 * std::sqrt(2.0 / n));
  EXPECT_NEAR(fourth / n, 3, 5 * std::sqrt(96.0 / n));
}

}  // namespace
}  // namespace cairn
