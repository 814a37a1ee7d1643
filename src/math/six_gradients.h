// Conjugate gradients [HS52] for matrices of 6 x 6 blocks, preconditioned by a symmetric sweep of Gauss and
// Seidel. Blocks are first scaled so that those on the diagonal are 1:
//   A = 1 + L + Lᵀ + O,   W = 1 + L,   Â = W⁻¹ A W⁻ᵀ,   Â p = t + W⁻¹(p − t + O t),   t = W⁻ᵀ p
// L couples rows of the same part of the matrix, O rows of two parts. So a product with the preconditioned
// matrix costs as much as one with A [EI81], and parts can be swept at the same time. Parts depend on the
// number of rows alone: the same bits on any number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "math/six_blocks.h"

namespace cairn {

class SixGradients {
 public:
  struct Result {
    std::uint64_t iterations = 0;
    double reduction = 1;  // of the preconditioned residual
  };
  // Solves A x = b from x = 0 until the preconditioned residual |W⁻¹(b − A x)| has fallen by `reduction`, or
  // for `most` iterations. A is scaled in place. Blocks on the diagonal must be positive definite.
  Result solve(SixBlocks& a, std::span<const double> b, std::span<double> x, double reduction,
               std::uint64_t most, Threads& threads);

 private:
  void find_parts(const SixBlocks& a);
  void scale(SixBlocks& a, std::span<const double> b, Threads& threads);
  double multiply(const SixBlocks& a, Threads& threads);
  void sweep_up(const SixBlocks& a, std::size_t part, std::span<Six> x) const;
  void sweep_down(const SixBlocks& a, std::size_t part, std::span<Six> x) const;
  Six across(const SixBlocks& a, std::size_t k) const;
  std::size_t first_of(std::size_t part) const { return part * part_; }
  std::size_t end_of(std::size_t part) const;

  std::size_t rows_ = 0, part_ = 1;                 // rows of A, and of a part
  std::vector<std::size_t> inner_end_;              // per column: end of its rows of the same part
  std::vector<std::size_t> across_begin_;           // per row: its blocks in columns of other parts
  std::vector<std::array<std::size_t, 2>> across_;  // column, block
  std::vector<SixBlock> root_;                      // C, lower: C Cᵀ is the block on the diagonal
  std::vector<Six> x_, r_, p_, t_, q_;
};

}  // namespace cairn
