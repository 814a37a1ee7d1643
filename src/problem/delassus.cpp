#include "problem/delassus.h"

#include <algorithm>

#include "base/assert.h"

namespace cairn {
namespace {

constexpr std::size_t kChunk = 512;  // blocks or bodies per task
constexpr std::size_t kAhead = 8;    // blocks between the prefetch of a body and its use

}  // namespace

void Delassus::bind(const ContactProblem& problem, Bilateral& eliminated) {
  CAIRN_ASSERT(problem.has_bodies());
  bind(problem);
  eliminated_ = &eliminated;
}

void Delassus::bind(const ContactProblem& problem) {
  CAIRN_ASSERT(problem.q.size() == problem.size());
  CAIRN_ASSERT(!problem.has_bodies() || problem.share.size() == problem.size());
  problem_ = &problem;
  eliminated_ = nullptr;
  if (!problem.has_bodies()) return;
  bodies_.assign(problem.bodies.begin(), problem.bodies.end());
  for (BodyState& body : bodies_) body.velocity = body.spin = {};
  shares_.resize(problem.share_begin.empty() ? 0 : problem.share_begin.back());
}

void Delassus::apply(std::span<const Vec3> x, std::span<Vec3> y, Threads& threads) {
  CAIRN_ASSERT(problem_ != nullptr);
  const ContactProblem& problem = *problem_;
  CAIRN_ASSERT(x.size() == problem.size() && y.size() == problem.size());
  if (problem.has_bodies()) {
    gather_shares(x, threads);
    move_bodies(threads);
  }
  if (eliminated_) eliminated_->hold(problem, bodies_);
  parallel_for(threads, problem.size(), kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) {
      if (problem.has_bodies()) {
        const Block &block = problem.blocks[i], &soon = problem.blocks[std::min(i + kAhead, end - 1)];
        __builtin_prefetch(&bodies_[soon.a]);
        __builtin_prefetch(&bodies_[soon.b]);
        y[i] = relative_velocity(block, bodies_[block.a], bodies_[block.b]);
      } else {
        y[i] = row_product(problem.matrix, i, x);
      }
      if (!problem.compliance.empty()) y[i] += scaled(problem.compliance[i], x[i]);
      if (eliminated_) y[i] = Bilateral::other_rows(problem.sets[i], y[i]);
    }
  });
}

// Writes the impulse of each block to the shares of its bodies.
void Delassus::gather_shares(std::span<const Vec3> x, Threads& threads) {
  const ContactProblem& problem = *problem_;
  parallel_for(threads, problem.size(), kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) {
      const Block& block = problem.blocks[i];
      const auto [share_a, share_b] = problem.share[i];
      const Vec3 p = to_world(block, eliminated_ ? Bilateral::other_rows(problem.sets[i], x[i]) : x[i]);
      if (block.turning) {
        if (share_a != kNoShare) shares_[share_a] = {{}, -p};
        if (share_b != kNoShare) shares_[share_b] = {{}, p};
      } else {
        if (share_a != kNoShare) shares_[share_a] = {-p, cross(p, block.arm_a)};
        if (share_b != kNoShare) shares_[share_b] = {p, cross(block.arm_b, p)};
      }
    }
  });
}

// Velocities of the bodies from the sums of their shares.
void Delassus::move_bodies(Threads& threads) {
  const ContactProblem& problem = *problem_;
  parallel_for(threads, bodies_.size(), kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t b = begin; b < end; ++b) {
      const std::uint32_t first = problem.share_begin[b], last = problem.share_begin[b + 1];
      if (first == last) continue;
      Vec3 impulse, turn;
      for (std::uint32_t k = first; k < last; ++k) {
        impulse += shares_[k].impulse;
        turn += shares_[k].turn;
      }
      BodyState& body = bodies_[b];
      body.velocity = body.spin = {};
      push(body, problem.mobility_of(static_cast<std::uint32_t>(b)), impulse, turn);
    }
  });
}

void Delassus::velocities(std::vector<BodyState>& bodies, Threads& threads) const {
  CAIRN_ASSERT(problem_ != nullptr && (bodies_.size() == problem_->bodies.size() || !problem_->has_bodies()));
  bodies.resize(problem_->bodies.size());
  parallel_for(threads, bodies.size(), kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t b = begin; b < end; ++b) {
      bodies[b] = problem_->bodies[b];
      bodies[b].velocity += bodies_[b].velocity;
      bodies[b].spin += bodies_[b].spin;
    }
  });
}

void complete(const ContactProblem& problem, ContactSolution& solution, Delassus& delassus,
              Threads& threads) {
  CAIRN_ASSERT(solution.impulse.size() == problem.size() && problem.q.size() == problem.size());
  std::vector<Vec3>& u = solution.velocity;
  u.resize(problem.size());
  delassus.apply(solution.impulse, u, threads);
  parallel_for(threads, u.size(), kChunk, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) u[i] += problem.q[i];
  });
  delassus.velocities(solution.bodies, threads);
}

}  // namespace cairn
