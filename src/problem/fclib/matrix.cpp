// Matrices of FCLIB files: reads three formats, writes compressed rows. Everything is checked, because a file
// may claim anything.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "problem/fclib/file.h"

namespace cairn {
namespace {

constexpr double kLargest = 1e50;

void require(bool holds, const std::string& message) {
  if (!holds) throw InputError(message);
}

bool are_within(std::span<const std::int32_t> indices, std::int32_t size) {
  return std::ranges::all_of(indices, [&](std::int32_t k) { return k >= 0 && k < size; });
}

// Checks the begins of compressed rows or columns: from 0, never falling. Returns the number of elements.
std::size_t check_begins(const FclibMatrix& matrix, std::int32_t lines, const std::string& name) {
  require(matrix.p.size() == static_cast<std::size_t>(lines) + 1,
          fmt::format("{}/p has {} values, expected {}", name, matrix.p.size(), lines + std::int64_t{1}));
  require(matrix.p.front() == 0 && std::ranges::is_sorted(matrix.p),
          fmt::format("{}/p does not rise from 0", name));
  return static_cast<std::size_t>(matrix.p.back());
}

RowMatrix from_lines(const FclibMatrix& matrix, bool by_rows, const std::string& name) {
  const std::int32_t lines = by_rows ? matrix.rows : matrix.columns;
  std::vector<SparseElement> elements;
  elements.reserve(static_cast<std::size_t>(matrix.p.back()));
  require(are_within(std::span(matrix.i).first(static_cast<std::size_t>(matrix.p.back())),
                     by_rows ? matrix.columns : matrix.rows),
          fmt::format("{}/i has an index outside the matrix", name));
  for (std::int32_t line = 0; line < lines; ++line) {
    for (auto k = static_cast<std::size_t>(matrix.p[line]); k < static_cast<std::size_t>(matrix.p[line + 1]);
         ++k) {
      const auto a = static_cast<std::uint32_t>(line), b = static_cast<std::uint32_t>(matrix.i[k]);
      elements.push_back(by_rows ? SparseElement{a, b, matrix.x[k]} : SparseElement{b, a, matrix.x[k]});
    }
  }
  return from_elements(static_cast<std::size_t>(matrix.rows), static_cast<std::size_t>(matrix.columns),
                       elements);
}

RowMatrix from_triplets(const FclibMatrix& matrix, const std::string& name) {
  const auto count = static_cast<std::size_t>(matrix.nz);
  const std::span p = std::span(matrix.p).first(count), i = std::span(matrix.i).first(count);
  const bool i_are_rows = are_within(i, matrix.rows) && are_within(p, matrix.columns);
  require(i_are_rows || (are_within(p, matrix.rows) && are_within(i, matrix.columns)),
          fmt::format("{}/p or {}/i has an index outside the matrix", name, name));
  std::vector<SparseElement> elements(count);
  for (std::size_t k = 0; k < count; ++k) {
    const auto a = static_cast<std::uint32_t>(i[k]), b = static_cast<std::uint32_t>(p[k]);
    elements[k] = i_are_rows ? SparseElement{a, b, matrix.x[k]} : SparseElement{b, a, matrix.x[k]};
  }
  return from_elements(static_cast<std::size_t>(matrix.rows), static_cast<std::size_t>(matrix.columns),
                       elements);
}

}  // namespace

void require_numbers(std::span<const double> values, const std::string& name) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    require(std::isfinite(values[k]), fmt::format("{}[{}] is not a finite number", name, k));
    require(std::abs(values[k]) <= kLargest,
            fmt::format("{}[{}] is {}, beyond all reason", name, k, values[k]));
  }
}

RowMatrix to_sparse(const FclibMatrix& matrix, const std::string& name) {
  require(matrix.nz >= -2,
          fmt::format("{}/nz is {}, expected -2 (compressed rows), -1 (compressed columns) or "
                      "a number of triplets",
                      name, matrix.nz));
  const bool by_rows = matrix.nz == -2;
  const std::size_t count = matrix.nz >= 0
                                ? static_cast<std::size_t>(matrix.nz)
                                : check_begins(matrix, by_rows ? matrix.rows : matrix.columns, name);
  require(matrix.i.size() >= count && matrix.x.size() >= count && (matrix.nz < 0 || matrix.p.size() >= count),
          fmt::format("{} has {} indices and {} values for {} elements", name, matrix.i.size(),
                      matrix.x.size(), count));
  require_numbers(std::span(matrix.x).first(count), name + "/x");
  return matrix.nz >= 0 ? from_triplets(matrix, name) : from_lines(matrix, by_rows, name);
}

FclibMatrix to_fclib(const RowMatrix& matrix) {
  FclibMatrix result;
  result.rows = static_cast<std::int32_t>(matrix.rows());
  result.columns = static_cast<std::int32_t>(matrix.cols());
  result.p.assign(matrix.outerIndexPtr(), matrix.outerIndexPtr() + matrix.rows() + 1);
  result.i.assign(matrix.innerIndexPtr(), matrix.innerIndexPtr() + matrix.nonZeros());
  result.x.assign(matrix.valuePtr(), matrix.valuePtr() + matrix.nonZeros());
  return result;
}

}  // namespace cairn
