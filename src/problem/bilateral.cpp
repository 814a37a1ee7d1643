#include "problem/bilateral.h"

#include "base/assert.h"

namespace cairn {
namespace {

bool is_free(const AdmissibleSet& set, int row) {
  return set.kind == SetKind::box && set.component[static_cast<std::size_t>(row)] == Component::free;
}
Vec3 free_rows(const AdmissibleSet& set) {
  return {is_free(set, 0) ? 1.0 : 0.0, is_free(set, 1) ? 1.0 : 0.0, is_free(set, 2) ? 1.0 : 0.0};
}
Vec3 unit_vector(int k) { return {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0}; }

}  // namespace

void Bilateral::bind(const ContactProblem& problem) {
  nodes_.clear();
  bounded_.clear();
  if (!problem.has_bodies()) return;
  CAIRN_ASSERT(problem.diagonal.size() == problem.size() && problem.share.size() == problem.size());
  for (std::uint32_t i = 0; i < problem.size(); ++i) {
    const AdmissibleSet& set = problem.sets[i];
    if (set.kind != SetKind::box) continue;
    if (const Vec3 rows = free_rows(set); rows != Vec3{}) nodes_.push_back({i, rows});
    for (int row = 0; row < 3; ++row) {
      const Component component = set.component[static_cast<std::size_t>(row)];
      if (component != Component::free && component != Component::none) bounded_.push_back({i, row, 0});
    }
  }
  if (empty()) return;
  factor_.factor(problem, nodes_, 0);
  x_.resize(nodes_.size());
  find_inertias(problem);
}

// 1/Ñ of each bounded row, Ñ_rr = N_rr − N_rf S⁻¹ N_fr.
void Bilateral::find_inertias(const ContactProblem& problem) {
  for (Bounded& bounded : bounded_) {
    const Vec3 e = unit_vector(bounded.row);
    double n = dot(e, problem.diagonal[bounded.block] * e);
    const double alone = n;
    std::vector<Vec3> column(nodes_.size());
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      const Mat3 block = nodes_[k].block == bounded.block ? problem.diagonal[nodes_[k].block]
                                                          : coupling(problem, nodes_[k].block, bounded.block);
      x_[k] = column[k] = scaled(nodes_[k].rows, block * e);
    }
    factor_.solve(x_);
    for (std::size_t k = 0; k < nodes_.size(); ++k) n -= dot(column[k], x_[k]);
    // A row that the free rows already hold hardly moves: no inertia.
    bounded.inertia = n > 1e-9 * alone ? 1 / n : 0;
  }
}

// Solves the free rows to u = 0 and updates their bodies.
void Bilateral::settle_free(const ContactProblem& problem, ContactSolution& solution) {
  for (std::size_t k = 0; k < nodes_.size(); ++k)
    x_[k] = scaled(nodes_[k].rows, velocity_at(problem, solution, nodes_[k].block));
  factor_.solve(x_);
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    solution.impulse[nodes_[k].block] -= x_[k];
    push_bodies(problem, nodes_[k].block, -x_[k], solution.bodies);
  }
}

Vec3 Bilateral::other_rows(const AdmissibleSet& set, const Vec3& impulse) {
  return impulse - scaled(free_rows(set), impulse);
}

void Bilateral::hold(const ContactProblem& problem, std::span<BodyState> bodies) {
  CAIRN_ASSERT(bodies.size() == problem.bodies.size());
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const Block& block = problem.blocks[nodes_[k].block];
    x_[k] = scaled(nodes_[k].rows, relative_velocity(block, bodies[block.a], bodies[block.b]));
  }
  factor_.solve(x_);
  for (std::size_t k = 0; k < nodes_.size(); ++k) push_bodies(problem, nodes_[k].block, -x_[k], bodies);
}

void Bilateral::eliminate(const ContactProblem& problem, std::span<Vec3> q) {
  CAIRN_ASSERT(problem.has_bodies() && q.size() == problem.size());
  for (std::size_t k = 0; k < nodes_.size(); ++k) x_[k] = scaled(nodes_[k].rows, q[nodes_[k].block]);
  factor_.solve(x_);
  moved_.assign(problem.bodies.begin(), problem.bodies.end());
  for (BodyState& body : moved_) body.velocity = body.spin = {};
  for (std::size_t k = 0; k < nodes_.size(); ++k) push_bodies(problem, nodes_[k].block, -x_[k], moved_);
  for (std::uint32_t i = 0; i < problem.size(); ++i) {
    const Block& block = problem.blocks[i];
    q[i] = other_rows(problem.sets[i], q[i] + relative_velocity(block, moved_[block.a], moved_[block.b]));
  }
}

void Bilateral::recover(const ContactProblem& problem, std::span<Vec3> impulse) {
  CAIRN_ASSERT(problem.has_bodies() && impulse.size() == problem.size());
  moved_.assign(problem.bodies.begin(), problem.bodies.end());
  for (std::uint32_t i = 0; i < problem.size(); ++i) {
    impulse[i] = other_rows(problem.sets[i], impulse[i]);
    push_bodies(problem, i, impulse[i], moved_);
  }
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const auto& [i, rows] = nodes_[k];
    const Block& block = problem.blocks[i];
    const Vec3 u = relative_velocity(block, moved_[block.a], moved_[block.b]) + problem.bias[i];
    x_[k] = scaled(rows, u);
  }
  factor_.solve(x_);
  for (std::size_t k = 0; k < nodes_.size(); ++k) impulse[nodes_[k].block] -= x_[k];
}

double Bilateral::settle(const ContactProblem& problem, ContactSolution& solution) {
  if (empty()) return 0;
  CAIRN_ASSERT(solution.impulse.size() == problem.size());
  CAIRN_ASSERT(solution.bodies.size() == problem.bodies.size());
  // Free rows first, then each bounded row followed by the free rows.
  settle_free(problem, solution);
  double moved = 0;
  for (const Bounded& bounded : bounded_) {
    const std::uint32_t i = bounded.block;
    const AdmissibleSet& set = problem.sets[i];
    double& gamma = solution.impulse[i][bounded.row];
    const double u = velocity_at(problem, solution, i)[bounded.row];
    const double next = project(set.component[static_cast<std::size_t>(bounded.row)], set.cohesion,
                                gamma - bounded.inertia * u);
    const double change = next - gamma;
    if (change == 0) continue;
    gamma = next;
    moved += change * change;
    push_bodies(problem, i, change * unit_vector(bounded.row), solution.bodies);
    settle_free(problem, solution);
  }
  return moved;
}

}  // namespace cairn
