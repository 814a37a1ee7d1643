// Every solver of the table on every sample: what it calls converged is a solution by a second opinion, the
// same on any number of threads, from any first guess, and with or without bodies.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "agreement/problem_samples.h"
#include "agreement/reference.h"
#include "agreement/solver_runs.h"
#include "problem/delassus.h"
#include "tolerances.h"

namespace cairn::samples {
namespace {

constexpr SolveLimits kLimits{1e-9, 5000, 0};
constexpr double kSecondOpinion = 1e-6;  // of a residual, computed from a dense matrix

constexpr double kTenTolerances = 10 * kLimits.tolerance;
// Where N is as badly conditioned as in the worst of the stored problems.
constexpr double kHundredTolerances = 100 * kLimits.tolerance;

class EverySolver : public testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    if (!row().is_general) GTEST_SKIP() << "for some problems alone";
  }
  const SolverRow& row() const { return solvers()[GetParam()]; }
};
INSTANTIATE_TEST_SUITE_P(Table, EverySolver, testing::Range<std::size_t>(0, solvers().size()),
                         [](const auto& row) { return solvers()[row.param].name; });

double largest(const std::vector<Vec3>& values) {
  double result = 0;
  for (const Vec3& v : values) result = std::max(result, norm(v));
  return result;
}
double distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double result = 0;
  for (std::size_t i = 0; i < a.size(); ++i) result = std::max(result, norm(a[i] - b[i]));
  return result;
}
std::vector<Vec3> product(const ContactProblem& problem, const std::vector<Vec3>& x) {
  Threads threads(1);
  Delassus delassus;
  delassus.bind(problem);
  std::vector<Vec3> y(x.size());
  delassus.apply(x, y, threads);
  return y;
}

// How far impulses γ of a convex problem may be from a solution γ*: with e the natural map of γ and z = γ −
// e,
//   (z − γ*)ᵀ N (z − γ*) ≤ (e/ρ − N e)ᵀ(z − γ*).
// Heavy and light bodies and redundant contacts make this bound wide; it is what a residual promises.
struct EnergyBound {
  double error = 0, bound = 0, round_off = 0;
};
EnergyBound energy_bound(const ContactProblem& problem, const ContactSolution& found,
                         const std::vector<Vec3>& solution) {
  const std::size_t n = problem.size();
  std::vector<Vec3> e(n), d(n);
  for (std::size_t i = 0; i < n; ++i) {
    e[i] = natural_map(problem.sets[i], found.impulse[i], found.velocity[i], problem.rho[i]);
    d[i] = found.impulse[i] - e[i] - solution[i];
  }
  const std::vector<Vec3> nd = product(problem, d), ne = product(problem, e);
  EnergyBound result;
  for (std::size_t i = 0; i < n; ++i) {
    result.error += dot(d[i], nd[i]);
    result.bound += dot(1 / problem.rho[i] * e[i] - ne[i], d[i]);
    result.round_off += 1e-12 * norm(d[i]) * (norm(found.velocity[i]) + norm(problem.q[i]));
    result.round_off += 1e-24 * problem.rho[i] * norm2(problem.q[i]);
  }
  return result;
}

TEST_P(EverySolver, FindsWhatTheDenseReferenceFinds) {
  int compared = 0;
  for (const Sample& sample : quick_samples()) {
    SCOPED_TRACE(sample.name);
    const ContactProblem& problem = sample.problem;
    const Solved run = solve(row(), problem, kLimits);
    ASSERT_TRUE(std::isfinite(run.report.residual));
    EXPECT_EQ(run.report.converged, run.report.residual <= kLimits.tolerance);
    EXPECT_NEAR(dense_residual(problem, run.solution.impulse), run.report.residual,
                kSecondOpinion * run.report.residual + kHundredsOfRoundings);
    if (!run.report.converged || !problem.is_associated()) continue;
    const Reference reference = dense_reference(problem);
    ASSERT_LT(reference.residual, kThousandsOfRoundings);
    const EnergyBound found = energy_bound(problem, run.solution, reference.impulse);
    EXPECT_LE(found.error, 1.01 * found.bound + found.round_off);
    ++compared;
  }
  EXPECT_GE(compared, 20);
}

// Problems with one answer.
TEST_P(EverySolver, FindsTheOnlyAnswer) {
  std::vector<Sample> some = single_contacts();
  for (const Law law : {Law::frictionless, Law::cone, Law::coulomb}) {
    some.push_back(column(1, 1, law));
    some.push_back(sliding_cube(0.5, law));
    some.push_back(sliding_cube(0.02, law));
  }
  for (const Sample& sample : some) {
    SCOPED_TRACE(sample.name);
    const Solved run = solve(row(), sample.problem, kLimits);
    EXPECT_TRUE(run.report.converged) << run.report.residual;
    const Reference reference = dense_reference(sample.problem);
    ASSERT_LT(reference.residual, kThousandsOfRoundings);
    EXPECT_LT(distance(run.solution.velocity, reference.velocity),
              kTenTolerances * largest(sample.problem.q));
    if (sample.regular) {
      EXPECT_LT(distance(run.solution.impulse, reference.impulse), kTenTolerances * sample.problem.scale);
    }
  }
}

TEST_P(EverySolver, FindsTheStoredAnswers) {
  std::vector<Sample> stored = stored_samples(Law::cone);
  if (stored.empty()) GTEST_SKIP() << "the stored set of problems is not beside the sources";
  for (Sample& sample : stored_samples(Law::coulomb)) stored.push_back(std::move(sample));
  int converged = 0;
  for (const Sample& sample : stored) {
    SCOPED_TRACE(sample.name);
    const Solved run = solve(row(), sample.problem, kLimits);
    if (!run.report.converged) continue;
    ++converged;
    EXPECT_LT(distance(run.solution.velocity, sample.velocity),
              kHundredTolerances * largest(sample.problem.q));
    if (sample.regular) {
      EXPECT_LT(distance(run.solution.impulse, sample.impulse), kHundredTolerances * sample.problem.scale);
    }
  }
  EXPECT_GE(converged, 50) << "of " << stored.size();
}

TEST_P(EverySolver, StaysWhereItIsWhenTheGuessIsTheSolution) {
  for (const Sample& sample : {sliding_cube(0.5, Law::coulomb), random_problem(7, Law::cone, 0.3)}) {
    SCOPED_TRACE(sample.name);
    const Solved cold = solve(row(), sample.problem, kLimits);
    ASSERT_TRUE(cold.report.converged);
    const Solved warm = solve(row(), sample.problem, kLimits, 1, cold.solution.impulse);
    EXPECT_TRUE(warm.report.converged);
    EXPECT_LE(warm.report.iterations, 1u);
    EXPECT_LT(distance(cold.solution.velocity, warm.solution.velocity),
              kTenTolerances * largest(sample.problem.q));
  }
}

TEST_P(EverySolver, FindsTheSameVelocityFromAnotherGuess) {
  for (const Sample& sample : {sliding_cube(0.5, Law::coulomb), column(1, 1, Law::cone)}) {
    SCOPED_TRACE(sample.name);
    const Solved cold = solve(row(), sample.problem, kLimits);
    const std::vector<Vec3> guess(sample.problem.size(), Vec3{0.3, -0.1, 2});
    const Solved warm = solve(row(), sample.problem, kLimits, 1, guess);
    ASSERT_TRUE(cold.report.converged && warm.report.converged);
    EXPECT_LT(distance(cold.solution.velocity, warm.solution.velocity),
              kHundredTolerances * largest(sample.problem.q));
  }
}

TEST_P(EverySolver, GivesTheSameBitsOnAnyNumberOfThreads) {
  const SolveLimits limits{1e-12, 12, 0};
  for (const Sample& sample : {pyramid(9, Law::coulomb), random_problem(8, Law::cone)}) {
    SCOPED_TRACE(sample.name);
    const Solved one = solve(row(), sample.problem, limits, 1);
    for (const int threads : {2, 3}) {
      const Solved many = solve(row(), sample.problem, limits, threads);
      EXPECT_EQ(many.report.residual, one.report.residual);
      EXPECT_EQ(many.solution.impulse, one.solution.impulse);
      EXPECT_EQ(many.solution.velocity, one.solution.velocity);
    }
  }
}

TEST_P(EverySolver, NeedsNoBodies) {
  for (const Sample& sample :
       {sliding_cube(0.5, Law::coulomb), linkage(Law::cone), random_problem(7, Law::cone, 0.3)}) {
    SCOPED_TRACE(sample.name);
    const Solved bodies = solve(row(), sample.problem, kLimits);
    const Solved matrix = solve(row(), without_bodies(sample.problem), kLimits);
    EXPECT_TRUE(matrix.solution.bodies.empty());
    EXPECT_GE(bodies.report.converged, matrix.report.converged);  // joints between bodies are solved directly
    if (!bodies.report.converged || !matrix.report.converged) continue;
    EXPECT_LT(distance(bodies.solution.velocity, matrix.solution.velocity),
              kHundredTolerances * largest(sample.problem.q));
  }
}

TEST_P(EverySolver, TakesNoMoreIterationsThanItMay) {
  const Sample sample = pyramid(4, Law::coulomb);
  for (const std::uint64_t most : {0u, 1u, 5u, 37u}) {
    const Solved run = solve(row(), sample.problem, {1e-14, most, 0});
    EXPECT_LE(run.report.iterations, most);
    EXPECT_FALSE(run.report.converged);
    EXPECT_EQ(run.solution.velocity.size(), sample.problem.size());
  }
}

TEST_P(EverySolver, HasNothingToDoWithoutBlocks) {
  ProblemMaker maker;
  maker.body(1, Vec3{1, 1, 1}, {1, 2, 3});
  const Solved run = solve(row(), maker.finish(), kLimits);
  EXPECT_TRUE(run.report.converged);
  ASSERT_EQ(run.solution.bodies.size(), 2u);
  EXPECT_EQ(run.solution.bodies[1].velocity, Vec3(1, 2, 3));
}

}  // namespace
}  // namespace cairn::samples
