#include "math/six_gradients.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/sum.h"

namespace cairn {
namespace {

constexpr std::size_t kRows = 1024, kParts = 16;  // fewest rows of a part, most parts

double dot(const Six& a, const Six& b) {
  double sum = 0;
  for (std::size_t c = 0; c < 6; ++c) sum += a[c] * b[c];
  return sum;
}

// C with C Cᵀ = A; A has its lower half.
SixBlock root_of(const SixBlock& a) {
  SixBlock c{};
  for (std::size_t k = 0; k < 6; ++k) {
    double pivot = a[k][k];
    for (std::size_t j = 0; j < k; ++j) pivot -= c[j][k] * c[j][k];
    CAIRN_ASSERT(!(pivot <= 0));
    c[k][k] = std::sqrt(pivot);
    for (std::size_t r = k + 1; r < 6; ++r) {
      double sum = a[k][r];
      for (std::size_t j = 0; j < k; ++j) sum -= c[j][r] * c[j][k];
      c[k][r] = sum / c[k][k];
    }
  }
  return c;
}

// C⁻¹ x and C⁻ᵀ x.
Six solve_root(const SixBlock& c, Six x) {
  for (std::size_t k = 0; k < 6; ++k) {
    x[k] /= c[k][k];
    for (std::size_t r = k + 1; r < 6; ++r) x[r] -= c[k][r] * x[k];
  }
  return x;
}
Six solve_transposed(const SixBlock& c, Six x) {
  for (std::size_t k = 6; k-- > 0;) {
    for (std::size_t r = k + 1; r < 6; ++r) x[k] -= c[k][r] * x[r];
    x[k] /= c[k][k];
  }
  return x;
}

SixBlock transposed(const SixBlock& b) {
  SixBlock t;
  for (std::size_t c = 0; c < 6; ++c)
    for (std::size_t r = 0; r < 6; ++r) t[r][c] = b[c][r];
  return t;
}

// C_i⁻¹ B C_j⁻ᵀ.
SixBlock between(const SixBlock& c_i, const SixBlock& b, const SixBlock& c_j) {
  SixBlock left = b;
  for (Six& column : left) column = solve_root(c_i, column);
  SixBlock right = transposed(left);
  for (Six& column : right) column = solve_root(c_j, column);
  return transposed(right);
}

}  // namespace

std::size_t SixGradients::end_of(std::size_t part) const { return std::min(rows_, (part + 1) * part_); }

// Divides the rows into parts, and finds the blocks between parts for their rows.
void SixGradients::find_parts(const SixBlocks& a) {
  rows_ = static_cast<std::size_t>(a.size());
  part_ = std::max(kRows, (rows_ + kParts - 1) / kParts);
  inner_end_.resize(rows_);
  across_begin_.assign(rows_ + 1, 0);
  across_.clear();
  std::vector<std::array<std::size_t, 3>> found;  // row, column, block
  for (std::size_t k = 0; k < rows_; ++k) {
    const std::size_t end = end_of(k / part_);
    inner_end_[k] = a.begin[k];
    for (std::size_t at = a.begin[k]; at < a.begin[k + 1]; ++at) {
      const auto row = static_cast<std::size_t>(a.row[at]);
      if (row < end)
        inner_end_[k] = at + 1;
      else
        found.push_back({row, k, at});
    }
  }
  std::ranges::sort(found);
  for (const auto& [row, column, at] : found) {
    ++across_begin_[row + 1];
    across_.push_back({column, at});
  }
  for (std::size_t k = 0; k < rows_; ++k) across_begin_[k + 1] += across_begin_[k];
}

// Scales A and b by the roots of the diagonal; r = scaled b.
void SixGradients::scale(SixBlocks& a, std::span<const double> b, Threads& threads) {
  root_.resize(rows_);
  r_.resize(rows_);
  parallel_for(threads, rows_, part_, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t k = begin; k < end; ++k) {
      root_[k] = root_of(a.block[a.begin[k]]);
      std::copy_n(b.begin() + static_cast<std::ptrdiff_t>(6 * k), 6, r_[k].begin());
      r_[k] = solve_root(root_[k], r_[k]);
    }
  });
  parallel_for(threads, rows_, part_, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t k = begin; k < end; ++k)
      for (std::size_t at = a.begin[k] + 1; at < a.begin[k + 1]; ++at)
        a.block[at] = between(root_[static_cast<std::size_t>(a.row[at])], a.block[at], root_[k]);
  });
}

// x ← W⁻¹ x within a part.
void SixGradients::sweep_up(const SixBlocks& a, std::size_t part, std::span<Six> x) const {
  for (std::size_t k = first_of(part); k < end_of(part); ++k)
    for (std::size_t at = a.begin[k] + 1; at < inner_end_[k]; ++at)
      subtract_product(a.block[at], x[k], x[static_cast<std::size_t>(a.row[at])]);
}

// x ← W⁻ᵀ x within a part.
void SixGradients::sweep_down(const SixBlocks& a, std::size_t part, std::span<Six> x) const {
  for (std::size_t k = end_of(part); k-- > first_of(part);) {
    Six sum = x[k];
    for (std::size_t at = a.begin[k] + 1; at < inner_end_[k]; ++at) {
      const Six from = transposed_product(a.block[at], x[static_cast<std::size_t>(a.row[at])]);
      for (std::size_t c = 0; c < 6; ++c) sum[c] -= from[c];
    }
    x[k] = sum;
  }
}

// Row k of O t.
Six SixGradients::across(const SixBlocks& a, std::size_t k) const {
  Six sum{};
  for (std::size_t at = inner_end_[k]; at < a.begin[k + 1]; ++at) {
    const Six from = transposed_product(a.block[at], t_[static_cast<std::size_t>(a.row[at])]);
    for (std::size_t c = 0; c < 6; ++c) sum[c] += from[c];
  }
  for (std::size_t n = across_begin_[k]; n < across_begin_[k + 1]; ++n)
    add_product(a.block[across_[n][1]], t_[across_[n][0]], sum);
  return sum;
}

// q = Â p; returns p·q.
double SixGradients::multiply(const SixBlocks& a, Threads& threads) {
  parallel_for(threads, rows_, part_, [&](std::size_t begin, std::size_t end, std::size_t part) {
    std::copy(p_.begin() + static_cast<std::ptrdiff_t>(begin), p_.begin() + static_cast<std::ptrdiff_t>(end),
              t_.begin() + static_cast<std::ptrdiff_t>(begin));
    sweep_down(a, part, t_);
  });
  parallel_for(threads, rows_, part_, [&](std::size_t begin, std::size_t end, std::size_t part) {
    for (std::size_t k = begin; k < end; ++k) {
      q_[k] = across(a, k);
      for (std::size_t c = 0; c < 6; ++c) q_[k][c] += p_[k][c] - t_[k][c];
    }
    sweep_up(a, part, q_);
    for (std::size_t k = begin; k < end; ++k)
      for (std::size_t c = 0; c < 6; ++c) q_[k][c] += t_[k][c];
  });
  return total<double>(threads, rows_, [&](std::size_t k) { return dot(p_[k], q_[k]); });
}

SixGradients::Result SixGradients::solve(SixBlocks& a, std::span<const double> b, std::span<double> x,
                                         double reduction, std::uint64_t most, Threads& threads) {
  CAIRN_ASSERT(b.size() == x.size() && b.size() == 6 * static_cast<std::size_t>(a.size()));
  find_parts(a);
  scale(a, b, threads);
  parallel_for(threads, rows_, part_,
               [&](std::size_t, std::size_t, std::size_t part) { sweep_up(a, part, r_); });
  p_ = r_;
  x_.assign(rows_, {});
  t_.resize(rows_);
  q_.resize(rows_);
  double size = total<double>(threads, rows_, [&](std::size_t k) { return dot(r_[k], r_[k]); });
  const double first = size, goal = reduction * reduction * first;
  Result result;
  while (size > goal && result.iterations < most) {
    const double bend = multiply(a, threads);
    if (!(bend > 0)) break;
    const double alpha = size / bend, before = size;
    size = total<double>(threads, rows_, [&](std::size_t k) {
      for (std::size_t c = 0; c < 6; ++c) {
        x_[k][c] += alpha * p_[k][c];
        r_[k][c] -= alpha * q_[k][c];
      }
      return dot(r_[k], r_[k]);
    });
    const double beta = size / before;
    parallel_for(threads, rows_, part_, [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t k = begin; k < end; ++k)
        for (std::size_t c = 0; c < 6; ++c) p_[k][c] = r_[k][c] + beta * p_[k][c];
    });
    ++result.iterations;
  }
  // Back to the unknowns of A.
  parallel_for(threads, rows_, part_, [&](std::size_t begin, std::size_t end, std::size_t part) {
    sweep_down(a, part, x_);
    for (std::size_t k = begin; k < end; ++k) {
      x_[k] = solve_transposed(root_[k], x_[k]);
      std::copy(x_[k].begin(), x_[k].end(), x.begin() + static_cast<std::ptrdiff_t>(6 * k));
    }
  });
  result.reduction = first > 0 ? std::sqrt(size / first) : 0;
  return result;
}

}  // namespace cairn
