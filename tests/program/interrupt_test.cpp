// Runs that are stopped from outside: by signals, by kill -9 at any moment, by a full disk.
#include <gtest/gtest.h>

#include <csignal>
#include <random>

#include "program/program.h"
#include "results/frames.h"

namespace cairn::program {
namespace {

// Long enough never to end by itself.
constexpr double kForever = 1e4;

std::string stop_reason(const TemporaryFolder& folder, const std::string& run) {
  return json_value(folder.read(run + "/summary.json"), "stop_reason");
}

class SignalTest : public testing::TestWithParam<int> {};

TEST_P(SignalTest, FinishesTheStepAndLeavesACheckpoint) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(50, kForever, "output: {frames: 1 s}\n"));
  Running run(folder, {"run", "beads.yaml", "-j", "2"});
  ASSERT_TRUE(appears(folder.path() / "beads.run"));
  pause_seconds(0.2);
  run.signal(GetParam());
  const Outcome outcome = run.wait();
  EXPECT_EQ(outcome.code, 128 + GetParam()) << outcome.err;
  EXPECT_NE(outcome.out.find("cairn resume beads.run"), std::string::npos) << outcome.out;
  EXPECT_TRUE(stop_reason(folder, "beads.run").starts_with("\"interrupted"));

  // What the interrupted run had reached is where the resumed one starts.
  const std::string steps = json_value(folder.read("beads.run/summary.json"), "steps");
  const std::string hash = json_value(folder.read("beads.run/summary.json"), "state_hash");
  EXPECT_GT(std::stoul(steps), 0u);
  const double reached = static_cast<double>(std::stoul(steps)) * 1e-5;
  const Outcome resumed = cairn(folder, {"resume", "beads.run", "--until", std::to_string(reached + 0.01)});
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_NE(resumed.out.find("(step " + steps + " of"), std::string::npos) << resumed.out;

  // And the same as a run that was never interrupted.
  ASSERT_EQ(
      cairn(folder, {"run", "beads.yaml", "-q", "-o", "whole", "--until", std::to_string(reached)}).code, 0);
  ASSERT_EQ(json_value(folder.read("whole/summary.json"), "steps"), steps);
  EXPECT_EQ(json_value(folder.read("whole/summary.json"), "state_hash"), hash);
}

INSTANTIATE_TEST_SUITE_P(All, SignalTest, testing::Values(SIGINT, SIGTERM));

TEST(Interrupt, ASecondSignalLeavesAtOnce) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(50, kForever));
  Running run(folder, {"run", "beads.yaml", "-j", "1"});
  ASSERT_TRUE(appears(folder.path() / "beads.run"));
  // While it is stopped both signals wait; they arrive together, in the middle of a step.
  run.signal(SIGSTOP);
  run.signal(SIGINT);
  run.signal(SIGTERM);
  run.signal(SIGCONT);
  const int code = run.wait().code;
  EXPECT_TRUE(code == 130 || code == 143) << code;
  EXPECT_FALSE(folder.has("beads.run/summary.json")) << "it left at once";
  EXPECT_TRUE(folder.has("beads.run/checkpoint"));
}

TEST(Interrupt, OneFolderHasOneWriter) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(10, kForever));
  Running run(folder, {"run", "beads.yaml", "-j", "1"});
  ASSERT_TRUE(appears(folder.path() / "beads.run"));
  for (const Words& words : {Words{"resume", "beads.run"}, Words{"run", "beads.yaml", "--force"}}) {
    TemporaryFolder elsewhere;  // for the output of the second program
    Words absolute = words;
    absolute[1] = (folder.path() / absolute[1]).string();
    if (absolute.size() == 3) absolute.insert(absolute.end(), {"-o", (folder.path() / "beads.run").string()});
    const Outcome second = cairn(elsewhere, absolute);
    EXPECT_EQ(second.code, 2);
    EXPECT_NE(second.err.find("another cairn is writing to"), std::string::npos) << second.err;
  }
  run.signal(SIGTERM);
  EXPECT_EQ(run.wait().code, 143);
}

// A run in which much happens, killed again and again at moments drawn at random, against one that was left
// alone.
const std::string kBusyScene = R"(title: Busy
materials: {glass: {density: 2500 kg/m3, friction: 0.5, restitution: 0.5}}
method: {explicit: {law: hooke, stiffness: 200 N/m}}
time: {step: 10 us, end: 0.4 s}
gravity: [0, 0, -9.81]
domain: {min: [-0.05, -0.05, -0.02], max: [0.05, 0.05, 0.2], outside: remove}
bodies:
  - {name: beads, material: glass, shape: {sphere: {diameter: 2 mm}},
     fill: {box: {min: [-10 mm, -10 mm, 15 mm], max: [10 mm, 10 mm, 40 mm]}, count: 300, seed: 3}}
  - {name: gate, material: glass, shape: {box: {size: [30 mm, 30 mm, 2 mm]}}, position: [0, 0, 10 mm], fixed: true}
  - {name: tube, material: glass, shape: {tube: {radius: 15 mm, length: 60 mm}}, position: [0, 0, 35 mm],
     motion: {rotation: {axis: [0, 0, 1], speed: 60 rpm}}}
inlet: {material: glass, shape: {sphere: {diameter: 2 mm}}, rate: 500 1/s, until: 0.2 s,
        region: {box: {min: [-8 mm, -8 mm, 50 mm], max: [8 mm, 8 mm, 60 mm]}}}
events:
  - {at: 0.15 s, remove: gate}
  - {at: 0.25 s, gravity: [1, 0, -9.81]}
measure:
  energy: {every: 1 ms}
  flow: {mass_below: {z: 0}, every: 2 ms}
output: {frames: 5 ms, contacts: true, checkpoint: 30 ms}
)";

void expect_equal_frames(const std::string& a, const std::string& b) {
  const std::vector<FrameItem> frames = list_frames(a), others = list_frames(b);
  ASSERT_EQ(frames.size(), others.size());
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const Frame one = read_frame(a, k, frames[k]), two = read_frame(b, k, others[k]);
    EXPECT_EQ(one.step, two.step);
    EXPECT_EQ(one.uid, two.uid);
    EXPECT_EQ(one.position, two.position) << "frame " << k;
    EXPECT_EQ(one.velocity, two.velocity) << "frame " << k;
    ASSERT_EQ(one.contacts.has_value(), two.contacts.has_value()) << "frame " << k;
    if (!one.contacts) continue;
    EXPECT_EQ(one.contacts->force, two.contacts->force) << "frame " << k;
  }
}

TEST(Interrupt, KilledRunsGoOnBitForBit) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", kBusyScene);
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "-j", "1", "-o", "whole"}).code, 0);

  std::mt19937 random(7);
  std::uniform_real_distribution<double> delay(0, 0.6);
  {
    Running first(folder, {"run", "beads.yaml", "-q", "-j", "2", "-o", "killed"});
    ASSERT_TRUE(appears(folder.path() / "killed"));
    pause_seconds(delay(random) / 2);
  }
  EXPECT_FALSE(folder.has("killed/summary.json")) << "it was killed on its way";
  for (int k = 0; k < 6; ++k) {
    const std::size_t frames = list_frames((folder.path() / "killed/run.h5").string()).size();
    EXPECT_GE(frames, 1u) << "a killed run stays readable";
    Running again(folder, {"resume", "killed", "-q", "-j", k % 2 == 0 ? "1" : "3"});
    pause_seconds(delay(random));
  }
  const Outcome last = cairn(folder, {"resume", "killed", "-q"});
  ASSERT_EQ(last.code, 0) << last.err;

  EXPECT_EQ(json_value(folder.read("killed/summary.json"), "state_hash"),
            json_value(folder.read("whole/summary.json"), "state_hash"));
  EXPECT_EQ(folder.read("killed/series.csv"), folder.read("whole/series.csv"));
  EXPECT_EQ(folder.read("killed/run.xmf"), folder.read("whole/run.xmf"));
  EXPECT_EQ(folder.read("killed/contacts.xmf"), folder.read("whole/contacts.xmf"));
  expect_equal_frames((folder.path() / "killed/run.h5").string(), (folder.path() / "whole/run.h5").string());
}

TEST(Interrupt, KilledAtTheVeryBeginningIsResumableOrAbsent) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(200, 0.01));
  std::mt19937 random(11);
  std::uniform_real_distribution<double> delay(0, 0.05);
  int resumed = 0;
  for (int k = 0; k < 12; ++k) {
    const std::string run = "early" + std::to_string(k);
    {
      const Running early(folder, {"run", "beads.yaml", "-q", "-j", "1", "-o", run});
      pause_seconds(delay(random));
    }
    if (!folder.has(run)) continue;
    const Outcome outcome = cairn(folder, {"resume", run, "-q", "-j", "1"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    ++resumed;
  }
  RecordProperty("resumed", resumed);
}

TEST(Interrupt, AFullDiskAtTheBeginningLeavesNothing) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(50, 0.01));
  const Outcome outcome = cairn(folder, {"run", "beads.yaml", "-q"}, {.file_bytes = 2000});
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_NE(outcome.err.find("error: "), std::string::npos);
  EXPECT_EQ(folder.list(), std::vector<std::string>{"beads.yaml"});
}

TEST(Interrupt, AFullDiskKeepsTheLastCheckpoint) {
  const TemporaryFolder folder;
  folder.write("beads.yaml",
               beads_scene(100, kForever, "output: {frames: 1 ms, contacts: true, checkpoint: 50 ms}\n"));
  const Outcome outcome = cairn(folder, {"run", "beads.yaml", "-q", "-j", "1"}, {.file_bytes = 80000});
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  // Which file is the first to grow too large depends on the speed of the machine: run.h5 grows with every
  // frame, run.xmf with every checkpoint, and checkpoints come by the clock.
  const bool names_a_file = outcome.err.find("beads.run/run.h5") != std::string::npos ||
                            outcome.err.find("beads.run/run.xmf") != std::string::npos;
  EXPECT_TRUE(names_a_file) << outcome.err;
  EXPECT_TRUE(folder.has("beads.run/checkpoint"));
  EXPECT_TRUE(stop_reason(folder, "beads.run").starts_with("\"failed"));

  // With room again it goes on.
  const std::size_t frames = list_frames((folder.path() / "beads.run/run.h5").string()).size();
  const std::string until = std::to_string(static_cast<double>(frames) * 1e-3 + 0.01);
  const Outcome resumed = cairn(folder, {"resume", "beads.run", "-q", "-j", "1", "--until", until});
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_GE(list_frames((folder.path() / "beads.run/run.h5").string()).size(), frames);
}

TEST(Interrupt, ADamagedCheckpointIsReplacedByTheOneBefore) {
  const TemporaryFolder folder;
  folder.write("beads.yaml", beads_scene(30, 0.02));
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "-o", "whole"}).code, 0);
  ASSERT_EQ(cairn(folder, {"run", "beads.yaml", "-q", "-o", "hurt"}).code, 0);
  std::string bytes = folder.read("hurt/checkpoint");
  bytes[bytes.size() / 2] ^= 1;
  folder.write("hurt/checkpoint", bytes);
  const Outcome resumed = cairn(folder, {"resume", "hurt", "-q"});
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_NE(resumed.err.find("checkpoint.previous"), std::string::npos) << resumed.err;
  EXPECT_EQ(json_value(folder.read("hurt/summary.json"), "state_hash"),
            json_value(folder.read("whole/summary.json"), "state_hash"));

  folder.write("hurt/checkpoint", "rubbish");
  folder.write("hurt/checkpoint.previous", "rubbish");
  const Outcome refused = cairn(folder, {"resume", "hurt", "-q"});
  EXPECT_EQ(refused.code, 3);
  EXPECT_NE(refused.err.find("checkpoint"), std::string::npos) << refused.err;
}

TEST(Interrupt, AChangedBodyFileIsNoticed) {
  const TemporaryFolder folder;
  const std::string bodies = "x,y,z,radius\n0,0,0.01,0.001\n0.005,0,0.01,0.001\n";
  folder.write("balls.csv", bodies);
  folder.write(
      "scene.yaml",
      beads_scene(5, 0.01, "  - {name: balls, material: glass, shape: sphere, csv: {file: balls.csv}}\n"));
  ASSERT_EQ(cairn(folder, {"run", "scene.yaml", "-q", "-o", "x", "--until", "1 ms"}).code, 0);
  folder.write("balls.csv", bodies + "0,0.005,0.01,0.001\n");
  const Outcome outcome = cairn(folder, {"resume", "x", "-q"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("no longer describes"), std::string::npos) << outcome.err;
  folder.write("balls.csv", bodies);
  EXPECT_EQ(cairn(folder, {"resume", "x", "-q"}).code, 0);
}

}  // namespace
}  // namespace cairn::program
