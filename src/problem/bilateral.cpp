#include "problem/bilateral.h"

#include <algorithm>

namespace cairn {
namespace {

bool is_free(const AdmissibleSet& set, int row) {
  return set.kind == SetKind::box && set.component[static_cast<std::size_t>(row)] == Component::free;
}
bool has_free_row(const AdmissibleSet& set) { return is_free(set, 0) || is_free(set, 1) || is_free(set, 2); }
Vec3 free_rows(const AdmissibleSet& set) {
  return {is_free(set, 0) ? 1.0 : 0.0, is_free(set, 1) ? 1.0 : 0.0, is_free(set, 2) ? 1.0 : 0.0};
}
// Rows and columns that are not free are zero.
Mat3 masked(const Mat3& a, const Vec3& rows, const Vec3& columns) {
  return {rows.x * scaled(a.row0, columns), rows.y * scaled(a.row1, columns),
          rows.z * scaled(a.row2, columns)};
}
Vec3 unit_vector(int k) { return {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0}; }

Vec3 velocity_of(const ContactProblem& problem, const ContactSolution& solution, std::uint32_t i) {
  const Block& block = problem.blocks[i];
  Vec3 u = relative_velocity(block, solution.bodies[block.a], solution.bodies[block.b]) + problem.bias[i];
  if (!problem.compliance.empty()) u += scaled(problem.compliance[i], solution.impulse[i]);
  return u;
}

}  // namespace

void push_bodies(const ContactProblem& problem, std::uint32_t i, const Vec3& change,
                 std::span<BodyState> bodies) {
  const Block& block = problem.blocks[i];
  const Vec3 p = to_world(block, change);
  const auto [share_a, share_b] = problem.share[i];
  const bool turning = block.turning != 0;
  if (share_a != kNoShare)
    push(bodies[block.a], problem.mobility_of(block.a), turning ? Vec3{} : -p,
         turning ? -p : cross(p, block.arm_a));
  if (share_b != kNoShare)
    push(bodies[block.b], problem.mobility_of(block.b), turning ? Vec3{} : p,
         turning ? p : cross(block.arm_b, p));
}

void Bilateral::bind(const ContactProblem& problem) {
  nodes_.clear(), bounded_.clear();
  if (!problem.has_bodies()) return;
  for (std::uint32_t i = 0; i < problem.size(); ++i) {
    const AdmissibleSet& set = problem.sets[i];
    if (set.kind != SetKind::box) continue;
    if (has_free_row(set)) nodes_.push_back(i);
    for (int row = 0; row < 3; ++row) {
      const Component component = set.component[static_cast<std::size_t>(row)];
      if (component != Component::free && component != Component::none) bounded_.push_back({i, row, 0});
    }
  }
  if (empty()) return;
  // Blocks with a mobile body in common, each pair once.
  nodes_of_body_.resize(problem.bodies.size());
  for (auto& list : nodes_of_body_) list.clear();
  edges_.clear();
  for (std::uint32_t k = 0; k < nodes_.size(); ++k) {
    const Block& block = problem.blocks[nodes_[k]];
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

  // The other rows of these blocks are put to one.
  diagonal_.clear(), off_.clear();
  for (const std::uint32_t i : nodes_) {
    const Vec3 rows = free_rows(problem.sets[i]);
    diagonal_.push_back(masked(problem.diagonal[i], rows, rows) + diagonal(Vec3{1, 1, 1} - rows));
  }
  for (const auto& [i, j] : edges_)
    off_.push_back(masked(coupling(problem, nodes_[i], nodes_[j]), free_rows(problem.sets[nodes_[i]]),
                          free_rows(problem.sets[nodes_[j]])));
  factor_.factor(diagonal_, off_);
  x_.resize(nodes_.size());
  find_inertias(problem);
}

// Ñ_rr = N_rr − N_rf S⁻¹ N_fr.
void Bilateral::find_inertias(const ContactProblem& problem) {
  for (Bounded& bounded : bounded_) {
    const Vec3 e = unit_vector(bounded.row);
    double n = dot(e, problem.diagonal[bounded.block] * e);
    const double alone = n;
    std::vector<Vec3> column(nodes_.size());
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      const Mat3 block = nodes_[k] == bounded.block ? problem.diagonal[nodes_[k]]
                                                    : coupling(problem, nodes_[k], bounded.block);
      x_[k] = column[k] = scaled(free_rows(problem.sets[nodes_[k]]), block * e);
    }
    factor_.solve(x_);
    for (std::size_t k = 0; k < nodes_.size(); ++k) n -= dot(column[k], x_[k]);
    // A row that the free rows hold already moves next to nothing.
    bounded.inertia = n > 1e-9 * alone ? 1 / n : 0;
  }
}

void Bilateral::settle_free(const ContactProblem& problem, ContactSolution& solution) {
  for (std::size_t k = 0; k < nodes_.size(); ++k)
    x_[k] = scaled(free_rows(problem.sets[nodes_[k]]), velocity_of(problem, solution, nodes_[k]));
  factor_.solve(x_);
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    solution.impulse[nodes_[k]] -= x_[k];
    push_bodies(problem, nodes_[k], -x_[k], solution.bodies);
  }
}

Vec3 Bilateral::other_rows(const AdmissibleSet& set, const Vec3& impulse) {
  return impulse - scaled(free_rows(set), impulse);
}

void Bilateral::hold(const ContactProblem& problem, std::span<BodyState> bodies) {
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const Block& block = problem.blocks[nodes_[k]];
    x_[k] = scaled(free_rows(problem.sets[nodes_[k]]),
                   relative_velocity(block, bodies[block.a], bodies[block.b]));
  }
  factor_.solve(x_);
  for (std::size_t k = 0; k < nodes_.size(); ++k) push_bodies(problem, nodes_[k], -x_[k], bodies);
}

void Bilateral::eliminate(const ContactProblem& problem, std::span<Vec3> q) {
  for (std::size_t k = 0; k < nodes_.size(); ++k)
    x_[k] = scaled(free_rows(problem.sets[nodes_[k]]), q[nodes_[k]]);
  factor_.solve(x_);
  moved_.assign(problem.bodies.begin(), problem.bodies.end());
  for (BodyState& body : moved_) body.velocity = body.spin = {};
  for (std::size_t k = 0; k < nodes_.size(); ++k) push_bodies(problem, nodes_[k], -x_[k], moved_);
  for (std::uint32_t i = 0; i < problem.size(); ++i) {
    const Block& block = problem.blocks[i];
    q[i] = other_rows(problem.sets[i], q[i] + relative_velocity(block, moved_[block.a], moved_[block.b]));
  }
}

void Bilateral::recover(const ContactProblem& problem, std::span<Vec3> impulse) {
  moved_.assign(problem.bodies.begin(), problem.bodies.end());
  for (std::uint32_t i = 0; i < problem.size(); ++i) {
    impulse[i] = other_rows(problem.sets[i], impulse[i]);
    push_bodies(problem, i, impulse[i], moved_);
  }
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const std::uint32_t i = nodes_[k];
    const Block& block = problem.blocks[i];
    const Vec3 u = relative_velocity(block, moved_[block.a], moved_[block.b]) + problem.bias[i];
    x_[k] = scaled(free_rows(problem.sets[i]), u);
  }
  factor_.solve(x_);
  for (std::size_t k = 0; k < nodes_.size(); ++k) impulse[nodes_[k]] -= x_[k];
}

double Bilateral::settle(const ContactProblem& problem, ContactSolution& solution) {
  if (empty()) return 0;
  settle_free(problem, solution);
  double moved = 0;
  for (const Bounded& bounded : bounded_) {
    const std::uint32_t i = bounded.block;
    const AdmissibleSet& set = problem.sets[i];
    double& gamma = solution.impulse[i][bounded.row];
    const double u = velocity_of(problem, solution, i)[bounded.row];
    const double next = project(set.component[static_cast<std::size_t>(bounded.row)], set.cohesion,
                                gamma - bounded.inertia * u);
    const double change = next - gamma;
    if (change == 0) continue;
    gamma = next, moved += change * change;
    push_bodies(problem, i, change * unit_vector(bounded.row), solution.bodies);
    settle_free(problem, solution);
  }
  return moved;
}

}  // namespace cairn
