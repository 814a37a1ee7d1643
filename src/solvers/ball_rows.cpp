#include "solvers/ball_rows.h"

#include <cmath>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr std::size_t kChunk = 512;
constexpr double kAlong = 1e-12;  // share of an arm across the normal that counts as round-off

bool has_closed_form(const AdmissibleSet& set) {
  const bool one_sided = set.kind == SetKind::half_line || set.kind == SetKind::cone;
  return one_sided && set.cohesion == 0 && set.across == 1 && (set.slip == 0 || set.slip == set.friction);
}

// True for a ball whose arm lies along the normal.
bool is_ball(const BodyState& body, const Vec3& arm, const Vec3& n) {
  return body.inverse_moment >= 0 && norm2(cross(arm, n)) <= kAlong * kAlong * norm2(arm);
}

// Returns law `none` if block i is not a contact between balls.
BallRow ball_row(const ContactProblem& problem, std::size_t i) {
  const Block& block = problem.blocks[i];
  const AdmissibleSet& set = problem.sets[i];
  const LocalStep& local = problem.local[i];
  if (block.turning || !local.is_exact || !has_closed_form(set)) return {};
  const BodyState &a = problem.bodies[block.a], &b = problem.bodies[block.b];
  const bool moves_a = is_mobile(a), moves_b = is_mobile(b);
  if (moves_a && !is_ball(a, block.arm_a, block.n)) return {};
  if (moves_b && !is_ball(b, block.arm_b, block.n)) return {};
  const BodyState at_rest;
  Vec3 bias = problem.bias[i];
  if (!moves_a || !moves_b) bias += relative_velocity(block, moves_a ? at_rest : a, moves_b ? at_rest : b);
  return {.n = block.n,
          .arm_a = dot(block.arm_a, block.n),
          .t1 = block.t1,
          .arm_b = -dot(block.arm_b, block.n),
          .bias = bias,
          .friction = set.kind == SetKind::cone ? set.friction : 0,
          .normal = local.normal,
          .tangential = local.tangential,
          .a = moves_a ? block.a : BallRow::kPrescribed,
          .b = moves_b ? block.b : BallRow::kPrescribed,
          // Without friction both laws agree.
          .law = set.slip > 0 || !(set.friction > 0) ? BallLaw::coulomb : BallLaw::associated};
}

}  // namespace

void find_balls(const ContactProblem& problem, Threads& threads, std::vector<BallRow>& rows) {
  CAIRN_ASSERT(problem.local.size() == problem.size());
  rows.resize(problem.has_bodies() && problem.compliance.empty() ? problem.size() : 0);
  parallel_for(threads, rows.size(), kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) rows[i] = ball_row(problem, i);
  });
}

}  // namespace cairn
