// L D Lᵀ of a sparse symmetric positive definite matrix of 3 x 3 blocks, for the few blocks of joints. The
// order of elimination (least degree first, then least index) and the pattern of L are kept while the pattern
// of the matrix stays the same. Trees and chains have no fill. It uses one thread and no library: the same
// bits on every machine.
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

  // Analyses a matrix of n block rows whose lower triangle has blocks at these edges, and on the diagonal.
  // Edges are sorted and unique.
  void analyse(std::size_t n, std::span<const Edge> edges);
  // Factors the matrix: its diagonal blocks, and the blocks A_ij, i > j, of the edges as analysed.
  void factor(std::span<const Mat3> diagonal, std::span<const Mat3> off);
  // x = A⁻¹ x.
  void solve(std::span<Vec3> x) const;

 private:
  // Blocks of L below the diagonal by columns, in the order of elimination.
  struct Element {
    std::uint32_t row = 0;  // position in the order of elimination
    std::uint32_t at = 0;   // index of its block
  };
  // A_target −= L_a D L_bᵀ, targets on the diagonal first.
  struct Update {
    std::uint32_t target, a, b;
  };
  void order_by_degree(std::vector<std::vector<std::uint32_t>>& next);

  std::size_t n_ = 0;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> order_, place_;  // node at each position, position of each node
  std::vector<std::vector<Element>> columns_;
  std::vector<std::vector<Update>> diagonal_updates_, updates_;  // per column
  std::vector<std::uint32_t> edge_block_;                        // block of L for each edge
  std::vector<std::uint8_t> edge_flipped_;                       // the edge's block enters as its transpose
  std::vector<Mat3> block_, pivot_;                              // L, and D⁻¹
  std::vector<Mat3> scaled_;                                     // L D
  mutable std::vector<Vec3> y_;
};

}  // namespace cairn
