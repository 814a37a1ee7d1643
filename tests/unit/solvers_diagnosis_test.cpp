// Why a solve failed: a problem made for each cause, and every cure tried out.
#include <gtest/gtest.h>

#include "contact_sample.h"
#include "problem/matrix_assembler.h"
#include "solvers/diagnosis.h"

namespace cairn {
namespace {

struct Outcome {
  SolveReport report;
  std::optional<Diagnosis> diagnosis;

  Cause cause() const { return diagnosis ? diagnosis->cause : Cause{}; }
  std::string text() const { return report.solver + ": " + (diagnosis ? diagnosis->text() : "converged"); }
};

Outcome solve(ContactProblem problem, const std::string& solver, const SolveLimits& limits) {
  Threads threads(1);
  prepare(problem, threads);
  ContactSolution solution;
  Outcome outcome{solvers().make(solver)->solve(problem, solution, limits, threads), {}};
  if (!outcome.report.converged)
    outcome.diagnosis = diagnose(problem, solution, outcome.report, limits, threads);
  return outcome;
}

bool says(const Outcome& outcome, const std::string& part) {
  return outcome.text().find(part) != std::string::npos;
}

// The iterations that it says are enough.
std::uint64_t proposed(const Outcome& failed) {
  const std::string words = "max_iterations of ";
  const std::size_t at = failed.text().find(words);
  return at == std::string::npos ? 0 : std::stoull(failed.text().substr(at + words.size()));
}

// A ball that overlaps with two walls, one on either side.
ContactProblem squeezed(double friction) {
  ContactProblem problem = sample_pile(1, friction, 1);
  problem.blocks.push_back(problem.blocks[0]);
  Block& other = problem.blocks.back();
  other.n = -other.n, other.arm_b = -other.arm_b;
  problem.sets.push_back(problem.sets[0]);
  problem.bias[0].x = -0.1;
  problem.bias.push_back({-0.2, 0, 0});
  plan_in_order(problem.size(), problem.sweep);
  return problem;
}

// Bricks on each other, four corners at each joint; each weighs `ratio` times the one below.
ContactProblem tower(std::uint32_t bricks, double ratio) {
  ContactProblem problem;
  problem.bodies.push_back({});
  double mass = 1;
  for (std::uint32_t k = 1; k <= bricks; ++k, mass *= ratio) {
    BodyState body;
    body.velocity = {0.01 * k, 0.002, -0.1}, body.inverse_mass = 1 / mass, body.inverse_moment = 6 / mass;
    problem.bodies.push_back(body);
    for (const Vec3 corner : {Vec3{-0.5, -0.5, 0}, {-0.5, 0.5, 0}, {0.5, -0.5, 0}, {0.5, 0.5, 0}}) {
      const Vec3 top{0, 0, 0.5};
      problem.blocks.push_back({k - 1, k, 0, {0, 0, 1}, {1, 0, 0}, corner + top, corner - top});
      problem.sets.push_back(cone(0.3, 0.3));
      problem.bias.push_back({});
    }
  }
  plan_in_order(problem.size(), problem.sweep);
  return problem;
}

// The same problem, its bodies forgotten.
ContactProblem as_matrix(ContactProblem problem) {
  Threads threads(1);
  prepare(problem, threads);
  ContactProblem result;
  result.matrix = assemble(problem);
  result.sets = problem.sets, result.bias = problem.q;
  plan_in_order(result.size(), result.sweep);
  return result;
}

TEST(Diagnosis, NoVelocityObeysAllContacts) {
  for (const char* solver :
       {"pgs", "nlgs", "jacobi", "apgd", "bb", "spg", "newton", "interior_point", "auto"}) {
    for (const double friction : {0.0, 0.3}) {
      const Outcome failed = solve(squeezed(friction), solver, {1e-8, 1000, 0});
      ASSERT_TRUE(failed.diagnosis) << solver;
      EXPECT_EQ(failed.cause(), Cause::contradiction) << failed.text();
    }
  }
  // Cures: room on one side, or contacts that give way.
  ContactProblem roomy = squeezed(0.3), soft = squeezed(0.3);
  roomy.bias[1].x = 0.2;
  EXPECT_TRUE(solve(roomy, "pgs", {1e-8, 1000, 0}).report.converged);
  soft.compliance.assign(2, {1, 1, 1});
  EXPECT_TRUE(solve(soft, "pgs", {1e-8, 1000, 0}).report.converged);
}

TEST(Diagnosis, JointsContradictEachOther) {
  ContactProblem problem = squeezed(0);
  for (AdmissibleSet& set : problem.sets) set = {.kind = SetKind::box, .component = {Component::free}};
  for (const char* solver : {"pgs", "newton", "interior_point"}) {
    const Outcome failed = solve(problem, solver, {1e-8, 1000, 0});
    ASSERT_TRUE(failed.diagnosis) << solver;
    EXPECT_EQ(failed.cause(), Cause::contradiction) << failed.text();
  }
}

TEST(Diagnosis, TooFewIterations) {
  for (const char* solver : {"pgs", "nlgs", "apgd", "bb", "spg", "newton", "interior_point", "auto"}) {
    for (const std::uint64_t most : {5, 15}) {
      const Outcome failed = solve(sample_pile(60, 0.3, 1), solver, {1e-10, most, 0});
      ASSERT_TRUE(failed.diagnosis) << solver;
      ASSERT_EQ(failed.cause(), Cause::iterations) << failed.text();
      EXPECT_TRUE(solve(sample_pile(60, 0.3, 1), solver, {1e-10, proposed(failed), 0}).report.converged)
          << failed.text();
    }
  }
  // By its pace, where there is one.
  const ContactProblem pile = sample_pile(60, 0.3, 1);
  const Outcome failed = solve(pile, "pgs", {1e-10, 30, 0});
  EXPECT_TRUE(says(failed, "still falls after 30 iterations")) << failed.text();
  EXPECT_TRUE(solve(pile, "pgs", {1e-10, proposed(failed), 0}).report.converged) << failed.text();
}

TEST(Diagnosis, RedundantContactsKeepSweepsFromTheEnd) {
  for (const char* solver : {"pgs", "nlgs", "newton"}) {
    const Outcome failed = solve(tower(8, 10), solver, {1e-8, 1000, 0});
    ASSERT_TRUE(failed.diagnosis) << solver;
    EXPECT_EQ(failed.cause(), Cause::redundancy) << failed.text();
    EXPECT_TRUE(says(failed, "no progress since iteration")) << failed.text();
    EXPECT_TRUE(says(failed, "the solver interior_point")) << failed.text();
  }
  EXPECT_TRUE(solve(tower(8, 10), "interior_point", {1e-8, 1000, 0}).report.converged);
  // Without bodies the factors of the matrix tell: four corners of three rows for six freedoms.
  const Outcome failed = solve(as_matrix(tower(8, 3)), "newton", {1e-8, 1000, 0});
  EXPECT_EQ(failed.cause(), Cause::redundancy) << failed.text();
  EXPECT_TRUE(says(failed, "96 rows for at most 48 freedoms")) << failed.text();
}

TEST(Diagnosis, NoProgressOfASolverThatIsNotMadeForIt) {
  const Outcome failed = solve(sample_pile(60, 0.3, 1), "jacobi", {1e-8, 3000, 0});
  EXPECT_EQ(failed.cause(), Cause::stall) << failed.text();
  EXPECT_TRUE(says(failed, "try the solver interior_point")) << failed.text();
  EXPECT_TRUE(solve(sample_pile(60, 0.3, 1), "interior_point", {1e-8, 3000, 0}).report.converged);
}

TEST(Diagnosis, AToleranceBelowRoundOff) {
  const Outcome failed = solve(sample_pile(60, 0.3, 1), "nlgs", {1e-17, 3000, 0});
  EXPECT_TRUE(says(failed, "is round-off: try a tolerance of 2e-14")) << failed.text();
  EXPECT_TRUE(solve(sample_pile(60, 0.3, 1), "nlgs", {2e-14, 3000, 0}).report.converged);
}

}  // namespace
}  // namespace cairn
