#include "math/envelope.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"

namespace cairn {
namespace {

constexpr double kLeastPivot = 1e-12;             // relative to the diagonal it comes from
constexpr std::size_t kMostValues = 1ull << 31u;  // 16 GiB

// Visits the rows of one connected part breadth first from `start`. Neighbours with few
// neighbours come first.
void visit_part(const RowMatrix& a, std::uint32_t start, std::vector<char>& seen,
                std::vector<std::uint32_t>& order) {
  const auto degree = [&](std::uint32_t i) { return a.outerIndexPtr()[i + 1] - a.outerIndexPtr()[i]; };
  std::size_t next = order.size();
  seen[start] = 1;
  order.push_back(start);
  for (; next < order.size(); ++next) {
    const std::uint32_t i = order[next];
    const std::size_t fresh = order.size();
    for (RowElement element(a, i); element; ++element) {
      const auto j = static_cast<std::uint32_t>(element.col());
      if (!seen[j]) {
        seen[j] = 1;
        order.push_back(j);
      }
    }
    std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(fresh), order.end(),
                     [&](std::uint32_t x, std::uint32_t y) { return degree(x) < degree(y); });
  }
}

// Orders each part from one of its far ends. The end of a first walk through the part is such an end.
std::vector<std::uint32_t> order_of(const RowMatrix& a, std::vector<std::uint32_t>& part_sizes) {
  const std::size_t n = row_count(a);
  std::vector<char> seen(n, 0), seen_first(n, 0);
  std::vector<std::uint32_t> order, walk;
  for (std::uint32_t i = 0; i < n; ++i) {
    if (seen[i]) continue;
    walk.clear();
    visit_part(a, i, seen_first, walk);
    visit_part(a, walk.back(), seen, order);
    part_sizes.push_back(static_cast<std::uint32_t>(walk.size()));
  }
  std::ranges::reverse(order);
  std::ranges::reverse(part_sizes);
  return order;
}

}  // namespace

Envelope::Envelope(const RowMatrix& a, Definiteness wanted, const std::string& name) {
  lay_out(a, name);
  factor(a, wanted, name);
}

void Envelope::lay_out(const RowMatrix& a, const std::string& name) {
  const auto n = static_cast<std::uint32_t>(a.rows());
  std::vector<std::uint32_t> parts;
  order_ = order_of(a, parts);
  place_.resize(n);
  first_.resize(n);
  start_.resize(n);
  part_end_.resize(n);
  for (std::uint32_t i = 0; i < n; ++i) place_[order_[i]] = i;
  std::uint32_t row = 0;
  for (const std::uint32_t size : parts) {
    std::fill_n(part_end_.begin() + row, size, row + size);
    row += size;
  }
  // Each row runs from its first element to the diagonal.
  std::size_t total = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    first_[i] = i;
    const std::uint32_t old = order_[i];
    for (RowElement element(a, old); element; ++element)
      first_[i] = std::min(first_[i], place_[static_cast<std::size_t>(element.col())]);
    start_[i] = total;
    total += i - first_[i] + 1;
  }
  if (total > kMostValues) throw InputError(fmt::format("{} is too large to be factored", name));
  value_.assign(total, 0);
}

void Envelope::factor(const RowMatrix& a, Definiteness wanted, const std::string& name) {
  for (std::uint32_t i = 0; i < size(); ++i) {
    // Copy row i of the matrix.
    const std::uint32_t old = order_[i];
    for (RowElement element(a, old); element; ++element) {
      const std::uint32_t j = place_[static_cast<std::size_t>(element.col())];
      if (j <= i) at(i, j) = element.value();
    }
    const double diagonal = at(i, i);
    // L_ij for all j before the diagonal, then the pivot.
    for (std::uint32_t j = first_[i]; j < i; ++j) {
      double sum = at(i, j);
      for (std::uint32_t k = std::max(first_[i], first_[j]); k < j; ++k) sum -= at(i, k) * at(j, k);
      at(i, j) = at(j, j) > 0 ? sum / at(j, j) : 0;
    }
    double pivot = diagonal;
    for (std::uint32_t k = first_[i]; k < i; ++k) pivot -= at(i, k) * at(i, k);
    const bool is_dependent = pivot <= kLeastPivot * std::abs(diagonal);
    const bool is_negative =
        wanted != Definiteness::rounded && (diagonal < 0 || pivot < -1e-6 * std::abs(diagonal));
    if (is_negative || (is_dependent && wanted == Definiteness::definite))
      throw InputError(fmt::format("{} is not positive {}", name,
                                   wanted == Definiteness::definite ? "definite" : "semi-definite"));
    at(i, i) = is_dependent ? 0 : std::sqrt(pivot);
  }
}

void Envelope::forward(std::span<double> x, std::uint32_t begin, std::uint32_t end) const {
  for (std::uint32_t i = begin; i < end; ++i) {
    double sum = x[i];
    for (std::uint32_t k = std::max(begin, first_[i]); k < i; ++k) sum -= at(i, k) * x[k];
    x[i] = at(i, i) > 0 ? sum / at(i, i) : 0;
  }
}

void Envelope::backward(std::span<double> x) const {
  for (auto i = static_cast<std::uint32_t>(size()); i-- > 0;) {
    x[i] = at(i, i) > 0 ? x[i] / at(i, i) : 0;
    for (std::uint32_t k = first_[i]; k < i; ++k) x[k] -= at(i, k) * x[i];
  }
}

std::size_t Envelope::rank() const {
  std::size_t pivots = 0;
  for (std::uint32_t i = 0; i < size(); ++i) pivots += at(i, i) != 0;
  return pivots;
}

// Solves in the order of the envelope and puts the result back in the given order.
void Envelope::solve(std::span<double> x) const {
  std::vector<double> y(size());
  for (std::size_t i = 0; i < size(); ++i) y[i] = x[order_[i]];
  forward(y, 0, static_cast<std::uint32_t>(size()));
  backward(y);
  for (std::size_t i = 0; i < size(); ++i) x[order_[i]] = y[i];
}

RowMatrix Envelope::half_solve(const RowMatrix& rows) const {
  std::vector<SparseElement> result;
  std::vector<double> y(size(), 0);
  std::vector<std::uint32_t> places;
  for (std::uint32_t i = 0; i < row_count(rows); ++i) {
    places.clear();
    for (RowElement element(rows, i); element; ++element) {
      places.push_back(place_[static_cast<std::size_t>(element.col())]);
      y[places.back()] = element.value();
    }
    std::ranges::sort(places);
    // Solve in each part in which the row has an element, from that element to the end of the part.
    for (std::size_t k = 0; k < places.size();) {
      const std::uint32_t begin = places[k], end = part_end_[begin];
      forward(y, begin, end);
      for (std::uint32_t j = begin; j < end; ++j) {
        if (y[j] != 0) result.push_back({i, j, y[j]});
        y[j] = 0;
      }
      while (k < places.size() && places[k] < end) ++k;
    }
  }
  return from_elements(row_count(rows), size(), result);
}

}  // namespace cairn
