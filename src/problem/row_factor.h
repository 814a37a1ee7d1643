// Solves for selected rows of a problem with bodies, together and directly:
//   (N_ss + ε diag N_ss) x = b,   s the selected rows
// Rows of a selected block that are not in s become rows of a unit matrix. It uses one thread and no library,
// so the bits are the same on every machine.
#pragma once

#include <span>
#include <vector>

#include "math/block_cholesky.h"
#include "problem/contact_problem.h"

namespace cairn {

class RowFactor {
 public:
  struct Node {
    std::uint32_t block = 0;
    Vec3 rows;  // 1: selected, 0: not
  };

  // Nodes must be in block order. The elimination order is reused while the pattern stays the same.
  void factor(const ContactProblem& problem, std::span<const Node> nodes, double softness);
  // x = (N_ss + ε diag N_ss)⁻¹ x, one vector per node.
  void solve(std::span<Vec3> x) const { cholesky_.solve(x); }

 private:
  void find_edges(const ContactProblem& problem, std::span<const Node> nodes);

  std::vector<BlockCholesky::Edge> edges_;
  std::vector<std::vector<std::uint32_t>> nodes_of_body_;
  std::vector<Mat3> diagonal_, off_;
  BlockCholesky cholesky_;
};

}  // namespace cairn
