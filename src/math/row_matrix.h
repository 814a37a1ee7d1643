// Sparse matrices by rows, of Eigen. Problem files hold these before they become blocks. Sums of products add
// up in the order of the rows, so that the bits do not depend on threads.
#pragma once

#include <Eigen/SparseCore>
#include <cstdint>
#include <span>
#include <vector>

namespace cairn {

using RowMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;  // columns ascend within a row

struct SparseElement {
  std::uint32_t row = 0, column = 0;
  double value = 0;
};

// Adds elements at the same place, in the given order.
RowMatrix from_elements(std::size_t rows, std::size_t columns, const std::vector<SparseElement>& elements);
// Elements of a row: for (RowElement e(matrix, i); e; ++e) uses e.col() and e.value().
using RowElement = RowMatrix::InnerIterator;
std::size_t row_count(const RowMatrix& a);
double element_at(const RowMatrix& a, std::size_t i, std::size_t j);  // 0 where nothing is stored
std::span<double> values_of(RowMatrix& a);
// A x and Aᵀ x.
std::vector<double> product(const RowMatrix& a, std::span<const double> x);
std::vector<double> transposed_product(const RowMatrix& a, std::span<const double> x);

}  // namespace cairn
