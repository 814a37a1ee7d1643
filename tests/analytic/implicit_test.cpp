// The implicit stepper against textbook mechanics: blocks and balls that stick, slide, roll and bounce, under
// laws without a stiffness.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kStep = 1e-3, kRadius = 0.1;  // s, m: of most scenes
// Solvers find velocities to 1e-10 or better. Errors add up over a run; spins have them over the radius.
constexpr double kSolverError = 1e-9, kSolverErrorOfARun = 1e-8, kSolverErrorOfSpin = 1e-7;
constexpr double kSolverErrorOfForce = 1e-6;  // N: an impulse over a step
constexpr double kDefaultTolerance = 1e-6;    // of a solver that is not told any
constexpr double kLastDigit = 1e-7;           // of known numbers
constexpr double kGenerousForLift = 0.02;     // of the lift, which comes out to ten digits
constexpr double kTwoStepsOfFriction = 0.01;  // J

constexpr double kGravity = 9.81;

std::string scene(const std::string& method, double step, double end, const std::string& rest) {
  return fmt::format("method: {{implicit: {{{}}}}}\ntime: {{step: {}, end: {}}}\n{}", method, step, end,
                     rest);
}

// A cube of edge 0.2 m on a floor.
std::string cube_on_floor(double friction, double speed, const std::string& gravity = "[0, 0, -9.81]",
                          double gap = 0) {
  return fmt::format(R"(
gravity: {}
materials: {{wood: {{density: 125, friction: {}}}}}
bodies:
  - {{name: floor, material: wood, shape: {{plane: {{normal: [0, 0, 1]}}}}, position: [0, 0, 0], fixed: true}}
  - {{name: cube, material: wood, shape: {{box: {{size: [0.2, 0.2, 0.2]}}}}, position: [0, 0, {}], velocity: [{}, 0, 0]}}
)",
                     gravity, friction, 0.1 + gap, speed);
}

std::string ball_on_floor(const std::string& material, const std::string& motion, double height = 0.1) {
  return fmt::format(R"(
materials: {{rubber: {{density: 1000, {}}}}}
bodies:
  - {{name: floor, material: rubber, shape: {{plane: {{normal: [0, 0, 1]}}}}, position: [0, 0, 0], fixed: true}}
  - {{name: ball, material: rubber, shape: {{sphere: {{radius: 0.1}}}}, position: [0, 0, {}], {}}}
)",
                     material, height, motion);
}

// --- A block on an incline: sticks for μ > tan θ, else a = g (sin θ − μ cos θ)

std::string tilted(double angle) {
  return fmt::format("[{}, 0, {}]", kGravity * std::sin(angle), -kGravity * std::cos(angle));
}

TEST(Implicit, BlockOnAnInclineSticksOrSlides) {
  const double angle = 20 * std::numbers::pi / 180;
  for (const char* law : {"coulomb", "cone"}) {
    const std::string method = fmt::format("law: {}, solver: pgs, tolerance: 1e-10", law);
    SceneRun sticks(scene(method, 1e-3, 0.5, cube_on_floor(0.4, 0, tilted(angle))));
    sticks.to_end();
    EXPECT_LT(norm(sticks.velocity(1)), kSolverError) << law;
    EXPECT_LT(norm(sticks.position(1) - Vec3{0, 0, 0.1}), kSolverError) << law;
  }
  SceneRun slides(
      scene("law: coulomb, solver: pgs, tolerance: 1e-10", 1e-3, 0.5, cube_on_floor(0.2, 0, tilted(angle))));
  slides.to_end();
  const double a = kGravity * (std::sin(angle) - 0.2 * std::cos(angle));
  EXPECT_NEAR(slides.velocity(1).x, a * 0.5, kSolverErrorOfARun);
  EXPECT_NEAR(slides.position(1).z, 0.1, kSolverError);
}

// --- A sliding cube stops after v²/(2 μ g) without lift; the convex cone lifts it by h μ v

TEST(Implicit, SlidingCubeStopsWithoutLift) {
  SceneRun run(scene("law: coulomb, solver: pgs, tolerance: 1e-10", 1e-3, 1.5, cube_on_floor(0.5, 6)));
  double highest = 0;
  while (!run.simulation.done()) {
    run.simulation.advance();
    highest = std::max(highest, run.position(1).z - 0.1);
  }
  EXPECT_NEAR(run.position(1).x, 36 / (2 * 0.5 * kGravity), 6 * kStep);  // within one step
  EXPECT_LT(highest, kSolverError);
  EXPECT_LT(norm(run.velocity(1)), kSolverError);
  EXPECT_EQ(run.simulation.report().solve.converged, true);
}

// From a smaller gap it is thrown up.
TEST(Implicit, ConeLawLiftsASlidingCube) {
  const double h = 1e-3, mu = 0.5;
  SceneRun run(scene("law: cone, solver: pgs, tolerance: 1e-10", h, 0.2,
                     cube_on_floor(0.5, 6, "[0, 0, -9.81]", h * 0.5 * 6)));
  run.to_end();
  const double speed = run.velocity(1).x;
  EXPECT_NEAR(run.position(1).z - 0.1, h * mu * speed, kGenerousForLift * h * mu * speed);
}

// --- One step of a cube that slides on its four corners: the two laws differ, known velocities

TEST(Implicit, OneStepOfASlidingCube) {
  const std::string cube = R"(
materials: {wood: {density: 1, friction: 0.3}}
bodies:
  - {name: floor, material: wood, shape: {plane: {normal: [0, 0, 1]}}, position: [0, 0, 0], fixed: true}
  - {name: cube, material: wood, shape: {box: {size: [1, 1, 1]}}, position: [0, 0, 0.5], velocity: [0.5, 0, 0]}
)";
  SceneRun cone(scene("law: cone, solver: apgd, tolerance: 1e-12, max_iterations: 10000", 0.01, 0.01, cube));
  cone.to_end();
  EXPECT_NEAR(cone.velocity(1).x, 0.4317156, kLastDigit);
  EXPECT_NEAR(cone.velocity(1).z, 0.12951468, kLastDigit);
  SceneRun coulomb(
      scene("law: coulomb, solver: pgs, tolerance: 1e-12, max_iterations: 10000", 0.01, 0.01, cube));
  coulomb.to_end();
  EXPECT_NEAR(coulomb.velocity(1).x, 0.47057, kSolverError);
  EXPECT_NEAR(coulomb.velocity(1).z, 0, kSolverError);
}

// --- From sliding to rolling: t = 2 u₀/(7 μ g), then u = 5/7 u₀

TEST(Implicit, BallSlidesThenRolls) {
  SceneRun run(scene("law: coulomb, solver: pgs, tolerance: 1e-10", 1e-4, 0.4,
                     ball_on_floor("friction: 0.3", "velocity: [2, 0, 0]")));
  const double rolls = 2 * 2 / (7 * 0.3 * kGravity);
  run.until([&](const Simulation& s) { return s.time() > 0.5 * rolls; });
  const double t = run.simulation.time();
  EXPECT_NEAR(run.velocity(1).x, 2 - 0.3 * kGravity * t, kSolverError);
  EXPECT_NEAR(run.spin(1).y, 5 * 0.3 * kGravity * t / (2 * 0.1), kSolverErrorOfSpin);
  run.to_end();
  EXPECT_NEAR(run.velocity(1).x, 2 * 5 / 7.0, kSolverErrorOfARun);
  EXPECT_NEAR(run.spin(1).y, 2 * 5 / 7.0 / 0.1, kSolverErrorOfSpin);
}

// --- Impact: v_n' = e v_n; gross sliding v_t' = v_t − μ (1 + e) v_n, ω' = 5 μ (1 + e) v_n/(2R)

TEST(Implicit, ObliqueImpactWithGrossSliding) {
  for (const char* level : {"position", "velocity"}) {
    const std::string method =
        fmt::format("law: coulomb, solver: pgs, tolerance: 1e-12, level: {}, theta: {}", level,
                    std::string(level) == "position" ? 1.0 : 0.5);
    SceneRun run(scene(method, 1e-3, 0.2,
                       "gravity: [0, 0, 0]\n" +
                           ball_on_floor("friction: 0.2, restitution: 0.6", "velocity: [3, 0, -1]", 0.15)));
    run.to_end();
    EXPECT_NEAR(run.velocity(1).z, 0.6, kSolverError) << level;
    EXPECT_NEAR(run.velocity(1).x, 3 - 0.2 * 1.6, kSolverError) << level;
    // Friction acts half-way between the surfaces: the lever is right to the way of a step.
    EXPECT_NEAR(run.spin(1).y, 5 * 0.2 * 1.6 / (2 * 0.1), 8 * kStep / kRadius) << level;
  }
}

// --- The mid-point keeps the energy of free flight, and of elastic bounces

TEST(Implicit, MidpointKeepsTheEnergyOfABouncingBall) {
  SceneRun run(scene("law: coulomb, solver: pgs, theta: 0.5, tolerance: 1e-12", 1e-3, 2,
                     ball_on_floor("restitution: 1", "velocity: [0, 0, 0]", 0.6)));
  const Energy start = run.simulation.energy();
  run.to_end();
  const Energy end = run.simulation.energy();
  EXPECT_NEAR(end.kinetic + end.gravity, start.kinetic + start.gravity, kSolverError * start.gravity);
  EXPECT_NEAR(end.imbalance, 0, kSolverError * start.gravity);
}

TEST(Implicit, EnergyBudgetClosesToFirstOrder) {
  const auto imbalance = [](double h) {
    SceneRun run(scene("law: coulomb, solver: pgs, tolerance: 1e-10", h, 0.5,
                       ball_on_floor("friction: 0.3, restitution: 0.5", "velocity: [1, 0, 0]", 0.6)));
    const double scale = run.simulation.energy().gravity;
    run.to_end();
    return run.simulation.energy().imbalance / scale;
  };
  EXPECT_LT(std::abs(imbalance(1e-3)), 0.01);
  EXPECT_LT(std::abs(imbalance(1e-4)), 0.001);
}

// --- Driven walls, servo walls, locked axes, periodic axes

TEST(Implicit, BeltTakesABlockAlong) {
  SceneRun run(scene("law: coulomb, solver: pgs, tolerance: 1e-10", 1e-3, 0.6, R"(
materials: {wood: {density: 125, friction: 0.4}}
bodies:
  - {name: belt, material: wood, shape: {box: {size: [10, 1, 0.1]}}, position: [0, 0, -0.05], motion: {translation: {velocity: [1.5, 0, 0]}}}
  - {name: cube, material: wood, shape: {box: {size: [0.2, 0.2, 0.2]}}, position: [0, 0, 0.1]}
)"));
  run.until([](const Simulation& s) { return s.time() > 0.2 - 1e-9; });
  EXPECT_NEAR(run.velocity(1).x, 0.4 * kGravity * 0.2, kSolverErrorOfARun);
  run.to_end();
  EXPECT_NEAR(run.velocity(1).x, 1.5, kSolverError);
  const Energy energy = run.simulation.energy();
  // The belt gives the cube its energy twice: once to keep, once to lose in sliding.
  EXPECT_NEAR(energy.work_of_drives, 1.5 * 1.5, kTwoStepsOfFriction);
  EXPECT_NEAR(energy.friction, 0.5 * 1.5 * 1.5, kTwoStepsOfFriction);
}

// A lid of 50 N comes down on a ball from `height`.
SceneRun pressed_ball(const std::string& height, const std::string& limit) {
  return SceneRun(scene("law: coulomb, solver: pgs, tolerance: 1e-10", 1e-3, 0.5,
                        R"(
gravity: [0, 0, 0]
materials: {glass: {density: 2500, friction: 0.4}}
bodies:
  - {name: floor, material: glass, shape: {plane: {normal: [0, 0, 1]}}, position: [0, 0, 0], fixed: true}
  - {name: ball, material: glass, shape: {sphere: {radius: 0.1}}, position: [0, 0, 0.1]}
  - {name: lid, material: glass, shape: {box: {size: [1, 1, 0.1]}}, position: [0, 0, )" +
                            height + "], motion: {servo: {force: 50 N, axis: [0, 0, -1]" + limit + "}}}\n"));
}

TEST(Implicit, ServoPlatePressesWithItsForce) {
  SceneRun run = pressed_ball("0.3", "");
  run.to_end();
  EXPECT_NEAR(run.position(2).z, 0.25, kSolverError);
  EXPECT_NEAR(run.body(0).load.force.z, -50, kSolverErrorOfForce);
}

// The force alone would make the lid faster than its limit within a step.
TEST(Implicit, ServoPlatePressesWithItsForceWhateverItsLimitOfSpeed) {
  SceneRun run = pressed_ball("0.251", ", max_speed: 5 mm/s");
  run.until([](const Simulation& s) { return s.time() > 0.1 - 1e-9; });
  EXPECT_NEAR(run.position(2).z, 0.2505, kSolverError);
  run.to_end();
  EXPECT_NEAR(run.position(2).z, 0.25, kSolverError);
  EXPECT_NEAR(run.body(0).load.force.z, -50, kSolverErrorOfForce);
}

// What is locked keeps the velocity it has, also where all but motion in a plane is locked.
TEST(Implicit, ABallLockedToAPlaneGoesOnAcrossIt) {
  SceneRun run(scene("law: coulomb, solver: pgs, tolerance: 1e-10", 1e-3, 0.2, R"(
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500}}
bodies:
  - {name: floor, material: glass, shape: {plane: {normal: [0, 0, 1]}}, position: [0, 0, 0], fixed: true}
  - {name: ball, material: glass, shape: {sphere: {radius: 0.1}}, position: [0, 0, 0.1], velocity: [0, 1, 0], lock: [y, rx, rz]}
)"));
  run.to_end();
  EXPECT_EQ(run.velocity(1).y, 1);
  EXPECT_NEAR(run.position(1).y, 0.2, kThousandsOfRoundings);
}

TEST(Implicit, BallsMeetAcrossAPeriodicFace) {
  SceneRun run(scene("law: coulomb, solver: pgs, tolerance: 1e-12", 1e-3, 0.3, R"(
gravity: [0, 0, 0]
periodic: {min: [0, 0, 0], max: [1, 1, 1]}
materials: {glass: {density: 2500, restitution: 1}}
bodies:
  - {name: left, material: glass, shape: {sphere: {radius: 0.1}}, position: [0.15, 0.5, 0.5], velocity: [-1, 0, 0]}
  - {name: right, material: glass, shape: {sphere: {radius: 0.1}}, position: [0.85, 0.5, 0.5], velocity: [1, 0, 0]}
)"));
  run.to_end();
  EXPECT_NEAR(run.velocity(0).x, 1, kSolverError);
  EXPECT_NEAR(run.velocity(1).x, -1, kSolverError);
}

TEST(Implicit, LockedAxesStayWhereTheyAre) {
  SceneRun run(scene("law: coulomb, solver: pgs", 1e-3, 0.3, R"(
materials: {wood: {density: 500, friction: 0.5}}
bodies:
  - {name: floor, material: wood, shape: {plane: {normal: [0.3, 0, 1]}}, position: [0, 0, 0], fixed: true}
  - {name: cube, material: wood, shape: {box: {size: [0.2, 0.2, 0.2]}}, position: [0, 0, 0.5], lock: [x, y, rx, ry, rz]}
)"));
  run.to_end();
  EXPECT_EQ(run.position(1).x, 0);
  EXPECT_EQ(run.position(1).y, 0);
  EXPECT_EQ(norm(run.spin(1)), 0);
  EXPECT_NEAR(run.velocity(1).z, 0, kDefaultTolerance);
}

// --- Cohesion of 5 N holds a ball that is pulled with 4.9 N, and lets go at 5.1 N

TEST(Implicit, CohesionHoldsUpToItsForce) {
  for (const char* law : {"cone", "coulomb"}) {
    for (const double pull : {4.9, 5.1}) {
      SceneRun run(scene(fmt::format("law: {}, cohesion: 5 N, solver: pgs, tolerance: 1e-10", law), 1e-3, 0.1,
                         fmt::format(R"(
gravity: [0, 0, 0]
materials: {{clay: {{density: 1000, friction: 0.3}}}}
bodies:
  - {{name: floor, material: clay, shape: plane, position: [0, 0, 0], fixed: true}}
  - {{name: ball, material: clay, shape: {{sphere: {{radius: 0.1}}}}, position: [0, 0, 0.1], force: [0, 0, {}]}}
)",
                                     pull)));
      run.to_end();
      if (pull < 5) {
        EXPECT_NEAR(run.position(1).z, 0.1, kSolverError) << law;
      } else {
        EXPECT_GT(run.position(1).z, 0.1001) << law;
      }
    }
  }
}

// --- A beam on three supports is indeterminate: the order of the sweep decides which forces pgs finds

Vec3 support_forces(const std::vector<int>& order) {
  std::string bodies = R"(
materials: {steel: {density: 1e5}}
gravity: [0, 0, -10]
bodies:
)";
  // A plate of 1 kg, 1 m long, on balls under its ends and middle; keys follow the order of the scene.
  for (const int k : order)
    bodies += fmt::format(
        "  - {{name: s{}, material: steel, shape: {{sphere: {{radius: 0.01}}}}, position: [{}, 0, -0.01], "
        "fixed: true}}\n",
        k, 0.5 * (k - 1));
  bodies +=
      "  - {name: beam, material: steel, shape: {box: {size: [1.0, 0.1, 1e-4]}}, position: [0, 0, 5e-5]}\n";
  SceneRun run(
      scene("law: frictionless, solver: pgs, order: key, warm_start: false, tolerance: 1e-13, "
            "max_iterations: 10000",
            1e-3, 1e-3, bodies));
  run.simulation.advance(Recording::contacts);
  Vec3 forces;
  for (const ContactForce& contact : run.simulation.contacts())
    forces[order[contact.key.a]] = contact.force.z;
  return forces;
}

TEST(Implicit, OrderOfSweepsDecidesIndeterminateForces) {
  const auto expect = [](const Vec3& found, const Vec3& known) {
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(found[k], known[k], kSolverErrorOfForce * 10);
  };
  expect(support_forces({1, 0, 2}), {0, 10, 0});                      // middle first
  expect(support_forces({0, 1, 2}), {10 / 6.0, 20 / 3.0, 10 / 6.0});  // left, middle, right
  expect(support_forces({0, 2, 1}), {10 / 3.0, 10 / 3.0, 10 / 3.0});  // ends first
}

// --- Two dimensions are three with locked axes

TEST(Implicit, TwoDimensionsAreThreeWithLockedAxes) {
  const auto run_with = [](const char* dimension, const char* lock) {
    SceneRun run(fmt::format(R"(
dimension: {}
method: {{implicit: {{law: coulomb, solver: nlgs, local: exact, theta: 0.5, tolerance: 1e-9}}}}
time: {{step: 1e-3, end: 0.3}}
materials: {{steel: {{density: 2000, friction: 0.4, restitution: 0.3}}}}
bodies:
  - {{name: floor, material: steel, shape: {{plane: {{normal: [0.2, 0, 1]}}}}, position: [0, 0, 0], fixed: true}}
  - {{name: balls, material: steel, shape: {{sphere: {{radius: 0.05}}}}, lattice: {{kind: cubic, spacing: 0.11, counts: [4, 1, 4]}}, position: [0, 0, 0.3]{}}}
)",
                             dimension, lock));
    run.to_end();
    return run.position(7);
  };
  const Vec3 plane = run_with("2", ""), space = run_with("3", ", lock: [y, rx, rz]");
  EXPECT_LT(norm(plane - space), kSolverError);
}

// --- Newton's cradle: with elastic contacts solved together, three balls take (−1/3, 2/3, 2/3)

TEST(Implicit, CradleConservesMomentumAndEnergy) {
  SceneRun run(scene("law: frictionless, solver: nlgs, theta: 0.5, tolerance: 1e-12", 1e-3, 0.2, R"(
gravity: [0, 0, 0]
materials: {steel: {density: 7800, restitution: 1}}
bodies:
  - {name: striker, material: steel, shape: {sphere: {radius: 0.05}}, position: [-0.15, 0, 0], velocity: [1, 0, 0]}
  - {name: middle, material: steel, shape: {sphere: {radius: 0.05}}, position: [0, 0, 0]}
  - {name: last, material: steel, shape: {sphere: {radius: 0.05}}, position: [0.1, 0, 0]}
)"));
  run.to_end();
  const double a = run.velocity(0).x, b = run.velocity(1).x, c = run.velocity(2).x;
  EXPECT_NEAR(a + b + c, 1, kThousandsOfRoundings);
  EXPECT_NEAR(a * a + b * b + c * c, 1, kSolverError);
}

// A stack of elastic balls bounces on and on.
TEST(Implicit, StackOfElasticBallsKeepsItsEnergy) {
  SceneRun run(scene("law: frictionless, solver: nlgs, theta: 0.5, tolerance: 1e-12", 1e-4, 0.5, R"(
materials: {steel: {density: 7800, restitution: 1}}
bodies:
  - {name: floor, material: steel, shape: plane, position: [0, 0, 0], fixed: true}
  - {name: ball, material: steel, shape: {sphere: {radius: 0.05}}, lattice: {kind: cubic, spacing: 0.12, counts: [1, 1, 4]}, position: [0, 0, 0.2]}
)"));
  const Energy start = run.simulation.energy();
  run.to_end();
  const Energy end = run.simulation.energy();
  EXPECT_NEAR(end.kinetic + end.gravity, start.gravity, kSolverError * start.gravity);
}

}  // namespace
}  // namespace cairn::test
