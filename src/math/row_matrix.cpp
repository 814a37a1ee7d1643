#include "math/row_matrix.h"

#include <algorithm>

#include "base/assert.h"

namespace cairn {

double RowMatrix::at(std::size_t i, std::uint32_t j) const {
  const auto first = column.begin() + begin[i], last = column.begin() + begin[i + 1];
  const auto found = std::lower_bound(first, last, j);
  return found != last && *found == j ? value[static_cast<std::size_t>(found - column.begin())] : 0;
}

RowMatrix from_elements(std::size_t rows, std::size_t columns, std::vector<SparseElement> elements) {
  std::ranges::stable_sort(elements, [](const SparseElement& a, const SparseElement& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  });
  RowMatrix matrix;
  matrix.columns = columns;
  matrix.begin.assign(rows + 1, 0);
  // Elements at the same place follow each other now.
  for (std::size_t k = 0; k < elements.size(); ++k) {
    const SparseElement& element = elements[k];
    CAIRN_ASSERT(element.row < rows && element.column < columns);
    if (k > 0 && element.row == elements[k - 1].row && element.column == elements[k - 1].column) {
      matrix.value.back() += element.value;
      continue;
    }
    matrix.column.push_back(element.column), matrix.value.push_back(element.value);
    ++matrix.begin[element.row + 1];
  }
  for (std::size_t i = 0; i < rows; ++i) matrix.begin[i + 1] += matrix.begin[i];
  return matrix;
}

RowMatrix transposed(const RowMatrix& a) {
  RowMatrix result;
  result.columns = a.rows();
  result.begin.assign(a.columns + 1, 0);
  result.column.resize(a.column.size()), result.value.resize(a.value.size());
  // Count the elements of each column, then hand out their places.
  for (const std::uint32_t j : a.column) ++result.begin[j + 1];
  for (std::size_t j = 0; j < a.columns; ++j) result.begin[j + 1] += result.begin[j];
  std::vector<std::uint32_t> next(result.begin.begin(), result.begin.end() - 1);
  for (std::uint32_t i = 0; i < a.rows(); ++i) {
    for (std::uint32_t k = a.begin[i]; k < a.begin[i + 1]; ++k) {
      const std::uint32_t to = next[a.column[k]]++;
      result.column[to] = i, result.value[to] = a.value[k];
    }
  }
  return result;
}

// Builds each row in a dense array and remembers the columns that it touched.
RowMatrix product(const RowMatrix& a, const RowMatrix& b) {
  CAIRN_ASSERT(a.columns == b.rows());
  RowMatrix result;
  result.columns = b.columns;
  std::vector<double> row(b.columns, 0);
  std::vector<char> is_touched(b.columns, 0);
  std::vector<std::uint32_t> touched;
  for (std::size_t i = 0; i < a.rows(); ++i) {
    touched.clear();
    for (std::uint32_t k = a.begin[i]; k < a.begin[i + 1]; ++k) {
      const std::uint32_t middle = a.column[k];
      for (std::uint32_t l = b.begin[middle]; l < b.begin[middle + 1]; ++l) {
        const std::uint32_t j = b.column[l];
        if (!is_touched[j]) is_touched[j] = 1, touched.push_back(j);
        row[j] += a.value[k] * b.value[l];
      }
    }
    std::ranges::sort(touched);
    for (const std::uint32_t j : touched) {
      result.column.push_back(j), result.value.push_back(row[j]);
      row[j] = 0, is_touched[j] = 0;
    }
    result.begin.push_back(static_cast<std::uint32_t>(result.column.size()));
  }
  return result;
}

RowMatrix sum(const RowMatrix& a, double factor, const RowMatrix& b) {
  CAIRN_ASSERT(a.rows() == b.rows() && a.columns == b.columns);
  RowMatrix result;
  result.columns = a.columns;
  for (std::size_t i = 0; i < a.rows(); ++i) {
    std::uint32_t k = a.begin[i], l = b.begin[i];
    while (k < a.begin[i + 1] || l < b.begin[i + 1]) {
      const bool has_a = k < a.begin[i + 1], has_b = l < b.begin[i + 1];
      const std::uint32_t j = has_a && (!has_b || a.column[k] <= b.column[l]) ? a.column[k] : b.column[l];
      double value = 0;
      if (has_a && a.column[k] == j) value += a.value[k++];
      if (has_b && b.column[l] == j) value += factor * b.value[l++];
      result.column.push_back(j), result.value.push_back(value);
    }
    result.begin.push_back(static_cast<std::uint32_t>(result.column.size()));
  }
  return result;
}

std::vector<double> product(const RowMatrix& a, std::span<const double> x) {
  CAIRN_ASSERT(a.columns == x.size());
  std::vector<double> result(a.rows(), 0);
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::uint32_t k = a.begin[i]; k < a.begin[i + 1]; ++k) result[i] += a.value[k] * x[a.column[k]];
  return result;
}

std::vector<double> transposed_product(const RowMatrix& a, std::span<const double> x) {
  CAIRN_ASSERT(a.rows() == x.size());
  std::vector<double> result(a.columns, 0);
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::uint32_t k = a.begin[i]; k < a.begin[i + 1]; ++k) result[a.column[k]] += a.value[k] * x[i];
  return result;
}

}  // namespace cairn
