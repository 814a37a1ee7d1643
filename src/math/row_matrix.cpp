#include "math/row_matrix.h"

#include <limits>

#include "base/assert.h"

namespace cairn {
namespace {

using Index = RowMatrix::StorageIndex;
using Numbers = Eigen::Map<const Eigen::VectorXd>;

Numbers numbers(std::span<const double> x) { return {x.data(), static_cast<Eigen::Index>(x.size())}; }

std::vector<double> as_vector(const Eigen::VectorXd& x) { return {x.data(), x.data() + x.size()}; }

}  // namespace

RowMatrix from_elements(std::size_t rows, std::size_t columns, const std::vector<SparseElement>& elements) {
  CAIRN_ASSERT(elements.size() <= static_cast<std::size_t>(std::numeric_limits<Index>::max()));
  std::vector<Eigen::Triplet<double>> triplets;
  triplets.reserve(elements.size());
  for (const SparseElement& element : elements) {
    CAIRN_ASSERT(element.row < rows && element.column < columns);
    triplets.emplace_back(static_cast<Index>(element.row), static_cast<Index>(element.column), element.value);
  }
  RowMatrix matrix(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  return matrix;
}

std::size_t row_count(const RowMatrix& a) { return static_cast<std::size_t>(a.rows()); }

double element_at(const RowMatrix& a, std::size_t i, std::size_t j) {
  return a.coeff(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
}

std::span<double> values_of(RowMatrix& a) { return {a.valuePtr(), static_cast<std::size_t>(a.nonZeros())}; }

std::vector<double> product(const RowMatrix& a, std::span<const double> x) {
  CAIRN_ASSERT(static_cast<std::size_t>(a.cols()) == x.size());
  return as_vector(a * numbers(x));
}

std::vector<double> transposed_product(const RowMatrix& a, std::span<const double> x) {
  CAIRN_ASSERT(row_count(a) == x.size());
  return as_vector(a.transpose() * numbers(x));
}

}  // namespace cairn
