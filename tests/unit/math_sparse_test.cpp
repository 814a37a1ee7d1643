// Factors of sparse matrices: they solve, say when they cannot, and serve matrix after matrix.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "math/sparse.h"
#include "tolerances.h"

namespace cairn {
namespace {

// The lower triangle of a grid's Laplacian plus `diagonal`, n x n unknowns; or all of it, with a convective
// part.
SparseMatrix grid(int n, double diagonal, bool symmetric) {
  SparseMatrix matrix;
  for (int j = 0; j < n * n; ++j) {
    const auto add = [&](int i, double value) {
      if (i < 0 || i >= n * n || (symmetric && i < j)) return;
      matrix.row.push_back(i), matrix.value.push_back(value);
    };
    add(j - n, -1);
    if (j % n > 0) add(j - 1, symmetric ? -1 : -1.5);
    add(j, 4 + diagonal);
    if (j % n < n - 1) add(j + 1, -1);
    add(j + n, -1);
    matrix.begin.push_back(static_cast<int>(matrix.row.size()));
  }
  return matrix;
}

std::vector<double> product(const SparseMatrix& a, const std::vector<double>& x, bool symmetric) {
  std::vector<double> y(x.size(), 0);
  for (std::size_t j = 0; j < x.size(); ++j) {
    for (auto k = static_cast<std::size_t>(a.begin[j]); k < static_cast<std::size_t>(a.begin[j + 1]); ++k) {
      const auto i = static_cast<std::size_t>(a.row[k]);
      y[i] += a.value[k] * x[j];
      if (symmetric && i != j) y[j] += a.value[k] * x[i];
    }
  }
  return y;
}

template <class Factors>
void expect_solves(Factors& factors, const SparseMatrix& a, bool symmetric) {
  Random random(1);
  std::vector<double> x(static_cast<std::size_t>(a.size()));
  for (double& value : x) value = random.normal();
  ASSERT_TRUE(factors.factor(a));
  std::vector<double> found = product(a, x, symmetric), again = found;
  factors.solve(found, found);
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_NEAR(found[i], x[i], kTenThousandsOfRoundings);
  // The same bits once more.
  ASSERT_TRUE(factors.factor(a));
  factors.solve(again, again);
  EXPECT_EQ(found, again);
}

TEST(SparseCholesky, SolvesMatricesOfOnePatternAndOfAnother) {
  SparseCholesky cholesky;
  expect_solves(cholesky, grid(30, 0, true), true);
  expect_solves(cholesky, grid(30, 0.5, true), true);
  expect_solves(cholesky, grid(7, 0.5, true), true);
  expect_solves(cholesky, grid(0, 0, true), true);
}

TEST(SparseCholesky, SaysWhatIsNotPositiveDefinite) {
  SparseCholesky cholesky;
  EXPECT_FALSE(cholesky.factor(grid(9, -4, true)));
  EXPECT_FALSE(cholesky.factor(grid(40, -4, true)));
  expect_solves(cholesky, grid(9, 0, true), true);
}

TEST(SparseLu, SolvesMatricesOfOnePatternAndOfAnother) {
  SparseLu lu;
  expect_solves(lu, grid(30, 0.5, false), false);
  expect_solves(lu, grid(30, 1, false), false);
  expect_solves(lu, grid(7, 1, false), false);
  expect_solves(lu, grid(0, 0, false), false);
}

TEST(SparseLu, SaysWhatIsSingular) {
  SparseMatrix matrix = grid(5, 0, false);
  for (double& value : matrix.value) value = 0;
  SparseLu lu;
  EXPECT_FALSE(lu.factor(matrix));
}

}  // namespace
}  // namespace cairn
