// The frame of a solve: when it ends, which point it returns, and what it reports.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "contact_sample.h"
#include "problem/residual.h"
#include "solvers/attempt.h"

namespace cairn {
namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

struct Frame {
  ContactProblem problem = sample_pile(4, 0.4, 7);
  ContactSolution solution;
  Threads threads{1};
  Attempt::Room room;

  Attempt attempt(const SolveLimits& limits) { return {"some", problem, solution, limits, threads, room}; }
};

TEST(Attempt, BringsTheFirstGuessIntoItsSets) {
  Frame frame;
  frame.solution.impulse.assign(frame.problem.size(), {-1, 2, 3});
  const Attempt attempt = frame.attempt({});
  for (std::size_t i = 0; i < frame.problem.size(); ++i)
    EXPECT_EQ(attempt.solution.impulse[i], project(frame.problem.sets[i], {-1, 2, 3}));
  frame.solution.impulse.assign(2, {1, 0, 0});  // of another problem
  EXPECT_EQ(frame.attempt({}).solution.impulse, std::vector<Vec3>(frame.problem.size()));
}

TEST(Attempt, ReturnsTheBestPointItSaw) {
  Frame frame;
  Attempt attempt = frame.attempt({1e-12, 10, 0});
  attempt.look();
  const double first = attempt.residual();
  const std::vector<Vec3> best = frame.solution.impulse;
  frame.solution.impulse.assign(best.size(), {100, 0, 0});
  attempt.count();
  attempt.look();
  ASSERT_GT(attempt.residual(), first);
  const SolveReport report = attempt.report();
  EXPECT_EQ(frame.solution.impulse, best);
  EXPECT_EQ(report.residual, first);
  EXPECT_EQ(report.residual, residual(frame.problem, best, frame.solution.velocity, frame.threads));
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.iterations, 1u);
  EXPECT_EQ(report.solver, "some");
  EXPECT_EQ(report.history.milestones().size(), 2u);
}

TEST(Attempt, ComesBackFromAnIterateThatIsNoNumber) {
  Frame frame;
  Attempt attempt = frame.attempt({1e-12, 10, 0});
  attempt.look();
  const double first = attempt.residual();
  frame.solution.impulse[0].x = kNotANumber;
  attempt.count();
  attempt.look();
  EXPECT_TRUE(std::isnan(attempt.residual()));
  EXPECT_FALSE(attempt.go_on());
  const SolveReport report = attempt.report();
  EXPECT_EQ(report.residual, first);
  EXPECT_FALSE(report.converged);
  for (const Vec3& gamma : frame.solution.impulse) EXPECT_TRUE(is_finite(gamma));
}

TEST(Attempt, SaysSoIfItNeverSawANumber) {
  Frame frame;
  frame.room.best.assign(frame.problem.size(), {1, 0, 0});  // of the solve before
  Attempt attempt = frame.attempt({});
  frame.solution.impulse[0].x = kNotANumber;
  attempt.look();
  const SolveReport report = attempt.report();
  EXPECT_TRUE(std::isnan(report.residual));
  EXPECT_FALSE(report.converged);
  EXPECT_TRUE(std::isnan(frame.solution.impulse[0].x));
}

TEST(Course, EndsWithTheIterations) {
  Course course({1e-6, 3, 0});
  course.note(1);
  EXPECT_TRUE(course.go_on());
  course.count(2);
  EXPECT_TRUE(course.go_on());
  EXPECT_EQ(course.left(), 1u);
  course.count();
  EXPECT_TRUE(course.wants_more());
  EXPECT_TRUE(course.is_spent());
  EXPECT_FALSE(course.go_on());
}

TEST(Course, EndsWithTheTime) {
  Course course({1e-6, 1000, 1e-9});
  course.note(1);
  EXPECT_TRUE(course.go_on());  // at least one iteration
  course.count();
  EXPECT_FALSE(course.go_on());
  Course part = course.part(1e-3, 1000);
  part.note(1);
  part.count();
  EXPECT_FALSE(part.go_on());
}

TEST(Course, EndsAtItsTolerance) {
  Course course({1e-3, 1000, 0});
  EXPECT_TRUE(course.note(1e-2));
  EXPECT_TRUE(course.go_on());
  EXPECT_FALSE(course.note(1e-1));
  EXPECT_TRUE(course.note(1e-3));
  EXPECT_FALSE(course.go_on());
  EXPECT_EQ(course.least(), 1e-3);
}

TEST(Course, ThinsItsHistoryEvenly) {
  Course course({0, 100000, 0});
  for (int k = 0; k < 1000; ++k) {
    course.note(1000 - k);
    course.count();
  }
  const std::span<const Milestone> seen = course.history().milestones();
  ASSERT_GT(seen.size(), 32u);
  ASSERT_LE(seen.size(), 64u);
  const std::uint64_t every = seen[1].iteration;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    EXPECT_EQ(seen[k].iteration, k * every);
    EXPECT_EQ(seen[k].residual, 1000.0 - static_cast<double>(seen[k].iteration));
  }
}

TEST(Course, TakesOverWhatAPartDid) {
  Course course({1e-6, 100, 0});
  Course part = course.part(1e-3, course.left());
  part.note(1);
  part.count(5);
  part.note(0.5);
  course.adopt(part);
  EXPECT_EQ(course.iterations(), 5u);
  EXPECT_EQ(course.left(), 95u);
  EXPECT_EQ(course.history().milestones().size(), 2u);
  EXPECT_DEATH(course.adopt(part), "iterations_ == 0");
}

}  // namespace
}  // namespace cairn
