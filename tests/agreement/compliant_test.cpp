// Solvers on compliant problems of every yield set, and two ways to flow that is not associated.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "agreement/problem_samples.h"
#include "agreement/solver_runs.h"
#include "base/random.h"

namespace cairn::samples {
namespace {

// Solvers are asked for 1e-10 or less; impulses are off by that times the condition of N + E.
constexpr double kConditioned = 1e-6, kWellConditioned = 1e-8;  // of the largest impulse
constexpr double kStoredDigits = 1e-10;                         // of answers stored with all digits

// The same problem with springs that are softer than the blocks by `softness`, k_t = 0.7 k_n.
ContactProblem softened(ContactProblem problem, double softness) {
  problem.compliance.resize(problem.size());
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const double e = softness / problem.rho[i];
    problem.compliance[i] = {e, e / 0.7, e / 0.7};
  }
  Threads threads(1);
  prepare(problem, threads);
  return problem;
}

// A random problem made compliant, with sets of one kind.
ContactProblem soft_problem(std::uint64_t seed, SetKind kind, double softness) {
  ContactProblem problem = random_problem(seed, Law::cone, 0.8).problem;
  Random random(seed);
  problem.compliance.resize(problem.size());
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const double e = softness / problem.rho[i],
                 size = problem.scale / std::sqrt(static_cast<double>(problem.size()));
    problem.compliance[i] = {e, e / 0.7, e / 0.7};
    AdmissibleSet& set = problem.sets[i];
    if (set.kind != SetKind::box)
      set = {.kind = kind, .friction = 0.5, .cohesion = 0.2 * size, .limit = random.uniform(0.3, 1) * size};
    if (kind == SetKind::capped_sphere) set.cohesion = 0;
  }
  Threads threads(1);
  prepare(problem, threads);
  return problem;
}

constexpr SetKind kKinds[] = {SetKind::cone,        SetKind::cone_ball,    SetKind::cone_ellipsoid,
                              SetKind::capped_flat, SetKind::capped_round, SetKind::capped_sphere};

double distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double result = 0;
  for (std::size_t i = 0; i < a.size(); ++i) result = std::max(result, norm(a[i] - b[i]));
  return result;
}

TEST(CompliantSolvers, AgreeOnEveryYieldSet) {
  for (const SetKind kind : kKinds) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      SCOPED_TRACE(testing::Message() << "kind " << static_cast<int>(kind) << ", seed " << seed);
      const ContactProblem problem = soft_problem(seed, kind, 0.1);
      const Solved newton = solve(solvers().find("primal_newton"), problem, {1e-11, 100, 0});
      ASSERT_TRUE(newton.report.converged) << newton.report.residual << " " << newton.report.note;
      EXPECT_LT(newton.report.iterations, 10u);
      for (const char* name : {"spg", "apgd", "pgs", "nlgs", "interior_point", "newton", "auto"}) {
        const Solved other = solve(solvers().find(name), problem, {1e-10, 20000, 0});
        const bool refuses =
            std::string(name) == "interior_point" && kind > SetKind::box && kind != SetKind::capped_flat;
        EXPECT_EQ(other.report.note.empty(), !refuses) << name;
        if (refuses) continue;
        EXPECT_TRUE(other.report.converged) << name << " " << other.report.residual;
        EXPECT_LT(distance(other.solution.impulse, newton.solution.impulse), kConditioned * problem.scale)
            << name;
      }
    }
  }
}

// Stiffer by and by: steps stay few, from zero impulses, until rows are all but rigid.
TEST(CompliantSolvers, PrimalNewtonTakesFewStepsHoweverStiff) {
  for (const double softness : {1.0, 1e-3, 1e-6}) {
    const unsigned few = softness < 1e-5 ? 60 : softness < 1 ? 20 : 5;
    for (std::uint64_t seed = 1; seed <= 9; ++seed) {
      const ContactProblem problem = soft_problem(seed, SetKind::cone, softness);
      const Solved run = solve(solvers().find("primal_newton"), problem, {1e-8, 200, 0});
      EXPECT_TRUE(run.report.converged) << softness << " " << seed << " " << run.report.residual;
      EXPECT_LT(run.report.iterations, few) << softness << " " << seed;
    }
  }
}

// 385 balls: gradients solve the linear systems, and the answer is that of accelerated gradients. Systems
// of several parts need more bodies; tests/unit/math_six_gradients_test.cpp has them.
TEST(CompliantSolvers, PrimalNewtonTakesManyBodiesWithoutFactors) {
  for (const double softness : {0.1, 1e-3}) {
    const ContactProblem problem = softened(pyramid(10, Law::cone).problem, softness);
    ASSERT_GT(problem.bodies.size(), 300u);
    const Solved newton = solve(solvers().find("primal_newton"), problem, {1e-11, 100, 0});
    const Solved other = solve(solvers().find("apgd"), problem, {1e-11, 100000, 0});
    ASSERT_TRUE(newton.report.converged) << softness << " " << newton.report.residual;
    ASSERT_TRUE(other.report.converged) << softness << " " << other.report.residual;
    EXPECT_LT(newton.report.iterations, 20u);
    EXPECT_LT(distance(other.solution.impulse, newton.solution.impulse), kConditioned * problem.scale);
    const Solved again = solve(solvers().find("primal_newton"), problem, {1e-11, 100, 0}, 3);
    EXPECT_EQ(again.solution.impulse, newton.solution.impulse) << "three threads";
  }
}

// A stack of 400 cubes on each other has a bad condition, and factors without fill.
TEST(CompliantSolvers, PrimalNewtonTakesSlenderStructures) {
  const ContactProblem problem = softened(column(400, 1, Law::cone).problem, 1e-4);
  const Solved newton = solve(solvers().find("primal_newton"), problem, {1e-9, 100, 0});
  EXPECT_TRUE(newton.report.converged) << newton.report.residual;
}

TEST(CompliantSolvers, PrimalNewtonSaysWhatItCanNotTake) {
  const Solved rigid =
      solve(solvers().find("primal_newton"), column(2, 1, Law::cone).problem, {1e-8, 100, 0});
  EXPECT_FALSE(rigid.report.converged);
  EXPECT_NE(rigid.report.note.find("compliance"), std::string::npos);
  const Solved matrix = solve(solvers().find("primal_newton"),
                              without_bodies(soft_problem(1, SetKind::cone, 0.1)), {1e-8, 100, 0});
  EXPECT_NE(matrix.report.note.find("bodies"), std::string::npos);
}

// --- Flow that is not associated: u_n = tan ψ |u_t| at slip, by De Saxcé's loop and by the path of interior
// points

void set_flow(ContactProblem& problem, double ratio, double across) {
  for (AdmissibleSet& set : problem.sets)
    if (set.kind == SetKind::cone) set.slip = set.friction * (1 - ratio), set.across = across;
}

TEST(CompliantSolvers, TwoWaysToDilatancyAgree) {
  int compared = 0;
  for (const std::uint64_t seed : {1, 4, 7}) {
    for (const double ratio : {1.0, 1.0 / 3, 0.01}) {  // tan ψ/μ
      for (const double across : {1.0, 2.0}) {
        SCOPED_TRACE(testing::Message() << seed << ", " << ratio << ", " << across);
        ContactProblem problem = soft_problem(seed, SetKind::cone, 0.05);
        for (AdmissibleSet& set : problem.sets) set.friction = 0.4;
        set_flow(problem, ratio, across);
        const Solved loop = solve(solvers().find("apgd"), problem, {1e-12, 50000, 0});
        const Solved path = solve(solvers().find("continuation"), problem, {1e-11, 5000, 0});
        if (!loop.report.converged || !path.report.converged) continue;
        EXPECT_LT(distance(loop.solution.impulse, path.solution.impulse), kWellConditioned * problem.scale);
        ++compared;
        for (std::size_t i = 0; i < problem.size(); ++i) {
          const AdmissibleSet& set = problem.sets[i];
          const Vec3 &p = path.solution.impulse[i], &u = path.solution.velocity[i];
          const double t = std::hypot(p.y, p.z), slip = std::hypot(u.y, across * u.z);
          if (set.kind != SetKind::cone || !(p.x > 1e-3 * problem.scale) || !(slip > 1e-4)) continue;
          EXPECT_NEAR(t, 0.4 * (p.x + set.cohesion), kConditioned * problem.scale);
          EXPECT_NEAR(u.x, ratio * 0.4 * slip, kConditioned * (1 + slip));
        }
      }
    }
  }
  EXPECT_GE(compared, 14) << "of 18";
}

// The stored problem and its answers.
TEST(CompliantSolvers, DilatancyIsThatOfTheStoredAnswers) {
  const std::vector<Sample> stored = stored_samples(Law::cone);
  if (stored.empty()) GTEST_SKIP() << "the stored set of problems is not beside the sources";
  const auto three = std::ranges::find_if(stored, [](const Sample& s) {
    return s.problem.size() == 3 && s.problem.diagonal[0].row2.z > 0 &&
           std::abs(s.impulse[0].x - 0.66140227) < 1e-6;
  });
  ASSERT_NE(three, stored.end());
  const double first[] = {0.6614022706249104, 0.45202115124913506,
                          0.30547752283236};  // γ_n of the first contact
  int k = 0;
  for (const double h11 : {1.0, 3.0, 100.0}) {
    ContactProblem problem = three->problem;
    set_flow(problem, 1 / h11, 1);
    for (const char* name : {"apgd", "continuation", "interior_point", "newton"}) {
      const Solved run = solve(solvers().find(name), problem, {1e-12, 20000, 0});
      EXPECT_NEAR(run.solution.impulse[0].x, first[k], kStoredDigits) << name << ", h11 = " << h11;
    }
    ++k;
  }
}

}  // namespace
}  // namespace cairn::samples
