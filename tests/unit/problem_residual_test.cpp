// The residual in the form of velocities against its closed form, and what must not change it: open contacts,
// units of mass, length and time, copies of the scene.
#include <gtest/gtest.h>

#include <cmath>

#include "problem/residual.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kPush = 0.01;   // m/s, by which gravity brings a ball nearer in a step
constexpr double kSpeed = 0.44;  // m/s

// Balls of given inverse masses, each on the ground alone, with given approaching velocities.
struct Row {
  double inverse_mass = 1, velocity = -kPush;
};
ContactProblem rows(const std::vector<Row>& given, double speed) {
  ContactProblem problem;
  for (const Row& row : given) {
    const auto k = static_cast<std::uint32_t>(problem.bodies.size());
    problem.bodies.push_back({{0, 0, row.velocity}, row.inverse_mass, {}, 2.5 * row.inverse_mass});
    const auto ground = static_cast<std::uint32_t>(given.size());
    problem.blocks.push_back({ground, k, 0, {0, 0, 1}, {1, 0, 0}, {}, {0, 0, -1}});
    problem.sets.push_back(half_line());
    problem.bias.push_back({});
  }
  problem.bodies.push_back({});
  problem.speed = speed;
  Threads one(1);
  prepare(problem, one);
  return problem;
}

// The residual where balls keep a share of their velocities; a ball that leaves has no impulse.
double residual_of(const ContactProblem& problem, double share) {
  Threads one(1);
  std::vector<Vec3> impulse(problem.size()), velocity(problem.size());
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const double u = problem.q[i].x;
    velocity[i] = {u < 0 ? share * u : u, 0, 0};
    if (u < 0) impulse[i] = {(share - 1) * u / problem.diagonal[i].row0.x, 0, 0};
  }
  return residual(problem, impulse, velocity, one);
}

TEST(Residual, ALoneBallMissesByItsVelocity) {
  const ContactProblem problem = rows({{}}, kSpeed);
  const double pace = std::hypot(kSpeed, kPush);
  EXPECT_NEAR(problem.pace, pace, kFewRoundings);
  EXPECT_NEAR(residual_of(problem, 1), kPush / pace, kFewRoundings);
  EXPECT_NEAR(residual_of(problem, 0.25), 0.25 * kPush / pace, kFewRoundings);
  EXPECT_EQ(residual_of(problem, 0), 0);
}

// Without loads the approach alone is the measure: no impulses, residual 1.
TEST(Residual, WithoutLoadsAnUnsolvedProblemHasOne) {
  EXPECT_NEAR(residual_of(rows({{}, {0.5}, {1e6}}, 0), 1), 1, kFewRoundings);
}

TEST(Residual, OpenContactsDoNotCount) {
  const ContactProblem closed = rows({{}, {0.1}}, kSpeed);
  std::vector<Row> all{{}, {0.1}};
  for (int k = 0; k < 50; ++k) all.push_back({1, 0.2 * (k + 1)});
  const ContactProblem wide = rows(all, kSpeed);
  EXPECT_EQ(wide.pace, closed.pace);
  EXPECT_EQ(residual_of(wide, 0.3), residual_of(closed, 0.3));
  // In the form of impulses they are nearly all that counts.
  EXPECT_GT(wide.scale, 100 * closed.scale);
}

// A light ball that falls freely among heavy ones that rest counts like any other.
TEST(Residual, ALightBallCountsLikeAHeavyOne) {
  const auto one_falls = [](double inverse_mass) {
    const ContactProblem problem = rows({{1e-12}, {inverse_mass}}, kSpeed);
    Threads one(1);
    const std::vector<Vec3> impulse{{kPush / problem.diagonal[0].row0.x, 0, 0}, {}};
    const std::vector<Vec3> velocity{{}, {-kPush, 0, 0}};
    return std::pair{residual(problem, impulse, velocity, one),
                     impulse_residual(problem, {impulse, velocity, {}}, one)};
  };
  const double expected = kPush / std::sqrt(2) / std::hypot(kSpeed, kPush);
  for (const double inverse_mass : {1e-12, 1.0, 1e12})
    EXPECT_NEAR(one_falls(inverse_mass).first, expected, kFewRoundings) << inverse_mass;
  constexpr double kOverlooked = 1e-20;  // the ratio of masses is 1e24
  EXPECT_LT(one_falls(1e12).second, kOverlooked);
}

TEST(Residual, CopiesOfASceneChangeNothing) {
  std::vector<Row> many;
  for (int k = 0; k < 100; ++k) many.insert(many.end(), {{1, -kPush}, {3, -2 * kPush}});
  EXPECT_NEAR(residual_of(rows(many, kSpeed), 0.1),
              residual_of(rows({{1, -kPush}, {3, -2 * kPush}}, kSpeed), 0.1), kHundredsOfRoundings);
}

// Other units of mass, and of length or time.
TEST(Residual, UnitsChangeNothing) {
  const double si = residual_of(rows({{2, -kPush}, {3, -2 * kPush}}, kSpeed), 0.1);
  const double grams = residual_of(rows({{2e-3, -kPush}, {3e-3, -2 * kPush}}, kSpeed), 0.1);
  const double millimetres = residual_of(rows({{2, -1e3 * kPush}, {3, -2e3 * kPush}}, 1e3 * kSpeed), 0.1);
  EXPECT_NEAR(grams, si, kFewRoundings);
  EXPECT_NEAR(millimetres, si, kFewRoundings);
}

// A hinge that only turns: its spin counts times the radius of gyration of its two bodies' masses and
// moments.
TEST(Residual, SpinsCountByTheRadiusOfGyration) {
  ContactProblem problem;
  constexpr double kSpin = 3, kInverseMass = 0.5, kInverseMoment = 8;  // rad/s, 1/kg, 1/(kg m²)
  problem.bodies = {{{}, kInverseMass, {0, 0, kSpin}, kInverseMoment}, {}};
  problem.blocks.push_back({1, 0, 1, {0, 0, 1}, {1, 0, 0}, {}, {}});
  problem.sets.push_back(
      {.kind = SetKind::box, .component = {Component::free, Component::free, Component::free}});
  problem.bias.push_back({});
  problem.speed = 0;
  Threads one(1);
  prepare(problem, one);
  EXPECT_NEAR(problem.pace, kSpin * std::sqrt(kInverseMass / kInverseMoment), kFewRoundings);
}

}  // namespace
}  // namespace cairn::test
