#include "math/block_cholesky.h"

#include <algorithm>
#include <map>

#include "base/assert.h"

namespace cairn {
namespace {

Vec3 transposed_product(const Mat3& a, const Vec3& x) { return x.x * a.row0 + x.y * a.row1 + x.z * a.row2; }
Mat3 difference(const Mat3& a, const Mat3& b) { return {a.row0 - b.row0, a.row1 - b.row1, a.row2 - b.row2}; }

}  // namespace

// Eliminates one node after the other, least degree first. The neighbours of an eliminated node become
// neighbours of each other. `next` ends as the neighbours that each node had when it was eliminated.
void BlockCholesky::order_by_degree(std::vector<std::vector<std::uint32_t>>& next) {
  std::vector<std::uint8_t> gone(n_, 0);
  order_.clear();
  place_.assign(n_, 0);
  std::vector<std::uint32_t> joined;
  for (std::uint32_t k = 0; k < n_; ++k) {
    std::uint32_t best = 0;
    std::size_t degree = n_ + 1;
    for (std::uint32_t i = 0; i < n_; ++i)
      if (!gone[i] && next[i].size() < degree) {
        best = i;
        degree = next[i].size();
      }
    gone[best] = 1;
    place_[best] = k;
    order_.push_back(best);
    for (const std::uint32_t i : next[best]) {
      joined.clear();
      std::ranges::set_union(next[i], next[best], std::back_inserter(joined));
      std::erase_if(joined, [&](std::uint32_t j) { return j == i || j == best; });
      next[i] = joined;
    }
  }
}

void BlockCholesky::analyse(std::size_t n, std::span<const Edge> edges) {
  CAIRN_ASSERT(std::ranges::is_sorted(edges) && std::ranges::adjacent_find(edges) == edges.end());
  CAIRN_ASSERT(std::ranges::all_of(
      edges, [n](const Edge& edge) { return edge.second < edge.first && edge.first < n; }));
  if (n == n_ && std::ranges::equal(edges, edges_)) return;
  n_ = n;
  edges_.assign(edges.begin(), edges.end());
  std::vector<std::vector<std::uint32_t>> next(n);
  for (const auto& [i, j] : edges) {
    next[i].push_back(j);
    next[j].push_back(i);
  }
  for (auto& list : next) std::ranges::sort(list);
  order_by_degree(next);

  // The pattern of L, column by column, with an index for each block.
  std::uint32_t blocks = 0;
  std::map<Edge, std::uint32_t> at;
  columns_.assign(n, {});
  updates_.assign(n, {});
  diagonal_updates_.assign(n, {});
  for (std::uint32_t k = 0; k < n; ++k) {
    for (const std::uint32_t i : next[order_[k]]) columns_[k].push_back({place_[i], 0});
    std::ranges::sort(columns_[k], {}, &Element::row);
    for (Element& element : columns_[k]) at[{element.row, k}] = element.at = blocks++;
  }
  // The updates that the elimination of each column causes.
  for (std::uint32_t k = 0; k < n; ++k) {
    const std::vector<Element>& column = columns_[k];
    for (std::size_t i = 0; i < column.size(); ++i) {
      diagonal_updates_[k].push_back({column[i].row, column[i].at, column[i].at});
      for (std::size_t j = 0; j < i; ++j)
        updates_[k].push_back({at.at({column[i].row, column[j].row}), column[i].at, column[j].at});
    }
  }
  // Where the block of each edge goes.
  edge_block_.clear();
  edge_flipped_.clear();
  for (const auto& [i, j] : edges) {
    const bool flipped = place_[i] < place_[j];
    edge_block_.push_back(flipped ? at.at({place_[j], place_[i]}) : at.at({place_[i], place_[j]}));
    edge_flipped_.push_back(flipped);
  }
  block_.resize(blocks);
  scaled_.resize(blocks);
  pivot_.resize(n);
  y_.resize(n);
}

void BlockCholesky::factor(std::span<const Mat3> diagonal, std::span<const Mat3> off) {
  CAIRN_ASSERT(diagonal.size() == n_ && off.size() == edges_.size());
  // Copy the matrix into the pattern of L.
  std::ranges::fill(block_, Mat3{{}, {}, {}});
  for (std::size_t e = 0; e < off.size(); ++e)
    block_[edge_block_[e]] = edge_flipped_[e] ? transpose(off[e]) : off[e];
  for (std::size_t k = 0; k < n_; ++k) pivot_[k] = diagonal[order_[k]];
  // Eliminate column by column: L_ik = A_ik D_k⁻¹, then A_ij −= L_ik D_k L_jkᵀ.
  for (std::size_t k = 0; k < n_; ++k) {
    pivot_[k] = inverse(pivot_[k]);
    for (const Element& element : columns_[k]) {
      scaled_[element.at] = block_[element.at];
      block_[element.at] = block_[element.at] * pivot_[k];
    }
    for (const Update& u : diagonal_updates_[k])
      pivot_[u.target] = difference(pivot_[u.target], block_[u.a] * transpose(scaled_[u.b]));
    for (const Update& u : updates_[k])
      block_[u.target] = difference(block_[u.target], block_[u.a] * transpose(scaled_[u.b]));
  }
}

void BlockCholesky::solve(std::span<Vec3> x) const {
  CAIRN_ASSERT(x.size() == n_);
  // Forward with L, then back with D and Lᵀ.
  for (std::size_t k = 0; k < n_; ++k) y_[k] = x[order_[k]];
  for (std::size_t k = 0; k < n_; ++k)
    for (const Element& element : columns_[k]) y_[element.row] -= block_[element.at] * y_[k];
  for (std::size_t k = n_; k-- > 0;) {
    y_[k] = pivot_[k] * y_[k];
    for (const Element& element : columns_[k])
      y_[k] -= transposed_product(block_[element.at], y_[element.row]);
  }
  for (std::size_t k = 0; k < n_; ++k) x[order_[k]] = y_[k];
}

}  // namespace cairn
