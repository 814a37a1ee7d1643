// A run that starts from another one, named by what one would see if it began without what contacts remember.
#include <gtest/gtest.h>

#include <string>

#include "program/program.h"
#include "results/frames.h"

namespace cairn::program {
namespace {

constexpr double kStretch = 1e-3;  // m: bonds tear beyond it

const std::string kTop = R"yaml(
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, friction: 0.6, restitution: 0.3, young: 1e7, poisson: 0.3}, wall: {friction: 0.6}}
)yaml";
const std::string kExplicit = "method: {explicit: {law: hertz_mindlin}}\n";
const std::string kRow =
    "bodies:\n"
    "  - {name: floor, material: wall, shape: plane, position: [0, 0, 0], fixed: true}\n"
    "  - {name: row, material: wall, shape: {sphere: {radius: 10 mm}}, position: [0, 0, 10 mm], lattice: "
    "{kind: "
    "cubic, spacing: 21 mm, counts: [7, 1, 1]}, fixed: true}\n";
// A heap that only friction holds together.
const std::string kHeap =
    "  - {name: heap, material: glass, shape: {sphere: {radius: 10 mm}}, position: [10.5 mm, 0, 27.5 mm], "
    "lattice: {kind: cubic, spacing: 21 mm, counts: [6, 1, 1]}, lock: [y]}\n"
    "  - {name: top, material: glass, shape: {sphere: {radius: 10 mm}}, position: [21 mm, 0, 45 mm], "
    "lattice: "
    "{kind: cubic, spacing: 21 mm, counts: [5, 1, 1]}, lock: [y]}\n";
const std::string kOutput = "output: {frames: 50 ms, contacts: true}\nmeasure: {energy: {every: 1 s}}\n";

std::string first(const std::string& method, const std::string& end) {
  return kTop + method + "time: {step: 2e-5, end: " + end + "}\n" + kRow + kHeap + kOutput;
}
std::string second(const std::string& method, const std::string& more = "") {
  return kTop + method + "time: {step: 2e-5, end: 0.02}\nstart: {from: first.run}\n" + kOutput + more;
}

Frame last_frame(const TemporaryFolder& folder, const std::string& run) {
  const std::string path = (folder.path() / run / "run.h5").string();
  return read_frame(path, list_frames(path).size() - 1);
}
double kinetic_energy(const TemporaryFolder& folder, const std::string& run) {
  return std::stod(json_value(folder.read(run + "/summary.json"), "kinetic"));
}
Outcome run(const TemporaryFolder& folder, const std::string& name, const std::string& scene) {
  folder.write(name + ".yaml", scene);
  return cairn(folder, {"run", name + ".yaml", "-o", name + ".run"});
}

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << "in: " << (text)

TEST(Start, AHeapAtRestBeginsToMove) {
  const TemporaryFolder folder;
  ASSERT_EQ(run(folder, "first", first(kExplicit, "0.4")).code, 0);
  const double at_rest = kinetic_energy(folder, "first.run");
  const Outcome again = run(folder, "second", second(kExplicit));
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.err.find("remember"), std::string::npos) << again.err;
  EXPECT_LE(kinetic_energy(folder, "second.run"), 1.5 * at_rest);

  // The same bits as one run of both lengths.
  ASSERT_EQ(run(folder, "whole", first(kExplicit, "0.42")).code, 0);
  const Frame whole = last_frame(folder, "whole.run"), parts = last_frame(folder, "second.run");
  EXPECT_EQ(whole.position, parts.position);
  EXPECT_EQ(whole.velocity, parts.velocity);
  EXPECT_EQ(whole.angular_velocity, parts.angular_velocity);
  ASSERT_TRUE(parts.contacts);
  EXPECT_EQ(whole.contacts->force, parts.contacts->force);
  // The first frame of the second run has its contacts too.
  const Frame begin = read_frame((folder.path() / "second.run/run.h5").string(), 0);
  EXPECT_EQ(begin.contacts->size(), last_frame(folder, "first.run").contacts->size());
}

// In the middle of the fall, when contacts slip, part and are listed again.
TEST(Start, AFallGoesOnInAnotherWay) {
  const TemporaryFolder folder;
  ASSERT_EQ(run(folder, "first", first(kExplicit, "0.05")).code, 0);
  ASSERT_EQ(run(folder, "second", second(kExplicit)).code, 0);
  ASSERT_EQ(run(folder, "whole", first(kExplicit, "0.07")).code, 0);
  EXPECT_GT(kinetic_energy(folder, "whole.run"), 1e-9);
  const Frame whole = last_frame(folder, "whole.run"), parts = last_frame(folder, "second.run");
  EXPECT_EQ(whole.position, parts.position);
  EXPECT_EQ(whole.velocity, parts.velocity);
  EXPECT_EQ(whole.contacts->force, parts.contacts->force);
}

// New bodies and another material of the old ones leave the contacts what they remember.
TEST(Start, ABodyMoreMakesTheOthersForget) {
  const TemporaryFolder folder;
  ASSERT_EQ(run(folder, "first", first(kExplicit, "0.4")).code, 0);
  const double at_rest = kinetic_energy(folder, "first.run");
  const std::string more =
      "bodies: [{name: more, material: glass, shape: {sphere: {radius: 1 mm}}, position: [1, 1, 1], fixed: "
      "true}]\n";
  const Outcome again = run(folder, "second", second(kExplicit, more));
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.err.find("remember"), std::string::npos) << again.err;
  EXPECT_LE(kinetic_energy(folder, "second.run"), 1.5 * at_rest);
}

TEST(Start, ForgetsInSilence) {
  const TemporaryFolder folder;
  ASSERT_EQ(run(folder, "first", first(kExplicit, "0.1")).code, 0);
  const Outcome other = run(folder, "other", second("method: {explicit: {law: hooke, stiffness: 1e5}}\n"));
  EXPECT_EQ(other.code, 0) << other.err;
  EXPECT_SAYS(other.err + other.out, "tangential springs (");
  EXPECT_SAYS(other.err + other.out,
              "it was run with explicit hertz_mindlin, this scene with explicit hooke");
  folder.write("early.yaml",
               kTop + kExplicit + "time: {step: 2e-5, end: 0.001}\nstart: {from: first.run, frame: 1}\n");
  const Outcome frame = cairn(folder, {"run", "early.yaml"});
  EXPECT_SAYS(frame.err + frame.out,
              "the frame is of step 2500, checkpoint of step 5000, checkpoint.previous of step 0");
  std::filesystem::remove(folder.path() / "first.run/checkpoint");
  std::filesystem::remove(folder.path() / "first.run/checkpoint.previous");
  const Outcome none = run(folder, "none", second(kExplicit));
  EXPECT_EQ(none.code, 0) << none.err;
  EXPECT_SAYS(none.err + none.out, "it has no checkpoint");
}

// Implicit runs begin with the impulses of the step before, and laws that remember with their springs.
TEST(Start, AnImplicitRunIsAnotherOne) {
  for (const std::string law : {"coulomb", "compliant, stiffness: 1e6"}) {
    const std::string method = "method: {implicit: {law: " + law + ", solver: nlgs, tolerance: 1e-8}}\n";
    const TemporaryFolder folder;
    const auto scene = [&](const std::string& end) {
      return kTop + method + "time: {step: 1e-3, end: " + end + "}\n" + kRow + kHeap + kOutput;
    };
    ASSERT_EQ(run(folder, "first", scene("0.2")).code, 0);
    ASSERT_EQ(run(folder, "whole", scene("0.25")).code, 0);
    const Outcome again =
        run(folder, "second",
            kTop + method + "time: {step: 1e-3, end: 0.05}\nstart: {from: first.run}\n" + kOutput);
    ASSERT_EQ(again.code, 0) << again.err;
    const Frame whole = last_frame(folder, "whole.run"), parts = last_frame(folder, "second.run");
    EXPECT_EQ(whole.position, parts.position) << law;
    EXPECT_EQ(whole.velocity, parts.velocity) << law;
  }
}

// Bonds are there again, and hold.
TEST(Start, BondsAreGone) {
  const TemporaryFolder folder;
  const std::string top = R"yaml(
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, friction: 0.5}}
method: {implicit: {law: compliant, stiffness: 1e6, damping_time: 1e-3, solver: nlgs}}
output: {frames: 50 ms, contacts: true}
measure: {hung: {position: {body: hung}, every: 1}}
)yaml";
  const std::string bodies =
      "bodies:\n"
      "  - {name: hook, material: glass, shape: {sphere: {radius: 10 mm}}, position: [0, 0, 0], fixed: "
      "true}\n"
      "  - {name: hung, material: glass, shape: {sphere: {radius: 10 mm}}, position: [0, 0, -20 mm]}\n"
      "bonds: [{between: [hook, hung], tension: 10 N, stretch: 1 mm}]\n";
  ASSERT_EQ(run(folder, "first", top + "time: {step: 1e-3, end: 0.1}\n" + bodies).code, 0);
  const Outcome again =
      run(folder, "second", top + "time: {step: 1e-3, end: 0.3}\nstart: {from: first.run}\n");
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_NEAR(last_frame(folder, "second.run").position[1].z, -20e-3, kStretch);
}

}  // namespace
}  // namespace cairn::program
