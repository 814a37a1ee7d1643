// One or two bodies under the hooke law, against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kContactEnds = 1e-3;       // m/s: somewhere within a step
constexpr double kTwoSteps = 2e-7;          // s
constexpr double kRestOfTheMotion = 1e-12;  // m of 3.2 µm
// The overlap shortens the lever of friction, by 0.16 permille at rest and more in an impact: m/s, rad/s.
constexpr double kLever = 1e-4, kLeverOfSpin = 0.05, kLeverOfRolling = 1e-3, kLeverInImpact = 0.1;
constexpr double kSticks = 1e-3;  // over g t: one that slides has hundreds of it
// Over g t: a block that begins at rest on the surface sinks and bounces before friction is steady.
constexpr double kFirstBounceOfSlip = 5e-3;
constexpr double kFirstBounceOfRoll = 2e-3;  // m/s

// A ball of radius 1 cm above, on or against a plane at z = 0; `extra` continues the entry of the ball.
std::string ball_scene(const std::string& pair, const std::string& extra, const std::string& gravity,
                       double step, double end, double stiffness = 1e5) {
  return fmt::format(R"yaml(
gravity: {}
materials: {{steel: {{density: 7800, {}}}}}
method: {{explicit: {{law: hooke, stiffness: {}}}}}
time: {{step: {}, end: {}}}
bodies:
  - {{name: floor, material: steel, shape: {{plane: {{normal: [0, 0, 1]}}}}, position: [0, 0, 0], fixed: true}}
  - {{name: ball, material: steel, shape: {{sphere: {{radius: 1 cm}}}}, {}}}
)yaml",
                     gravity, pair, stiffness, step, end, extra);
}

class Restitution : public testing::TestWithParam<double> {};

TEST_P(Restitution, IsRecovered) {
  const double e = GetParam();
  SceneRun run(ball_scene(fmt::format("restitution: {}", e), "position: [0, 0, 0.0101], velocity: [0, 0, -1]",
                          "[0, 0, 0]", 2e-7, 5e-3));
  run.until([](const Simulation& s) { return s.step() > 1000 && s.report().contacts == 0; });
  EXPECT_NEAR(run.velocity(1).z, e, kContactEnds);
}
INSTANTIATE_TEST_SUITE_P(AllOver, Restitution, testing::Values(0.05, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0));

TEST(Bounce, TakesHalfAPeriodWithoutDamping) {
  SceneRun run(
      ball_scene("restitution: 1", "position: [0, 0, 0.01], velocity: [0, 0, -1]", "[0, 0, 0]", 1e-7, 5e-3));
  run.until([](const Simulation& s) { return s.step() > 10 && s.report().contacts == 0; });
  const double m = 7800 * 4.0 / 3 * std::numbers::pi * 1e-6;
  EXPECT_NEAR(run.world().time, std::numbers::pi * std::sqrt(m / 1e5), kTwoSteps);
}

TEST(Collision, ConservesMomentum) {
  SceneRun run(R"yaml(
gravity: [0, 0, 0]
materials: {steel: {density: 7800, friction: 0.4, restitution: 0.7}}
method: {explicit: {law: hooke, stiffness: 1e5}}
time: {step: 1e-6, end: 5e-3}
bodies:
  - {name: a, material: steel, shape: {sphere: {radius: 1 cm}}, position: [0, 0, 0], velocity: [1, 0.2, 0], angular_velocity: [10, 20, 30]}
  - {name: b, material: steel, shape: {sphere: {radius: 2 cm}}, position: [0.0301, 0.005, 0.002], velocity: [-0.5, 0, 0.1]}
)yaml");
  const auto momentum = [&] {
    Vec3 linear, angular;
    for (const Uid uid : {0, 1}) {
      const Bodies::Body b = run.body(uid);
      const Vec3 p = b.motion.velocity / b.inertia.inverse_mass;
      linear += p;
      angular += cross(b.place.position, p) + b.motion.spin / b.inertia.inverse_moments.x;
    }
    return std::pair{linear, angular};
  };
  const auto [linear, angular] = momentum();
  run.to_end();
  EXPECT_NE(run.velocity(0).x, 1);
  EXPECT_LT(norm(momentum().first - linear) / norm(linear), kHundredsOfRoundings);
  EXPECT_LT(norm(momentum().second - angular) / norm(angular), kThousandsOfRoundings);
}

TEST(Resting, SinksByWeightOverStiffness) {
  SceneRun run(ball_scene("restitution: 0.3", "position: [0, 0, 0.01]", "[0, 0, -9.81]", 1e-5, 0.3));
  run.to_end();
  const double m = 7800 * 4.0 / 3 * std::numbers::pi * 1e-6;
  EXPECT_NEAR(0.01 - run.position(1).z, m * 9.81 / 1e5, kRestOfTheMotion);
}

// u = u0 − μ g t, ω = 5 μ g t/(2R), rolling from t = 2 u0/(7 μ g) with u = 5/7 u0.
TEST(SlipToRoll, EndsAtFiveSevenths) {
  const double mu = 0.3, g = 9.81, u0 = 1, m = 7800 * 4.0 / 3 * std::numbers::pi * 1e-6;
  SceneRun run(ball_scene("friction: 0.3, restitution: 0.2",
                          fmt::format("position: [0, 0, {}], velocity: [1, 0, 0]", 0.01 - m * g / 1e5),
                          "[0, 0, -9.81]", 1e-5, 0.2));
  const double rolls = 2 * u0 / (7 * mu * g);
  run.until([&](const Simulation& s) { return s.time() >= 0.5 * rolls; });
  EXPECT_NEAR(run.velocity(1).x, u0 - mu * g * run.world().time, kLever);
  EXPECT_NEAR(run.spin(1).y, 5 * mu * g * run.world().time / (2 * 0.01), kLeverOfSpin);
  run.to_end();
  EXPECT_NEAR(run.velocity(1).x, 5.0 / 7, kLeverOfRolling);
  EXPECT_NEAR(run.spin(1).y * 0.01, run.velocity(1).x, kLeverOfRolling);
}

// v_t > 7/2 μ (1+e) v_n: v_t' = v_t − μ (1+e) v_n, ω' = 5 μ (1+e) v_n/(2R).
TEST(ObliqueImpact, SlidesGrossly) {
  const double mu = 0.1, e = 0.8;
  SceneRun run(ball_scene("friction: 0.1, restitution: 0.8", "position: [0, 0, 0.01], velocity: [2, 0, -1]",
                          "[0, 0, 0]", 2e-8, 1e-4, 1e8));
  run.until([](const Simulation& s) { return s.step() > 10 && s.report().contacts == 0; });
  EXPECT_NEAR(run.velocity(1).z, e, kContactEnds);
  EXPECT_NEAR(run.velocity(1).x, 2 - mu * (1 + e), kContactEnds);
  EXPECT_NEAR(run.spin(1).y, 5 * mu * (1 + e) / (2 * 0.01), kLeverInImpact);
}

// A block on an incline of angle θ: sticks for μ > tan θ, else slides with g (sin θ − μ cos θ).
double block_speed(double mu) {
  const double theta = 30 * std::numbers::pi / 180, g = 9.81;
  SceneRun run(fmt::format(R"yaml(
gravity: [{}, 0, {}]
materials: {{wood: {{density: 600, friction: {}, restitution: 0.1}}}}
method: {{explicit: {{law: hooke, stiffness: 1e5}}}}
time: {{step: 2e-5, end: 0.4}}
bodies:
  - {{name: floor, material: wood, shape: {{plane: {{normal: [0, 0, 1]}}}}, position: [0, 0, 0], fixed: true}}
  - {{name: block, material: wood, shape: {{box: {{size: [0.2, 0.2, 0.1]}}}}, position: [0, 0, 0.05]}}
)yaml",
                           g * std::sin(theta), -g * std::cos(theta), mu));
  run.to_end();
  return run.velocity(1).x / (9.81 * run.world().time);
}

TEST(BlockOnIncline, SticksAboveTheFrictionAngle) { EXPECT_NEAR(block_speed(0.65), 0, kSticks); }
TEST(BlockOnIncline, SlidesBelowTheFrictionAngle) {
  EXPECT_NEAR(block_speed(0.3), 0.5 - 0.3 * std::sqrt(3) / 2, kFirstBounceOfSlip);
}

// A sphere rolls down with 5/7 g sin θ.
TEST(SphereOnIncline, RollsWithoutSlip) {
  const double s = 9.81 * std::sin(0.3), c = 9.81 * std::cos(0.3);
  SceneRun run(ball_scene("friction: 0.5, restitution: 0.2", "position: [0, 0, 0.01]",
                          fmt::format("[{}, 0, {}]", s, -c), 1e-5, 0.4));
  run.to_end();
  EXPECT_NEAR(run.velocity(1).x, 5.0 / 7 * s * run.world().time, kFirstBounceOfRoll);
}

}  // namespace
}  // namespace cairn::test
