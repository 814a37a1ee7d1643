// Brakes, toothed wheels, racks and redundant bars against closed forms, in both steppers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "simulate.h"
#include "step/joint_rows.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kTurnWithinAStep = 2e-4;  // rad: the pendulum turns between two steps of 0.5 ms
constexpr double kHeld = 1e-9;  // m, rad: what is held does not move but for the joints' compliance
constexpr double kHalfAStepOfTheThrow = 6e-3;  // of the height v²/(2a) = 0.3 m: v h/2 is 1.5 mm
constexpr double kRatio = 1e-7;                // of a speed: held to the error of the solver
constexpr double kHalfAStep = 2e-3;            // of a speed after 1 s of 1 ms steps: it belongs to mid-step
constexpr double kSoftRows = 1e-6;             // of a force: rows are compliant by 1e-8 of their mobility
constexpr double kSwing = 1e-3;                // of a period, measured between steps

constexpr double kPi = std::numbers::pi, kGravity = 9.81;

const std::string kImplicit = "{implicit: {law: coulomb, solver: pgs, tolerance: 1e-10}}";
const std::string kMidPoint = "{implicit: {law: coulomb, solver: pgs, tolerance: 1e-10, theta: 0.5}}";
const std::string kExplicit = "{explicit: {law: hooke, stiffness: 1e4}}";

std::string scene(const std::string& method, double step, double end, const std::string& rest) {
  return fmt::format(
      "gravity: [0, 0, {}]\nmaterials: {{steel: {{density: 1000, friction: 0.5}}}}\nmethod: {}\n"
      "time: {{step: {}, end: {}, allow_unstable: true}}\n{}",
      -kGravity, method, step, end, rest);
}

JointReading reading(SceneRun& run, std::size_t joint, bool turning = true) {
  return read_joint(run.world(), run.world().joints[joint], turning ? JointRole::turn : JointRole::shift);
}
double mass(SceneRun& run, Uid body) { return 1 / run.body(body).inertia.inverse_mass; }

class Machine : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Steppers, Machine, testing::Values(kImplicit, kMidPoint, kExplicit));

// --- Brakes
// A pendulum turns at θ and next at θ', signed: friction takes τ (θ − θ') = m g l (cos θ' − cos θ). θ' < 0
// beyond the lowest point; at the end it may stop before it.
double next_turn(double angle, double share) {
  double low = -angle, high = std::asin(share);
  for (int k = 0; k < 100; ++k) {
    const double middle = 0.5 * (low + high);
    (std::cos(middle) - std::cos(angle) < share * (angle - middle) ? low : high) = middle;
  }
  return low;
}

TEST_P(Machine, APendulumWithDryFrictionTurnsWhereItsWorkSaysAndStops) {
  constexpr double length = 0.5, amplitude = 1.2, share = 0.12;  // share: τ over m g l
  const double weight = 1000 * 4 * kPi / 3 * 1e-3 * kGravity;
  SceneRun run(scene(
      GetParam(), 5e-4, 12,
      fmt::format(
          "bodies: [{{name: bob, material: steel, shape: {{sphere: {{radius: 0.1}}}}, position: [{}, 0, "
          "{}]}}]\n"
          "joints:\n"
          "  - {{revolute: {{name: hinge, bodies: [bob, ground], point: [0, 0, 0], axis: [0, 1, 0]}}}}\n"
          "  - {{brake: {{name: brake, bodies: [bob, ground], point: [0, 0, 0], axis: [0, 1, 0], torque: "
          "{}}}}}\n",
          -length * std::sin(amplitude), -length * std::cos(amplitude), share * weight * length)));
  // Every turn.
  double expected = amplitude, before = 0, stopped = 0;
  int turns = 0;
  run.until([&](const Simulation&) {
    const double angle = std::atan2(-run.position(0).x, -run.position(0).z), speed = reading(run, 0).speed;
    if (before != 0 && speed * before <= 0 && std::sin(expected) > share) {
      expected = std::abs(next_turn(expected, share)), ++turns;
      EXPECT_NEAR(std::abs(angle), expected, kTurnWithinAStep) << turns;
    }
    if (std::abs(speed) > kHeld) stopped = run.world().time;
    before = speed;
    return false;
  });
  // It stays where the brake can hold it.
  EXPECT_GE(turns, 3);
  EXPECT_LE(std::sin(expected), share);
  EXPECT_LT(stopped, 8);
  const double angle = std::atan2(-run.position(0).x, -run.position(0).z);
  EXPECT_NEAR(std::abs(angle), expected, kTurnWithinAStep);
  EXPECT_NEAR(std::abs(run.world().joints[1].state.turn_effort), weight * length * std::sin(expected),
              kTurnWithinAStep * weight * length);
}

TEST_P(Machine, ABrakeHoldsBelowItsForceAndBrakesAtIt) {
  const auto block = [&](double force, const char* velocity, double end) {
    return scene(
        GetParam(), 1e-3, end,
        fmt::format(
            "bodies: [{{name: block, material: steel, shape: {{box: {{size: [0.1, 0.1, 0.1]}}}}, "
            "position: [0, 0, 0], velocity: {}}}]\n"
            "joints:\n"
            "  - {{slider: {{bodies: [block, ground], point: [0, 0, 0], axis: [0, 0, 1]}}}}\n"
            "  - {{brake: {{bodies: [block, ground], point: [0, 0, 0], axis: [0, 0, 1], force: {}}}}}\n",
            velocity, force));
  };
  SceneRun held(block(1.001 * kGravity, "[0, 0, 0]", 0.5));
  held.to_end();
  EXPECT_NEAR(held.position(0).z, 0, kHeld);
  EXPECT_NEAR(held.world().joints[1].state.effort / kGravity, 1, kSoftRows);
  // 1 kg thrown up at v: stops after v²/(2 (g + F/m)), and then falls with g − F/m.
  SceneRun thrown(block(0.5 * kGravity, "[0, 0, 3]", 2));
  double highest = 0;
  thrown.until([&](const Simulation&) {
    highest = std::max(highest, thrown.position(0).z);
    return false;
  });
  EXPECT_NEAR(highest / (9 / (3 * kGravity)), 1, kHalfAStepOfTheThrow);
  const double falling = 2 - 3 / (1.5 * kGravity);
  EXPECT_NEAR(thrown.position(0).z / (highest - 0.25 * kGravity * falling * falling), 1,
              kHalfAStepOfTheThrow);
  const Energy energy = thrown.simulation.energy();
  EXPECT_NEAR(energy.lost() / (0.5 * kGravity * (2 * highest - thrown.position(0).z)), 1,
              kHalfAStepOfTheThrow);
}

// --- Gears
// Three wheels in a row, the last one inside a ring: speeds as the radii, and the inertia that the motor
// feels.
TEST_P(Machine, AGearTrainHasTheRatiosAndTheInertiaOfItsRadii) {
  constexpr double torque = 0.02;
  SceneRun run(scene(GetParam(), 1e-3, 1,
                     fmt::format(R"yaml(
bodies:
  - {{name: first, material: steel, shape: {{cylinder: {{radius: 0.05, height: 0.01, axis: y}}}}, position: [0, 0, 0]}}
  - {{name: second, material: steel, shape: {{cylinder: {{radius: 0.1, height: 0.01, axis: y}}}}, position: [0.15, 0, 0]}}
  - {{name: ring, material: steel, shape: {{cylinder: {{radius: 0.3, height: 0.01, axis: y}}}}, position: [0.15, 0.5, 0.2]}}
joints:
  - {{revolute: {{bodies: [first, ground], point: [0, 0, 0], axis: [0, 1, 0], motor: {{torque: {}}}}}}}
  - {{revolute: {{bodies: [second, ground], point: [0.15, 0, 0], axis: [0, 1, 0]}}}}
  - {{revolute: {{bodies: [ring, ground], point: [0.15, 0.5, 0.2], axis: [0, 1, 0]}}}}
  - {{gear: {{bodies: [second, first], point: [0.05, 0, 0], axis: [0, 1, 0]}}}}
  - {{gear: {{bodies: [second, ring], point: [0.15, 0, -0.1], axis: [0, 1, 0]}}}}
)yaml",
                                 torque)));
  run.to_end();
  const double w = run.spin(0).y;
  EXPECT_NEAR(run.spin(1).y / (-0.5 * w), 1, kRatio);
  EXPECT_NEAR(run.spin(2).y / (-w / 6), 1, kRatio);
  // J_1 + J_2/4 + J_3/36 with J = m r²/2 of each disc.
  const auto moment = [&](Uid body, double r) { return 0.5 * mass(run, body) * r * r; };
  const double felt = moment(0, 0.05) + moment(1, 0.1) / 4 + moment(2, 0.3) / 36;
  EXPECT_NEAR(w / (torque / felt), 1, kHalfAStep);
  // The wheels have turned as they spin: no slip over 1 s.
  EXPECT_NEAR(reading(run, 1).position / (-0.5 * reading(run, 0).position), 1, kRatio);
}

TEST_P(Machine, AWheelDrivesItsRack) {
  constexpr double torque = 0.05, r = 0.05;
  SceneRun run(scene(GetParam(), 1e-3, 0.5,
                     fmt::format(R"yaml(
bodies:
  - {{name: pinion, material: steel, shape: {{cylinder: {{radius: {0}, height: 0.01, axis: y}}}}, position: [0, 0, 0]}}
  - {{name: rack, material: steel, shape: {{box: {{size: [0.5, 0.02, 0.02]}}}}, position: [0.1, 0, -0.06]}}
joints:
  - {{revolute: {{bodies: [pinion, ground], point: [0, 0, 0], axis: [0, 1, 0], motor: {{torque: {1}}}}}}}
  - {{slider: {{bodies: [rack, ground], point: [0, 0, -0.06], axis: [1, 0, 0]}}}}
  - {{rack: {{bodies: [pinion, rack], point: [0, 0, -0.05], axis: [1, 0, 0]}}}}
)yaml",
                                 r, torque)));
  run.to_end();
  const double v = run.velocity(1).x, felt = mass(run, 1) + 0.5 * mass(run, 0);
  EXPECT_NEAR(v / (-run.spin(0).y * r), 1, kRatio);
  EXPECT_NEAR(v / (-torque / r / felt * 0.5), 1, kHalfAStep);
  EXPECT_NEAR((run.position(1).x - 0.1) / (-reading(run, 0).position * r), 1, kRatio);
}

// --- A four-bar linkage with a bar too many
// A beam on three parallel bars swings as a simple pendulum. At rest its load goes where Σ E_i f_i² is least,
// with E_i in proportion to the mobility of row i: 1/m in the middle, 1/m + a²/J at the ends. So f_1 = E_2
// W/(E_1 + 2 E_2).
TEST_P(Machine, ARedundantBarTakesItsShareOfLeastNorm) {
  const auto linkage = [&](double swing, double end) {
    const double x = 0.5 * std::sin(swing), z = -0.5 * std::cos(swing);
    std::string bars;
    for (const double at : {-0.2, 0.0, 0.2})
      bars +=
          fmt::format("  - {{distance: {{bodies: [beam, ground], point: [{}, 0, {}], to: [{}, 0, 0]}}}}\n",
                      at + x, z, at);
    return scene(
        GetParam(), 1e-3, end,
        fmt::format("dimension: 2\nbodies: [{{name: beam, material: steel, shape: {{box: {{size: [0.6, 0.02, "
                    "0.02]}}}}, position: [{}, 0, {}]}}]\njoints:\n{}",
                    x, z, bars));
  };
  SceneRun still(linkage(0, 0.05));
  still.to_end();
  const double m = mass(still, 0), moment = m * (0.36 + 4e-4) / 12, e1 = 1 / m + 0.04 / moment, e2 = 1 / m;
  const double outer = e2 / (e1 + 2 * e2) * m * kGravity;
  EXPECT_NEAR(still.world().joints[0].state.force.z / outer, 1, kSoftRows);
  EXPECT_NEAR(still.world().joints[1].state.force.z / (m * kGravity - 2 * outer), 1, kSoftRows);
  EXPECT_NEAR(still.world().joints[2].state.force.z / outer, 1, kSoftRows);
  // A quarter of the period of a small swing.
  SceneRun swinging(linkage(0.02, 2));
  swinging.until([&](const Simulation&) { return swinging.position(0).x <= 0; });
  EXPECT_NEAR(swinging.world().time / (0.5 * kPi * std::sqrt(0.5 / kGravity)), 1, 2 * kSwing);
  EXPECT_NEAR(swinging.spin(0).y, 0, kHeld);
}

}  // namespace
}  // namespace cairn::test
