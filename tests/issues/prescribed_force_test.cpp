// Forces between bodies that are both fixed or driven, named by what one would see if there were none.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kRoundOffOfDepth = 1e-6;  // of the force: 1e-12 m and more of 1e-4, after many steps
constexpr double kRoundOffOfForce = 1e-6;  // N of 100, by the same
constexpr double kFirstOrder = 1e-2;       // of the work: a hundredth of the way in a step
constexpr double kRestOfTheMotion = 1e-3, kRestOfTheMotionOfMany = 1e-2;  // N of 100

double measured(const SceneRun& run, const std::string& column) {
  const std::vector<Column> columns = run.simulation.columns();
  const auto found = std::ranges::find(columns, column, &Column::name);
  EXPECT_NE(found, columns.end()) << column;
  return run.simulation.row().values[static_cast<std::size_t>(found - columns.begin())];
}
bool warns(const SceneRun& run, const std::string& part) {
  return std::ranges::any_of(run.simulation.warnings(),
                             [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

const std::string kTop = R"yaml(
gravity: [0, 0, -9.81]
materials: {steel: {density: 7800, friction: 0.3, restitution: 0.5, young: 1e9, poisson: 0.25}}
)yaml";
const std::string kMeasures =
    "measure: {punch: {force: {body: punch}, every: 1}, block: {force: {body: block}, every: 1}}\n";

// A ball as a punch goes 0.1 mm into a block, or a ball, or a plane.
std::string punch(const std::string& method, const std::string& block,
                  const std::string& velocity = "[0, 0, -0.1]") {
  return kTop + method + R"yaml(
time: {step: 1e-5, end: 2e-3}
bodies:
  - {name: punch, material: steel, shape: {sphere: {radius: 10 mm}}, position: [0, 0, 10.1 mm], motion: {translation: {velocity: )yaml" +
         velocity + "}}}\n  - {name: block, material: steel, shape: " + block + ", fixed: true}\n" +
         kMeasures;
}

constexpr double kDepth = 1e-4, kRadius = 10e-3;
constexpr double kModulus = 1e9 / (2 * (1 - 0.25 * 0.25));  // E* of two alike

TEST(PrescribedForce, APunchFeelsNoBlock) {
  const std::string hertz = "method: {explicit: {law: hertz_mindlin}}\n";
  const double flat = 4 / 3.0 * kModulus * std::sqrt(kRadius) * std::pow(kDepth, 1.5);
  for (const std::string block :
       {"{box: {size: [0.1, 0.1, 0.02]}}, position: [0, 0, -0.01]", "plane, position: [0, 0, 0]"}) {
    SceneRun run(punch(hertz, block));
    run.to_end();
    EXPECT_NEAR(measured(run, "punch.z"), flat, kRoundOffOfDepth * flat) << block;
    EXPECT_EQ(measured(run, "block.z"), -measured(run, "punch.z")) << block;
    EXPECT_EQ(measured(run, "block.x"), 0) << block;
    // All work of the drive is in the overlap, to first order in the step.
    const Energy energy = run.simulation.energy();
    EXPECT_NEAR(energy.elastic_normal, 0.4 * flat * kDepth, kRoundOffOfDepth * flat * kDepth);
    EXPECT_NEAR(energy.work_of_drives, energy.elastic_normal, kFirstOrder * energy.elastic_normal);
  }
  SceneRun balls(punch(hertz, "{sphere: {radius: 10 mm}}, position: [0, 0, -10 mm]"));
  balls.to_end();
  EXPECT_NEAR(measured(balls, "punch.z"), flat / std::sqrt(2), kRoundOffOfDepth * flat);
  EXPECT_EQ(measured(balls, "block.z"), -measured(balls, "punch.z"));

  SceneRun hooke(punch("method: {explicit: {law: hooke, stiffness: 1e6}}\n",
                       "{box: {size: [0.1, 0.1, 0.02]}}, position: [0, 0, -0.01]"));
  hooke.to_end();
  EXPECT_NEAR(measured(hooke, "punch.z"), 1e6 * kDepth, kRoundOffOfForce);
  EXPECT_EQ(measured(hooke, "block.z"), -measured(hooke, "punch.z"));
}

// Sliding, friction has its share: μ F_n against the motion.
TEST(PrescribedForce, APunchSlidesWithoutFriction) {
  SceneRun run(punch("method: {explicit: {law: hertz_mindlin}}\n",
                     "{box: {size: [0.1, 0.1, 0.02]}}, position: [0, 0, -0.01]", "[1, 0, -0.1]"));
  run.to_end();
  EXPECT_NEAR(measured(run, "punch.x"), -0.3 * measured(run, "punch.z"),
              kMillionsOfRoundings * measured(run, "punch.z"));
  EXPECT_EQ(measured(run, "block.x"), -measured(run, "punch.x"));
}

// A plate presses grains onto a fixed one, beside a stop that it reaches too.
TEST(PrescribedForce, APlateOnGrainsAndAStopFeelsGrainsAlone) {
  SceneRun run(kTop + R"yaml(
method: {explicit: {law: hooke, stiffness: 1e6}}
damping: {global: 500}
time: {step: 1e-5, end: 60 ms}
events: [{at: 20 ms, motion: {punch: {}}}]
bodies:
  - {name: block, material: steel, shape: {box: {size: [0.1, 0.1, 0.02]}}, position: [0, 0, -0.01], fixed: true}
  - {name: grains, material: steel, shape: {sphere: {radius: 5 mm}}, position: [-20 mm, 0, 5 mm], lattice: {kind: cubic, spacing: 12 mm, counts: [2, 1, 1]}, lock: [x, y]}
  - {name: stop, material: steel, shape: {sphere: {radius: 5 mm}}, position: [30 mm, 0, 5 mm], fixed: true}
  - {name: punch, material: steel, shape: {box: {size: [0.1, 0.1, 0.02]}}, position: [0, 0, 20.1 mm], motion: {translation: {velocity: [0, 0, -10 mm/s]}}}
measure: {punch: {force: {body: punch}, every: 1}, block: {force: {body: block}, every: 1}, stop: {force: {body: stop}, every: 1}}
)yaml");
  run.to_end();
  const double depth = 1e-4, weight = 9.81 * 7800 * 4 / 3.0 * M_PI * 125e-9;
  EXPECT_NEAR(measured(run, "stop.z"), -1e6 * depth, kRestOfTheMotion);
  EXPECT_NEAR(measured(run, "punch.z"), 1e6 * depth + 2 * 0.5 * 1e6 * depth - weight, kRestOfTheMotionOfMany);
  EXPECT_NEAR(measured(run, "block.z") + measured(run, "punch.z") + measured(run, "stop.z"), -2 * weight,
              kRestOfTheMotionOfMany);
}

// From afar, both driven, beside a free grain whose size the skin of the list follows.
TEST(PrescribedForce, TwoDrivenBallsPassThroughEachOther) {
  SceneRun run(kTop + R"yaml(
method: {explicit: {law: hertz_mindlin}}
time: {step: 1e-5, end: 0.1}
bodies:
  - {name: punch, material: steel, shape: {sphere: {radius: 10 mm}}, position: [0, 0, 109.95 mm], motion: {translation: {velocity: [0, 0, -1]}}}
  - {name: block, material: steel, shape: {sphere: {radius: 10 mm}}, position: [0, 0, -109.95 mm], motion: {translation: {velocity: [0, 0, 1]}}}
  - {name: grain, material: steel, shape: {sphere: {radius: 10 mm}}, position: [1, 0, 0], lock: [z]}
)yaml" + kMeasures);
  run.to_end();
  const double force = 4 / 3.0 * kModulus * std::sqrt(kRadius / 2) * std::pow(kDepth, 1.5);
  EXPECT_NEAR(measured(run, "punch.z"), force, kRoundOffOfDepth * force);
  EXPECT_EQ(measured(run, "block.z"), -measured(run, "punch.z"));
}

// A piston reaches the floor of a cup that is empty.
TEST(PrescribedForce, APistonFallsThroughACup) {
  SceneRun run(punch("method: {explicit: {law: hooke, stiffness: 1e6}}\n",
                     "{cup: {radius: 20 mm, height: 50 mm}}, position: [0, 0, 0]"));
  run.to_end();
  EXPECT_NEAR(measured(run, "punch.z"), 1e6 * kDepth, kRoundOffOfForce);
  EXPECT_EQ(measured(run, "block.z"), -measured(run, "punch.z"));
}

// Walls that are built into each other are one, and so are those that the scene keeps apart.
TEST(PrescribedForce, CornersOfABoxBurst) {
  const std::string hertz = "method: {explicit: {law: hertz_mindlin}}\n";
  SceneRun built(punch(hertz, "{box: {size: [0.1, 0.1, 0.02]}}, position: [0, 0, -9 mm]"));
  EXPECT_TRUE(warns(built, "they overlap at the start"));
  built.to_end();
  EXPECT_EQ(measured(built, "punch.z"), 0);
  SceneRun apart(punch(hertz, "{box: {size: [0.1, 0.1, 0.02]}}, position: [0, 0, -0.01]") +
                 "collide: {except: [[punch, block]]}\n");
  apart.to_end();
  EXPECT_EQ(measured(apart, "punch.z"), 0);
}

TEST(PrescribedForce, AResumedPunchIsAnotherOne) {
  const std::string scene = punch("method: {explicit: {law: hertz_mindlin}}\n",
                                  "{box: {size: [0.1, 0.1, 0.02]}}, position: [0, 0, -0.01]", "[1, 0, -0.1]");
  SceneRun whole(scene), half(scene), rest(scene);
  whole.to_end();
  half.until([](const Simulation& simulation) { return simulation.step() == 150; });
  Record record;
  half.simulation.save(record);
  rest.simulation.load(record);
  rest.to_end();
  EXPECT_EQ(whole.simulation.hash(), rest.simulation.hash());
  EXPECT_EQ(measured(whole, "punch.x"), measured(rest, "punch.x"));
}

// Rigid bodies with given motions have no force between them that anything determines.
TEST(PrescribedForce, AnImplicitRunReportsNoForceAsZero) {
  for (const std::string method : {"method: {implicit: {law: coulomb}}\n", "method: {impact: {}}\n"}) {
    SceneRun run(punch(method, "{box: {size: [0.1, 0.1, 0.02]}}, position: [0, 0, -0.01]"));
    run.until([](const Simulation& simulation) { return simulation.step() == 50; });
    EXPECT_FALSE(warns(run, "no value meanwhile")) << method;
    run.to_end();
    EXPECT_TRUE(std::isnan(measured(run, "block.z"))) << method;
    EXPECT_TRUE(warns(run, "measure.block: the body overlaps another one that is fixed or driven too"))
        << method;
  }
}

}  // namespace
}  // namespace cairn::test
