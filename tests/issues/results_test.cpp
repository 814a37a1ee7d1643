// What happens to results folders: nothing foreign is destroyed, readers beside a run never fail, damage is
// found, and a stopped run goes on as if it had never stopped.
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <sstream>

#include "places.h"
#include "program/program.h"

namespace cairn::program {
namespace {

namespace fs = std::filesystem;

const std::string kPrecious = "the only copy of something\n";

// HDF5 must not be given memory back that it goes on using. The C library fills freed memory with 0x5a.
TEST(ResultsFolder, FreedMemoryIsNotUsedWhenFilesAreClosed) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(5, 0.002, "output: {frames: 1 ms, contacts: true}\n"));
  const Outcome run =
      run_other(folder, {"/usr/bin/env", "MALLOC_PERTURB_=165", cairn_program(), "run", "beads.yaml", "-q"});
  EXPECT_EQ(run.code, 0) << run.err;
}

TEST(ResultsFolder, ANewRunTakesNoFolderOfANearbyNameOver) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(3, 0.001));
  fs::create_directories(folder.path() / "a.run.new");
  for (const char* name : {"run.h5", "series.csv", "scene.yaml", "checkpoint"})
    folder.write(std::string("a.run.new/") + name, kPrecious);
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "-o", "a.run"}).code, 0);
  for (const char* name : {"run.h5", "series.csv", "scene.yaml", "checkpoint"})
    EXPECT_EQ(folder.read(std::string("a.run.new/") + name), kPrecious) << name;
}

TEST(ResultsFolder, ANewRunFollowsNoLinkOfANearbyName) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(3, 0.001));
  fs::create_directories(folder.path() / "mine");
  folder.write("mine/scene.yaml", kPrecious);
  folder.write("mine/run.log", kPrecious);
  fs::create_directory_symlink("mine", folder.path() / "a.run.new");
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "-o", "a.run"}).code, 0);
  EXPECT_EQ(folder.read("mine/scene.yaml"), kPrecious);
  EXPECT_EQ(folder.read("mine/run.log"), kPrecious);
  EXPECT_FALSE(folder.has("mine/run.h5"));
}

TEST(ResultsFolder, ResumeWritesThroughNoLink) {
  const char* const names[] = {"series.csv", "run.log", "run.h5", "run.xmf", "summary.json", "checkpoint"};
  for (const std::string name : names) {
    const TemporaryFolder folder;
    folder.write("beads.yaml", beads_scene(3, 0.002, "output: {frames: 1 ms}\n"));
    ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "-o", "x", "--until", "1.5 ms"}).code, 0);
    fs::rename(folder.path() / "x" / name, folder.path() / "original");
    const std::string before = folder.read("original");
    fs::create_symlink("../original", folder.path() / "x" / name);
    cairn(folder, {"resume", "x", "-q"});
    EXPECT_EQ(folder.read("original"), before) << name;
  }
}

TEST(ResultsFolder, ResumeRemovesNothingBehindALinkedFolderOfFrames) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(3, 0.002, "output: {frames: 1 ms}\n"));
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "-o", "x", "--until", "1.5 ms"}).code, 0);
  fs::rename(folder.path() / "x/frames", folder.path() / "elsewhere");
  folder.write("elsewhere/000099.h5", kPrecious);
  fs::create_directory_symlink("../elsewhere", folder.path() / "x/frames");
  const Outcome resumed = cairn(folder, {"resume", "x", "-q"});
  EXPECT_EQ(resumed.code, 2) << resumed.err;
  EXPECT_EQ(folder.read("elsewhere/000099.h5"), kPrecious);
}

TEST(ResultsFolder, ForceReplacesARunAndLeavesOtherFiles) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(3, 0.002, "output: {frames: 0.5 ms}\n"));
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "-o", "x"}).code, 0);
  folder.write("x/notes.txt", kPrecious);
  folder.write("x/frames/notes.txt", kPrecious);
  ASSERT_TRUE(folder.has("x/frames/000004.h5"));
  const Outcome again = cairn(folder, {"run", "beads.yaml", "-q", "-o", "x", "--force", "--until", "1 ms"});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_TRUE(folder.has("x/frames/000002.h5"));
  EXPECT_FALSE(folder.has("x/frames/000003.h5"));
  EXPECT_EQ(folder.read("x/notes.txt"), kPrecious);
  EXPECT_EQ(folder.read("x/frames/notes.txt"), kPrecious);
  EXPECT_EQ(cairn(folder, {"check", "x"}).code, 0);
}

TEST(ResultsFolder, ForceReplacesFilesThatNoRunMade) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(3, 0.002, ""));
  fs::create_directory(folder.path() / "project");
  folder.write("project/scene.yaml", kPrecious);
  folder.write("project/series.csv", kPrecious);
  const Outcome forced = cairn(folder, {"run", "beads.yaml", "-q", "-o", "project", "--force"});
  EXPECT_EQ(forced.code, 2) << forced.err;
  EXPECT_EQ(folder.read("project/scene.yaml"), kPrecious);
  EXPECT_EQ(folder.read("project/series.csv"), kPrecious);
}

TEST(ResultsFolder, ARefusedResumeRemovesTheSummary) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(3, 0.002, "output: {frames: 1 ms}\n"));
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "-o", "x"}).code, 0);
  fs::remove_all(folder.path() / "x/frames");
  EXPECT_EQ(cairn(folder, {"resume", "x", "-q", "--until", "3 ms"}).code, 2);
  EXPECT_TRUE(folder.has("x/summary.json"));
}

// A frame about every millisecond of real time.
TEST(ResultsFolder, ReadersBesideARunNeverFail) {
  const TemporaryFolder folder;
  if (run_other(folder, {"/usr/bin/python3", "-c", "import h5py"}).code != 0) GTEST_SKIP() << "no h5py";
  folder.write("beads.yaml", beads_scene(10, 1e4, "output: {frames: 0.3 ms, contacts: true}\n"));
  Running run(folder, {"run", "beads.yaml", "-q", "-j", "1"});
  ASSERT_TRUE(appears(folder.path() / "beads.run"));
  const std::string script = in_source_tree("tests/python/read_while_written.py");
  const Outcome readers = run_other(folder, {"/usr/bin/python3", script, "beads.run/run.h5", "2500"});
  EXPECT_EQ(readers.code, 0) << readers.err;
  std::istringstream counts(readers.out);
  int first = 0, last = 0;
  counts >> first >> last;
  EXPECT_GT(last, first + 100) << "hardly anything was written meanwhile";
  run.signal(SIGTERM);
  EXPECT_EQ(run.wait().code, 143);
}

void flip_a_bit(const TemporaryFolder& folder, const std::string& name, std::size_t byte) {
  std::string bytes = folder.read(name);
  bytes[byte % bytes.size()] ^= 1;
  folder.write(name, bytes);
}

TEST(ResultsFolder, CheckFindsEveryFlippedBit) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(5, 0.002, "output: {frames: 1 ms, contacts: true}\n"));
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "-o", "x"}).code, 0);
  const Outcome whole = cairn(folder, {"check", "x"});
  EXPECT_EQ(whole.code, 0) << whole.out << whole.err;
  for (const std::string name : {"series.csv", "run.h5", "scene.yaml", "checkpoint", "checkpoint.previous",
                                 "frames/000000.h5", "frames/000002.h5"}) {
    flip_a_bit(folder, "x/" + name, 4321);
    const Outcome found = cairn(folder, {"check", "x"});
    EXPECT_EQ(found.code, 1) << name << "\n" << found.out << found.err;
    EXPECT_NE(found.out.find(name + " "), std::string::npos) << found.out;
    flip_a_bit(folder, "x/" + name, 4321);
  }
  EXPECT_EQ(cairn(folder, {"check", "x"}).code, 0);
  EXPECT_EQ(cairn(folder, {"check", "."}).code, 2);
}

// HDF5 itself loops for ever on some damaged files.
TEST(ResultsFolder, DamagedFilesAreBadInputForEveryCommand) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(5, 0.002, "output: {frames: 1 ms, contacts: true}\n"));
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "-o", "x", "--until", "1.5 ms"}).code, 0);
  folder.write("on.yaml", "start: {from: x}\n" + beads_scene(1, 0.002));
  flip_a_bit(folder, "x/run.h5", 900);
  const std::string summary = folder.read("x/summary.json");
  for (const Words& words : {Words{"resume", "x", "-q"}, Words{"export", "x", "--png"}, Words{"report", "x"},
                             Words{"forces", "x"}, Words{"plot", "x", "forces"}}) {
    const Outcome refused = cairn(folder, words);
    EXPECT_EQ(refused.code, 2) << words[0] << ": " << refused.err;
    EXPECT_NE(refused.err.find("run.h5"), std::string::npos) << words[0] << ": " << refused.err;
  }
  const Outcome start = cairn(folder, {"run", "on.yaml", "-q"});
  EXPECT_EQ(start.code, 2) << start.err;
  EXPECT_NE(start.err.find("cannot start from 'x'"), std::string::npos) << start.err;
  EXPECT_EQ(folder.read("x/summary.json"), summary) << "a refused resume changes nothing";
}

// Whether --until and resume leave what a run in one piece leaves, byte for byte.
void expect_no_trace_of_a_stop(const std::string& scene, const std::string& end, const Words& stops) {
  const TemporaryFolder folder;
  folder.write("scene.yaml", scene);
  ASSERT_EQ(cairn(folder, {"run", "scene.yaml", "-q", "-j", "1", "-o", "whole", "--until", end}).code, 0);
  for (const std::string& stop : stops) {
    const std::string run = "stopped at " + stop;
    ASSERT_EQ(cairn(folder, {"run", "scene.yaml", "-q", "-j", "1", "-o", run, "--until", stop}).code, 0);
    const Outcome resumed = cairn(folder, {"resume", run, "-q", "-j", "1", "--until", end});
    ASSERT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_EQ(folder.read(run + "/series.csv"), folder.read("whole/series.csv")) << run;
    EXPECT_EQ(folder.read(run + "/run.xmf"), folder.read("whole/run.xmf")) << run;
    const auto frames = std::distance(fs::directory_iterator(folder.path() / "whole/frames"), {});
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path() / run / "frames"), {}), frames) << run;
    for (const fs::directory_entry& item : fs::directory_iterator(folder.path() / "whole/frames")) {
      const std::string name = "/frames/" + item.path().filename().string();
      EXPECT_TRUE(folder.read(run + name) == folder.read("whole" + name)) << run << name;
    }
  }
}

const std::string kFallingBeads = R"(gravity: [0, 0, -9.81]
materials: {glass: {density: 2500 kg/m3, friction: 0.5, restitution: 0.5}}
bodies:
  - {name: beads, material: glass, shape: {sphere: {diameter: 2 mm}},
     fill: {box: {min: [-10 mm, -10 mm, 2 mm], max: [10 mm, 10 mm, 20 mm]}, count: 200, seed: 3}}
  - {name: floor, material: glass, shape: {plane: {normal: [0, 0, 1]}}, position: [0, 0, 0], fixed: true}
)";

// Bodies are sorted when a list of neighbours is made, and the order of a sum is its last bit.
TEST(ResultsFolder, AnImplicitRunThatWasStoppedHasTheSameSeries) {
  expect_no_trace_of_a_stop(kFallingBeads + R"(method: {implicit: {law: coulomb, solver: nlgs}}
time: {step: 0.5 ms, end: 30 ms}
measure: {energy: {every: 1 ms}}
output: {frames: 5 ms, contacts: true}
)",
                            "30 ms", {"8 ms", "20 ms"});
}

// Not due at 8.25 ms: a frame, the energy, the rate, which remembers its samples. Due: the kinetic energy
// alone.
TEST(ResultsFolder, ALastFrameAndRowGoIfTheRunGoesOn) {
  expect_no_trace_of_a_stop(kFallingBeads + R"(method: {explicit: {law: hooke, stiffness: 200 N/m}}
time: {step: 10 us, end: 12 ms}
measure:
  energy: {every: 1 ms}
  rate: {flow_rate: {z: 8 mm}, every: 1 ms}
  speeds: {kinetic_energy: {}, every: 0.25 ms}
output: {frames: 5 ms, contacts: true}
)",
                            "12 ms", {"8.25 ms", "10 ms", "10.1 ms"});
}

}  // namespace
}  // namespace cairn::program
