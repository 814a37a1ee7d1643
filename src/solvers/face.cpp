#include "solvers/face.h"

#include <algorithm>

namespace cairn {
namespace {

constexpr std::size_t kMostBlocks = 100, kMostCouplings = 5000;
constexpr double kSoftness = 1e-7;  // ε

Mat3 masked(const Mat3& a, const Vec3& rows, const Vec3& columns) {
  return {rows.x * scaled(a.row0, columns), rows.y * scaled(a.row1, columns),
          rows.z * scaled(a.row2, columns)};
}

// The rows of a block at which the velocity vanishes if nothing changes its state.
Vec3 rows_of(const AdmissibleSet& set, const Vec3& at) {
  if (set.kind == SetKind::box) {
    const auto holds = [&](int row) {
      const Component component = set.component[static_cast<std::size_t>(row)];
      return component != Component::none && project(component, set.cohesion, at[row]) == at[row] ? 1.0 : 0.0;
    };
    return {holds(0), holds(1), holds(2)};
  }
  if (set.kind == SetKind::half_line) return {at.x + set.cohesion > 0 ? 1.0 : 0.0, 0, 0};
  const Vec3 there = project(set, at);
  if (there == at) return {1, 1, 1};
  const bool slips = set.kind == SetKind::cone && set.slip == set.friction && there.x + set.cohesion > 0;
  return {slips ? 1.0 : 0.0, 0, 0};
}

}  // namespace

bool StickingFace::can_take(const ContactProblem& problem) {
  return problem.has_bodies() && problem.size() <= kMostBlocks && problem.couplings() <= kMostCouplings;
}

void StickingFace::step(const ContactProblem& problem, std::span<Vec3> impulse,
                        std::span<const Vec3> velocity) {
  choose_rows(problem, impulse, velocity);
  factor(problem);
  for (std::size_t k = 0; k < nodes_.size(); ++k) x_[k] = scaled(nodes_[k].rows, velocity[nodes_[k].block]);
  factor_.solve(x_);
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    Vec3& gamma = impulse[nodes_[k].block];
    gamma = project(problem.sets[nodes_[k].block], gamma - x_[k]);
  }
}

void StickingFace::choose_rows(const ContactProblem& problem, std::span<const Vec3> impulse,
                               std::span<const Vec3> velocity) {
  nodes_.clear();
  for (std::uint32_t i = 0; i < problem.size(); ++i) {
    const AdmissibleSet& set = problem.sets[i];
    const Vec3 at = impulse[i] - problem.rho[i] * corrected(set, velocity[i]);
    const Vec3 rows = problem.rho[i] > 0 ? rows_of(set, at) : Vec3{};
    if (rows != Vec3{}) nodes_.push_back({i, rows});
  }
}

void StickingFace::factor(const ContactProblem& problem) {
  // Blocks with a mobile body in common, each pair once.
  nodes_of_body_.resize(problem.bodies.size());
  for (auto& list : nodes_of_body_) list.clear();
  edges_.clear();
  for (std::uint32_t k = 0; k < nodes_.size(); ++k) {
    const Block& block = problem.blocks[nodes_[k].block];
    for (const std::uint32_t body : {block.a, block.b}) {
      if (!is_mobile(problem.bodies[body])) continue;
      for (const std::uint32_t other : nodes_of_body_[body])
        if (other != k) edges_.emplace_back(k, other);
      nodes_of_body_[body].push_back(k);
    }
  }
  std::ranges::sort(edges_);
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  factor_.analyse(nodes_.size(), edges_);

  // Rows that take no part are those of a unit matrix.
  diagonal_.clear(), off_.clear();
  for (const auto& [block, rows] : nodes_) {
    const Mat3& own = problem.diagonal[block];
    const Vec3 soft = kSoftness * scaled(rows, {own.row0.x, own.row1.y, own.row2.z});
    diagonal_.push_back(masked(own, rows, rows) + diagonal(Vec3{1, 1, 1} - rows + soft));
  }
  for (const auto& [i, j] : edges_)
    off_.push_back(
        masked(coupling(problem, nodes_[i].block, nodes_[j].block), nodes_[i].rows, nodes_[j].rows));
  factor_.factor(diagonal_, off_);
  x_.resize(nodes_.size());
}

}  // namespace cairn
