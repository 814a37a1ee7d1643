// Bodies that stick: pull-off forces, overlaps without load, and necks that tear.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "impact.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kJumpBetweenSteps = 1e-3;     // DMT's pull ends at once, somewhere between two steps
constexpr double kPeakBetweenSteps = 1e-4;     // JKR's pull passes its largest value smoothly
constexpr double kRestOfTheMotion = 1e-6;      // of the overlap, which the dashpot has not yet taken out
constexpr double kStepSquared = 1e-6;          // the step is a thousandth of the contact time
constexpr double kWayOfTwoSteps = 2e-9;        // m: 1 mm/s, 1 µs
constexpr double kTearingBetweenSteps = 1e-2;  // of the work: the neck goes on to the end of the step

constexpr double kPi = std::numbers::pi;
constexpr double kRadius = 1e-3, kWork = 0.1, kYoung = 1e6, kPoisson = 0.3;
const Hertz kPair{kYoung / (2 * (1 - kPoisson * kPoisson)), kRadius / 2, ball_mass(1000, kRadius) / 2};

std::string head(const std::string& law, double step, double end) {
  return fmt::format(R"yaml(
gravity: [0, 0, 0]
materials: {{gel: {{density: 1000, young: {}, poisson: {}, restitution: 0.2, friction: 0.3, work_of_adhesion: {}}}}}
method: {{explicit: {{law: {}}}}}
time: {{step: {}, end: {}}}
)yaml",
                     kYoung, kPoisson, kWork, law, step, end);
}

// One sphere is held, the other driven along x with the given velocity; it begins `gap` away.
std::string driven_scene(const std::string& law, const std::string& velocity, double gap, double step,
                         double end) {
  return head(law, step, end) + fmt::format(R"yaml(
bodies:
  - {{name: held, material: gel, shape: {{sphere: {{radius: {}}}}}, position: [0, 0, 0], lock: [x, y, z, rx, ry, rz]}}
  - {{name: driven, material: gel, shape: {{sphere: {{radius: {}}}}}, position: [{}, 0, 0],
     motion: {{translation: {{velocity: ["{}", 0, 0]}}}}}}
)yaml",
                                            kRadius, kRadius, 2 * kRadius + gap, velocity);
}

// Overlap of two free spheres that met slowly, stuck, and came to rest.
double resting_overlap(const std::string& law) {
  SceneRun run(head(law, 2e-7, 0.02) + fmt::format(R"yaml(
bodies:
  - {{name: a, material: gel, shape: {{sphere: {{radius: {}}}}}, position: [0, 0, 0]}}
  - {{name: b, material: gel, shape: {{sphere: {{radius: {}}}}}, position: [{}, 0, 0], velocity: [-1e-3, 0, 0]}}
)yaml",
                                                   kRadius, kRadius, 2 * kRadius + 1e-9));
  run.to_end();
  return 2 * kRadius - norm(run.position(1) - run.position(0));
}

TEST(Dmt, PullsOffAtTwoPi) {
  SceneRun run(driven_scene("hertz_mindlin, adhesion: dmt, damping: none", "1e-3*(2*step(t - 5e-3) - 1)",
                            1e-7, 1e-6, 0.02));
  EXPECT_NEAR(watch_impact(run).tension / (2 * kPi * kPair.radius * kWork), 1, kJumpBetweenSteps);
}

TEST(Dmt, RestsWhereTheContactPushesBack) {
  const double expected = std::pow(2 * kPi * kPair.radius * kWork / kPair.stiffness(), 2.0 / 3);
  EXPECT_NEAR(resting_overlap("hertz_mindlin, adhesion: dmt") / expected, 1, kRestOfTheMotion);
}

// Two bodies fly together and apart. The pull begins and ends somewhere within a step: wherever that is, the
// budget closes to the second order of the step, and no contact reports more than the pull.
void expect_a_budget_across_the_jump(const std::string& other, double radius, double mass) {
  const Hertz pair{kPair.modulus, radius, mass};
  const double pull = 2 * kPi * radius * kWork, speed = 1, step = pair.time(speed) / 1000;
  for (const double phase : {0.05, 0.35, 0.65, 0.95}) {
    SceneRun run(head("hertz_mindlin, adhesion: dmt, damping: none", step, 1) +
                 fmt::format(R"yaml(
bodies:
  - {{name: ball, material: gel, shape: {{sphere: {{radius: {}}}}}, position: [{}, 0, 0], velocity: [{}, 0, 0]}}
  - {}
)yaml",
                             kRadius, -2 * kRadius - (3 + phase) * speed * step, speed, other));
    const double kinetic = run.simulation.energy().kinetic;
    const Impact seen = watch_impact(run);
    for (int k = 0; k < 3; ++k) run.simulation.advance();
    EXPECT_NEAR(run.simulation.energy().imbalance / kinetic, 0, kStepSquared) << phase;
    EXPECT_LT(run.velocity(0).x, 0.1 * speed);
    EXPECT_LE(seen.tension, pull * (1 + kThousandsOfRoundings));
  }
}

TEST(Dmt, BudgetClosesWhereverBallsMeetAndPart) {
  expect_a_budget_across_the_jump(
      fmt::format("{{name: other, material: gel, shape: {{sphere: {{radius: {}}}}}, position: [0, 0, 0]}}",
                  kRadius),
      kPair.radius, kPair.mass);
}

TEST(Dmt, BudgetClosesWhereverABallMeetsAPlane) {
  expect_a_budget_across_the_jump(fmt::format("{{name: wall, material: gel, shape: {{plane: {{normal: [-1, "
                                              "0, 0]}}}}, position: [{}, 0, 0], fixed: true}}",
                                              -kRadius),
                                  kRadius, 2 * kPair.mass);
}

TEST(Cohesion, PullsWithAConstantForce) {
  const double pull = 2e-4;
  EXPECT_NEAR(resting_overlap("hertz_mindlin, adhesion: cohesion, cohesion: 2e-4") /
                  std::pow(pull / kPair.stiffness(), 2.0 / 3),
              1, kRestOfTheMotion);
  EXPECT_NEAR(resting_overlap("hooke, stiffness: 50, adhesion: cohesion, cohesion: 2e-4") / (pull / 50), 1,
              kRestOfTheMotion);
}

// δ0 = a0²/(3R̄), a0³ = 9π w R̄²/(2E*).
TEST(Jkr, RestsWithoutLoad) {
  const double a0 = std::cbrt(4.5 * kPi * kWork * kPair.radius * kPair.radius / kPair.modulus);
  EXPECT_NEAR(resting_overlap("hertz_mindlin, adhesion: jkr") / (a0 * a0 / (3 * kPair.radius)), 1,
              kRestOfTheMotion);
}

// The neck holds up to a gap of 3/4 (π² w² R̄/E*²)^{1/3}.
double torn_gap() {
  return 0.75 * std::cbrt(kPi * kPi * kWork * kWork * kPair.radius / (kPair.modulus * kPair.modulus));
}

TEST(Jkr, PullsOffAtThreeHalvesPiAndTears) {
  const double speed = 1e-3, step = 1e-6;
  SceneRun run(driven_scene("hertz_mindlin, adhesion: jkr, damping: none", "1e-3*(2*step(t - 5e-3) - 1)",
                            1e-7, step, 0.05));
  const Impact seen = watch_impact(run);
  EXPECT_NEAR(seen.tension / (1.5 * kPi * kPair.radius * kWork), 1, kPeakBetweenSteps);
  EXPECT_NEAR(run.position(1).x - 2 * kRadius, torn_gap(), 2 * speed * step);
}

// Once torn, the neck forms again only when the spheres touch: in, out past tearing, and in again.
TEST(Jkr, FormsANeckOnlyByTouching) {
  const double turn = (2e-7 + 2e-6 + 1.2 * torn_gap()) / 1e-3;
  SceneRun run(driven_scene("hertz_mindlin, adhesion: jkr, damping: none",
                            fmt::format("1e-3*(2*step(t - 2.1e-3) - 2*step(t - 2.1e-3 - {}) - 1)", turn),
                            1e-7, 1e-6, 0.05));
  watch_impact(run);
  EXPECT_GT(run.position(1).x - 2 * kRadius, 0.99 * torn_gap());
  run.until([](const Simulation& s) { return s.report().contacts > 0; });
  EXPECT_NEAR(run.position(1).x - 2 * kRadius, 0, kWayOfTwoSteps);
  EXPECT_FALSE(run.simulation.done());
}

// What a neck still holds when it tears is lost; nothing else may be missing from the budget.
TEST(Jkr, BudgetClosesWhenANeckTears) {
  SceneRun run(driven_scene("hertz_mindlin, adhesion: jkr, damping: none", "1e-3*(2*step(t - 5e-3) - 1)",
                            1e-7, 1e-6, 0.05));
  watch_impact(run);
  const Energy e = run.simulation.energy();
  EXPECT_GT(e.work_of_drives, 0);
  EXPECT_NEAR(e.imbalance / e.work_of_drives, 0, kTearingBetweenSteps);
}

}  // namespace
}  // namespace cairn::test
