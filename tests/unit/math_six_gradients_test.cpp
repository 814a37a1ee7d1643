// Conjugate gradients on matrices of 6 x 6 blocks: the answer of the factor, and the same bits on any number
// of threads.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "math/six_gradients.h"
#include "tolerances.h"

namespace cairn {
namespace {

// 1 + Σ JᵀJ over random couplings of near rows; some reach far, so that all parts of the matrix couple.
SixBlocks random_matrix(int n, double stiffness, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::array<int, 2>> pairs;
  for (int k = 0; k + 1 < n; ++k) {
    pairs.push_back({k, k + 1});
    if (k % 3 == 0) pairs.push_back({k, std::min(n - 1, k + 7)});
    if (k % 50 == 0) pairs.push_back({k, n - 1});
  }
  SixBlocks a = six_blocks(n, pairs);
  for (int k = 0; k < n; ++k)
    for (std::size_t c = 0; c < 6; ++c) a.block[a.find(k, k)][c][c] = 1;
  for (const auto& [j, i] : pairs) {
    if (i == j) continue;
    Six left, right;
    for (std::size_t c = 0; c < 6; ++c) left[c] = random.normal(), right[c] = random.normal();
    const auto add = [&](int row, int column, const Six& p, const Six& q) {
      SixBlock& block = a.block[a.find(row, column)];
      for (std::size_t c = 0; c < 6; ++c)
        for (std::size_t r = 0; r < 6; ++r) block[c][r] += stiffness * p[r] * q[c];
    };
    add(j, j, left, left), add(i, i, right, right), add(i, j, right, left);
  }
  return a;
}

std::vector<double> random_vector(int n) {
  Random random(5);
  std::vector<double> b(6 * static_cast<std::size_t>(n));
  for (double& value : b) value = random.normal();
  return b;
}

TEST(SixGradients, FindTheAnswerOfTheFactor) {
  constexpr double kReduction = 1e-12, kConditioned = 1e-8;  // the condition is about the stiffness
  for (const int n : {1, 2, 40, 3000}) {
    for (const double stiffness : {0.1, 10.0, 1000.0}) {
      SCOPED_TRACE(testing::Message() << n << " rows, stiffness " << stiffness);
      SixBlocks a = random_matrix(n, stiffness, 3);
      const std::vector<double> b = random_vector(n);
      SparseMatrix numbers;
      spread(a, numbers);
      SparseCholesky factor;
      std::vector<double> exact(b.size()), found(b.size());
      ASSERT_TRUE(factor.factor(numbers));
      factor.solve(b, exact);
      Threads threads(1);
      const auto result = SixGradients().solve(a, b, found, kReduction, 5000, threads);
      EXPECT_LE(result.reduction, kReduction);
      for (std::size_t k = 0; k < b.size(); ++k) ASSERT_NEAR(found[k], exact[k], kConditioned);
    }
  }
}

TEST(SixGradients, GiveTheSameBitsOnAnyNumberOfThreads) {
  const std::vector<double> b = random_vector(5000);
  std::vector<std::vector<double>> found;
  for (const int count : {1, 2, 3}) {
    Threads threads(count);
    SixBlocks a = random_matrix(5000, 10, 3);
    found.emplace_back(b.size());
    EXPECT_GT(SixGradients().solve(a, b, found.back(), 1e-6, 5000, threads).iterations, 3u);
  }
  EXPECT_EQ(found[0], found[1]);
  EXPECT_EQ(found[0], found[2]);
}

TEST(SixGradients, StopAtTheLimitAndSayHowFarTheyCame) {
  SixBlocks a = random_matrix(3000, 1000, 3);
  const std::vector<double> b = random_vector(3000);
  std::vector<double> x(b.size());
  Threads threads(1);
  const auto result = SixGradients().solve(a, b, x, 1e-12, 3, threads);
  EXPECT_EQ(result.iterations, 3u);
  EXPECT_GT(result.reduction, 1e-12);
}

}  // namespace
}  // namespace cairn
