// One or two bodies under the hertz_mindlin law, against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "impact.h"

namespace cairn::test {
namespace {

// A contact has 2000 steps.
constexpr double kSecondOrder = 1e-5;      // and the peak between two steps
constexpr double kContactEnds = 1e-3;      // somewhere within two steps
constexpr double kLastDigit = 1e-3;        // of known restitutions, three digits
constexpr double kRestOfTheMotion = 1e-6;  // of the overlap
// The overlap shortens the lever of friction, by less than a ten-thousandth at rest: m/s, rad/s.
constexpr double kLever = 1e-4, kLeverOfSpin = 0.01, kLeverInImpact = 2e-3;  // the last: of the spin
constexpr double kLeverOfRolling = 1e-3;

constexpr double kRadius = 0.01, kDensity = 2500, kYoung = 1e9, kPoisson = 0.25;
const Hertz kOnFloor{kYoung / (1 - kPoisson * kPoisson), kRadius, ball_mass(kDensity, kRadius)};

// A ball against a rigid floor at z = 0; `extra` continues the entry of the ball.
std::string ball_scene(const std::string& material, const std::string& options, const std::string& extra,
                       const std::string& gravity, double step, double end) {
  return fmt::format(R"yaml(
gravity: {}
materials:
  glass: {{density: {}, young: {}, poisson: {}, {}}}
  hard: {{}}
method: {{explicit: {{law: hertz_mindlin{}}}}}
time: {{step: {}, end: {}}}
bodies:
  - {{name: floor, material: hard, shape: plane, position: [0, 0, 0], fixed: true}}
  - {{name: ball, material: glass, shape: {{sphere: {{radius: {}}}}}, {}}}
)yaml",
                     gravity, kDensity, kYoung, kPoisson, material, options, step, end, kRadius, extra);
}

// A head-on impact at speed v in `steps` steps per contact time; the ball begins just above the floor.
std::string impact_scene(const std::string& material, const std::string& options, double v, int steps) {
  const double t = kOnFloor.time(v);
  return ball_scene(material, options,
                    fmt::format("position: [0, 0, {}], velocity: [0, 0, {}]", kRadius + 0.01 * v * t, -v),
                    "[0, 0, 0]", t / steps, 20 * t);
}

double rebound(const std::string& material, const std::string& options, double v, int steps = 2000) {
  SceneRun run(impact_scene(material, options, v, steps));
  watch_impact(run);
  return run.velocity(1).z / v;
}

TEST(HertzImpact, OnAFloor) {
  SceneRun run(impact_scene("restitution: 1", "", 0.7, 2000));
  const Impact seen = watch_impact(run);
  EXPECT_NEAR(seen.overlap / kOnFloor.overlap(0.7), 1, kSecondOrder);
  EXPECT_NEAR(seen.force / kOnFloor.force(0.7), 1, kSecondOrder);
  EXPECT_NEAR(seen.duration / kOnFloor.time(0.7), 1, 2.0 / 2000);
}

// Two spheres that have nothing in common.
TEST(HertzImpact, OfUnequalSpheres) {
  const double ra = 0.01, rb = 0.03, ma = ball_mass(1000, ra), mb = ball_mass(4000, rb), v = 3;
  const double modulus = 1 / ((1 - 0.04) / 1e8 + (1 - 0.16) / 5e8);
  const Hertz pair{modulus, ra * rb / (ra + rb), ma * mb / (ma + mb)};
  SceneRun run(fmt::format(R"yaml(
gravity: [0, 0, 0]
materials:
  light: {{density: 1000, young: 1e8, poisson: 0.2, restitution: 1}}
  heavy: {{density: 4000, young: 5e8, poisson: -0.4, restitution: 1}}
method: {{explicit: {{law: hertz_mindlin}}}}
time: {{step: {}, end: 1}}
bodies:
  - {{name: a, material: light, shape: {{sphere: {{radius: {}}}}}, position: [0, 0, 0], velocity: [0, 2, 0]}}
  - {{name: b, material: heavy, shape: {{sphere: {{radius: {}}}}}, position: [0, 0.04001, 0], velocity: [0, -1, 0]}}
)yaml",
                           pair.time(v) / 2000, ra, rb));
  const Impact seen = watch_impact(run);
  EXPECT_NEAR(seen.overlap / pair.overlap(v), 1, kSecondOrder);
  EXPECT_NEAR(seen.force / pair.force(v), 1, kSecondOrder);
  EXPECT_NEAR(seen.duration / pair.time(v), 1, 2.0 / 2000);
  EXPECT_NEAR(run.velocity(0).y, 2 - 2 * pair.mass / ma * v, kSecondOrder);
  EXPECT_NEAR(run.velocity(1).y, -1 + 2 * pair.mass / mb * v, kSecondOrder);
}

class HertzRestitution : public testing::TestWithParam<double> {};

TEST_P(HertzRestitution, IsRecoveredAtAnySpeed) {
  const double e = GetParam();
  for (const double v : {0.001, 0.1, 5.0}) {
    EXPECT_NEAR(rebound(fmt::format("restitution: {}", e), "", v), e, kContactEnds) << "at " << v << " m/s";
  }
}
INSTANTIATE_TEST_SUITE_P(AllOver, HertzRestitution,
                         testing::Values(0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0));

// D = C √(R̄ d0) d0/v, d0 the overlap of the elastic impact: the restitution depends on D alone.
struct RootCase {
  double scaled, restitution;
};
class RootDamping : public testing::TestWithParam<RootCase> {};

std::string root_options(double scaled, double v) {
  const double d0 = kOnFloor.overlap(v);
  return fmt::format(", damping: root, damping_coefficient: {}",
                     scaled * v / (d0 * std::sqrt(kOnFloor.radius * d0)));
}

TEST_P(RootDamping, FollowsTheScaledCoefficient) {
  const auto [scaled, e] = GetParam();
  for (const double v : {0.05, 2.0})
    EXPECT_NEAR(rebound("friction: 0", root_options(scaled, v), v), e, kContactEnds);
}
INSTANTIATE_TEST_SUITE_P(AllOver, RootDamping,
                         testing::Values(RootCase{.106138, .9}, RootCase{.229952, .8}, RootCase{.446717, .66},
                                         RootCase{.561788, .6}, RootCase{.798044, .5}));

TEST(RootDamping, LosesMoreAtSpeed) {
  const std::string fitted = root_options(.446717, 1);
  EXPECT_NEAR(rebound("friction: 0", fitted, 0.001), .895, kLastDigit);
  EXPECT_NEAR(rebound("friction: 0", fitted, 0.1), .763, kLastDigit);
  EXPECT_NEAR(rebound("friction: 0", fitted, 5), .574, kLastDigit);
}

TEST(NoDamping, IsElasticWhateverTheRestitution) {
  EXPECT_NEAR(rebound("restitution: 0.3", ", damping: none", 1), 1, kSecondOrder);
}

// F = m g at δ = (m g/K)^{2/3}.
double resting_overlap() { return std::pow(kOnFloor.mass * 9.81 / kOnFloor.stiffness(), 2.0 / 3); }

TEST(HertzResting, SinksByTheWeight) {
  SceneRun run(ball_scene("restitution: 0.2", "", "position: [0, 0, 0.01]", "[0, 0, -9.81]", 5e-6, 0.1));
  run.to_end();
  EXPECT_NEAR((kRadius - run.position(1).z) / resting_overlap(), 1, kRestOfTheMotion);
}

TEST(HertzSlipToRoll, EndsAtFiveSevenths) {
  const double mu = 0.3, g = 9.81, rolls = 2 / (7 * mu * g);
  SceneRun run(
      ball_scene("friction: 0.3, restitution: 0.2", "",
                 fmt::format("position: [0, 0, {}], velocity: [1, 0, 0]", kRadius - resting_overlap()),
                 "[0, 0, -9.81]", 5e-6, 0.2));
  run.until([&](const Simulation& s) { return s.time() >= 0.5 * rolls; });
  EXPECT_NEAR(run.velocity(1).x, 1 - mu * g * run.world().time, kLever);
  EXPECT_NEAR(run.spin(1).y, 5 * mu * g * run.world().time / (2 * kRadius), kLeverOfSpin);
  run.to_end();
  EXPECT_NEAR(run.velocity(1).x, 5.0 / 7, kLever);
  EXPECT_NEAR(run.spin(1).y * kRadius, run.velocity(1).x, kLeverOfRolling);
}

// v_t > 7/2 μ (1+e) v_n: the ball slides as long as it touches.
TEST(HertzObliqueImpact, SlidesGrossly) {
  const double mu = 0.1, v = 0.1;
  for (const double e : {0.3, 0.6, 0.8, 0.98}) {
    SceneRun run(ball_scene(fmt::format("friction: {}, restitution: {}", mu, e), "",
                            "position: [0, 0, 0.010001], velocity: [0.2, 0, -0.1]", "[0, 0, 0]",
                            kOnFloor.time(v) / 2000, 1));
    watch_impact(run);
    EXPECT_NEAR(run.velocity(1).z / v, e, kContactEnds) << e;
    EXPECT_NEAR((0.2 - run.velocity(1).x) / (mu * (1 + e) * v), 1, kContactEnds) << e;
    EXPECT_NEAR(run.spin(1).y / (5 * mu * (1 + e) * v / (2 * kRadius)), 1, kLeverInImpact) << e;
  }
}

// A spinning ball meets the floor and is thrown sideways.
TEST(HertzSpinOnAFloor, ThrowsTheBall) {
  const double mu = 0.1, e = 0.6, v = 0.1, spin = 100;
  SceneRun run(ball_scene("friction: 0.1, restitution: 0.6", "",
                          "position: [0, 0, 0.010001], velocity: [0, 0, -0.1], angular_velocity: [0, 100, 0]",
                          "[0, 0, 0]", kOnFloor.time(v) / 2000, 1));
  watch_impact(run);
  EXPECT_NEAR(run.velocity(1).x / (mu * (1 + e) * v), 1, kContactEnds);
  EXPECT_NEAR((spin - run.spin(1).y) / (5 * mu * (1 + e) * v / (2 * kRadius)), 1, kLeverInImpact);
}

// A ball that sticks bounces off an elastic spring without a gain.
TEST(HertzStickingImpact, GainsNothingFromAnElasticSpring) {
  for (const double along : {0.01, 0.05, 0.2}) {
    SceneRun run(ball_scene("friction: 5", ", damping: none",
                            fmt::format("position: [0, 0, 0.010001], velocity: [{}, 0, -0.1]", along),
                            "[0, 0, 0]", kOnFloor.time(0.1) / 2000, 1));
    const double before = run.simulation.energy().kinetic;
    watch_impact(run);
    const double after = run.simulation.energy().kinetic;
    EXPECT_LT(after, before * (1 + kSecondOrder)) << along;
    EXPECT_GT(after, before * 0.99) << along;
  }
}

}  // namespace
}  // namespace cairn::test
