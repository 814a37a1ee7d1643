// Every local solver of nlgs on the stored problems and on random ones: those that say they converged have
// the known velocities; those that diverge say so.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "agreement/problem_samples.h"
#include "agreement/solver_runs.h"
#include "solvers/local/local.h"

namespace cairn::samples {
namespace {

// Velocities that the residual of 1e-10 leaves open: those of the stored problems are known to as much.
constexpr double kThousandTolerances = 1e-7, kTenThousandTolerances = 1e-6;

const SolverRow& nlgs() { return solvers().find("nlgs"); }

double distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, norm(a[i] - b[i]));
  return largest;
}

class LocalSolvers : public testing::TestWithParam<std::string> {};

TEST_P(LocalSolvers, FindTheStoredVelocities) {
  const std::vector<Sample> stored = stored_samples(Law::coulomb);
  if (stored.empty()) GTEST_SKIP() << "the stored problems are not beside the sources";
  int failures = 0;
  std::vector<std::uint64_t> sweeps;
  for (const Sample& sample : stored) {
    const Solved run = solve(nlgs(), sample.problem, {.tolerance = 1e-10, .max_iterations = 3000}, 1, {},
                             {"local=" + GetParam(), "order=key"});
    sweeps.push_back(run.report.iterations);
    if (!run.report.converged) {
      ++failures;
      continue;
    }
    EXPECT_LT(distance(run.solution.velocity, sample.velocity), kThousandTolerances) << sample.name;
  }
  std::ranges::sort(sweeps);
  fmt::print("{}: {} of {} solved, median {} sweeps, most {}\n", GetParam(),
             static_cast<int>(stored.size()) - failures, stored.size(), sweeps[sweeps.size() / 2],
             sweeps.back());
  EXPECT_EQ(failures, 0);
}

// Little friction, nothing redundant, bodies alike: one answer, and impulses tell velocities.
TEST_P(LocalSolvers, AgreeOnRandomProblems) {
  int converged = 0, all = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Sample sample = random_problem(seed, Law::coulomb, 0.3);
    if (sample.name.find(',') != std::string::npos) continue;
    ++all;
    const SolveLimits limits{.tolerance = 1e-10, .max_iterations = 20000};
    const Solved reference = solve(nlgs(), sample.problem, limits, 1, {}, {"local=exact"});
    const Solved run = solve(nlgs(), sample.problem, limits, 2, {}, {"local=" + GetParam()});
    if (!run.report.converged || !reference.report.converged) continue;
    ++converged;
    EXPECT_LT(distance(run.solution.velocity, reference.solution.velocity), kTenThousandTolerances)
        << sample.name;
  }
  EXPECT_GE(converged, all - 1);
}

INSTANTIATE_TEST_SUITE_P(Nlgs, LocalSolvers, testing::ValuesIn(local_solvers().names()),
                         [](const auto& name) { return name.param; });

// The note tells the limit: γ_t λ_max(W_tt) = 2.
TEST(NlgsGamma, BeyondItsLimitIsNoted) {
  Sample sample = sliding_cube(0.5, Law::coulomb);
  sample.problem.step = 1e-2;
  const SolveLimits limits{.tolerance = 1e-6, .max_iterations = 5};
  EXPECT_EQ(solve(nlgs(), sample.problem, limits, 1, {}, {"gamma_tangential=1 kg/s"}).report.note, "");
  const std::string note =
      solve(nlgs(), sample.problem, limits, 1, {}, {"gamma_tangential=1e4 kg/s"}).report.note;
  EXPECT_NE(note.find("stability limit"), std::string::npos) << note;
}

}  // namespace
}  // namespace cairn::samples
