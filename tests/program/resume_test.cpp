// cairn resume: what may change on the way, and what depends on nothing but the scene.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "places.h"
#include "program/program.h"
#include "run/changes.h"

namespace cairn::program {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const Words kImplicit{"--set", "method={implicit: {law: coulomb}}", "--set", "time.step=1 ms", "-q"};

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string in_summary(const TemporaryFolder& folder, const std::string& run, const std::string& key) {
  return json_value(folder.read(run + "/summary.json"), key);
}

TEST(ResumeSet, WithoutItTheBitsAreThoseOfOnePiece) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(40, 0.06, "output: {frames: 10 ms}\n"));
  ASSERT_EQ(cairn(folder, with({"run", "beads.yaml", "-o", "whole"}, kImplicit)).code, 0);
  ASSERT_EQ(cairn(folder, with({"run", "beads.yaml", "-o", "parts", "--until", "25 ms"}, kImplicit)).code, 0);
  ASSERT_EQ(cairn(folder, {"resume", "parts", "-q"}).code, 0);
  EXPECT_EQ(in_summary(folder, "parts", "state_hash"), in_summary(folder, "whole", "state_hash"));
  EXPECT_FALSE(has(folder.read("parts/summary.json"), "\"changes\""));
}

TEST(ResumeSet, ChangesHoldFromThereOnAndAreStored) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(40, 0.06, "output: {frames: 10 ms}\n"));
  ASSERT_EQ(cairn(folder, with({"run", "beads.yaml", "-o", "whole"}, kImplicit)).code, 0);
  ASSERT_EQ(cairn(folder, with({"run", "beads.yaml", "-o", "parts", "--until", "25 ms"}, kImplicit)).code, 0);
  const Outcome outcome =
      cairn(folder, {"resume", "parts", "--until", "30 ms", "--set", "time.end=80 ms", "--set",
                     "output.frames=5 ms", "--set", "method.implicit.tolerance=1e-9"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* part : {"Changed from here on: time.end=80 ms", "output.frames=5 ms", "tolerance=1e-9"})
    EXPECT_TRUE(has(outcome.out, part)) << outcome.out;
  EXPECT_TRUE(has(folder.read("parts/run.log"), "Changed from here on: output.frames=5 ms"));

  // A later resume knows them: it goes to the new end, with the new frames: 0, 10, 20, 30, 35 to 80 ms.
  const Outcome later = cairn(folder, {"resume", "parts"});
  ASSERT_EQ(later.code, 0) << later.err;
  EXPECT_TRUE(has(later.out, "(step 30 of 80)")) << later.out;
  EXPECT_EQ(in_summary(folder, "parts", "steps"), "80");
  EXPECT_TRUE(has(later.out, "(14 frames")) << later.out;
  EXPECT_TRUE(has(folder.read("parts/summary.json"), "\"t = 0.025 s: time.end=80 ms\""));
  EXPECT_LE(std::stod(in_summary(folder, "parts", "unconverged_steps")), 80);

  // When it ends and when it writes changes no bit of what it computes.
  ASSERT_EQ(cairn(folder, with({"run", "beads.yaml", "-o", "half", "--until", "25 ms"}, kImplicit)).code, 0);
  ASSERT_EQ(
      cairn(folder, {"resume", "half", "-q", "--set", "output.frames=3 ms", "--set", "time.end=60 ms"}).code,
      0);
  EXPECT_EQ(in_summary(folder, "half", "state_hash"), in_summary(folder, "whole", "state_hash"));
}

TEST(ResumeSet, AllElseIsRefusedWithTheListOfWhatMayChange) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(5, 0.02));
  ASSERT_EQ(cairn(folder, with({"run", "beads.yaml", "-o", "x", "--until", "10 ms"}, kImplicit)).code, 0);
  const std::string before = folder.read("x/run.log");
  for (const char* change : {"materials.glass.friction=1", "time.step=2 ms", "gravity=[0,0,0]", "output=3",
                             "method.implicit.solver=pgs", "measure.a.b.every=1", "time.endless=1"}) {
    const Outcome outcome = cairn(folder, {"resume", "x", "--set", change});
    EXPECT_EQ(outcome.code, 2) << change;
    const std::string key = std::string(change).substr(0, std::string(change).find('='));
    EXPECT_TRUE(has(outcome.err, "'" + key + "' stays as it is")) << outcome.err;
    for (const Changeable& row : changeable()) EXPECT_TRUE(has(outcome.err, row.key)) << outcome.err;
  }
  // Bad values of good keys are refused as in any scene; an end that is past, too.
  EXPECT_TRUE(
      has(cairn(folder, {"resume", "x", "--set", "output.frames=2 kg"}).err, "--set output.frames=2 kg"));
  EXPECT_TRUE(has(cairn(folder, {"resume", "x", "--set", "time.end=5 ms"}).err, "is past"));
  EXPECT_EQ(folder.read("x/run.log"), before);
  EXPECT_EQ(cairn(folder, {"resume", "x", "-q"}).code, 0);
}

TEST(ResumeSet, HelpAndDocumentsListWhatMayChange) {
  const TemporaryFolder folder;
  const std::string help = cairn(folder, {"resume", "--help"}).out;
  std::ifstream file(in_source_tree("docs/output.md"));
  const std::string page(std::istreambuf_iterator<char>(file), {});
  for (const Changeable& row : changeable()) {
    EXPECT_TRUE(has(help, row.key)) << row.key;
    EXPECT_TRUE(has(page, fmt::format("| `{}` | {} |", row.key, row.meaning))) << row.key;
  }
}

// --- Folders that no run made

TEST(Resume, IsOfferedForTheFoldersOfRunsAlone) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(5, 1e-3));
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q"}).code, 0);
  const Outcome own = cairn(folder, {"run", "beads.yaml", "-q"});
  EXPECT_EQ(own.code, 2);
  EXPECT_TRUE(has(own.err, "cairn resume beads.run")) << own.err;
  folder.write("foreign/letter.txt", "Dear");
  for (const Words& more : {Words{}, Words{"--force"}}) {
    const Outcome foreign = cairn(folder, with({"run", "beads.yaml", "-q", "-o", "foreign"}, more));
    EXPECT_EQ(foreign.code, 2);
    EXPECT_FALSE(has(foreign.err, "resume")) << foreign.err;
    EXPECT_TRUE(has(foreign.err, "not those of a run")) << foreign.err;
  }
}

// --- The end

TEST(Resume, EnergyFromNothingDoesNotDependOnWhereARunWasCut) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(40, 0.05));
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "-o", "whole"}).code, 0);
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "-o", "parts", "--until", "10.01 ms"}).code, 0);
  for (const char* until : {"20.03 ms", "31.07 ms", "44.44 ms"})
    ASSERT_EQ(cairn(folder, {"resume", "parts", "-q", "--until", until}).code, 0);
  ASSERT_EQ(cairn(folder, {"resume", "parts", "-q"}).code, 0);
  for (const char* key : {"from_nothing", "received", "state_hash"})
    EXPECT_EQ(in_summary(folder, "parts", key), in_summary(folder, "whole", key)) << key;
  EXPECT_GT(std::stod(in_summary(folder, "whole", "from_nothing")), 0);
}

// ceil(end/step) steps, as the reference says, for any end after the start.
TEST(Resume, AnEndLongBeforeTheFirstStepIsOneStep) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(1, 1));
  const Words run{"run",   "beads.yaml",
                  "-q",    "--force",
                  "--set", "method={implicit: {law: coulomb}}",
                  "--set", "time={step: 1 ms, end: 1e-12}"};
  ASSERT_EQ(cairn(folder, run).code, 0);
  EXPECT_EQ(in_summary(folder, "beads.run", "steps"), "1");
}

}  // namespace
}  // namespace cairn::program
