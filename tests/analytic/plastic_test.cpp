// Contacts that keep a dent (luding, edinburgh) and pulls at a gap (liquid bridges, van der Waals), against
// closed forms of their force, their restitution and the work of parting.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "impact.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kStepsPerContact = 2e-3;  // of the speed: 2000 steps, the force turns somewhere within one
constexpr double kPeakWithinAStep = 2e-3;  // of the force: the branches meet at a corner between two steps
constexpr double kFirstOrder = 2e-3;       // of the energy: the branches change within a step
constexpr double kWayOfAStep = 3e-3;       // of the gap: a bridge breaks between two steps
constexpr double kStepSquared = 1e-4;      // of the energy: (ω h)² is 2.4e-4 for the spring of 1000 N/m
constexpr double kPathOfADrive = 1e-9;     // of the force, at the overlap that the scene prescribes

constexpr double kPi = std::numbers::pi, kRadius = 1e-3, kDensity = 1000;
const double kMass = ball_mass(kDensity, kRadius);

std::string head(const std::string& law, double step, double end) {
  return fmt::format(R"yaml(
gravity: [0, 0, 0]
materials: {{gel: {{density: {}, young: 1e7, poisson: 0.25, restitution: 1, friction: 0.3}}}}
method: {{explicit: {{law: {}}}}}
time: {{step: {}, end: {}, allow_overlap: true, allow_gain: true}}
)yaml",
                     kDensity, law, step, end);
}

// A ball flies against a wall; m̄ is its mass and R̄ its radius.
std::string wall_scene(const std::string& law, double speed, double step) {
  return head(law, step, 10) + fmt::format(R"yaml(
bodies:
  - {{name: wall, material: gel, shape: {{plane: {{normal: [1, 0, 0]}}}}, position: [0, 0, 0], fixed: true}}
  - {{name: ball, material: gel, shape: {{sphere: {{radius: {}}}}}, position: [{}, 0, 0], velocity: [{}, 0, 0]}}
)yaml",
                                           kRadius, kRadius + 2.5 * speed * step, -speed);
}

// The two balls or the ball and the wall meet at a gap of zero and move as given; the second body is driven.
std::string driven_scene(const std::string& law, const std::string& velocity, double gap, double step,
                         double end) {
  return head(law, step, end) + fmt::format(R"yaml(
bodies:
  - {{name: held, material: gel, shape: {{sphere: {{radius: {0}}}}}, position: [0, 0, 0], lock: [x, y, z, rx, ry, rz]}}
  - {{name: driven, material: gel, shape: {{sphere: {{radius: {0}}}}}, position: [{1}, 0, 0],
     motion: {{translation: {{velocity: ["{2}", 0, 0]}}}}}}
)yaml",
                                            kRadius, 2 * kRadius + gap, velocity);
}

double restitution(const std::string& law, double speed, double step) {
  SceneRun run(wall_scene(law, speed, step));
  watch_impact(run);
  return run.velocity(1).x / speed;
}

// --- luding
constexpr double k1 = 100, kp = 500, kDepth = 0.05;
struct Line {
  double k2, none, least;  // slope, overlap without force, overlap of the largest pull
};
Line line_of(double dent, double kc, double rbar) {
  const double limit = kp / (kp - k1) * kDepth * 2 * rbar, k2 = k1 + (kp - k1) * dent / limit;
  return {k2, (1 - k1 / k2) * dent, (k2 - k1) / (k2 + kc) * dent};
}
std::string luding(double kc) {
  return fmt::format(
      "luding, stiffness: {}, plasticity: {}, adhesive_ratio: {}, plastic_depth: {}, damping: none", k1,
      1 - k1 / kp, kc / k1, kDepth);
}

// e² = (F_m²/k_2 − k_c δ_min δ_0)/(k_1 δ_m²), F_m = k_1 δ_m, δ_m = v √(m/k_1).
TEST(Luding, RestitutionFallsWithSpeed) {
  for (const double kc : {0.0, 5.0}) {
    for (const double speed : {0.01, 0.03}) {
      const double dent = speed * std::sqrt(kMass / k1), step = kPi * std::sqrt(kMass / kp) / 4000;
      const Line line = line_of(dent, kc, kRadius);
      const double squared =
          (k1 * k1 * dent * dent / line.k2 - kc * line.least * line.none) / (k1 * dent * dent);
      ASSERT_GT(squared, 0);
      EXPECT_NEAR(restitution(luding(kc), speed, step) / std::sqrt(squared), 1, kStepsPerContact)
          << kc << ' ' << speed;
    }
  }
}

TEST(Luding, PullsOffAtTheEndOfTheSteepLine) {
  const double kc = 80, speed = 0.01, dent = 4e-5;
  SceneRun run(
      driven_scene(luding(kc), fmt::format("{}*(2*step(t - {}) - 1)", speed, dent / speed), 0, 1e-7, 1));
  const Impact seen = watch_impact(run);
  const Line line = line_of(dent, kc, kRadius / 2);
  EXPECT_NEAR(seen.force / (k1 * dent), 1, kPeakWithinAStep);
  EXPECT_NEAR(seen.tension / (kc * line.least), 1, kPeakWithinAStep);
}

// Turned back on the adhesive branch at δ, the contact goes up a line k_2 of a smaller dent, on which it
// lies.
TEST(Luding, GoesUpANewLineFromTheAdhesiveBranch) {
  const double kc = 80, speed = 0.01, dent = 4e-5, step = 1e-7;
  const Line line = line_of(dent, kc, kRadius / 2);
  const double turn = 0.5 * line.least, down = (2 * dent - turn) / speed;
  SceneRun run(driven_scene(
      luding(kc), fmt::format("{}*(2*step(t - {}) - 2*step(t - {}) - 1)", speed, dent / speed, down), 0, step,
      1));
  run.until([&](const Simulation& s) { return s.time() > down + 0.25 * turn / speed; });
  run.simulation.advance(Recording::contacts);
  const ContactForce contact = run.simulation.contacts().at(0);
  const double turned = -contact.gap - speed * (run.world().time - down);
  const double limit = kp / (kp - k1) * kDepth * kRadius, slope = (kp - k1) / limit;
  const double shrunk = 0.5 * (turned + std::sqrt(turned * turned + 4 * (k1 + kc) * turned / slope));
  const double expected = -kc * turned + (k1 + slope * shrunk) * (-contact.gap - turned);
  EXPECT_NEAR(dot(contact.force, contact.normal) / expected, 1, kPeakWithinAStep);
  EXPECT_NEAR(turned / turn, 1, kPeakWithinAStep);
}

// Beyond δ* the contact is elastic with k_p: what goes in deeper comes back.
TEST(Luding, IsElasticBeyondItsPlasticDepth) {
  const double limit = kp / (kp - k1) * kDepth * 2 * kRadius, left = kDepth * 2 * kRadius;
  const double deepest = 1.5 * limit, peak = kp * (deepest - left);
  // ½ m v² = ½ k_1 δ*² + the trapezium above it; what returns is the triangle of k_p.
  const double work = 0.5 * k1 * limit * limit + 0.5 * (k1 * limit + peak) * (deepest - limit);
  const double speed = std::sqrt(2 * work / kMass), step = kPi * std::sqrt(kMass / kp) / 4000;
  EXPECT_NEAR(restitution(luding(0), speed, step) / std::sqrt(0.5 * peak * peak / kp / work), 1,
              kStepsPerContact);
}

// --- edinburgh
const Hertz kOnWall{1e7 / (1 - 0.0625) / 2, kRadius, kMass};
std::string edinburgh(double plasticity, double ratio) {
  return fmt::format("edinburgh, plasticity: {}, adhesive_ratio: {}, damping: none", plasticity, ratio);
}

// e² = r (1 − 5/2 λ + 3/2 λ^{5/3}) with r = k_2/k_1, λ = 1 − 1/r, at any speed.
TEST(Edinburgh, RestitutionDoesNotDependOnSpeed) {
  for (const double lambda : {0.3, 0.8}) {
    for (const double speed : {0.01, 0.3}) {
      const double squared = (1 - 2.5 * lambda + 1.5 * std::pow(lambda, 5.0 / 3)) / (1 - lambda);
      EXPECT_NEAR(restitution(edinburgh(lambda, 0), speed, kOnWall.time(speed) / 4000) / std::sqrt(squared),
                  1, kStepsPerContact)
          << lambda << ' ' << speed;
    }
  }
}

TEST(Edinburgh, PullsOffAtTheEndOfTheSteepCurve) {
  const double speed = 0.01, dent = 4e-5, lambda = 0.6, kc = 0.5;  // k_c over k_1
  SceneRun run(driven_scene(edinburgh(lambda, kc),
                            fmt::format("{}*(2*step(t - {}) - 1)", speed, dent / speed), 0, 1e-7, 1));
  const Impact seen = watch_impact(run);
  const double loading = Hertz{kOnWall.modulus, kRadius / 2, kMass / 2}.stiffness(), r = 1 / (1 - lambda);
  const double least = (r - 1) / (r + kc) * std::pow(dent, 1.5);
  EXPECT_NEAR(seen.force / (loading * std::pow(dent, 1.5)), 1, kPeakWithinAStep);
  EXPECT_NEAR(seen.tension / (kc * loading * least), 1, kPeakWithinAStep);
}

// The budget closes with the step, as the branches change within one.
TEST(PlasticLaws, BudgetClosesWithTheStep) {
  for (const std::string& law : {luding(30), edinburgh(0.6, 0.3)}) {
    double before = 1;
    for (const double steps : {500.0, 4000.0}) {
      SceneRun run(wall_scene(law, 0.05, kPi * std::sqrt(kMass / kp) / steps));
      const double kinetic = run.simulation.energy().kinetic;
      const Impact seen = watch_impact(run);
      EXPECT_GT(run.simulation.energy().damping, 0.1 * kinetic) << law;
      EXPECT_LT(seen.deepest_imbalance / kinetic, 0.5 * before) << law;
      before = seen.deepest_imbalance / kinetic;
    }
    EXPECT_LT(before, kFirstOrder) << law;
  }
}

// --- liquid bridges
constexpr double kTension = 0.05, kAngle = 0.5, kVolume = 1e-12;
std::string bridge(const std::string& law, const std::string& more = "") {
  return fmt::format(
      "{}, damping: none, adhesion: bridge, surface_tension: {}, contact_angle: {}, liquid_volume: {}{}", law,
      kTension, kAngle, kVolume, more);
}
const std::string kHertz = "hertz_mindlin", kHooke = "hooke, stiffness: 1000";

double willett(double gap, double rbar) {
  const double x = gap * std::sqrt(2 * rbar / kVolume);
  return 4 * kPi * rbar * kTension * std::cos(kAngle) / (1 + 1.05 * x + 2.5 * x * x);
}
const double kBreaks = (1 + 0.5 * kAngle) * std::cbrt(kVolume);
double work_of_breaking(double rbar) {
  double sum = 0;
  constexpr int kPieces = 2000;
  for (int k = 0; k < kPieces; ++k) sum += willett((k + 0.5) / kPieces * kBreaks, rbar);
  return sum * kBreaks / kPieces;
}

TEST(LiquidBridge, FollowsWillettUntilItBreaks) {
  const double speed = 1e-2, step = 1e-6;
  SceneRun run(driven_scene(bridge(kHertz), fmt::format("{}*(2*step(t - 1e-4) - 1)", speed), 0, step, 1));
  double last = 0;
  int gaps = 0;
  for (bool began = false; !run.simulation.done();) {
    run.simulation.advance(Recording::contacts);
    const auto contacts = run.simulation.contacts();
    if (began && contacts.empty()) break;
    began = began || !contacts.empty();
    if (contacts.empty() || contacts[0].gap < 0) continue;
    last = contacts[0].gap, ++gaps;
    EXPECT_NEAR(-dot(contacts[0].force, contacts[0].normal) / willett(last, kRadius / 2), 1, kPathOfADrive);
  }
  EXPECT_GT(gaps, 100);
  EXPECT_NEAR(last / kBreaks, 1, kWayOfAStep);
}

// An elastic ball loses the work of breaking alone: e² = 1 − W/(½ m v²), on a ball, a plane and a box.
TEST(LiquidBridge, TakesItsWorkFromABall) {
  for (const std::string& law : {kHertz, kHooke}) {
    const double work = work_of_breaking(kRadius), speed = 1.5 * std::sqrt(2 * work / kMass);
    EXPECT_NEAR(restitution(bridge(law), speed, 1e-6) * speed / std::sqrt(speed * speed - 2 * work / kMass),
                1, kStepsPerContact);
    SceneRun run(wall_scene(bridge(law), speed, 1e-6));
    const double kinetic = run.simulation.energy().kinetic;
    watch_impact(run);
    for (int k = 0; k < 3; ++k) run.simulation.advance();
    EXPECT_NEAR(run.simulation.energy().imbalance / kinetic, 0, kStepSquared) << law;
  }
}

TEST(LiquidBridge, HoldsASlowBall) {
  const double speed = 0.8 * std::sqrt(2 * work_of_breaking(kRadius) / kMass);
  SceneRun run(wall_scene(bridge(kHertz), speed, 1e-6));
  while (run.world().time < 0.1) run.simulation.advance();
  EXPECT_EQ(run.simulation.report().contacts, 1u);
  EXPECT_LT(run.position(1).x, kRadius + kBreaks);
}

TEST(LiquidBridge, ActsOnAFaceAsOnAPlane) {
  const double work = work_of_breaking(kRadius), speed = 1.5 * std::sqrt(2 * work / kMass);
  SceneRun run(head(bridge(kHertz), 1e-6, 10) + fmt::format(R"yaml(
bodies:
  - {{name: wall, material: gel, shape: {{box: {{size: [1e-2, 1e-2, 1e-2]}}}}, position: [-5e-3, 0, 0], fixed: true}}
  - {{name: ball, material: gel, shape: {{sphere: {{radius: {}}}}}, position: [{}, 0, 0], velocity: [{}, 0, 0]}}
)yaml",
                                                            kRadius, kRadius + 2.5e-6 * speed, -speed));
  watch_impact(run);
  EXPECT_NEAR(run.velocity(1).x / std::sqrt(speed * speed - 2 * work / kMass), 1, kStepsPerContact);
}

// Pitois' dashpot at a constant speed of parting: F = 4πR̄γ cos θ/(...) + 6π η R̄² X² v/S.
TEST(LiquidBridge, IsViscous) {
  const double speed = 1e-2, eta = 0.1, rbar = kRadius / 2;
  SceneRun run(driven_scene(bridge(kHertz, fmt::format(", liquid_viscosity: {}, roughness: 2e-6", eta)),
                            fmt::format("{}*(2*step(t - 1e-4) - 1)", speed), 0, 1e-6, 1));
  const auto force_at = [&](double gap) {
    const double s = std::max(gap, 2e-6), x = 1 - 1 / std::sqrt(1 + kVolume / (kPi * rbar * s * s));
    return willett(gap, rbar) + 6 * kPi * eta * rbar * rbar * x * x * speed / s;
  };
  int gaps = 0;
  for (bool began = false; !run.simulation.done();) {
    run.simulation.advance(Recording::contacts);
    const auto contacts = run.simulation.contacts();
    if (began && contacts.empty()) break;
    began = began || !contacts.empty();
    if (contacts.empty() || contacts[0].gap < 0) continue;
    ++gaps;
    EXPECT_NEAR(-dot(contacts[0].force, contacts[0].normal) / force_at(contacts[0].gap), 1, kPathOfADrive);
  }
  EXPECT_GT(gaps, 100);
}

// --- van der Waals
constexpr double kHamaker = 1e-15, kSeparation = 1e-6,
                 kCutoff = 2e-5;  // strong and wide, so that steps see it
const std::string kWaals = fmt::format(
    "hertz_mindlin, damping: none, adhesion: van_der_waals, hamaker: {}, separation: {}, cutoff: {}",
    kHamaker, kSeparation, kCutoff);

// A ball at rest within the range falls onto the wall: ½ m v² = A R̄/6 (1/s_0 − 1/(S + s_0)).
TEST(VanDerWaals, DrawsABallFromADistance) {
  const double gap = 1e-5, fall = kHamaker * kRadius / 6 * (1 / kSeparation - 1 / (gap + kSeparation));
  SceneRun run(head(kWaals, 1e-5, 100) + fmt::format(R"yaml(
bodies:
  - {{name: wall, material: gel, shape: {{plane: {{normal: [1, 0, 0]}}}}, position: [0, 0, 0], fixed: true}}
  - {{name: ball, material: gel, shape: {{sphere: {{radius: {}}}}}, position: [{}, 0, 0]}}
)yaml",
                                                     kRadius, kRadius + gap));
  run.until([&](const Simulation&) { return run.position(1).x <= kRadius; });
  EXPECT_NEAR(-run.velocity(1).x / std::sqrt(2 * fall / kMass), 1, kStepsPerContact);
  EXPECT_NEAR(run.simulation.energy().imbalance / fall, 0, kFirstOrder);
}

// Nothing is lost in going in and out, on a wall, a ball and a face, and nothing is felt beyond the cut-off.
TEST(VanDerWaals, GivesBackWhatItTakes) {
  for (const char* other :
       {"shape: {plane: {normal: [1, 0, 0]}}, position: [0, 0, 0], fixed: true",
        "shape: {sphere: {radius: 1e-3}}, position: [-1e-3, 0, 0], fixed: true",
        "shape: {box: {size: [0.01, 0.01, 0.01]}}, position: [-0.005, 0, 0], fixed: true"}) {
    const double speed = 5e-3, start = kRadius + kCutoff + 3.3e-7;
    SceneRun run(head(kWaals, 1e-6, 100) + fmt::format(R"yaml(
bodies:
  - {{name: wall, material: gel, {}}}
  - {{name: ball, material: gel, shape: {{sphere: {{radius: {}}}}}, position: [{}, 0, 0], velocity: [{}, 0, 0]}}
)yaml",
                                                       other, kRadius, start, -speed));
    run.simulation.advance();
    EXPECT_EQ(run.velocity(1).x, -speed) << other;
    watch_impact(run);
    EXPECT_NEAR(run.velocity(1).x / speed, 1, kStepsPerContact) << other;
  }
}

// Grains of any shape have the necks of their curvature: an ellipsoid's pole of radius b²/a on a plane.
TEST(Jkr, PullsOffAnEllipsoidByItsCurvature) {
  const double a = 1.2e-3, b = 0.9e-3, rbar = b * b / a, work = 0.1, speed = 1e-3;
  SceneRun run(fmt::format(R"yaml(
gravity: [0, 0, 0]
materials: {{gel: {{density: 1000, young: 1e6, poisson: 0.3, restitution: 0.2, friction: 0.3, work_of_adhesion: {}}}}}
method: {{explicit: {{law: hertz_mindlin, adhesion: jkr, damping: none}}}}
time: {{step: 1e-6, end: 0.05}}
bodies:
  - {{name: egg, material: gel, shape: {{ellipsoid: {{radii: [{}, {}, {}]}}}}, position: [{}, 0, 0], lock: [x, y, z, rx, ry, rz]}}
  - {{name: wall, material: gel, shape: {{plane: {{normal: [1, 0, 0]}}}}, position: [-1e-7, 0, 0],
     motion: {{translation: {{velocity: ["{}*(1 - 2*step(t - 5e-3))", 0, 0]}}}}}}
)yaml",
                           work, a, b, b, a, speed));
  EXPECT_NEAR(watch_impact(run).tension / (1.5 * kPi * rbar * work), 1, kPeakWithinAStep);
}

}  // namespace
}  // namespace cairn::test
