// Random problems by the hundred: how many each solver brings to its tolerance, and how long it takes. The
// table of docs/solvers.md is what this prints with CAIRN_LONG set.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

#include "agreement/problem_samples.h"
#include "agreement/solver_runs.h"
#include "unit/long_tests.h"

namespace cairn::samples {
namespace {

struct Count {
  int converged = 0, denied = 0;
  std::vector<double> seconds, iterations;
};

// Of this process: what others do on the machine does not count.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

TEST(Survey, EverySolverConvergesOrSaysNot) {
  const int problems = sample_or_all(20, 1000);
  Threads threads(1);
  for (const auto& [law, law_name] : {std::pair{Law::cone, "cone"}, std::pair{Law::coulomb, "coulomb"}}) {
    for (const SolverRow& row : solvers()) {
      if (!row.is_general) continue;
      const auto solver = solvers().make(row.name);
      Count count;
      double worst = 0;
      for (int seed = 1; seed <= problems; ++seed) {
        const Sample sample = random_problem(static_cast<std::uint64_t>(seed), law);
        ContactSolution solution;
        const SolveLimits limits{1e-6, 2000, 0};
        const double start = processor_seconds();
        const SolveReport report = solver->solve(sample.problem, solution, limits, threads);
        const double seconds = processor_seconds() - start;
        EXPECT_EQ(report.converged, report.residual <= limits.tolerance) << row.name << ", " << sample.name;
        ++(report.converged ? count.converged : count.denied);
        count.seconds.push_back(seconds), count.iterations.push_back(static_cast<double>(report.iterations));
        if (!report.converged) worst = std::max(worst, report.residual);
      }
      EXPECT_EQ(count.converged + count.denied, problems);
      if (sample_or_all(0, 1) == 0) continue;
      fmt::print("| {} | {} | {} | {} | {:.0f} | {:.3f} | {:.2f} | {:.1e} |\n", law_name, row.name,
                 count.converged, count.denied, median(count.iterations), 1e3 * median(count.seconds),
                 1e3 * *std::max_element(count.seconds.begin(), count.seconds.end()), worst);
    }
  }
}

// Iterations and milliseconds to residuals of 10⁻³, 10⁻⁶, 10⁻⁹ and 10⁻¹² on three problems: the tables of
// docs/theory.
TEST(Survey, ASmallerToleranceTakesNoFewerIterations) {
  std::vector<Sample> problems;
  problems.push_back(column(4, 10, Law::coulomb));
  problems.push_back(linkage(Law::cone));
  if (sample_or_all(0, 1))
    problems = {column(4, 10, Law::coulomb), pyramid(5, Law::cone), pyramid(4, Law::coulomb)};
  Threads threads(1);
  for (const SolverRow& row : solvers()) {
    if (!row.is_general) continue;
    const auto solver = solvers().make(row.name);
    for (const Sample& sample : problems) {
      std::string line = fmt::format("| {} | {} |", row.name, sample.name);
      std::uint64_t before = 0;
      for (const double tolerance : {1e-3, 1e-6, 1e-9, 1e-12}) {
        ContactSolution solution;
        const double start = processor_seconds();
        const SolveReport report = solver->solve(sample.problem, solution, {tolerance, 5000, 0}, threads);
        const double seconds = processor_seconds() - start;
        if (row.name == "auto") before = 0;  // may take another solver
        EXPECT_GE(report.iterations, before) << row.name << ", " << sample.name;
        before = report.iterations;
        line += report.converged ? fmt::format(" {}, {:.2g} ms |", report.iterations, 1e3 * seconds) : " - |";
        if (!report.converged) break;
      }
      if (sample_or_all(0, 1)) fmt::print("{}\n", line);
    }
  }
}

}  // namespace
}  // namespace cairn::samples
