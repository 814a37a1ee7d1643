// cairn solve: answers, exit codes, files, and every way to ask it for nonsense.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "contact_sample.h"
#include "places.h"
#include "problem/residual.h"
#include "program/program.h"
#include "solvers/solver.h"
#include "tolerances.h"
#include "unit/fclib_sample.h"

namespace cairn::program {
namespace {

constexpr double kAskedTolerance = 1e-8;  // as the command line says

std::string problem_in(const TemporaryFolder& folder, int balls = 12) {
  const std::string path = (folder.path() / "problem.hdf5").string();
  write_fclib_local(sample_pile(balls, 0.3, 1), path, {"pile", "", ""});
  return path;
}

// The residual that the solution of a file has, computed anew.
double residual_in(const std::string& path, FclibLaw law) {
  FclibProblem problem = read_fclib(path, law);
  Threads threads(1);
  prepare(problem.contacts, threads);
  const FclibSolution found = solution_in(path);
  ContactSolution solution;
  for (std::size_t k = 0; k < found.r.size(); k += 3) {
    solution.impulse.push_back({found.r[k], found.r[k + 1], found.r[k + 2]});
    solution.velocity.push_back({found.u[k], found.u[k + 1], found.u[k + 2]});
  }
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {  // u = W r + q, without De Saxcé's term
    const Vec3 u = row_product(problem.contacts.matrix, i, solution.impulse) + problem.contacts.q[i];
    EXPECT_NEAR(norm(u - solution.velocity[i]), 0, kThousandsOfRoundings);
  }
  return residual(problem.contacts, solution.impulse, solution.velocity, threads);
}

TEST(Solve, EverySolverSolvesBothLaws) {
  const TemporaryFolder folder;
  const std::string problem = problem_in(folder, 5), solved = (folder.path() / "solved.hdf5").string();
  for (const SolverRow& row : solvers()) {
    if (!row.is_general) continue;
    for (const char* law : {"coulomb", "cone"}) {
      const Outcome outcome = cairn(folder, {"solve", problem, "--solver", row.name, "--law", law, "--json",
                                             "-o", solved, "--tolerance", "1e-8"});
      ASSERT_EQ(outcome.code, 0) << row.name << ' ' << law << outcome.out << outcome.err;
      EXPECT_EQ(json_value(outcome.out, "law"), std::string("\"") + law + "\"");
      EXPECT_EQ(json_value(outcome.out, "contacts"), "8");
      EXPECT_EQ(json_value(outcome.out, "dimension"), "3");
      EXPECT_EQ(json_value(outcome.out, "converged"), "true");
      const double told = std::stod(json_value(outcome.out, "residual"));
      EXPECT_LE(told, kAskedTolerance);
      EXPECT_LE(std::stod(json_value(outcome.out, "residual_fclib")), kAskedTolerance) << row.name;
      const FclibLaw meant = law == std::string("cone") ? FclibLaw::cone : FclibLaw::coulomb;
      EXPECT_NEAR(residual_in(solved, meant), told, kThousandsOfRoundings) << row.name;
      for (const char* key : {"solver", "iterations", "seconds", "residual_fclib"})
        EXPECT_NE(json_value(outcome.out, key), "") << key;
    }
  }
}

TEST(Solve, NotConvergedIsExitFourAndTheBestSolutionIsWritten) {
  const TemporaryFolder folder;
  const std::string problem = problem_in(folder);
  const Outcome outcome = cairn(folder, {"solve", problem, "--solver", "pgs", "--tolerance", "1e-12",
                                         "--max-iterations", "3", "--json", "-o", "out.hdf5"});
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  EXPECT_EQ(json_value(outcome.out, "converged"), "false");
  const double residual = residual_in((folder.path() / "out.hdf5").string(), FclibLaw::coulomb);
  EXPECT_GT(residual, 1e-12);
  EXPECT_LT(residual, 1);
}

TEST(Solve, ReplacesItsOwnInputAndGivesTheSameBitsOnAnyNumberOfThreads) {
  const TemporaryFolder folder;
  const std::string problem = problem_in(folder, 60);
  std::vector<double> first;
  for (const char* threads : {"1", "2", "3"}) {
    const Outcome outcome = cairn(folder, {"solve", problem, "-o", problem, "-j", threads});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("converged"), std::string::npos);
    const FclibSolution solution = solution_in(problem);
    if (first.empty()) first = solution.r;
    EXPECT_EQ(solution.r, first) << threads;
  }
  EXPECT_EQ(folder.list(), std::vector<std::string>{"problem.hdf5"});
}

TEST(Solve, ReadsTheProblemsOfARunAndOfItsContinuation) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(40, 0.1));
  const Words implicit{"--set", "method={implicit: {law: coulomb}}", "--set", "time.step=1 ms", "-q"};
  const auto with = [](Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  ASSERT_EQ(
      cairn(folder, with({"run", "beads.yaml", "--dump-problem", "80", "-o", "whole.run"}, implicit)).code,
      0);
  ASSERT_EQ(cairn(folder, with({"run", "beads.yaml", "--until", "50 ms", "-o", "half.run"}, implicit)).code,
            0);
  const Words resume{"resume", "half.run", "--until", "0.1", "-q", "--dump-problem"};
  EXPECT_EQ(cairn(folder, with(resume, {"50"})).code, 2) << "is past";
  EXPECT_EQ(cairn(folder, with(resume, {"101"})).code, 2) << "will not come";
  ASSERT_EQ(cairn(folder, with(resume, {"80", "--dump-problem", "90"})).code, 0);
  EXPECT_TRUE(folder.has("half.run/problem_000090.hdf5"));
  const auto q = [&](const std::string& run) {
    FclibProblem problem =
        read_fclib((folder.path() / run / "problem_000080.hdf5").string(), FclibLaw::coulomb);
    Threads threads(1);
    prepare(problem.contacts, threads);
    return problem.contacts.q;
  };
  EXPECT_GT(q("whole.run").size(), 5u);
  EXPECT_TRUE(std::ranges::equal(q("whole.run"), q("half.run")));
  EXPECT_EQ(cairn(folder, {"solve", "half.run/problem_000090.hdf5"}).code, 0);
}

TEST(Solve, ProblemsOfSeveralStepsOfARun) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(40, 0.06));
  const auto run = [&](const Words& dumps) {
    Words words{"run",   "beads.yaml",    "--force", "--set", "method={implicit: {law: coulomb}}",
                "--set", "time.step=1 ms"};
    words.insert(words.end(), dumps.begin(), dumps.end());
    return cairn(folder, words);
  };
  const Outcome outcome =
      run({"--dump-problem", "44,46", "--dump-problem", "50:56:3", "--dump-problem", "1"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("Step 1 has no contacts"), std::string::npos) << outcome.out;
  for (const char* step : {"44", "46", "50", "53", "56"})
    EXPECT_TRUE(folder.has(fmt::format("beads.run/problem_0000{}.hdf5", step))) << step;
  for (const char* step : {"01", "45", "51"})
    EXPECT_FALSE(folder.has(fmt::format("beads.run/problem_0000{}.hdf5", step))) << step;
  for (const char* bad : {"", "0", "x", "1,,2", "5:1", "1:9:0", "1:2:3:4", "-1", "1.5", "1:99999999999"}) {
    const Outcome refused = run({"--dump-problem", bad});
    EXPECT_EQ(refused.code, 2) << bad;
    EXPECT_NE(refused.err.find("--dump-problem"), std::string::npos) << refused.err;
  }
  EXPECT_NE(run({"--dump-problem", "45:70"}).err.find("the steps to come are 1 to 60"), std::string::npos);
}

TEST(Solve, BeginsFromAGuessOfTheFile) {
  const TemporaryFolder folder;
  const std::string path = problem_in(folder, 60);
  const auto solve = [&](const Words& more) {
    Words words{"solve", path, "--solver", "pgs", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return cairn(folder, words);
  };
  const auto iterations = [](const Outcome& outcome) {
    return std::stoi(json_value(outcome.out, "iterations"));
  };
  const Outcome from_zero = solve({"--tolerance", "1e-9", "-o", "solved.hdf5"});
  ASSERT_EQ(from_zero.code, 0) << from_zero.err;
  EXPECT_EQ(json_value(from_zero.out, "guess"), "0");
  ASSERT_GT(iterations(from_zero), 20);

  // Guess 1 is the solution, guess 2 nothing.
  FclibFile file = read_fclib_file(path);
  const FclibSolution solution = solution_in((folder.path() / "solved.hdf5").string());
  file.guesses = {solution, {{}, {}, std::vector<double>(solution.r.size()), {}}};
  write_fclib_file(path, file);
  const Outcome guessed = solve({});
  EXPECT_EQ(guessed.code, 0) << guessed.err;
  EXPECT_EQ(json_value(guessed.out, "guess"), "1");
  EXPECT_LE(iterations(guessed), 1);
  for (const char* none : {"none", "2"}) EXPECT_GT(iterations(solve({"--guess", none})), 10) << none;
  EXPECT_NE(cairn(folder, {"solve", path}).out.find("guess 1 of 2"), std::string::npos);

  // Bad ones are refused by name; the cure works.
  for (const char* bad : {"3", "0", "x", "-1"}) EXPECT_EQ(solve({"--guess", bad}).code, 2) << bad;
  file.guesses[0].r.pop_back();
  write_fclib_file(path, file);
  const Outcome refused = solve({});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find(fmt::format("/guesses/1/r has {} values, expected {}", solution.r.size() - 1,
                                         solution.r.size())),
            std::string::npos)
      << refused.err;
  EXPECT_NE(refused.err.find("--guess none"), std::string::npos) << refused.err;
  EXPECT_EQ(solve({"--guess", "none"}).code, 0);
}

TEST(Solve, SaysWhyItDidNotConverge) {
  const TemporaryFolder folder;
  const std::string problem = problem_in(folder, 60);
  const Words words{"solve", problem, "--solver", "pgs", "--tolerance", "1e-10", "--max-iterations", "30"};
  const Outcome text = cairn(folder, words);
  EXPECT_EQ(text.code, 4);
  EXPECT_NE(text.out.find("try max_iterations of"), std::string::npos) << text.out;
  Words json = words;
  json.push_back("--json");
  EXPECT_EQ(json_value(cairn(folder, json).out, "cause"), "\"too_few_iterations\"");
}

TEST(Solve, OptionsOfTheSolverCanBeSet) {
  const TemporaryFolder folder;
  const std::string problem = problem_in(folder);
  const auto iterations = [&](const Words& more) {
    Words words{"solve", problem, "--solver", "pgs", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return json_value(cairn(folder, words).out, "iterations");
  };
  EXPECT_NE(iterations({}), iterations({"--set", "relaxation=0.3"}));
}

TEST(Solve, AllSolversGiveATableWithTheirHistories) {
  const TemporaryFolder folder;
  const std::string problem = problem_in(folder, 5);
  const Outcome outcome = cairn(folder, {"solve", problem, "--solver", "all", "-o", "compared"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string table = folder.read("compared/solvers.csv"),
                    histories = folder.read("compared/histories.csv");
  EXPECT_TRUE(table.starts_with("problem,solver,converged,residual,iterations,seconds\n"));
  EXPECT_TRUE(histories.starts_with("problem,solver,iteration,residual\n"));
  for (const SolverRow& row : solvers()) {
    const bool is_meant = refusal(row, {}).empty();
    EXPECT_EQ(outcome.out.find("\n" + row.name + " ") != std::string::npos, is_meant) << row.name;
    EXPECT_EQ(table.find("problem," + row.name + ",") != std::string::npos, is_meant) << row.name;
    const bool has_converged = table.find("problem," + row.name + ",1,") != std::string::npos;
    EXPECT_TRUE(has_converged || !row.is_general) << table;
    EXPECT_EQ(histories.find("problem," + row.name + ",") != std::string::npos, is_meant) << row.name;
  }
  EXPECT_TRUE(folder.read("compared/problem.png").starts_with("\x89PNG"));
  EXPECT_FALSE(folder.has("compared/profile.png"));
  // One object per solver, and nothing besides.
  folder.write("all.json", cairn(folder, {"solve", problem, "--solver", "all", "--json"}).out);
  EXPECT_EQ(run_other(folder, {"/usr/bin/python3", "-m", "json.tool", "all.json", "copy.json"}).code, 0);
  // Nobody gets there in one iteration.
  EXPECT_EQ(
      cairn(folder, {"solve", problem, "--solver", "all", "--max-iterations", "1", "--tolerance", "1e-14"})
          .code,
      4);
}

TEST(Solve, AFolderOfProblemsGivesAPerformanceProfile) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "problems");
  for (const int balls : {3, 5})
    write_fclib_local(sample_pile(balls, 0.3, 1),
                      (folder.path() / fmt::format("problems/pile_{}.hdf5", balls)).string(),
                      {"pile", "", ""});
  const Outcome outcome = cairn(folder, {"solve", "problems", "--solver", "all", "-o", "compared"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("2 of 2"), std::string::npos) << outcome.out;
  for (const char* file : {"pile_3.png", "pile_5.png", "profile.png", "profile.csv", "solvers.csv"})
    EXPECT_TRUE(folder.has(std::string("compared/") + file)) << file;
  // All are solved by the end, and the fastest of each problem begins at a ratio of one.
  const std::string profile = folder.read("compared/profile.csv");
  EXPECT_NE(profile.find(",1,,0.5\n"), std::string::npos) << profile;
  for (const SolverRow& row : solvers()) {
    if (!row.is_general) continue;
    const std::size_t last = profile.rfind("\n" + row.name + ",");
    ASSERT_NE(last, std::string::npos) << row.name;
    EXPECT_TRUE(profile.substr(last + 1, profile.find('\n', last + 1) - last - 1).ends_with(",,1"))
        << row.name;
  }
}

TEST(Solve, SiconosFindsTheSameVelocities) {
  const TemporaryFolder folder;
  const std::string problem = problem_in(folder);
  ASSERT_EQ(cairn(folder, {"solve", problem, "--tolerance", "1e-11", "-o", "solved.hdf5"}).code, 0);
  const Outcome outcome = run_other(
      folder, {"/usr/bin/python3", in_source_tree("tests/python/siconos_agrees.py"), "solved.hdf5"});
  if (outcome.code == 77) GTEST_SKIP() << "no Siconos here (apt-get install python3-siconos)";
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
}

// --- Misuse

struct Misuse {
  const char* name;
  Words words;  // behind "solve"
  std::vector<std::string> says;
};

void PrintTo(const Misuse& misuse, std::ostream* out) { *out << misuse.name; }

class SolveMisuse : public testing::TestWithParam<Misuse> {};

TEST_P(SolveMisuse, IsRefusedWithAMessageAndNothingIsWritten) {
  const TemporaryFolder folder;
  problem_in(folder, 2);
  folder.write("text.hdf5", "not a problem\n");
  std::filesystem::create_directories(folder.path() / "taken");
  FclibFile negative = to_fclib(sample_pile(2, 0.3, 1), {});
  negative.vectors["mu"][0] = -0.5;
  write_fclib_file((folder.path() / "negative.hdf5").string(), negative);
  const std::vector<std::string> before = folder.list();
  Words words{"solve"};
  words.insert(words.end(), GetParam().words.begin(), GetParam().words.end());
  const Outcome outcome = cairn(folder, words);
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  for (const std::string& text : GetParam().says)
    EXPECT_NE(outcome.err.find(text), std::string::npos) << "expected '" << text << "' in: " << outcome.err;
  EXPECT_EQ(folder.list(), before);
}

const Misuse kMisuses[] = {
    {"NoProblem", {}, {"PROBLEM"}},
    {"Missing", {"none.hdf5"}, {"none.hdf5: error: there is no such file"}},
    {"EmptyName", {""}, {"empty"}},
    {"Folder", {"taken"}, {"'taken' has nothing to solve", "--dump-problem STEP"}},
    {"NotHdf5", {"text.hdf5"}, {"text.hdf5: error", "HDF5"}},
    {"NegativeFriction", {"negative.hdf5", "-o", "x.hdf5"}, {"negative.hdf5: error", "mu[0] is -0.5"}},
    {"UnknownSolver", {"problem.hdf5", "--solver", "apdg"}, {"no solver 'apdg'", "did you mean 'apgd'?"}},
    {"UnknownLaw", {"problem.hdf5", "--law", "coulmb"}, {"--law", "did you mean 'coulomb'?"}},
    {"SolverOfCompliantContacts",
     {"problem.hdf5", "--solver", "primal_newton"},
     {"primal_newton needs compliant contacts", "those that can: pgs"}},
    {"ToleranceZero", {"problem.hdf5", "--tolerance", "0"}, {"--tolerance needs a number above 0, got '0'"}},
    {"ToleranceNegative", {"problem.hdf5", "--tolerance=-1e-6"}, {"--tolerance needs a number above 0"}},
    {"ToleranceNan", {"problem.hdf5", "--tolerance", "nan"}, {"--tolerance"}},
    {"ToleranceText", {"problem.hdf5", "--tolerance", "small"}, {"--tolerance", "'small'"}},
    {"IterationsZero", {"problem.hdf5", "--max-iterations", "0"}, {"--max-iterations"}},
    {"IterationsFraction", {"problem.hdf5", "--max-iterations", "1.5"}, {"--max-iterations"}},
    {"TimeZero", {"problem.hdf5", "--time-limit", "0"}, {"--time-limit"}},
    {"ThreadsZero", {"problem.hdf5", "-j", "0"}, {"-j needs"}},
    {"SetUnknown",
     {"problem.hdf5", "--solver", "pgs", "--set", "ordr=key"},
     {"--set ordr=key", "did you mean 'order'?"}},
    {"SetWrong", {"problem.hdf5", "--solver", "pgs", "--set", "order=kye"}, {"--set", "did you mean 'key'?"}},
    {"SetNothing", {"problem.hdf5", "--set", "order"}, {"--set order", "KEY=VALUE"}},
    {"UnknownOption", {"problem.hdf5", "--tol", "1"}, {"unknown option '--tol'", "--tolerance"}},
    {"TwoProblems", {"problem.hdf5", "text.hdf5"}, {"unexpected argument 'text.hdf5'"}},
    {"OutputIsAFolder", {"problem.hdf5", "-o", "taken"}, {"there is a folder of that name"}},
    {"OutputFolderMissing", {"problem.hdf5", "-o", "none/out.hdf5"}, {"there is no folder 'none'"}},
    {"AllWithSet", {"problem.hdf5", "--solver", "all", "--set", "order=key"}, {"--set is for one solver"}},
    {"AllIntoAFile", {"problem.hdf5", "--solver", "all", "-o", "text.hdf5"}, {"needs a folder there"}},
    {"AllOfAnEmptyFolder", {"taken", "--solver", "all"}, {"'taken' has nothing to solve"}},
    {"OutputEmpty", {"problem.hdf5", "-o", ""}, {"-o needs a name"}},
};

INSTANTIATE_TEST_SUITE_P(All, SolveMisuse, testing::ValuesIn(kMisuses),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace cairn::program
