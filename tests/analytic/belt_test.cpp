// Belts: walls whose surface moves along itself. Closed forms of blocks and balls on them, and the energy
// that the belt puts in.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "simulate.h"
#include "tolerances.h"
#include "unit/scratch.h"

namespace cairn::test {
namespace {

constexpr double kSpringsOfContacts =
    2e-3;  // of a speed or of an energy: stick begins with a stretched spring
constexpr double kStepOfRigidContacts = 5e-3;  // likewise: slip ends within a step
constexpr double kSecondOrder = 1e-5;          // of the work, in the time step

const std::string kExplicit = "{explicit: {law: hooke, stiffness: 20 kN/m}}",
                  kImplicit = "{implicit: {law: coulomb}}";

struct Kind {
  std::string method, step, wall;
  double tolerance, overlap;  // at rest [m]
};

std::string box_on_belt(const Kind& kind, const std::string& velocity) {
  return fmt::format(R"yaml(
gravity: [0, 0, -9.81]
materials: {{wood: {{density: 800, friction: 0.5, restitution: 0.2}}}}
method: {}
time: {{step: {}, end: 0.5 s}}
bodies:
  - {{name: belt, material: wood, {}, fixed: true, surface: {{velocity: {}}}}}
  - {{name: box, material: wood, shape: {{box: {{size: [0.2, 0.2, 0.05]}}}}, position: [0, 0, {}]}}
)yaml",
                     kind.method, kind.step, kind.wall, velocity, 0.025 - kind.overlap);
}

const std::string kPlane = "shape: plane",
                  kPlate = "shape: {box: {size: [4, 1, 0.1]}}, position: [0, 0, -0.05]";

std::vector<Kind> kinds() {
  const double overlap = 800 * 0.2 * 0.2 * 0.05 * 9.81 / (4 * 20e3);  // four corners
  return {{kExplicit, "auto", kPlane, kSpringsOfContacts, overlap},
          {kExplicit, "auto", kPlate, kSpringsOfContacts, overlap},
          {kImplicit, "1 ms", kPlane, kStepOfRigidContacts, 0},
          {kImplicit, "1 ms", kPlate, kStepOfRigidContacts, 0}};
}

// The belt accelerates the box with μg until both are as fast. Half of the work of the belt becomes motion,
// the other half heat. The part of the velocity into the belt has no effect.
TEST(Belt, TakesABoxAlong) {
  const double mu = 0.5, g = 9.81, speed = 1, mass = 800 * 0.2 * 0.2 * 0.05;
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.method + kind.wall);
    SceneRun run(box_on_belt(kind, "[1 m/s, 0, -3 m/s]"));
    const double slips = speed / (mu * g);
    run.until([&](const Simulation& now) { return now.time() >= 0.5 * slips; });
    EXPECT_NEAR(run.velocity(1).x, mu * g * run.simulation.time(), kind.tolerance * speed);
    run.to_end();
    EXPECT_NEAR(run.velocity(1).x, speed, kind.tolerance * speed);
    EXPECT_EQ(run.position(0).x, 0) << "the belt itself stays";
    const Energy energy = run.simulation.energy();
    EXPECT_NEAR(energy.work_of_drives, mass * speed * speed, kind.tolerance * mass * speed * speed);
    EXPECT_NEAR(energy.friction, 0.5 * mass * speed * speed, 2 * kind.tolerance * mass * speed * speed);
  }
}

// A belt of changing speed, slow enough for the box to stick, and the budget.
TEST(Belt, FollowsAFunctionOfTime) {
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.method + kind.wall);
    SceneRun run(box_on_belt(kind, "[\"0.3 m/s * sin(6 1/s * t)\", 0, 0]"));
    run.to_end();
    EXPECT_NEAR(run.velocity(1).x, 0.3 * std::sin(6 * run.simulation.time()), kind.tolerance);
  }
  SceneRun run(box_on_belt(kinds()[1], "[\"2 m/s * sin(20 1/s * t)\", 0.3, 0]"));
  run.to_end();
  const Energy energy = run.simulation.energy();
  EXPECT_GT(energy.friction, 0.1);
  EXPECT_LT(std::abs(energy.imbalance), kSecondOrder * energy.work_of_drives);
}

// A ball is spun up by gross sliding, ω = 5 μ g t/(2 R), and never leaves its wall against a belt that runs
// sideways.
TEST(Belt, SpinsABall) {
  const Scratch folder;
  std::ofstream(folder.file("plate.obj")) << "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3\nf 1 3 4\n";
  const double weight = 7800 * 4 * std::numbers::pi / 3 * 1e-6 * 9.81;
  SceneRun run(Scene::from_text(fmt::format(R"yaml(
gravity: [0, 0, -9.81]
materials: {{steel: {{density: 7800, friction: 0.3, restitution: 0.2}}}}
method: {{explicit: {{law: hooke, stiffness: 50 kN/m}}}}
time: {{step: auto, end: 0.1 s}}
bodies:
  - {{name: belt, material: steel, shape: {{mesh: {{file: plate.obj}}}}, fixed: true, surface: {{velocity: [0, 5 m/s, 0]}}}}
  - {{name: ball, material: steel, shape: {{sphere: {{radius: 1 cm}}}}, position: [0, 0, {}]}}
)yaml",
                                            0.01 - weight / 50e3),
                                "test.yaml", folder.folder()));
  run.to_end();
  const double mu = 0.3, g = 9.81, t = run.simulation.time();
  EXPECT_NEAR(run.velocity(1).y, mu * g * t, kSpringsOfContacts * mu * g * t);
  const double spin = 5 * mu * g * t / (2 * 0.01);
  EXPECT_NEAR(run.spin(1).x, spin, kSpringsOfContacts * spin);
}

TEST(Belt, ResumesWithTheSameBits) {
  for (const Kind& kind : kinds()) {
    const std::string yaml = box_on_belt(kind, "[\"2 m/s * sin(20 1/s * t)\", 0.3, 0]");
    SceneRun whole(yaml);
    whole.until([](const Simulation& now) { return now.time() >= 0.1; });
    Record record;
    whole.simulation.save(record);
    Simulation resumed(Scene::from_text(yaml, "test.yaml"), 2);
    resumed.load(record);
    for (int k = 0; k < 100; ++k) resumed.advance(), whole.simulation.advance();
    EXPECT_EQ(resumed.hash(), whole.simulation.hash()) << kind.method;
    EXPECT_EQ(resumed.energy().work_of_drives, whole.simulation.energy().work_of_drives) << kind.method;
  }
}

TEST(Belt, RefusesWhatHasNoSurfaceToMove) {
  const auto refusal = [](const std::string& body, const std::string& method = kExplicit) {
    try {
      SceneRun run("materials: {wood: {density: 800}}\nmethod: " + method +
                   "\ntime: {step: 1 ms, end: 1}\nbodies:\n  - {name: a, material: wood, surface: {velocity: "
                   "[1, 0, 0]}, " +
                   body + "}\n");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_NE(refusal("shape: {box: {size: [1, 1, 1]}}").find("fixed or driven"), std::string::npos);
  EXPECT_NE(refusal("shape: {sphere: {radius: 1}}, fixed: true").find("let the body turn"),
            std::string::npos);
  EXPECT_NE(refusal("shape: plane, fixed: true", "{impact: {}}").find("surface that moves"),
            std::string::npos);
  EXPECT_EQ(refusal("shape: plane, fixed: true"), "accepted");
}

}  // namespace
}  // namespace cairn::test
