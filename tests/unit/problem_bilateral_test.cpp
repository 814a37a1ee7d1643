// The direct solve of joint rows: its factor against a product, and chains against what their links must do.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "problem/bilateral.h"
#include "problem/residual.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

Mat3 random_matrix(Random& random) {
  const auto row = [&] {
    return Vec3{random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5};
  };
  return {row(), row(), row()};
}

TEST(BlockCholesky, SolvesWhatItsMatrixMultiplies) {
  Random random(3);
  for (const std::uint32_t n : {1u, 2u, 7u, 40u}) {
    std::vector<BlockCholesky::Edge> edges;
    for (std::uint32_t i = 1; i < n; ++i)
      for (std::uint32_t j = 0; j < i; ++j)
        if (j + 1 == i || random.uniform() < 0.1) edges.emplace_back(i, j);
    std::vector<Mat3> diagonal_blocks, off;
    for (std::uint32_t i = 0; i < n; ++i) {
      const Mat3 a = random_matrix(random);
      diagonal_blocks.push_back(a * transpose(a) + diagonal({20, 20, 20}));
    }
    for (std::size_t e = 0; e < edges.size(); ++e) off.push_back(random_matrix(random));
    std::vector<Vec3> x(n), b(n);
    for (Vec3& part : x) part = random_matrix(random).row0;
    for (std::uint32_t i = 0; i < n; ++i) b[i] = diagonal_blocks[i] * x[i];
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const auto [i, j] = edges[e];
      b[i] += off[e] * x[j], b[j] += transpose(off[e]) * x[i];
    }
    BlockCholesky factor;
    factor.analyse(n, edges);
    factor.factor(diagonal_blocks, off);
    factor.solve(b);
    for (std::uint32_t i = 0; i < n; ++i) EXPECT_LT(norm(b[i] - x[i]), kHundredsOfRoundings) << n << " " << i;
  }
}

// A row of unit balls, each tied to the next at its rim, the first to the ground.
ContactProblem chain(std::size_t links) {
  ContactProblem problem;
  const auto ground = static_cast<std::uint32_t>(links);
  for (std::size_t k = 0; k < links; ++k) problem.bodies.push_back({{0, 0, -1}, 1, {}, 2.5});
  problem.bodies.push_back({});
  for (std::uint32_t k = 0; k < links; ++k) {
    problem.blocks.push_back({k == 0 ? ground : k - 1, k, 0, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {-1, 0, 0}});
    problem.sets.push_back(
        {.kind = SetKind::box, .component = {Component::free, Component::free, Component::free}});
    problem.bias.push_back({});
  }
  plan_in_order(links, problem.sweep);
  return problem;
}

TEST(Bilateral, SettlesAChainAtOnce) {
  Threads threads(1);
  ContactProblem problem = chain(200);
  prepare(problem, threads);
  ContactSolution solution;
  solution.impulse.assign(problem.size(), {});
  solution.bodies = problem.bodies;
  Bilateral bilateral;
  bilateral.bind(problem);
  bilateral.settle(problem, solution);
  for (const Block& block : problem.blocks)
    EXPECT_LT(norm(relative_velocity(block, solution.bodies[block.a], solution.bodies[block.b])),
              kThousandsOfRoundings);
}

// A motor of limited effort at the end of a chain, and a stop at the same row: bounded rows take what they
// may.
TEST(Bilateral, GivesBoundedRowsNoMoreThanTheyMayHave) {
  Threads threads(1);
  ContactProblem problem = chain(3);
  problem.blocks.push_back({3, 2, 0, {0, 0, 1}, {1, 0, 0}, {}, {}});
  problem.sets.push_back({.kind = SetKind::box, .component = {Component::bounded}, .cohesion = 0.1});
  problem.bias.push_back({-10, 0, 0});  // asks for 10 m/s upwards
  prepare(problem, threads);
  ContactSolution solution;
  solution.impulse.assign(problem.size(), {});
  solution.bodies = problem.bodies;
  Bilateral bilateral;
  bilateral.bind(problem);
  for (int k = 0; k < 3; ++k) bilateral.settle(problem, solution);
  EXPECT_DOUBLE_EQ(solution.impulse.back().x, 0.1);
  // With enough effort the speed is reached.
  problem.sets.back().cohesion = 1e3;
  for (int k = 0; k < 3; ++k) bilateral.settle(problem, solution);
  EXPECT_NEAR(solution.bodies[2].velocity.z, 10, kThousandsOfRoundings);
  EXPECT_LT(solution.impulse.back().x, 1e3);
}

}  // namespace
}  // namespace cairn::test
