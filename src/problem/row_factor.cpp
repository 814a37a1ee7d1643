#include "problem/row_factor.h"

#include <algorithm>

#include "base/assert.h"

namespace cairn {
namespace {

// a without the rows and columns that are not selected.
Mat3 masked(const Mat3& a, const Vec3& rows, const Vec3& columns) {
  return {rows.x * scaled(a.row0, columns), rows.y * scaled(a.row1, columns),
          rows.z * scaled(a.row2, columns)};
}

}  // namespace

// Pairs of nodes with a common mobile body, each pair once.
void RowFactor::find_edges(const ContactProblem& problem, std::span<const Node> nodes) {
  nodes_of_body_.resize(problem.bodies.size());
  for (auto& list : nodes_of_body_) list.clear();
  edges_.clear();
  for (std::uint32_t k = 0; k < nodes.size(); ++k) {
    const Block& block = problem.blocks[nodes[k].block];
    for (const std::uint32_t body : {block.a, block.b}) {
      if (!is_mobile(problem.bodies[body])) continue;
      for (const std::uint32_t other : nodes_of_body_[body])
        if (other != k) edges_.emplace_back(k, other);
      nodes_of_body_[body].push_back(k);
    }
  }
  std::ranges::sort(edges_);
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
}

void RowFactor::factor(const ContactProblem& problem, std::span<const Node> nodes, double softness) {
  CAIRN_ASSERT(problem.has_bodies() && problem.diagonal.size() == problem.size());
  CAIRN_ASSERT(std::ranges::is_sorted(nodes, {}, &Node::block));
  CAIRN_ASSERT(nodes.empty() || nodes.back().block < problem.size());
  CAIRN_ASSERT(softness >= 0);
  find_edges(problem, nodes);
  cholesky_.analyse(nodes.size(), edges_);
  diagonal_.clear();
  off_.clear();
  for (const auto& [block, rows] : nodes) {
    const Mat3& own = problem.diagonal[block];
    const Vec3 soft = softness * scaled(rows, {own.row0.x, own.row1.y, own.row2.z});
    diagonal_.push_back(masked(own, rows, rows) + diagonal(Vec3{1, 1, 1} - rows + soft));
  }
  for (const auto& [i, j] : edges_)
    off_.push_back(masked(coupling(problem, nodes[i].block, nodes[j].block), nodes[i].rows, nodes[j].rows));
  cholesky_.factor(diagonal_, off_);
}

}  // namespace cairn
