// Sparse matrices, compressed by rows. Problem files hold these before they become blocks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace cairn {

struct SparseElement {
  std::uint32_t row = 0, column = 0;
  double value = 0;
};

struct RowMatrix {
  std::size_t columns = 0;
  std::vector<std::uint32_t> begin{0};  // start of each row
  std::vector<std::uint32_t> column;    // ascending within a row
  std::vector<double> value;

  std::size_t rows() const { return begin.size() - 1; }
  double at(std::size_t i, std::uint32_t j) const;  // 0 where nothing is stored
};

// Adds elements at the same place, in the given order.
RowMatrix from_elements(std::size_t rows, std::size_t columns, std::vector<SparseElement> elements);
RowMatrix transposed(const RowMatrix& a);
RowMatrix product(const RowMatrix& a, const RowMatrix& b);
// a + factor b.
RowMatrix sum(const RowMatrix& a, double factor, const RowMatrix& b);
// A x and Aᵀ x.
std::vector<double> product(const RowMatrix& a, std::span<const double> x);
std::vector<double> transposed_product(const RowMatrix& a, std::span<const double> x);

}  // namespace cairn
