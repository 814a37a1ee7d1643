// Resistance to rolling and twisting, against closed forms. μ_r is a torque over R̄ F_n.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "impact.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kFortySteps = 0.02;                   // rad/s: each brakes by 0.5 mrad/s
constexpr double kLever = 5e-3, kLeverOfSpeed = 2e-3;  // a share; m/s: the overlap shortens the lever
constexpr double kSpringAndWeightNearlyEven = 0.02;    // of the speed, where they nearly balance
constexpr double kHeld = 1e-3;                         // radii, until the spring holds
constexpr double kGenerousForLoss = 1e-3,
                 kGenerousForBudget = 1e-6;  // of the loss; of the energy: both close to 1e-11

constexpr double kRadius = 0.01, kGravity = 9.81;

// A ball at rest on a floor at z = 0, at the overlap that carries it; gravity leans by `slope` towards x.
std::string ball_scene(const std::string& law, const std::string& material, const std::string& extra,
                       double slope, double end) {
  const Hertz contact{1e8 / (1 - 0.09), kRadius, ball_mass(2500, kRadius)};
  const double weight = contact.mass * kGravity * std::cos(slope);
  const double sunk =
      law.starts_with("hooke") ? weight / 1e5 : std::pow(weight / contact.stiffness(), 2.0 / 3);
  return fmt::format(R"yaml(
gravity: [{}, 0, {}]
materials:
  rubber: {{density: 2500, young: 1e8, poisson: 0.3, restitution: 0.3, {}}}
  hard: {{}}
method: {{explicit: {{law: {}}}}}
time: {{step: 1e-5, end: {}}}
bodies:
  - {{name: floor, material: hard, shape: plane, position: [0, 0, 0], fixed: true}}
  - {{name: ball, material: rubber, shape: {{sphere: {{radius: {}}}}}, position: [0, 0, {}], {}}}
)yaml",
                     kGravity * std::sin(slope), -kGravity * std::cos(slope), material, law, end, kRadius,
                     kRadius - sunk, extra);
}

class RollingLaw : public testing::TestWithParam<const char*> {};

// Without friction the torque only brakes the spin: ω = ω0 − 5 μ_r g t/(2R).
TEST_P(RollingLaw, BrakesASpinningBall) {
  SceneRun run(
      ball_scene(GetParam(), "friction: 0, rolling_friction: 0.02", "angular_velocity: [0, 50, 0]", 0, 0.5));
  run.to_end();
  EXPECT_NEAR(run.spin(1).y, 50 - 5 * 0.02 * kGravity * run.world().time / (2 * kRadius), kFortySteps);
  EXPECT_NEAR(run.velocity(1).x, 0, kThousandsOfRoundings);
}

// The same about the normal.
TEST_P(RollingLaw, BrakesATwistingBall) {
  SceneRun run(ball_scene(GetParam(), "friction: 0.5, twisting_friction: 0.02",
                          "angular_velocity: [0, 0, 50]", 0, 0.5));
  run.to_end();
  EXPECT_NEAR(run.spin(1).z, 50 - 5 * 0.02 * kGravity * run.world().time / (2 * kRadius), kFortySteps);
}

// a = 5/7 g (sin θ − μ_r cos θ).
TEST_P(RollingLaw, SlowsABallOnAnIncline) {
  const double slope = 0.2, mu = 0.05;
  SceneRun run(
      ball_scene(GetParam(), "friction: 0.8, rolling_friction: 0.05", "velocity: [0, 0, 0]", slope, 0.5));
  run.to_end();
  const double a = 5.0 / 7 * kGravity * (std::sin(slope) - mu * std::cos(slope));
  EXPECT_NEAR(run.velocity(1).x / (a * run.world().time), 1, kLever);
}

// A rolling ball is braked by 5/7 μ_r g.
TEST_P(RollingLaw, BrakesARollingBall) {
  SceneRun run(ball_scene(GetParam(), "friction: 0.8, rolling_friction: 0.05",
                          "velocity: [1, 0, 0], angular_velocity: [0, 100, 0]", 0, 0.5));
  run.to_end();
  EXPECT_NEAR(run.velocity(1).x, 1 - 5.0 / 7 * 0.05 * kGravity * run.world().time, kLeverOfSpeed);
}
INSTANTIATE_TEST_SUITE_P(Laws, RollingLaw,
                         testing::Values("hertz_mindlin, rolling: constant", "hertz_mindlin, rolling: spring",
                                         "hooke, stiffness: 1e5, rolling: constant",
                                         "hooke, stiffness: 1e5, rolling: spring"));

// A ball rests for μ_r >= tan θ: the spring holds it still, not only on the average.
TEST(RollingSpring, HoldsABallOnAnIncline) {
  for (const char* law : {"hertz_mindlin, rolling: spring", "hooke, stiffness: 1e5, rolling: spring"}) {
    SceneRun run(ball_scene(law, "friction: 0.8, rolling_friction: 0.21", "velocity: [0, 0, 0]", 0.2, 2));
    run.until([](const Simulation& s) { return s.time() >= 1; });
    const double place = run.position(1).x;
    run.to_end();
    EXPECT_NEAR(run.velocity(1).x, 0, kThousandsOfRoundings) << law;
    EXPECT_NEAR(run.spin(1).y, 0, kHundredThousandsOfRoundings) << law;
    EXPECT_NEAR(run.position(1).x, place, kThousandsOfRoundings) << law;
    EXPECT_LT(place, kHeld * kRadius) << law;
  }
}

// Just below tan θ it rolls.
TEST(RollingSpring, LetsABallGoOnASteeperIncline) {
  SceneRun run(ball_scene("hertz_mindlin, rolling: spring", "friction: 0.8, rolling_friction: 0.19",
                          "velocity: [0, 0, 0]", 0.2, 1));
  run.to_end();
  const double a = 5.0 / 7 * kGravity * (std::sin(0.2) - 0.19 * std::cos(0.2));
  EXPECT_NEAR(run.velocity(1).x / (a * run.world().time), 1, kSpringAndWeightNearlyEven);
}

// The budget knows what rolling took.
TEST(RollingBudget, BooksTheLoss) {
  SceneRun run(ball_scene("hertz_mindlin, rolling: constant", "friction: 0, rolling_friction: 0.02",
                          "angular_velocity: [0, 50, 0]", 0, 0.5));
  const double before = run.simulation.energy().kinetic;
  run.to_end();
  const Energy e = run.simulation.energy();
  EXPECT_NEAR(e.rolling / (before - e.kinetic), 1, kGenerousForLoss);
  EXPECT_NEAR(e.imbalance / before, 0, kGenerousForBudget);
}

}  // namespace
}  // namespace cairn::test
