// Sparse matrices for direct solvers, and their factors: L Lᵀ of symmetric positive definite ones, L U of
// any. The analysis of a pattern (order of elimination, structure of the factors) is kept while the pattern
// stays the same. One thread computes a factor. Up to kLargestOwnFactor unknowns no BLAS takes part, and the
// bits are the same on every processor; beyond, OpenBLAS chooses its code by the processor.
#pragma once

#include <memory>
#include <span>
#include <vector>

namespace cairn {

inline constexpr int kLargestOwnFactor = 900;  // unknowns: 300 contacts

// Compressed by columns, rows ascending. A symmetric matrix stores its lower triangle only.
struct SparseMatrix {
  std::vector<int> begin{0};  // start of each column, and the end
  std::vector<int> row;
  std::vector<double> value;

  int size() const { return static_cast<int>(begin.size()) - 1; }
};

// Asserts the contract of a matrix that is to be factored: as many values as rows, column starts that ascend,
// and rows within range, ascending in each column.
void check(const SparseMatrix& matrix);

// A = L Lᵀ or L D Lᵀ up to the order of rows. CHOLMOD if the build has it (simplicial for small matrices,
// which needs no BLAS), else Eigen.
class SparseCholesky {
 public:
  SparseCholesky();
  ~SparseCholesky();
  SparseCholesky(SparseCholesky&&) noexcept;
  SparseCholesky& operator=(SparseCholesky&&) noexcept;

  // False if the matrix is not positive definite: then solve() must not be called.
  bool factor(const SparseMatrix& lower);
  // x = A⁻¹ b; both may be the same memory.
  void solve(std::span<const double> b, std::span<double> x);
  // The divisors of the elimination: the squared diagonal of L, in the order of elimination.
  std::vector<double> pivots() const;

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
};

// A = L U up to the orders of rows and columns. Eigen; UMFPACK for large matrices if the build has it.
class SparseLu {
 public:
  SparseLu();
  ~SparseLu();
  SparseLu(SparseLu&&) noexcept;
  SparseLu& operator=(SparseLu&&) noexcept;

  // False if the matrix is singular.
  bool factor(const SparseMatrix& matrix);
  void solve(std::span<const double> b, std::span<double> x);

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
};

}  // namespace cairn
