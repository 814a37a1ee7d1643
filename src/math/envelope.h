// Cholesky's factors of a sparse symmetric matrix, L Lᵀ = P A Pᵀ, row by row between the first entry and the
// diagonal (envelope), after an ordering that keeps rows short (reverse Cuthill-McKee). Parts of the matrix
// that have nothing to do with each other stay apart, so that the masses of many bodies cost what each costs
// alone.
//
// A matrix that is only semi-definite is accepted where that is asked for: rows that depend on those before
// them get no pivot, and the solution is 0 there.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "math/row_matrix.h"

namespace cairn {

enum class Definiteness { definite, semidefinite };

class Envelope {
 public:
  // Only the lower triangle of `a` is looked at. Throws InputError, calling the matrix `name`, if it is not
  // positive definite (semi-definite), or if the envelope is beyond reason (16 GiB).
  Envelope(const RowMatrix& a, Definiteness wanted, const std::string& name);
  Envelope() = default;  // of nothing

  std::size_t size() const { return order_.size(); }
  // x ← A⁻¹ x.
  void solve(std::span<double> x) const;
  // Rows L⁻¹ P b of the rows b of a matrix: for two of them, row · row' = bᵀ A⁻¹ b'.
  RowMatrix half_solve(const RowMatrix& rows) const;

 private:
  double& at(std::uint32_t i, std::uint32_t j) { return value_[start_[i] + (j - first_[i])]; }
  double at(std::uint32_t i, std::uint32_t j) const { return value_[start_[i] + (j - first_[i])]; }
  void lay_out(const RowMatrix& a, const std::string& name);
  void factor(const RowMatrix& a, Definiteness wanted, const std::string& name);
  void forward(std::span<double> x, std::uint32_t begin, std::uint32_t end) const;
  void backward(std::span<double> x) const;

  std::vector<std::uint32_t> order_, place_;  // old index of each row, and back
  std::vector<std::uint32_t> first_;          // first column of each row
  std::vector<std::uint32_t> part_end_;       // behind the last row of its part
  std::vector<std::size_t> start_;            // of each row in value_
  std::vector<double> value_;                 // a pivot of 0: the row depends on others
};

}  // namespace cairn
