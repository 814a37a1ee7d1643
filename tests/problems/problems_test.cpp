// Random contact problems: 1 to 64 contacts, friction 0 to 10, masses apart by up to 10⁸, contacts that
// repeat each other or nearly do. Whatever a solver says about its solution is true by a second opinion in
// long double, and two solvers that both converge agree on the velocities of convex problems as far as their
// residuals promise.
//   CAIRN_PROBLEMS=N   number of problems; 100 000 with CAIRN_LONG
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "agreement/problem_samples.h"
#include "agreement/solver_runs.h"
#include "base/random.h"
#include "problems/exact_check.h"

namespace cairn::problems {
namespace {

using samples::Law;

constexpr SolveLimits kLimits{1e-6, 1000, 0};
constexpr Real kTolerance = kLimits.tolerance;
constexpr Real kSecondOpinion = 1e-6L;  // of a residual: doubles lose digits in sums over 64 contacts
constexpr Real kEightRoundings = 8 * 2.2e-16L;

int number_of_problems() {
  if (const char* asked = std::getenv("CAIRN_PROBLEMS")) return std::atoi(asked);
  return std::getenv("CAIRN_LONG") ? 100'000 : 3000;
}

Vec3 direction(Random& random) {
  for (;;) {
    const Vec3 d{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    if (norm2(d) > 0.01 && norm2(d) < 1) return unit(d);
  }
}

double friction_of(Random& random) {
  const double kind = random.uniform();
  return kind < 0.1 ? 0 : kind < 0.5 ? random.uniform(0, 1) : std::pow(10, random.uniform(-2, 1));
}

// Kinds by the seed: masses apart by 10⁸; contacts repeated exactly or turned by 1e-9; compliant contacts.
ContactProblem hard_problem(std::uint64_t seed, Law law) {
  Random random(seed);
  samples::ProblemMaker maker;
  const double decades = seed % 2 ? random.uniform(0, 8) : 0;
  const bool repeats = seed / 2 % 3 == 1, nearly = seed / 2 % 3 == 2, soft = seed / 6 % 4 == 1;
  const int contacts = 1 + static_cast<int>(64 * std::pow(random.uniform(), 2));
  const int bodies = 1 + static_cast<int>(random.uniform() * contacts);
  for (int b = 0; b < bodies; ++b) {
    const double mass = std::pow(10, random.uniform(0, decades)), size = random.uniform(0.1, 0.2);
    const Vec3 velocity{random.normal(), random.normal(), random.normal()};
    const Vec3 moments = b % 2 ? Vec3{0.7 * size, size, 0.9 * size} : Vec3{size, size, size};
    maker.body(mass, mass * moments, velocity, 0.5 * direction(random));
  }
  std::uint32_t a = 0, b = 0;
  Vec3 n, arm_a, arm_b;
  for (int i = 0; i < contacts; ++i) {
    if (i % 3 != 2 || !(repeats || nearly)) {
      b = 1 + static_cast<std::uint32_t>(i % bodies);
      a = static_cast<std::uint32_t>(random.uniform() * (bodies + 1));
      if (a == b) a = 0;
      n = direction(random);
      arm_a = random.uniform(0.3, 1) * n + 0.3 * direction(random);
      arm_b = -random.uniform(0.3, 1) * n + 0.3 * direction(random);
    } else if (nearly) {
      n = unit(n + 1e-9 * direction(random));
    }
    const Vec3 compliance = soft ? random.uniform() * Vec3{1, 0.5, 0.5} : Vec3{};
    maker.contact(a, b, n, arm_a, arm_b, samples::set_of(law, friction_of(random)), 0.1 * direction(random),
                  compliance);
  }
  return maker.finish();
}

struct Tally {
  std::uint64_t solves = 0, converged = 0, compared = 0;
  std::uint64_t sharp = 0;  // solves whose residual is known to a hundredth in spite of rounding
};

std::vector<const SolverRow*> general_solvers() {
  std::vector<const SolverRow*> rows;
  for (const SolverRow& row : solvers())
    if (row.is_general) rows.push_back(&row);
  return rows;
}

TEST(Problems, SolversSayTheTruthAndAgree) {
  const std::vector<const SolverRow*> rows = general_solvers();
  const int count = number_of_problems();
  Tally tally;
  for (int k = 1; k <= count && !testing::Test::HasFailure(); ++k) {
    const auto seed = static_cast<std::uint64_t>(k);
    const Law law = std::array{Law::cone, Law::coulomb, Law::frictionless}[seed / 24 % 3];
    const ContactProblem problem = hard_problem(seed, law);
    std::vector<Opinion> found;
    std::string names;
    // Two solvers per problem, each with each other in turn.
    const std::size_t first = seed % rows.size(),
                      second = (first + 1 + seed / rows.size() % (rows.size() - 1)) % rows.size();
    for (const SolverRow* row : {rows[first], rows[second]}) {
      SCOPED_TRACE(fmt::format("problem {}, law {}, {} contacts, {}", seed, static_cast<int>(law),
                               problem.size(), row->name));
      const samples::Solved run = samples::solve(*row, problem, kLimits);
      ++tally.solves;
      const Real claimed = run.report.residual;
      EXPECT_TRUE(std::isfinite(run.report.residual));
      const Opinion opinion = opinion_of(problem, run.solution.impulse);
      // A solver denies a small residual only where impulses are so large that their rounding hides the
      // answer.
      const bool is_met = run.report.residual <= kLimits.tolerance,
                 is_hidden = opinion.round_off > kTolerance;
      EXPECT_TRUE(run.report.converged == is_met || (is_met && is_hidden))
          << "residual " << run.report.residual;
      const Real off = std::abs(opinion.residual - claimed),
                 allowed = kSecondOpinion * claimed + opinion.round_off;
      EXPECT_LE(off, allowed) << "claims " << static_cast<double>(claimed) << ", has "
                              << static_cast<double>(opinion.residual);
      tally.sharp += 100 * opinion.round_off < std::max(claimed, static_cast<Real>(kLimits.tolerance));
      if (!run.report.converged) continue;
      ++tally.converged;
      names += row->name + " ";
      found.push_back(opinion);
    }
    if (found.size() < 2 || !problem.is_associated()) continue;
    const Agreement agreement = agreement_of(problem, found[0], found[1]);
    const Real allowed = (1 + kEightRoundings) * agreement.bound;
    EXPECT_LE(agreement.distance, allowed) << "problem " << seed << ": " << names;
    ++tally.compared;
  }
  fmt::print("{} problems, {} solves, {} converged, {} pairs compared\n", count, tally.solves,
             tally.converged, tally.compared);
  EXPECT_GT(10 * tally.sharp, 9 * tally.solves);
  EXPECT_GT(10 * tally.converged, 5 * tally.solves);
  EXPECT_GT(5 * tally.compared, static_cast<std::uint64_t>(count));
}

}  // namespace
}  // namespace cairn::problems
