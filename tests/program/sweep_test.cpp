// cairn sweep: the points of a study, its tables, what a second call leaves alone, and job arrays.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <sstream>

#include "places.h"
#include "program/program.h"

namespace cairn::program {
namespace {

namespace fs = std::filesystem;

constexpr double kTwelveDigits = 1e-11;  // values of a range have twelve digits

const char* const kScene = R"yaml(let: {mu: 0.3}
materials: {glass: {density: 2500, friction: mu, restitution: 0.5}}
method: {explicit: {law: hooke, stiffness: 1e4}}
time: {step: 1e-5, end: 2e-3}
bodies:
  - {name: floor, material: glass, shape: {plane: {normal: [0, 0, 1]}}, fixed: true}
  - {name: beads, material: glass, shape: {sphere: {radius: 5 mm}}, velocity: [1, 0, -1],
     fill: {box: {min: [0, 0, 0], max: [5 cm, 5 cm, 2 cm]}, count: 8, seed: 3}}
measure: {speed: {position: {body: beads}, every: 1e-3}}
)yaml";

bool says(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

// A table with its two header lines, as columns of text.
struct Table {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> rows;

  explicit Table(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    EXPECT_TRUE(line.starts_with("# units: ")) << line;
    std::getline(lines, line);
    names = split(line);
    while (std::getline(lines, line)) rows.push_back(split(line));
    for (const auto& row : rows) EXPECT_EQ(row.size(), names.size());
  }
  std::string at(std::size_t row, const std::string& name) const {
    const auto found = std::ranges::find(names, name);
    EXPECT_NE(found, names.end()) << name;
    return found == names.end() ? "" : rows.at(row).at(static_cast<std::size_t>(found - names.begin()));
  }

 private:
  static std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> fields(1);
    for (const char c : line) {
      if (c == ',')
        fields.emplace_back();
      else
        fields.back() += c;
    }
    return fields;
  }
};

// The texts in quotes behind "points": in the plan.
std::vector<double> points_of(const TemporaryFolder& folder, const std::string& study) {
  const std::string text = folder.read(study + "/study.json");
  std::vector<double> values;
  for (std::size_t at = text.find("\"points\""); (at = text.find("[\"", at + 1)) != std::string::npos;)
    values.push_back(std::stod(text.substr(at + 2)));
  return values;
}

TEST(Sweep, RunsEveryPointWithItsSeeds) {
  const TemporaryFolder folder;
  folder.write("scene.yaml", kScene);
  const Outcome outcome = cairn(folder, {"sweep", "scene.yaml", "let.mu=0.1,0.5", "time.end=1e-3,2e-3",
                                         "--repeat", "2", "-o", "a.study", "--jobs", "2"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out, "8 runs done, 0 failed, 0 waiting")) << outcome.out;

  // A row per run: the last parameter changes fastest, then the seed.
  const Table table(folder.read("a.study/table.csv"));
  ASSERT_EQ(table.rows.size(), 8u);
  EXPECT_EQ(table.at(2, "let.mu"), "0.1");
  EXPECT_EQ(table.at(2, "time.end"), "2e-3");
  EXPECT_EQ(table.at(2, "seed"), "1");
  EXPECT_EQ(table.at(3, "seed"), "2");
  EXPECT_EQ(table.at(3, "state"), "done");

  // Each run has the bits of the same run by hand; seeds make other samples.
  std::set<std::string> hashes;
  for (std::size_t row = 0; row < 8; ++row) hashes.insert(table.at(row, "state_hash"));
  EXPECT_EQ(hashes.size(), 8u);
  ASSERT_EQ(cairn(folder, {"run", "scene.yaml", "--set", "let.mu=0.5", "--set", "time.end=2e-3", "--set",
                           "seed=2", "-o", "hand.run", "-q"})
                .code,
            0);
  EXPECT_TRUE(says(folder.read("hand.run/summary.json"), table.at(7, "state_hash")));

  // Mean and standard error of two runs.
  const Table points(folder.read("a.study/points.csv"));
  ASSERT_EQ(points.rows.size(), 4u);
  EXPECT_EQ(points.at(0, "n"), "2");
  const double a = std::stod(table.at(0, "speed.z")), b = std::stod(table.at(1, "speed.z"));
  EXPECT_DOUBLE_EQ(std::stod(points.at(0, "speed.z")), (a + b) / 2);
  EXPECT_NEAR(std::stod(points.at(0, "speed.z.error")), std::abs(a - b) / 2, kTwelveDigits * std::abs(a - b));
  EXPECT_TRUE(says(folder.read("a.study/report.html"), "Study of"));
  EXPECT_EQ(cairn(folder, {"report", "a.study"}).code, 0);
}

TEST(Sweep, ContinuesWhatIsMissingAndLeavesTheRestAlone) {
  const TemporaryFolder folder;
  folder.write("scene.yaml", kScene);
  ASSERT_EQ(cairn(folder, {"sweep", "scene.yaml", "let.mu=0.1,0.2,0.3", "-q"}).code, 0);
  const Table first(folder.read("scene.study/table.csv"));
  const auto made = fs::last_write_time(folder.path() / "scene.study/runs/00000.run/summary.json");
  fs::remove(folder.path() / "scene.study/runs/00001.json");
  fs::remove_all(folder.path() / "scene.study/runs/00001.run");
  const Outcome again = cairn(folder, {"sweep", "scene.study"});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(fs::last_write_time(folder.path() / "scene.study/runs/00000.run/summary.json"), made);
  const Table second(folder.read("scene.study/table.csv"));
  for (std::size_t row = 0; row < 3; ++row)
    EXPECT_EQ(second.at(row, "state_hash"), first.at(row, "state_hash"));
}

TEST(Sweep, AnInterruptedStudyGoesOnFromItsCheckpoints) {
  const TemporaryFolder folder;
  folder.write("scene.yaml", beads_scene(200, 0.4));
  const Words words{"sweep", "scene.yaml", "--repeat", "2", "--jobs", "2", "--keep", "series"};
  ASSERT_EQ(
      cairn(folder, {"sweep", "scene.yaml", "--repeat", "2", "-o", "whole.study", "--keep", "series"}).code,
      0);
  {
    Running running(folder, words);
    ASSERT_TRUE(appears(folder.path() / "scene.study/runs/00001.run/run.log"));
    running.signal(SIGINT);
    EXPECT_EQ(running.wait().code, 130);
  }
  const Outcome outcome = cairn(folder, {"sweep", "scene.study"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Table whole(folder.read("whole.study/table.csv")), parts(folder.read("scene.study/table.csv"));
  for (std::size_t row = 0; row < 2; ++row)
    EXPECT_EQ(parts.at(row, "state_hash"), whole.at(row, "state_hash"));
  EXPECT_FALSE(folder.has("scene.study/runs/00000.run/frames"));
  EXPECT_TRUE(folder.has("scene.study/runs/00000.run/series.csv"));
}

TEST(Sweep, AFailedRunIsARowThatSaysWhy) {
  const TemporaryFolder folder;
  folder.write("scene.yaml", kScene);
  const Outcome outcome = cairn(folder, {"sweep", "scene.yaml", "time.step=1e-5,1e-2"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Table table(folder.read("scene.study/table.csv"));
  EXPECT_EQ(table.at(0, "state"), "done");
  EXPECT_EQ(table.at(1, "state"), "failed");
  EXPECT_TRUE(says(table.at(1, "trouble"), "step")) << table.at(1, "trouble");
}

TEST(Sweep, SamplesFillTheirRanges) {
  const TemporaryFolder folder;
  folder.write("scene.yaml", kScene);
  ASSERT_EQ(
      cairn(folder, {"sweep", "scene.yaml", "let.mu=0:1", "--sample", "lhs:16", "--array", "slurm"}).code, 0);
  std::vector<double> slices;
  for (const double value : points_of(folder, "scene.study")) slices.push_back(std::floor(16 * value));
  std::ranges::sort(slices);
  ASSERT_EQ(slices.size(), 16u);
  for (std::size_t k = 0; k < slices.size(); ++k) EXPECT_EQ(slices[k], static_cast<double>(k));

  // The first axis of Sobol's sequence is van der Corput's, in the order of a Gray code.
  ASSERT_EQ(cairn(folder, {"sweep", "scene.yaml", "let.mu=0:1", "--sample", "sobol:8", "--array", "parallel",
                           "-o", "sobol.study"})
                .code,
            0);
  EXPECT_EQ(points_of(folder, "sobol.study"),
            (std::vector<double>{0, 0.5, 0.75, 0.25, 0.375, 0.875, 0.625, 0.125}));
}

TEST(Sweep, JobArraysMakeTheSameRuns) {
  const TemporaryFolder folder;
  folder.write("scene.yaml", kScene);
  ASSERT_EQ(cairn(folder, {"sweep", "scene.yaml", "let.mu=0.1:0.3:3", "-q"}).code, 0);
  ASSERT_EQ(
      cairn(folder, {"sweep", "scene.yaml", "let.mu=0.1:0.3:3", "-o", "jobs.study", "--array", "slurm"}).code,
      0);
  EXPECT_EQ(run_other(folder, {"/bin/bash", "-n", "jobs.study/job.slurm"}).code, 0);
  // Any order, any run twice.
  for (const char* index : {"2", "0", "2", "1"})
    EXPECT_EQ(cairn(folder, {"sweep", "jobs.study", "--index", index}).code, 0);
  EXPECT_EQ(cairn(folder, {"sweep", "jobs.study", "--index", "3"}).code, 2);
  ASSERT_EQ(cairn(folder, {"sweep", "jobs.study", "-q"}).code, 0);
  const Table here(folder.read("scene.study/table.csv")), there(folder.read("jobs.study/table.csv"));
  for (std::size_t row = 0; row < 3; ++row)
    EXPECT_EQ(here.at(row, "state_hash"), there.at(row, "state_hash"));
  EXPECT_EQ(here.at(1, "let.mu"), "0.2");
}

// The scripts find the program as users have it, in PATH.
Outcome run_script(const TemporaryFolder& folder, const std::string& command) {
  fs::create_directories(folder.path() / "bin");
  if (!folder.has("bin/cairn")) fs::create_symlink(cairn_program(), folder.path() / "bin/cairn");
  return run_other(folder, {"/bin/bash", "-c", "PATH=\"$PWD/bin:$PATH\" && " + command});
}

// All runs of a study have the hashes of another one.
void expect_same_runs(const TemporaryFolder& folder, const char* one, const char* other) {
  for (const char* study : {one, other}) ASSERT_EQ(cairn(folder, {"sweep", study, "-q"}).code, 0);
  const Table a(folder.read(std::string(one) + "/table.csv")),
      b(folder.read(std::string(other) + "/table.csv"));
  ASSERT_EQ(a.rows.size(), b.rows.size());
  for (std::size_t row = 0; row < a.rows.size(); ++row) {
    EXPECT_EQ(b.at(row, "state"), "done");
    EXPECT_EQ(a.at(row, "state_hash"), b.at(row, "state_hash"));
  }
}

TEST(Sweep, GnuParallelRunsItsArray) {
  const TemporaryFolder folder;
  if (run_other(folder, {"/bin/bash", "-c", "parallel --version | grep -q GNU"}).code != 0)
    GTEST_SKIP() << "needs GNU parallel, which `tools/install test` brings";
  folder.write("scene.yaml", kScene);
  const Words words{"sweep", "scene.yaml", "let.mu=0.1:0.4:4", "--repeat", "2", "-q", "-o"};
  const auto with = [&](Words more) {
    more.insert(more.begin(), words.begin(), words.end());
    return more;
  };
  ASSERT_EQ(cairn(folder, with({"here.study"})).code, 0);
  ASSERT_EQ(cairn(folder, with({"jobs.study", "--array", "parallel"})).code, 0);
  const Outcome outcome = run_script(folder, "jobs.study/job.sh -j 2");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(folder.has("jobs.study/runs/00007.json"));
  expect_same_runs(folder, "here.study", "jobs.study");
}

// A stand-in for sbatch reads the directive of the array, and runs the script once per task, out of order and
// one task twice, as a queue that lost its memory might.
TEST(Sweep, ASlurmScriptRunsAsItsDirectivesSay) {
  const TemporaryFolder folder;
  folder.write("scene.yaml", kScene);
  ASSERT_EQ(cairn(folder, {"sweep", "scene.yaml", "let.mu=0.1:0.3:3", "-q", "-o", "here.study"}).code, 0);
  ASSERT_EQ(
      cairn(folder, {"sweep", "scene.yaml", "let.mu=0.1:0.3:3", "-o", "jobs.study", "--array", "slurm"}).code,
      0);
  folder.write("sbatch",
               "#!/bin/bash\n"
               "set -e\n"
               "last=$(sed -n 's/^#SBATCH --array=0-//p' \"$1\")\n"
               "grep -q '^#SBATCH --output=runs/' \"$1\"\n"
               "for task in $(seq \"$last\" -1 0) 0; do\n"
               "  SLURM_ARRAY_TASK_ID=$task bash \"$1\" > runs/$task.slurm 2>&1\n"
               "done\n");
  const Outcome outcome = run_script(folder, "cd jobs.study && bash ../sbatch job.slurm");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(folder.has("jobs.study/runs/00002.json"));
  expect_same_runs(folder, "here.study", "jobs.study");
}

TEST(Sweep, ARunThatDiesWithoutAWordIsNoResult) {
  const TemporaryFolder folder;
  folder.write("scene.yaml", kScene);
  ASSERT_EQ(
      cairn(folder, {"sweep", "scene.yaml", "let.mu=0.1,0.2", "-o", "a.study", "--array", "parallel"}).code,
      0);
  // Its log cannot be made, so that the run ends before it can say anything.
  fs::create_directories(folder.path() / "a.study/runs/00001.log");
  EXPECT_NE(cairn(folder, {"sweep", "a.study", "--index", "1"}).code, 0);
  ASSERT_EQ(cairn(folder, {"sweep", "a.study", "-q"}).code, 0);
  const Table table(folder.read("a.study/table.csv"));
  EXPECT_EQ(table.at(0, "state"), "done");
  EXPECT_EQ(table.at(1, "state"), "failed");
  EXPECT_TRUE(says(table.at(1, "trouble"), "code")) << table.at(1, "trouble");
}

TEST(Sweep, TellsOfDiskBeforeAndOfTimeWhile) {
  const TemporaryFolder folder;
  folder.write("scene.yaml", kScene);
  const Outcome all =
      cairn(folder, {"sweep", "scene.yaml", "let.mu=0.1,0.2", "-o", "all.study", "--jobs", "1"});
  EXPECT_TRUE(says(all.out, "disk about")) << all.out;
  EXPECT_TRUE(says(all.out, "1 of 2")) << all.out;
  EXPECT_TRUE(says(all.out, "left")) << all.out;
  EXPECT_LT(all.out.find("disk about"), all.out.find("1 of 2"));
  const Outcome series = cairn(folder, {"sweep", "scene.yaml", "let.mu=0.1,0.2", "--keep", "series"});
  EXPECT_TRUE(says(series.out, "frames are not")) << series.out;
}

TEST(Sweep, NamesWhatIsWrongBeforeAnythingIsWritten) {
  const TemporaryFolder folder;
  folder.write("scene.yaml", kScene);
  struct Case {
    Words words;
    const char* message;
  };
  for (const Case& wrong : std::vector<Case>{{{"let.nu=0.1,0.2"}, "did you mean 'mu'"},
                                             {{"let.mu=0.2:0.6"}, "let.mu=0.2:0.6:5"},
                                             {{"let.mu=0.6:0.2:5"}, "from a smaller to a larger"},
                                             {{"let.mu=0:1:3:log"}, "above 0"},
                                             {{"let.mu=0.1,,0.3"}, "a value is missing"},
                                             {{"let.mu"}, "KEY=VALUES"},
                                             {{"let.mu=0.1", "let.mu=0.2"}, "given twice"},
                                             {{}, "a study varies something"},
                                             {{"let.mu=0.1,0.2", "--sample", "lhs:4"}, "needs a range"},
                                             {{"let.mu=0.1:0.2", "--sample", "random:4"}, "lhs:N"},
                                             {{"let.mu=0.1,0.2", "--keep", "some"}, "all or series"},
                                             {{"seed=1,2", "--repeat", "2"}, "leave one out"},
                                             {{"materials.glass.density=1 mm,2 mm"}, "density"}}) {
    Words words{"sweep", "scene.yaml"};
    words.insert(words.end(), wrong.words.begin(), wrong.words.end());
    const Outcome outcome = cairn(folder, words);
    EXPECT_EQ(outcome.code, 2) << wrong.message;
    EXPECT_TRUE(says(outcome.err, wrong.message)) << outcome.err;
    EXPECT_FALSE(folder.has("scene.study"));
  }
  const Outcome missing = cairn(folder, {"sweep", "scen.yaml", "let.mu=0.1,0.2"});
  EXPECT_EQ(missing.code, 2) << missing.err;
  folder.write("bad.study/study.json",
               R"({"scene": "x", "scene_hash": "1", "repeats": 0, "keys": [], "points": []})");
  const Outcome damaged = cairn(folder, {"sweep", "bad.study"});
  EXPECT_EQ(damaged.code, 2);
  EXPECT_TRUE(says(damaged.err, "is damaged")) << damaged.err;
  // A folder of another plan, and a scene that has changed.
  ASSERT_EQ(cairn(folder, {"sweep", "scene.yaml", "let.mu=0.1,0.2", "-q"}).code, 0);
  EXPECT_TRUE(says(cairn(folder, {"sweep", "scene.yaml", "let.mu=0.1,0.3"}).err, "is another study"));
  folder.write("scene.yaml", std::string(kScene) + "title: other\n");
  EXPECT_TRUE(says(cairn(folder, {"sweep", "scene.study"}).err, "has changed since"));
}

}  // namespace
}  // namespace cairn::program
