// The estimate of the velocity error where the error is known.
#include <gtest/gtest.h>

#include <cmath>

#include "contact_sample.h"
#include "problem/delassus.h"
#include "problem/residual.h"
#include "solvers/solvers.h"

namespace cairn {
namespace {

constexpr double kMass = 2, kSpeed = 0.3;
constexpr double kRootOfRoundOff = 1e-8;  // the estimate is the root of a difference that cancels

// A ball that falls on the floor with kSpeed and slides with the same speed.
ContactProblem falling_ball(const AdmissibleSet& set, double slide) {
  ContactProblem problem;
  BodyState ball;
  ball.velocity = {slide, 0, -kSpeed};
  ball.inverse_mass = 1 / kMass, ball.inverse_moment = 0;
  problem.bodies = {BodyState{}, ball};
  Block block;
  block.a = 0, block.b = 1, block.n = {0, 0, 1}, block.t1 = {1, 0, 0};
  problem.blocks = {block};
  problem.sets = {set}, problem.bias = {Vec3{}};
  plan_in_order(1, problem.sweep);
  Threads threads(1);
  prepare(problem, threads);
  return problem;
}

double error_of(const ContactProblem& problem, const Vec3& impulse) {
  Threads threads(1);
  Delassus delassus;
  delassus.bind(problem);
  ContactSolution solution;
  solution.impulse = {impulse};
  complete(problem, solution, delassus, threads);
  return velocity_error(problem, solution, threads);
}

// An impulse too large by the share e leaves the speed e v, and the gap m v² e (1 + e).
TEST(VelocityError, IsKnownForOneContact) {
  const ContactProblem problem = falling_ball(half_line(), 0);
  for (const double e : {0.5, 0.1, 1e-3, 0.0}) {
    const double error = error_of(problem, {kMass * kSpeed * (1 + e), 0, 0});
    EXPECT_NEAR(error, kSpeed * std::sqrt(2 * e * (1 + e)), kRootOfRoundOff);
    EXPECT_GE(error, std::sqrt(2.0) * e * kSpeed);
  }
}

// A sliding contact that obeys Coulomb's law has no gap, although friction does work.
TEST(VelocityError, IsZeroWhereACoulombContactSlides) {
  const ContactProblem problem = falling_ball(cone(0.2, 0.2), 1);
  const double n = kMass * kSpeed;
  EXPECT_NEAR(error_of(problem, {n, -0.2 * n, 0}), 0, kRootOfRoundOff);
  EXPECT_GT(error_of(problem, {n, 0, 0}), 0.1);
}

// A motor at its limit works, and makes no error.
TEST(VelocityError, IsZeroForAMotorAtItsLimit) {
  AdmissibleSet motor{.kind = SetKind::box,
                      .component = {Component::bounded, Component::none, Component::none}};
  motor.cohesion = 0.1;
  const ContactProblem problem = falling_ball(motor, 0);
  EXPECT_EQ(error_of(problem, {0.1, 0, 0}), 0);
  EXPECT_GT(error_of(problem, {0.05, 0, 0}), 0.1);
}

TEST(VelocityError, BoundsTheErrorUnderTheConeLaw) {
  ContactProblem problem = sample_pile(40, 0.4, 6);
  for (AdmissibleSet& set : problem.sets) set.slip = 0;
  Threads threads(1);
  ContactSolution exact, rough;
  ASSERT_TRUE(solvers().make("interior_point")->solve(problem, exact, {1e-11, 200, 0}, threads).converged);
  for (const std::uint64_t sweeps : {50, 100, 200}) {
    rough.impulse.clear();
    const SolveReport report = solvers().make("pgs")->solve(problem, rough, {1e-12, sweeps, 0}, threads);
    double error2 = 0, mass = 0;
    for (std::size_t b = 1; b < problem.bodies.size(); ++b) {
      const BodyState &x = rough.bodies[b], &y = exact.bodies[b];
      error2 += norm2(x.velocity - y.velocity) / x.inverse_mass + norm2(x.spin - y.spin) / x.inverse_moment;
      mass += 1 / x.inverse_mass;
    }
    EXPECT_GE(velocity_error(problem, rough, threads), std::sqrt(error2 / mass)) << report.residual;
  }
}

TEST(VelocityError, IsUnknownWithoutMasses) {
  ContactProblem problem = falling_ball(half_line(), 0);
  ContactProblem matrix;
  matrix.matrix = {.begin = {0, 1}, .column = {0}, .block = {problem.diagonal[0]}};
  matrix.sets = problem.sets, matrix.bias = problem.q;
  plan_in_order(1, matrix.sweep);
  Threads threads(1);
  prepare(matrix, threads);
  EXPECT_TRUE(std::isnan(error_of(matrix, {1, 0, 0})));
}

}  // namespace
}  // namespace cairn
