// Momentum per contact: impulses stay admissible, restarts are a block's own, and sweeps become fewer.
#include <gtest/gtest.h>

#include <algorithm>

#include "contact_sample.h"
#include "problem/residual.h"
#include "solvers/momentum.h"
#include "solvers/solvers.h"
#include "tolerances.h"

namespace cairn {
namespace {

// Two blocks of a pile with a given last impulse.
struct Pair {
  ContactProblem problem = sample_pile(2, 0.5, 3);
  Momentum momentum;

  explicit Pair(const Vec3& gamma) {
    ContactSolution solution;
    solution.impulse.assign(problem.size(), gamma);
    momentum.begin(solution);
  }
};

TEST(Momentum, RepeatsAGrowingPartOfTheLastStep) {
  Pair pair({1, 0, 0});
  double x = 1;
  for (int age = 1; age <= 5; ++age) {
    const double step = 0.5;
    const Vec3 more = pair.momentum.more(pair.problem, 0, {x + step, 0, 0});
    EXPECT_DOUBLE_EQ(more.x, step * age / (age + 3));
    EXPECT_EQ(more.y, 0);
    x += step;
    // The next step starts from x, and the sweep moves on from x + more.
  }
}

TEST(Momentum, RestartsABlockThatTurnsRoundAndNoOther) {
  Pair pair({1, 0, 0});
  ASSERT_GE(pair.problem.size(), 2u);
  for (std::uint32_t i = 0; i < 2; ++i) EXPECT_GT(pair.momentum.more(pair.problem, i, {2, 0, 0}).x, 0);
  // From y = 2.25 the sweep goes back to 2.1: against the momentum, although above the last x.
  EXPECT_EQ(pair.momentum.more(pair.problem, 0, {2.1, 0, 0}), Vec3{});
  EXPECT_DOUBLE_EQ(pair.momentum.more(pair.problem, 1, {3, 0, 0}).x, 2.0 / 5);
  EXPECT_DOUBLE_EQ(pair.momentum.more(pair.problem, 0, {3.1, 0, 0}).x, 1.0 / 4);
}

TEST(Momentum, ForgetsWhenAContactOpens) {
  Pair pair({2, 0, 0});
  EXPECT_LT(pair.momentum.more(pair.problem, 0, {1, 0, 0}).x, 0);
  EXPECT_EQ(pair.momentum.more(pair.problem, 0, {}), Vec3{});
  EXPECT_DOUBLE_EQ(pair.momentum.more(pair.problem, 0, {1, 0, 0}).x, 1.0 / 4);
}

TEST(Momentum, LeavesRowsOfJointsAlone) {
  Pair pair({1, 0, 0});
  pair.problem.sets[0] = {.kind = SetKind::box,
                          .component = {Component::free, Component::free, Component::free}};
  EXPECT_EQ(pair.momentum.more(pair.problem, 0, {2, 1, 1}), Vec3{});
}

struct Swept {
  SolveReport report;
  ContactSolution solution;
};

Swept sweep(const ContactProblem& problem, const char* solver, const char* accelerate,
            const SolveLimits& limits, unsigned workers = 1) {
  Threads threads(workers);
  Swept swept;
  swept.report = solvers()
                     .make_with(solver, {std::string("accelerate=") + accelerate})
                     ->solve(problem, swept.solution, limits, threads);
  return swept;
}

void set_law(ContactProblem& problem, double slip_over_friction) {
  for (AdmissibleSet& set : problem.sets) set.slip = slip_over_friction * set.friction;
}

TEST(Momentum, TakesFewerSweepsToTheSameVelocities) {
  ContactProblem problem = sample_pile(200, 0.3, 5);
  const SolveLimits limits{.tolerance = 1e-9, .max_iterations = 100000};
  constexpr double kBothEnd = 1e-6;  // [m/s] two answers of residual 1e-9; the pile moves with about 1 m/s
  for (const double slip : {0.0, 1.0}) {
    set_law(problem, slip);
    for (const char* solver : {"pgs", "nlgs"}) {
      const Swept plain = sweep(problem, solver, "false", limits);
      const Swept fast = sweep(problem, solver, "momentum", limits);
      ASSERT_TRUE(plain.report.converged && fast.report.converged) << solver << slip;
      EXPECT_LT(2 * fast.report.iterations, plain.report.iterations) << solver << slip;
      for (std::size_t i = 0; i < problem.size(); ++i)
        EXPECT_LT(norm(fast.solution.velocity[i] - plain.solution.velocity[i]), kBothEnd);
    }
  }
}

TEST(Momentum, EndsWithAdmissibleImpulsesAfterAnyNumberOfSweeps) {
  const ContactProblem problem = sample_pile(60, 0.4, 9);
  for (std::uint64_t most = 1; most <= 40; ++most) {
    const Swept swept = sweep(problem, "pgs", "momentum", {.tolerance = 1e-14, .max_iterations = most});
    EXPECT_EQ(swept.report.iterations, most);
    for (std::size_t i = 0; i < problem.size(); ++i) {
      const Vec3& gamma = swept.solution.impulse[i];
      EXPECT_LE(norm(gamma - project(problem.sets[i], gamma)), kFewRoundings * (1 + norm(gamma)));
    }
  }
}

// Six sweeps leave room for one with momentum: two plain ones come first, and three last.
TEST(Momentum, LeavesTheFirstAndTheLastSweepsPlain) {
  const ContactProblem problem = sample_pile(30, 0.4, 2);
  const auto differ = [&](std::uint64_t most) {
    const SolveLimits limits{.tolerance = 1e-14, .max_iterations = most};
    return sweep(problem, "pgs", "momentum", limits).solution.impulse !=
           sweep(problem, "pgs", "false", limits).solution.impulse;
  };
  for (std::uint64_t most = 1; most <= 6; ++most) EXPECT_FALSE(differ(most)) << most;
  EXPECT_TRUE(differ(7));
}

// Piles side by side, each a part of one colour.
ContactProblem sample_piles(std::uint32_t piles) {
  ContactProblem all;
  all.bodies.push_back({});
  all.sweep.parts = {0}, all.sweep.colours = {0, piles};
  for (std::uint32_t k = 0; k < piles; ++k) {
    const ContactProblem one = sample_pile(6, 0.4, k + 1);
    const auto before = static_cast<std::uint32_t>(all.bodies.size()) - 1;
    all.bodies.insert(all.bodies.end(), one.bodies.begin() + 1, one.bodies.end());
    for (Block block : one.blocks) {
      for (std::uint32_t* body : {&block.a, &block.b})
        if (*body > 0) *body += before;
      all.blocks.push_back(block);
    }
    all.sets.insert(all.sets.end(), one.sets.begin(), one.sets.end());
    all.bias.insert(all.bias.end(), one.bias.begin(), one.bias.end());
    all.sweep.parts.push_back(static_cast<std::uint32_t>(all.sets.size()));
  }
  Threads threads(1);
  prepare(all, threads);
  return all;
}

TEST(Momentum, HasTheSameBitsOnAnyNumberOfThreads) {
  const ContactProblem problem = sample_piles(300);
  const SolveLimits limits{.tolerance = 1e-14, .max_iterations = 80};
  const Swept one = sweep(problem, "pgs", "momentum", limits);
  for (unsigned workers = 2; workers <= 4; ++workers) {
    const Swept more = sweep(problem, "pgs", "momentum", limits, workers);
    EXPECT_EQ(more.solution.impulse, one.solution.impulse);
    EXPECT_EQ(more.report.residual, one.report.residual);
  }
}

}  // namespace
}  // namespace cairn
