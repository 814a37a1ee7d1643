// L D Lᵀ of a sparse symmetric positive definite matrix of 3 x 3 blocks, for the few blocks of joints. The
// order of elimination (least degree first, then least index) and the pattern of L are kept while the pattern
// of the matrix stays the same; trees and chains have no fill. One thread, no library: the same bits on every
// machine.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "math/mat3.h"

namespace cairn {

class BlockCholesky {
 public:
  using Edge = std::pair<std::uint32_t, std::uint32_t>;  // i > j

  // A matrix of n blocks whose lower triangle has blocks at these places and on the diagonal. Edges sorted,
  // none twice.
  void analyse(std::size_t n, std::span<const Edge> edges);
  // Blocks of the diagonal, and of the edges as analysed: A_ij with i > j.
  void factor(std::span<const Mat3> diagonal, std::span<const Mat3> off);
  // x = A⁻¹ x.
  void solve(std::span<Vec3> x) const;

 private:
  // Blocks of L below the diagonal by columns, in the order of elimination.
  struct Entry {
    std::uint32_t row = 0;  // place in the order
    std::uint32_t at = 0;   // index of its block
  };
  // A_target −= L_a D L_bᵀ, targets on the diagonal first.
  struct Update {
    std::uint32_t target, a, b;
  };
  void order_by_degree(std::vector<std::vector<std::uint32_t>>& next);

  std::size_t n_ = 0;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> order_, place_;  // node at each place, place of each node
  std::vector<std::vector<Entry>> columns_;
  std::vector<std::vector<Update>> diagonal_updates_, updates_;  // per column
  std::vector<std::uint32_t> edge_block_;                        // where each edge's block goes
  std::vector<std::uint8_t> edge_flipped_;                       // as its transpose
  std::vector<Mat3> block_, pivot_;                              // L, and D⁻¹
  std::vector<Mat3> scaled_;                                     // L D
  mutable std::vector<Vec3> y_;
};

}  // namespace cairn
