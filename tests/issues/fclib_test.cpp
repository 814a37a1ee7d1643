// Problem files that other programs write, named by what one would see.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "contact_sample.h"
#include "problem/residual.h"
#include "program/program.h"
#include "tolerances.h"
#include "unit/fclib_sample.h"

namespace cairn::program {
namespace {

constexpr double kRoundOffOfSkewness = 1e-6;  // of a skewness of 1e-6 and more of elements of order one
constexpr double kAskedTolerance = 1e-10;     // as the command line says

// W + ε √(w_ii w_jj) above the diagonal, and as much less below it.
FclibFile skewed(double epsilon) {
  FclibFile file = to_fclib(sample_pile(6, 0.3, 2), {});
  RowMatrix w = to_sparse(file.matrices["W"], "W");
  for (Eigen::Index i = 0; i < w.rows(); ++i)
    for (RowElement e(w, i); e; ++e) {
      const double size = 0.5 * epsilon * std::sqrt(w.coeff(i, i) * w.coeff(e.col(), e.col()));
      if (i != e.col()) e.valueRef() += i < e.col() ? size : -size;
    }
  file.matrices["W"] = to_fclib(w);
  return file;
}

// The residual of the impulses in a solved file, with W as the file has it.
double residual_of_file(const FclibFile& file, const std::string& solved) {
  FclibProblem problem = to_problem(file, FclibLaw::coulomb);
  Threads threads(1);
  prepare(problem.contacts, threads);
  const RowMatrix w = to_sparse(file.matrices.at("W"), "W");
  const std::vector<double> r = solution_in(solved).r, wr = product(w, r), &q = file.vectors.at("q");
  ContactSolution solution;
  for (std::size_t k = 0; k < r.size(); k += 3) {
    solution.impulse.push_back({r[k], r[k + 1], r[k + 2]});
    solution.velocity.push_back({wr[k] + q[k], wr[k + 1] + q[k + 1], wr[k + 2] + q[k + 2]});
  }
  return residual(problem.contacts, solution.impulse, solution.velocity, threads);
}

TEST(FclibIssues, AProblemWithAnAsymmetricWIsRefused) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "skewed.hdf5").string(),
                    solved = (folder.path() / "out.hdf5").string();
  for (const double epsilon : {1.4e-6, 1e-3, 2e-2}) {
    const FclibFile file = skewed(epsilon);
    write_fclib_file(path, file);
    const Outcome outcome =
        cairn(folder, {"solve", "skewed.hdf5", "--tolerance", "1e-10", "--json", "-o", "out.hdf5"});
    ASSERT_EQ(outcome.code, 0) << epsilon << outcome.err;
    EXPECT_NEAR(std::stod(json_value(outcome.out, "asymmetry")), epsilon, kRoundOffOfSkewness * epsilon);
    EXPECT_LE(std::stod(json_value(outcome.out, "residual")), kAskedTolerance);
    const double own = std::stod(json_value(outcome.out, "residual_as_given"));
    EXPECT_NEAR(own, residual_of_file(file, solved), kThousandsOfRoundings);
    EXPECT_GT(own, 1e-2 * epsilon);
    EXPECT_LT(own, 10 * epsilon);
    EXPECT_NE(outcome.err.find("skewed.hdf5: warning: W is not symmetric"), std::string::npos) << outcome.err;
  }
}

TEST(FclibIssues, RoundingOfWIsNoReasonForAWarning) {
  const TemporaryFolder folder;
  write_fclib_file((folder.path() / "skewed.hdf5").string(), skewed(1e-8));
  const Outcome outcome = cairn(folder, {"solve", "skewed.hdf5", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(json_value(outcome.out, "residual_as_given"), json_value(outcome.out, "residual"));
}

TEST(FclibIssues, AWThatNoBodiesCanHaveIsRefused) {
  const TemporaryFolder folder;
  write_fclib_file((folder.path() / "skewed.hdf5").string(), skewed(4e-2));
  const Outcome outcome = cairn(folder, {"solve", "skewed.hdf5", "-o", "out.hdf5"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("W is not symmetric"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("at most 0.03"), std::string::npos) << outcome.err;
  EXPECT_FALSE(folder.has("out.hdf5"));
}

// Constraints are taken out of the file's own W too.
TEST(FclibIssues, ConstraintsAreForgottenInTheFilesOwnW) {
  FclibFile file = skewed(1e-2);
  const std::size_t rows = file.vectors["q"].size();
  file.matrices["V"] = to_fclib(from_elements(rows, 1, {{0, 0, 3.0}, {4, 0, -2.0}}));
  file.matrices["R"] = to_fclib(from_elements(1, 1, {{0, 0, 1000.0}}));
  file.vectors["s"] = {0.5};
  const FclibProblem problem = to_problem(file, FclibLaw::coulomb);
  const RowMatrix w = to_sparse(file.matrices["W"], "W");
  EXPECT_NEAR(element(problem.given, 0, 4), w.coeff(0, 4) + 6.0 / 1000,
              kThousandsOfRoundings * w.coeff(0, 0));
  EXPECT_NEAR(element(problem.given, 4, 0), w.coeff(4, 0) + 6.0 / 1000,
              kThousandsOfRoundings * w.coeff(0, 0));
  EXPECT_NEAR(element(problem.contacts.matrix, 0, 4), 0.5 * (w.coeff(0, 4) + w.coeff(4, 0)) + 6.0 / 1000,
              kThousandsOfRoundings * w.coeff(0, 0));
}

}  // namespace
}  // namespace cairn::program
