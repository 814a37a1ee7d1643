#include "solvers/face.h"

#include "base/assert.h"

namespace cairn {
namespace {

constexpr std::size_t kMostBlocks = 100, kMostCouplings = 5000;
constexpr double kSoftness = 1e-7;  // ε

// The rows of a block at which the velocity vanishes while its state stays. `at` is γ − ρ ũ; a row is 1 or 0.
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
  CAIRN_ASSERT(impulse.size() == problem.size() && velocity.size() == problem.size());
  choose_rows(problem, impulse, velocity);
  factor_.factor(problem, nodes_, kSoftness);
  x_.resize(nodes_.size());
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

}  // namespace cairn
