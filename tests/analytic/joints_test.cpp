// Joints against closed forms: periods, kinematics of mechanisms, reactions, limits and motors, in both
// steppers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "simulate.h"
#include "step/joint_rows.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

// Solvers find velocities to 1e-10; a force is an impulse over a step of 1 ms or less.
constexpr double kSolverTolerance = 1e-10, kSolverError = 1e-9, kSolverErrorOfForce = 1e-6;
// Of joints: how far their points part before the next steps bring them together again [m].
constexpr double kDrift = 2e-7, kDriftOfTwo = 1e-6, kDriftOfMechanisms = 1e-7, kDriftOfAngles = 2e-6;
constexpr double kSettled = 1e-8;  // m, and of a weight: nothing moves any more
// Of steps of 1 ms or less.
constexpr double kSecondOrder = 1e-6, kSecondOrderOfAPath = 1e-5, kFirstOrder = 2e-2;
constexpr double kEnergyAtTheEnd = 1e-3;                    // of the height of the fall
constexpr double kApproachLeft = 1e-4;                      // rad of 20, after 29 times 0.1 s
constexpr double kHalfAStepOfSpeed = 2e-3;                  // speeds of two shafts, half a step apart
constexpr double kTumbling = 2e-4, kTumblingOfSpin = 5e-3;  // m, rad/s: two ways to integrate a spin
constexpr double kCentripetal = 1e-4, kStepsOfWork = 1e-3;  // N, J
constexpr double kTwoStepsOfGravity = 0.02;                 // m/s
constexpr double kAStepOfTheFall = 0.05;                    // J/kg: g v h is 0.03
constexpr double kRopeGives = 1e-7, kSameMotion = 1e-6;     // m; m between two runs of one motion
constexpr double kChainOfThirty = 1e-7;                     // of its weight

constexpr double kPi = std::numbers::pi, kGravity = 9.81;

const std::string kImplicit = "{implicit: {law: coulomb, solver: pgs, tolerance: 1e-10}}";
const std::string kMidPoint = "{implicit: {law: coulomb, solver: pgs, tolerance: 1e-10, theta: 0.5}}";
const std::string kExplicit = "{explicit: {law: hooke, stiffness: 1e4}}";

std::string scene(const std::string& method, double step, double end, const std::string& rest,
                  const std::string& gravity = "[0, 0, -9.81]") {
  return fmt::format(
      "gravity: {}\nmaterials: {{steel: {{density: 1000, friction: 0.5}}}}\nmethod: {}\n"
      "time: {{step: {}, end: {}, allow_unstable: true}}\n{}",
      gravity, method, step, end, rest);
}

JointReading reading(SceneRun& run, std::size_t joint, bool turning = true) {
  return read_joint(run.world(), run.world().joints[joint], turning ? JointRole::turn : JointRole::shift);
}
const JointState& state(SceneRun& run, std::size_t joint) { return run.world().joints[joint].state; }

// How far apart the points of a joint are.
double gap(SceneRun& run, std::size_t joint) {
  return norm(sides_of(run.world(), run.world().joints[joint]).apart);
}

// --- Pendulum
constexpr double kLength = 0.5, kRadius = 0.1;
std::string pendulum(const std::string& method, double step, double amplitude, double end) {
  return scene(
      method, step, end,
      fmt::format("bodies: [{{name: bob, material: steel, shape: {{sphere: {{radius: {}}}}}, "
                  "position: [{}, 0, {}]}}]\n"
                  "joints: [{{revolute: {{bodies: [bob, ground], point: [0, 0, 0], axis: [0, 1, 0]}}}}]\n",
                  kRadius, -kLength * std::sin(amplitude), -kLength * std::cos(amplitude)));
}

// K(k) by the arithmetic-geometric mean; T = 4 √(J/(m g L)) K(sin(amplitude/2)), J about the hinge.
double pendulum_period(double amplitude) {
  double a = 1, b = std::cos(0.5 * amplitude);
  for (int k = 0; k < 10; ++k) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b), a = mean;
  }
  const double lever = kLength + 0.4 * kRadius * kRadius / kLength;
  return 4 * std::sqrt(lever / kGravity) * 0.5 * kPi / a;
}

// Time between the first and the third passage of the lowest point.
double measured_period(const std::string& method, double step, double amplitude) {
  SceneRun run(pendulum(method, step, amplitude, 10));
  std::vector<double> passages;
  double before = 0;
  run.until([&](const Simulation& simulation) {
    const double x = run.position(0).x;
    if (simulation.step() > 0 && before * x < 0)
      passages.push_back(simulation.time() - step * x / (x - before));
    before = x;
    return passages.size() == 3;
  });
  return passages.at(2) - passages.at(0);
}

class PendulumPeriod : public testing::TestWithParam<std::string> {};

TEST_P(PendulumPeriod, OfALargeSwingIsThatOfTheEllipticIntegral) {
  const double amplitude = 2 * kPi / 3, exact = pendulum_period(amplitude);
  const double coarse = measured_period(GetParam(), 1e-3, amplitude) / exact - 1;
  const double fine = measured_period(GetParam(), 5e-4, amplitude) / exact - 1;
  EXPECT_LT(std::abs(fine), kSecondOrder);
  const double order = std::log2(std::abs(coarse / fine));
  EXPECT_GT(order, 1.8) << coarse << " " << fine;
}
INSTANTIATE_TEST_SUITE_P(Steppers, PendulumPeriod, testing::Values(kImplicit, kMidPoint, kExplicit));

class Steppers : public testing::TestWithParam<std::string> {};

TEST_P(Steppers, APendulumKeepsItsPointAndItsEnergy) {
  SceneRun run(pendulum(GetParam(), 1e-3, 2 * kPi / 3, 2));
  const double before = run.simulation.energy().stored();
  double farthest = 0, most = 0, least = 0;
  run.until([&](const Simulation&) {
    farthest = std::max(farthest, gap(run, 0));
    const double gained = run.simulation.energy().stored() - before;
    most = std::max(most, gained), least = std::min(least, gained);
    return false;
  });
  const double height =
      run.body(0).inertia.inverse_mass > 0 ? 1.5 * kLength * kGravity / run.body(0).inertia.inverse_mass : 0;
  EXPECT_LT(farthest, kDrift);
  EXPECT_LT(most - least, kFirstOrder * height);
  // The energy at the end is that of the beginning: what came and went was of the order of the step.
  EXPECT_NEAR(run.simulation.energy().lost() / height, 0, kEnergyAtTheEnd);
}

TEST_P(Steppers, ADoublePendulumOfRodsKeepsItsEnergy) {
  SceneRun run(scene(GetParam(), 5e-4, 2, R"yaml(
bodies:
  - {name: upper, material: steel, shape: {box: {size: [0.4, 0.02, 0.02]}}, position: [0.2, 0, 0]}
  - {name: lower, material: steel, shape: {box: {size: [0.4, 0.02, 0.02]}}, position: [0.6, 0, 0]}
joints:
  - {revolute: {bodies: [upper, ground], point: [0, 0, 0], axis: [0, 1, 0]}}
  - {revolute: {bodies: [lower, upper], point: [0.4, 0, 0], axis: [0, 1, 0]}}
)yaml"));
  run.simulation.advance();
  const double before = run.simulation.energy().stored();
  run.to_end();
  const double scale = 0.16 * kGravity * 0.4;  // weight times length
  EXPECT_NEAR((run.simulation.energy().stored() - before) / scale, 0, kFirstOrder);
  EXPECT_LT(gap(run, 0) + gap(run, 1), kDriftOfTwo);
}

// --- Reactions
TEST_P(Steppers, AHangingWeightPullsWithItsWeight) {
  for (const char* joint :
       {"ball: {bodies: [bob, ground], point: [0, 0, 0]}", "fixed: {bodies: [bob, ground], point: [0, 0, 0]}",
        "slider: {bodies: [bob, ground], point: [0, 0, 0], axis: [1, 0, 0]}",
        "revolute: {bodies: [bob, ground], point: [0, 0, 0], axis: [0, 1, 0]}",
        "universal: {bodies: [bob, ground], point: [0, 0, 0], axis: [1, 0, 0], other_axis: [0, 1, 0]}",
        "distance: {bodies: [bob, ground], point: [0, 0, -0.4], to: [0, 0, 0]}",
        "point_on_line: {bodies: [bob, ground], point: [0, 0, 0], axis: [1, 0, 0]}",
        "point_on_plane: {bodies: [bob, ground], point: [0, 0, 0], axis: [0, 0, 3]}"}) {
    SceneRun run(
        scene(GetParam(), 1e-3, 0.05,
              fmt::format("bodies: [{{name: bob, material: steel, shape: {{sphere: {{radius: 0.1}}}}, "
                          "position: [0, 0, -0.5]}}]\njoints: [{{{}}}]\n",
                          joint)));
    run.to_end();
    const double weight = kGravity / run.body(0).inertia.inverse_mass;
    EXPECT_NEAR(state(run, 0).force.z / weight, 1, kSolverError) << joint;
    EXPECT_NEAR(norm(state(run, 0).torque), 0, kSolverError) << joint;
    EXPECT_NEAR(norm(run.position(0) - Vec3{0, 0, -0.5}), 0, kSolverTolerance) << joint;
  }
}

TEST_P(Steppers, ABeamClampedAtItsEndBendsTheClampWithItsWeightTimesItsLever) {
  SceneRun run(scene(GetParam(), 1e-3, 0.02, R"yaml(
bodies: [{name: beam, material: steel, shape: {box: {size: [0.4, 0.02, 0.02]}}, position: [0.2, 0, 0]}]
joints: [{fixed: {bodies: [beam, ground], point: [0, 0, 0]}}]
)yaml"));
  run.to_end();
  const double weight = 0.16 * kGravity;
  EXPECT_NEAR(state(run, 0).force.z, weight, kSettled * weight);
  EXPECT_NEAR(state(run, 0).torque.y, -0.2 * weight, kSettled * weight);
}

// --- Limits and motors
TEST_P(Steppers, ALimitStopsAFallingSlider) {
  SceneRun run(scene(GetParam(), 1e-3, 0.6, R"yaml(
bodies: [{name: block, material: steel, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [0, 0, 0]}]
joints: [{slider: {bodies: [block, ground], point: [0.2, 0, 0], axis: [0, 0, 1], limit: {min: -0.5, max: 1}}}]
)yaml"));
  double lowest = 0;
  run.until([&](const Simulation&) {
    lowest = std::min(lowest, reading(run, 0, false).position);
    return false;
  });
  EXPECT_NEAR(reading(run, 0, false).position, -0.5, kSettled);
  EXPECT_NEAR(lowest, -0.5, kSettled);
  EXPECT_NEAR(state(run, 0).effort, kGravity, kSolverErrorOfForce);  // 1 kg
}

TEST_P(Steppers, AMotorSpeedsUpWithItsLargestTorqueAndThenKeepsItsSpeed) {
  const auto motor = [&](const std::string& what, double end) {
    return scene(
        GetParam(), 1e-3, end,
        "bodies: [{name: wheel, material: steel, shape: {sphere: {radius: 0.1}}, position: [0, 0, 0]}]\n"
        "joints: [{revolute: {bodies: [wheel, ground], point: [0, 0, 0], axis: [0, 1, 0], motor: {" +
            what + "}}}]\n");
  };
  SceneRun early(motor("speed: 5 rad/s, max: 0.1", 0.4)), late(motor("speed: 5 rad/s, max: 0.1", 2));
  early.to_end(), late.to_end();
  const double moment = 0.4 * 4.0 / 3 * kPi * 1e-3 * 1000 * 0.01;
  EXPECT_NEAR(early.spin(0).y, 0.4 * 0.1 / moment, kSolverError);
  EXPECT_NEAR(state(early, 0).turn_effort, 0.1, kThousandsOfRoundings);
  EXPECT_NEAR(late.spin(0).y, 5, kSolverError);
  EXPECT_NEAR(state(late, 0).turn_effort, 0, kSolverError);

  SceneRun push(motor("torque: 0.05", 0.5));
  push.to_end();
  EXPECT_NEAR(push.spin(0).y, 0.5 * 0.05 / moment, kSolverError);
  // Explicit steps book the work of a load half a step ahead.
  const double half_a_step_of_work = 0.5e-3 * 0.05 * push.spin(0).y;
  EXPECT_NEAR(push.simulation.energy().imbalance, 0, 1.001 * half_a_step_of_work);

  SceneRun follow(motor("position: 3 * sin(2 * t)", 4));
  follow.to_end();
  EXPECT_NEAR(reading(follow, 0).position, 3 * std::sin(8.0), kSecondOrderOfAPath);
  SceneRun servo(motor("position: 20 rad, time: 0.1 s, max: 5", 3));
  servo.to_end();
  EXPECT_NEAR(reading(servo, 0).position, 20, kApproachLeft);  // more than three turns
}

// --- Mechanisms
TEST_P(Steppers, ASliderCrankMovesItsPistonAsItsTriangleSays) {
  SceneRun run(scene(GetParam(), 5e-4, 0.9, R"yaml(
bodies:
  - {name: crank, material: steel, shape: {box: {size: [0.1, 0.02, 0.02]}}, position: [0.05, 0, 0]}
  - {name: rod, material: steel, shape: {box: {size: [0.3, 0.02, 0.02]}}, position: [0.25, 0, 0]}
  - {name: piston, material: steel, shape: {box: {size: [0.05, 0.05, 0.05]}}, position: [0.4, 0, 0]}
joints:
  - {revolute: {bodies: [crank, ground], point: [0, 0, 0], axis: [0, 1, 0], motor: {speed: 10}}}
  - {revolute: {bodies: [rod, crank], point: [0.1, 0, 0], axis: [0, 1, 0]}}
  - {revolute: {bodies: [piston, rod], point: [0.4, 0, 0], axis: [0, 1, 0]}}
  - {slider: {bodies: [piston, ground], point: [0.4, 0, 0], axis: [1, 0, 0]}}
)yaml"));
  double worst = 0;
  run.until([&](const Simulation& simulation) {
    if (simulation.step() < 3) return false;  // the jerk of the start
    const double phi = reading(run, 0).position, s = 0.1 * std::sin(phi);
    const double x = 0.1 * std::cos(phi) + std::sqrt(0.09 - s * s);
    worst = std::max(worst, std::abs(run.position(2).x - x));
    return false;
  });
  EXPECT_LT(worst, kDriftOfMechanisms);
  EXPECT_NEAR(reading(run, 0).position, 9, kSolverError);
  EXPECT_NEAR(run.position(2).z, 0, kSolverError);
}

// Links a (crank), b (coupler), c (rocker) on a base d: with K the distance from the crank's pin to the
// rocker's hinge, the rocker's angle follows from the two triangles.
TEST_P(Steppers, AFourBarLinkageTurnsItsRockerAsItsTrianglesSay) {
  const double a = 0.1, b = 0.3, c = 0.25, d = 0.3;
  const auto rocker_angle = [&](double phi) {
    const double x = d - a * std::cos(phi), z = -a * std::sin(phi), k2 = x * x + z * z, k = std::sqrt(k2);
    return kPi - (std::atan2(-z, x) + std::acos((k2 + c * c - b * b) / (2 * k * c)));
  };
  const double psi = rocker_angle(0);
  const Vec3 pin{a, 0, 0}, tip{d + c * std::cos(psi), 0, c * std::sin(psi)}, hinge{d, 0, 0};
  const auto bar = [](const char* name, const Vec3& from, const Vec3& to) {
    const Vec3 middle = 0.5 * (from + to), way = to - from;
    return fmt::format(
        "  - {{name: {}, material: steel, shape: {{box: {{size: [{}, 0.02, 0.02]}}}}, position: "
        "[{}, 0, {}], orientation: {{axis: [0, 1, 0], angle: {}}}}}\n",
        name, norm(way), middle.x, middle.z, std::atan2(-way.z, way.x));
  };
  const auto joint = [](const char* bodies, const Vec3& at, const char* more) {
    return fmt::format("  - {{revolute: {{bodies: [{}], point: [{}, 0, {}], axis: [0, -1, 0]{}}}}}\n", bodies,
                       at.x, at.z, more);
  };
  SceneRun run(scene(GetParam(), 1e-3, 1.5,
                     "bodies:\n" + bar("crank", {}, pin) + bar("coupler", pin, tip) +
                         bar("rocker", hinge, tip) + "joints:\n" +
                         joint("crank, ground", {}, ", motor: {speed: 2*pi}") +
                         joint("coupler, crank", pin, "") + joint("rocker, coupler", tip, "") +
                         joint("rocker, ground", hinge, "")));
  double worst = 0;
  run.until([&](const Simulation& simulation) {
    if (simulation.step() < 3) return false;  // the jerk of the start
    const double expected = rocker_angle(reading(run, 0).position) - psi;
    worst = std::max(worst, std::abs(reading(run, 3).position - expected));
    return false;
  });
  EXPECT_LT(worst, kDriftOfAngles);
  EXPECT_NEAR(reading(run, 0).position, 3 * kPi, kSettled);
}

TEST_P(Steppers, AUniversalJointTurnsItsSecondShaftUnevenly) {
  const double beta = kPi / 6;
  SceneRun run(scene(GetParam(), 2e-4, 0.5, R"yaml(
bodies:
  - {name: input, material: steel, shape: {box: {size: [0.2, 0.04, 0.04]}}, position: [-0.1, 0, 0]}
  - {name: output, material: steel, shape: {box: {size: [0.2, 0.04, 0.04]}}, position: [0.1*cos(30 deg), 0, 0.1*sin(30 deg)],
     orientation: {axis: [0, -1, 0], angle: 30 deg}}
joints:
  - {revolute: {bodies: [input, ground], point: [-0.1, 0, 0], axis: [1, 0, 0], motor: {speed: 8}}}
  - {revolute: {bodies: [output, ground], point: [0.1*cos(30 deg), 0, 0.1*sin(30 deg)], axis: [cos(30 deg), 0, sin(30 deg)]}}
  - {universal: {bodies: [output, input], point: [0, 0, 0], axis: [0, 0, 1], other_axis: [0, 1, 0]}}
)yaml",
                     "[0, 0, 0]"));
  double worst = 0;
  run.until([&](const Simulation& simulation) {
    if (simulation.step() < 3) return false;
    // The pin of the first shaft begins in the plane of the shafts.
    const double phi = reading(run, 0).position, s = std::sin(beta) * std::cos(phi);
    const double ratio = std::cos(beta) / (1 - s * s);
    worst = std::max(worst, std::abs(reading(run, 1).speed / reading(run, 0).speed - ratio));
    return false;
  });
  EXPECT_LT(worst, kHalfAStepOfSpeed);
  EXPECT_NEAR(reading(run, 1).position, std::atan2(std::sin(4.0) / std::cos(beta), std::cos(4.0)) + 2 * kPi,
              kSecondOrderOfAPath);
}

// --- Two bodies like one
TEST_P(Steppers, TwoFixedHalvesMoveLikeTheWhole) {
  const std::string motion = "velocity: [0.3, 0, 1], angular_velocity: [1, 2, 3]";
  SceneRun whole(scene(
      GetParam(), 5e-4, 0.5,
      "bodies: [{name: bar, material: steel, shape: {box: {size: [0.4, 0.1, 0.05]}}, position: [0, 0, 0], " +
          motion + "}]\n"));
  // ω × r with r = (∓0.1, 0, 0) is ∓0.1 (0, 3, −2).
  SceneRun halves(scene(GetParam(), 5e-4, 0.5, R"yaml(
bodies:
  - {name: left, material: steel, shape: {box: {size: [0.2, 0.1, 0.05]}}, position: [-0.1, 0, 0], velocity: [0.3, -0.3, 1.2], angular_velocity: [1, 2, 3]}
  - {name: right, material: steel, shape: {box: {size: [0.2, 0.1, 0.05]}}, position: [0.1, 0, 0], velocity: [0.3, 0.3, 0.8], angular_velocity: [1, 2, 3]}
joints: [{fixed: {bodies: [left, right], point: [0, 0.02, 0]}}]
)yaml"));
  whole.to_end(), halves.to_end();
  const Quat q = whole.body(0).orientation;
  for (const Uid half : {0, 1}) {
    const Vec3 expected = whole.position(0) + rotate(q, {half == 0 ? -0.1 : 0.1, 0, 0});
    EXPECT_LT(norm(halves.position(half) - expected), kTumbling);
    EXPECT_LT(norm(halves.spin(half) - whole.spin(0)), kTumblingOfSpin);
  }
  EXPECT_LT(gap(halves, 0), kSettled);
}

INSTANTIATE_TEST_SUITE_P(Joints, Steppers, testing::Values(kImplicit, kExplicit));

// --- Joints and contacts
TEST(Joints, ABeamOnAHingeAndASupportLoadsBothByItsLeversWithAnySolver) {
  for (const char* solver : {"pgs", "jacobi", "apgd", "bb", "spg"}) {
    const std::string method = fmt::format(
        "{{implicit: {{law: frictionless, solver: {}, tolerance: 1e-9, max_iterations: 10000}}}}", solver);
    SceneRun run(scene(method, 1e-3, 0.1, R"yaml(
bodies:
  - {name: post, material: steel, shape: {sphere: {radius: 0.05}}, position: [0.3, 0, -0.06], fixed: true}
  - {name: beam, material: steel, shape: {box: {size: [0.4, 0.02, 0.02]}}, position: [0.2, 0, 0]}
joints: [{revolute: {bodies: [beam, ground], point: [0, 0, 0], axis: [0, 1, 0]}}]
)yaml"));
    while (!run.simulation.done()) run.simulation.advance(Recording::contacts);
    const double weight = 0.16 * kGravity;
    EXPECT_TRUE(run.simulation.report().solve.converged) << solver;
    EXPECT_NEAR(state(run, 0).force.z / weight, 1.0 / 3, kSolverErrorOfForce) << solver;
    ASSERT_EQ(run.simulation.contacts().size(), 1u) << solver;
    EXPECT_NEAR(run.simulation.contacts()[0].force.z / weight, 2.0 / 3, kSolverErrorOfForce) << solver;
  }
}

// A body on a driven arm goes round with it, held by m ω² R; the drive puts in nothing once it is under way.
TEST_P(Steppers, ADrivenArmCarriesABodyRound) {
  SceneRun run(scene(GetParam(), 1e-3, 1, R"yaml(
bodies:
  - {name: arm, material: steel, shape: {box: {size: [0.2, 0.02, 0.02]}}, position: [0.1, 0, 0],
     motion: {rotation: {axis: [0, 0, 1], speed: 3, center: [0, 0, 0]}}}
  - {name: load, material: steel, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [0.3, 0, 0], velocity: [0, 0.9, 0], angular_velocity: [0, 0, 3]}
joints: [{fixed: {bodies: [load, arm], point: [0.2, 0, 0]}}]
events: [{at: 0.9 s, remove: arm}]
)yaml"));
  double farthest = 0;
  run.until([&](const Simulation& simulation) {
    farthest = std::max(farthest, gap(run, 0));
    return simulation.time() > 0.8;
  });
  const double t = run.simulation.time();
  EXPECT_LT(farthest, kDrift);
  EXPECT_LT(norm(run.position(1) - 0.3 * Vec3{std::cos(3 * t), std::sin(3 * t), 0}), kSecondOrder);
  const Vec3& force = state(run, 0).force;
  EXPECT_NEAR(std::hypot(force.x, force.y), 9 * 0.3, kCentripetal);  // 1 kg
  EXPECT_NEAR(force.z, kGravity, kSolverErrorOfForce);
  EXPECT_NEAR(run.simulation.energy().imbalance, 0, kStepsOfWork);
  // Without the arm the load flies off.
  run.to_end();
  EXPECT_NEAR(run.velocity(1).z, -kGravity * 0.1, kTwoStepsOfGravity);
  EXPECT_EQ(norm(state(run, 0).force), 0);
}

// Two bodies in the plane fall as they do in space.
TEST(Joints, InThePlaneAreWhatTheyAreInSpace) {
  const std::string two = R"yaml(
bodies:
  - {name: upper, material: steel, shape: {sphere: {radius: 0.05}}, position: [0.2, 0, 0]}
  - {name: lower, material: steel, shape: {sphere: {radius: 0.05}}, position: [0.5, 0, 0]}
joints:
  - {revolute: {bodies: [upper, ground], point: [0, 0, 0], axis: [0, 1, 0]}}
  - {ball: {bodies: [lower, upper], point: [0.3, 0, 0]}}
)yaml";
  for (const std::string& method : {kImplicit, kExplicit}) {
    SceneRun plane(scene(method, 1e-3, 1, "dimension: 2\n" + two)), space(scene(method, 1e-3, 1, two));
    plane.to_end(), space.to_end();
    for (const Uid body : {0, 1}) EXPECT_LT(norm(plane.position(body) - space.position(body)), kSameMotion);
    EXPECT_EQ(plane.position(1).y, 0);
    EXPECT_EQ(plane.spin(1).x, 0);
  }
}

// A rope is slack until its length is reached; then it jerks, and holds.
TEST(Joints, ARopeHoldsOnlyWhenItIsTaut) {
  for (const std::string& method : {kImplicit, kExplicit}) {
    SceneRun run(scene(method, 1e-3, 1, R"yaml(
bodies: [{name: bob, material: steel, shape: {sphere: {radius: 0.1}}, position: [0, 0, 0.5]}]
joints: [{distance: {bodies: [bob, ground], point: [0, 0, 0.5], to: [0, 0, 0.6], limit: {max: 0.6}}}]
)yaml"));
    double longest = 0;
    run.until([&](const Simulation& simulation) {
      longest = std::max(longest, 0.6 - run.position(0).z);
      if (simulation.time() > 0.1 && simulation.time() < 0.3) {
        EXPECT_EQ(state(run, 0).force.z, 0);
      }
      return false;
    });
    EXPECT_LT(longest, 0.6 + kRopeGives);
    EXPECT_NEAR(run.position(0).z, 0, kRopeGives);
    EXPECT_NEAR(state(run, 0).force.z * run.body(0).inertia.inverse_mass, kGravity, kSolverErrorOfForce);
    // What the jerk took is booked: m g h.
    EXPECT_NEAR(run.simulation.energy().impact * run.body(0).inertia.inverse_mass, 0.5 * kGravity,
                kAStepOfTheFall);
    EXPECT_NEAR(run.simulation.energy().imbalance * run.body(0).inertia.inverse_mass, 0, kAStepOfTheFall);
  }
}

// Thirty links hang still, and the first one carries all: no iterations, no stretch.
TEST(Joints, AHangingChainStaysWhereItIs) {
  std::string bodies = "bodies:\n", joints = "joints:\n";
  for (int k = 0; k < 30; ++k) {
    bodies += fmt::format(
        "  - {{name: link{0}, material: steel, shape: {{box: {{size: [0.02, 0.02, 0.1]}}}}, "
        "position: [0, 0, {1}]}}\n",
        k, -0.05 - 0.1 * k);
    joints += fmt::format("  - {{ball: {{bodies: [link{}, {}], point: [0, 0, {}]}}}}\n", k,
                          k == 0 ? "ground" : fmt::format("link{}", k - 1), -0.1 * k);
  }
  SceneRun run(scene(kImplicit, 1e-3, 0.2, bodies + joints));
  run.to_end();
  EXPECT_NEAR(state(run, 0).force.z / (30 * 0.04 * kGravity), 1, kChainOfThirty);
  EXPECT_NEAR(run.position(29).z, -0.05 - 0.1 * 29, kSettled);
  EXPECT_LE(run.simulation.report().solve.iterations, 1u);
}

}  // namespace
}  // namespace cairn::test
