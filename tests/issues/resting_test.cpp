// Bodies at rest and tall stacks in implicit runs, named by what one would see.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "simulate.h"
#include "solvers/solver.h"
#include "unit/long_tests.h"

namespace cairn::test {
namespace {

// Edges.
constexpr double kCreepOfAMillion = 1e-9, kCreepOfARest = 1e-12;  // steps
constexpr double kSettlesTight = 1e-9, kSettlesLoose = 1e-6;      // first steps, at tolerances 1e-6 and 1e-3
constexpr double kTowerRests = 1e-11;                             // in 400 steps
constexpr double kHeldByFriction = 1e-6;
constexpr double kTwoSteps = 2e-3;  // of the way that a thousand steps make

constexpr double kEdge = 0.1;  // m

std::string two_boxes(const std::string& method) {
  return "gravity: [0, 0, -9.81]\nmaterials: {stone: {density: 1000, friction: 0.5}}\nmethod: " + method +
         R"yaml(
time: {step: 1 ms, end: 1000 s}
bodies:
  - {name: floor, material: stone, shape: plane, position: [0, 0, 0], fixed: true}
  - {name: low, material: stone, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [0, 0, 0.05]}
  - {name: high, material: stone, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [0, 0, 0.15]}
)yaml";
}

// How far the two boxes went from where they are now, over an edge, the farther one.
double creep(SceneRun& run, int steps) {
  const Vec3 low = run.position(1), high = run.position(2);
  for (int k = 0; k < steps; ++k) run.simulation.advance();
  return std::max(norm(run.position(1) - low), norm(run.position(2) - high)) / kEdge;
}

TEST(Resting, TwoBoxesCreepWithEveryStep) {
  constexpr int kSteps = 20'000, kMillion = 1'000'000;
  const int half = samples::sample_or_all(kSteps, kMillion) / 2;
  SceneRun run(two_boxes("{implicit: {law: coulomb}}"));
  const double first = creep(run, half), second = creep(run, half);
  RecordProperty("creep", fmt::format("{:.3g} + {:.3g} edges in {} steps", first, second, 2 * half));
  // Even if it grew with the steps, a million of them would stay below 1e-9.
  EXPECT_LT((first + second) * kMillion / (2 * half), kCreepOfAMillion);
  EXPECT_LT(second, kCreepOfARest);
}

TEST(Resting, TwoBoxesCreepWithSomeSolver) {
  for (const SolverRow& solver : solvers()) {
    if (solver.needs == Needs::compliance) continue;
    for (const char* law : {"coulomb", "cone"}) {
      // 1e-3 and 1e-6 in the form of impulses.
      for (const char* tolerance : {"7e-6", "7e-9"}) {
        const std::string method =
            fmt::format("{{implicit: {{law: {}, solver: {}, tolerance: {}}}}}", law, solver.name, tolerance);
        SceneRun run(two_boxes(method));
        const double first = creep(run, 200), second = creep(run, 200);
        EXPECT_LT(first, tolerance == std::string("7e-9") ? kSettlesTight : kSettlesLoose) << method;
        EXPECT_LT(second, kCreepOfARest) << method;
      }
    }
  }
}

TEST(Resting, ATowerCreepsOrTakesHundredsOfSweepsAStep) {
  for (const char* method : {"{implicit: {law: coulomb}}", "{implicit: {law: coulomb, theta: 0.5}}"}) {
    SceneRun run(
        std::string("gravity: [0, 0, -9.81]\nmaterials: {stone: {density: 1000, friction: 0.5}}\nmethod: ") +
        method + R"yaml(
time: {step: 5 ms, end: 100 s}
bodies:
  - {name: floor, material: stone, shape: plane, position: [0, 0, 0], fixed: true}
  - {name: box, material: stone, shape: {box: {size: [0.1, 0.1, 0.1]}}, lattice: {kind: cubic, spacing: 0.1, counts: [1, 1, 20]}, position: [0, 0, 0.05]}
)yaml");
    for (int k = 0; k < 100; ++k) run.simulation.advance();
    const World before = run.world();
    std::uint64_t sweeps = 0;
    for (int k = 0; k < 400; ++k) {
      run.simulation.advance();
      sweeps += run.simulation.report().solve.iterations;
    }
    for (Uid uid = 1; uid <= 20; ++uid)
      EXPECT_LT(norm(run.position(uid) - before.bodies.get(before.bodies.local(uid)).place.position),
                kTowerRests * kEdge)
          << uid << method;
    EXPECT_LT(sweeps, 400u * 5) << method;
  }
}

// Friction holds a push below μ m g and yields above: rest is not made by freezing.
TEST(Resting, APushJustAboveFrictionDoesNotMoveABox) {
  const auto pushed = [](double share) {
    constexpr double kFriction = 0.5, kMass = 1, kGravity = 9.81;
    SceneRun run(fmt::format(R"yaml(
gravity: [0, 0, -9.81]
materials: {{stone: {{density: 1000, friction: 0.5}}}}
method: {{implicit: {{law: coulomb}}}}
time: {{step: 1 ms, end: 1 s}}
bodies:
  - {{name: floor, material: stone, shape: plane, position: [0, 0, 0], fixed: true}}
  - {{name: box, material: stone, shape: {{box: {{size: [0.1, 0.1, 0.1]}}}}, position: [0, 0, 0.05], force: [{}, 0, 0]}}
)yaml",
                             share * kFriction * kMass * kGravity));
    run.to_end();
    return run.position(1).x;
  };
  const double way = 0.5 * 0.01 * 0.5 * 9.81;  // ½ a t² of a hundredth of the friction
  EXPECT_NEAR(pushed(1.01), way, kTwoSteps * way);
  EXPECT_LT(pushed(0.99), kHeldByFriction * kEdge);
}

// Boxes that grow heavier upwards by a ratio.
TEST(Stacks, HeavierBoxesOnTopLeaveStepsUnconverged) {
  for (const char* solver : {"pgs", "nlgs"}) {
    for (int n = 3; n <= 12; ++n) {
      for (const double ratio : {1.5, 2.0, 2.5, 3.0}) {
        std::string materials, bodies;
        double density = 100;
        for (int k = 0; k < n; ++k, density *= ratio) {
          materials += fmt::format(", m{}: {{density: {}, friction: 0.5}}", k, density);
          bodies += fmt::format(
              "  - {{name: b{}, material: m{}, shape: {{box: {{size: [0.1, 0.1, 0.1]}}}}, position: [0, 0, "
              "{}]}}\n",
              k, k, 0.05 + 0.1 * k);
        }
        SceneRun run(
            fmt::format("gravity: [0, 0, -9.81]\nmaterials: {{stone: {{friction: 0.5}}{}}}\n"
                        "method: {{implicit: {{law: coulomb, solver: {}, tolerance: 1e-8}}}}\ntime: {{step: "
                        "1 ms, end: 1 s}}\n"
                        "bodies:\n  - {{name: floor, material: stone, shape: plane, position: [0, 0, 0], "
                        "fixed: true}}\n{}",
                        materials, solver, bodies));
        int unconverged = 0;
        for (int k = 0; k < 15; ++k) {
          run.simulation.advance();
          unconverged += !run.simulation.report().solve.converged;
        }
        EXPECT_EQ(unconverged, 0) << solver << " " << n << " " << ratio;
      }
    }
  }
}

}  // namespace
}  // namespace cairn::test
