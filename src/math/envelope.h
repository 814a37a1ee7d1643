// Cholesky factors of a sparse symmetric matrix, L Lᵀ = P A Pᵀ. Each row is stored from its first
// element to the diagonal (envelope), after an ordering that keeps rows short (reverse Cuthill-McKee [CM69]).
// Parts of the matrix that are not connected stay separate: the masses of many bodies cost no more
// than the sum of single ones.
//
// A semi-definite matrix is accepted on request. Rows that depend on earlier rows get no pivot, and the
// solution is 0 there.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "math/row_matrix.h"

namespace cairn {

// `rounded`: semi-definite up to round-off of any size; rows with a negative pivot count as dependent.
enum class Definiteness { definite, semidefinite, rounded };

class Envelope {
 public:
  // Reads only the lower triangle of `a`. Throws InputError, which calls the matrix `name`, if it is not
  // positive definite (or semi-definite), or if the envelope is larger than 16 GiB.
  Envelope(const RowMatrix& a, Definiteness wanted, const std::string& name);
  Envelope() = default;  // an empty matrix

  std::size_t size() const { return order_.size(); }
  std::size_t rank() const;  // rows that have a pivot
  // x ← A⁻¹ x.
  void solve(std::span<double> x) const;
  // The rows L⁻¹ P b for the rows b of a matrix. For two of them, row · row' = bᵀ A⁻¹ b'.
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
  std::vector<std::uint32_t> part_end_;       // one past the last row of its part
  std::vector<std::size_t> start_;            // start of each row in value_
  std::vector<double> value_;                 // a pivot of 0 marks a row that depends on others
};

}  // namespace cairn
