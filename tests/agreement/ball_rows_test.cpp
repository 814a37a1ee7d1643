// Contacts of balls in their short form do what the general form does.
#include "solvers/ball_rows.h"

#include <gtest/gtest.h>

#include "agreement/problem_samples.h"
#include "base/random.h"

namespace cairn {
namespace {

using samples::Law;
using samples::ProblemMaker;
using samples::set_of;

constexpr double kRoundOff = 1e-14;

Vec3 random_vector(Random& random) {
  return {random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5};
}

// Two balls, or a ball on something that turns as prescribed, with arms of different lengths.
ContactProblem balls(std::uint64_t seed, bool on_prescribed) {
  Random random(seed);
  ProblemMaker maker;
  const std::uint32_t a = maker.body(2, {0.3, 0.3, 0.3}, random_vector(random), random_vector(random));
  const std::uint32_t b = maker.body(5, {0.7, 0.7, 0.7}, random_vector(random), random_vector(random));
  const Vec3 n = unit(random_vector(random));
  maker.contact(a, b, n, 0.4 * n, -0.9 * n, set_of(Law::coulomb, 0.3), random_vector(random));
  ContactProblem problem = maker.finish();
  if (on_prescribed) {
    problem.bodies[a].inverse_mass = problem.bodies[a].inverse_moment = 0;
    Threads threads(1);
    prepare(problem, threads);
  }
  return problem;
}

TEST(BallRows, HaveTheVelocitiesOfTheirBlocks) {
  Threads threads(1);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const ContactProblem problem = balls(seed, seed % 2 == 0);
    std::vector<BallRow> rows;
    find_balls(problem, threads, rows);
    ASSERT_EQ(rows[0].law, BallLaw::coulomb);
    const Vec3 u = BallFrame(rows[0]).velocity(rows[0], problem.bodies);
    EXPECT_LT(norm(u - problem.q[0]), kRoundOff);
  }
}

TEST(BallRows, PushLikeTheirBlocks) {
  Threads threads(1);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const ContactProblem problem = balls(seed, seed % 2 == 0);
    std::vector<BallRow> rows;
    find_balls(problem, threads, rows);
    const Vec3 gamma{0.7, -0.2, 0.4};
    std::vector<BodyState> bodies = problem.bodies;
    BallFrame(rows[0]).push(rows[0], gamma, bodies);
    std::vector<BodyState> expected = problem.bodies;
    const Block& block = problem.blocks[0];
    const Vec3 p = to_world(block, gamma);
    push(expected[block.a], problem.mobility_of(block.a), -p, -cross(block.arm_a, p));
    push(expected[block.b], problem.mobility_of(block.b), p, cross(block.arm_b, p));
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      EXPECT_LT(norm(bodies[i].velocity - expected[i].velocity), kRoundOff);
      EXPECT_LT(norm(bodies[i].spin - expected[i].spin), kRoundOff);
      EXPECT_EQ(bodies[i].inverse_mass, expected[i].inverse_mass);
      EXPECT_EQ(bodies[i].inverse_moment, expected[i].inverse_moment);
    }
  }
}

TEST(BallRows, AreForBallsAlone) {
  Threads threads(1);
  const Vec3 n{0, 0, 1};
  const auto law_of = [&](const Vec3& moments, const Vec3& arm, AdmissibleSet set, const Vec3& compliance) {
    ProblemMaker maker;
    const std::uint32_t b = maker.body(1, moments, {});
    maker.contact(0, b, n, {}, arm, set, {}, compliance);
    const ContactProblem problem = maker.finish();
    std::vector<BallRow> rows;
    find_balls(problem, threads, rows);
    return rows.empty() ? BallLaw::none : rows[0].law;
  };
  const Vec3 ball{0.4, 0.4, 0.4}, below{0, 0, -1};
  AdmissibleSet sticky = set_of(Law::cone, 0.5);
  sticky.cohesion = 1;
  EXPECT_EQ(law_of(ball, below, set_of(Law::cone, 0.5), {}), BallLaw::associated);
  EXPECT_EQ(law_of(ball, below, set_of(Law::frictionless, 0), {}), BallLaw::coulomb);
  EXPECT_EQ(law_of(ball, {0.1, 0, -1}, set_of(Law::cone, 0.5), {}), BallLaw::none);
  EXPECT_EQ(law_of({0.4, 0.4, 0.5}, below, set_of(Law::cone, 0.5), {}), BallLaw::none);
  EXPECT_EQ(law_of(ball, below, sticky, {}), BallLaw::none);
  EXPECT_EQ(law_of(ball, below, set_of(Law::cone, 0.5), {0.1, 0.1, 0.1}), BallLaw::none);
}

}  // namespace
}  // namespace cairn
