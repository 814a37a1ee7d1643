// Walls that hold the volume of a sample: the product of the gaps, to round-off, in explicit and implicit
// runs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

const std::string kSample = "between: [[left, right], [front, back], [bottom, top]]";

// A box of planes, 20 mm wide; the top comes down.
std::string box(const std::string& method, const std::string& volume, const std::string& beads = "") {
  const std::string side = "motion: {volume: {" + volume + kSample + "}}";
  return fmt::format(R"yaml(
gravity: [0, 0, 0]
materials:
  bead: {{density: 2500, friction: 0.3, restitution: 0.3}}
  wall: {{friction: 0}}
method: {0}
time: {{step: 20 us, end: 40 ms}}
bodies:
  - {{name: left, material: wall, shape: {{plane: {{normal: [1, 0, 0]}}}}, position: [-10 mm, 0, 0], {1}}}
  - {{name: right, material: wall, shape: {{plane: {{normal: [-1, 0, 0]}}}}, position: [10 mm, 0, 0], {1}}}
  - {{name: front, material: wall, shape: {{plane: {{normal: [0, 1, 0]}}}}, position: [0, -10 mm, 0], {1}}}
  - {{name: back, material: wall, shape: {{box: {{size: [1, 2 mm, 1]}}}}, position: [0, 11 mm, 0], {1}}}
  - {{name: bottom, material: wall, shape: {{plane: {{normal: [0, 0, 1]}}}}, position: [0, 0, -10 mm], fixed: true}}
  - {{name: top, material: wall, shape: {{plane: {{normal: [0, 0, -1]}}}}, position: [0, 0, 10 mm],
     motion: {{translation: {{velocity: [0, 0, "-0.1 m/s*sin(50 1/s*t)"]}}}}}}
{2})yaml",
                     method, side, beads);
}

const std::string kExplicit = "{explicit: {law: hooke, stiffness: 2000 N/m}}",
                  kImplicit = "{implicit: {law: coulomb}}";
const std::string kBeads =
    "  - {name: beads, material: bead, shape: {sphere: {diameter: 4 mm}}, fill: {box: {min: [-10 mm, -10 mm, "
    "-10 mm], "
    "max: [10 mm, 10 mm, 10 mm]}, count: 120, seed: 2}}\n";

struct Gaps {
  explicit Gaps(SceneRun& run)
      : x(run.position(1).x - run.position(0).x),
        y(run.position(3).y - 1e-3 - run.position(2).y),
        z(run.position(5).z - run.position(4).z) {}
  double x, y, z;
};

TEST(VolumeWalls, KeepTheVolume) {
  for (const std::string& method : {kExplicit, kImplicit}) {
    SceneRun run(box(method, "", kBeads));
    double worst = 0;
    run.until([&](const Simulation&) {
      const Gaps gaps(run);
      worst = std::max(worst, std::abs(gaps.x * gaps.y * gaps.z / 8e-6 - 1));
      return false;
    });
    EXPECT_LT(worst, kThousandsOfRoundings) << method;
    const Gaps gaps(run);
    const double way_of_the_top = 0.1 * (1 - std::cos(50 * run.simulation.time())) / 50;
    EXPECT_NEAR(gaps.z, 20e-3 - way_of_the_top, kMillionsOfRoundings);
    EXPECT_NEAR(gaps.x / gaps.y, 1, kThousandsOfRoundings) << "all sides share the strain";
    EXPECT_NEAR(run.position(0).x, -run.position(1).x, kThousandsOfRoundings);
    EXPECT_GT(run.simulation.energy().work_of_drives, 0);
  }
}

TEST(VolumeWalls, FollowATarget) {
  SceneRun run(box(kExplicit, "target: \"8e-6 m3*(1 - 5 1/s*t)\", "));
  run.to_end();
  const Gaps gaps(run);
  const double volume = 8e-6 * (1 - 5 * run.simulation.time());
  EXPECT_NEAR(gaps.x * gaps.y * gaps.z, volume, kThousandsOfRoundings * volume);
}

TEST(VolumeWalls, ResumeWithTheSameBits) {
  for (const std::string& method : {kExplicit, kImplicit}) {
    const std::string yaml = box(method, "", kBeads);
    SceneRun whole(yaml);
    whole.until([](const Simulation& now) { return now.time() >= 10e-3; });
    Record record;
    whole.simulation.save(record);
    Simulation resumed(Scene::from_text(yaml, "test.yaml"), 2);
    resumed.load(record);
    for (int k = 0; k < 100; ++k) resumed.advance(), whole.simulation.advance();
    EXPECT_EQ(resumed.hash(), whole.simulation.hash()) << method;
  }
}

TEST(VolumeWalls, RefuseWhatIsNoSample) {
  const auto refusal = [](const std::string& between, const std::string& more = "") {
    try {
      SceneRun run(
          "materials: {a: {friction: 0}}\nmethod: {explicit: {law: hooke, stiffness: 1}}\ntime: {end: "
          "1}\nbodies:\n"
          "  - {name: a, material: a, shape: plane, motion: {" +
          more + "volume: {between: " + between +
          "}}}\n"
          "  - {name: b, material: a, shape: plane, position: [0, 0, 1], fixed: true}\n"
          "  - {name: c, material: a, shape: {tube: {radius: 1, length: 1}}, fixed: true}\n"
          "  - {name: d, material: a, shape: plane, position: [0, 0, 2], fixed: true}\n");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  const auto expect = [](const std::string& message, const char* part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  expect(refusal("[[a, b], [b, d]]"), "3 pairs");
  expect(refusal("[[a, b], [b, c], [b, d]]"), "planes or boxes");
  expect(refusal("[[b, d], [d, b], [b, d]]"), "must be one of those");
  expect(refusal("[[a, a], [d, b], [b, d]]"), "two different walls");
  expect(refusal("[[a, b], [d, b], [b, d]]", "servo: {force: 1 N, axis: [0, 0, 1]}, "), "not both");
}

}  // namespace
}  // namespace cairn::test
