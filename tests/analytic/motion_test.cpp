// Bodies without contacts: free fall, flight, free spin, driven and applied motion.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "simulate.h"
#include "step/integrate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kSecondOrder = 1e-4;   // of the energy, at a step of 1 ms
constexpr double kOrder = 0.3;          // of an order of convergence, at finite steps
constexpr double kMidpointRule = 1e-6;  // m: h² v''/24

constexpr double kPi = std::numbers::pi;

TEST(FreeFall, IsExactForVerlet) {
  SceneRun run(R"yaml(
title: fall
gravity: [0.5, 0, -9.81]
materials: {steel: {density: 7800}}
method: {explicit: {law: hooke, stiffness: 1000}}
time: {step: 1e-3, end: 0.5}
bodies:
  - {name: ball, material: steel, shape: {sphere: {radius: 1 cm}}, position: [0, 0, 2], velocity: [1, 2, 3]}
)yaml");
  run.to_end();
  const double t = 0.5;
  const Vec3 x = run.position(0), v = run.velocity(0);
  EXPECT_NEAR(x.x, t + 0.25 * t * t, kThousandsOfRoundings);
  EXPECT_NEAR(x.y, 2 * t, kThousandsOfRoundings);
  EXPECT_NEAR(x.z, 2 + 3 * t - 0.5 * 9.81 * t * t, kThousandsOfRoundings);
  EXPECT_NEAR(v.z, 3 - 9.81 * t, kThousandsOfRoundings);
  EXPECT_EQ(run.world().step, 500u);
}

// A box spinning about its unstable middle axis tumbles; angular momentum must not change at all, the energy
// only to second order in the step.
double tumbling_energy_error(double step) {
  SceneRun run(fmt::format(R"yaml(
gravity: [0, 0, 0]
materials: {{wood: {{density: 600}}}}
method: {{explicit: {{law: hooke, stiffness: 1000}}}}
time: {{step: {}, end: 2}}
bodies:
  - {{name: box, material: wood, shape: {{box: {{size: [0.1, 0.2, 0.3]}}}}, position: [0, 0, 0], angular_velocity: [0.05, 10, 0.1]}}
)yaml",
                           step));
  const auto momentum = [&] {
    const Bodies::Body b = run.body(0);
    const Vec3 w = rotate_back(b.orientation, b.motion.spin), i = b.inertia.inverse_moments;
    return rotate(b.orientation, {w.x / i.x, w.y / i.y, w.z / i.z});
  };
  const Vec3 start = momentum();
  const double energy = kinetic_energy(run.world().bodies, 0);
  double worst = 0;
  run.until([&](Simulation&) {
    worst = std::max(worst, std::abs(kinetic_energy(run.world().bodies, 0) / energy - 1));
    return false;
  });
  constexpr double kRoundOffOfAllSteps = 1e-11;
  EXPECT_LT(norm(momentum() - start) / norm(start), kRoundOffOfAllSteps);
  return worst;
}

TEST(FreeSpin, KeepsMomentumExactlyAndEnergyToSecondOrder) {
  const double coarse = tumbling_energy_error(1e-3), fine = tumbling_energy_error(5e-4);
  EXPECT_LT(coarse, kSecondOrder);
  EXPECT_NEAR(std::log2(coarse / fine), 2, kOrder);
}

TEST(Drive, TurnsAboutACentreExactly) {
  SceneRun run(R"yaml(
gravity: [0, 0, 0]
materials: {steel: {density: 7800}}
method: {explicit: {law: hooke, stiffness: 1000}}
time: {step: 1e-3, end: 0.25}
bodies:
  - {name: arm, material: steel, shape: {sphere: {radius: 1 cm}}, position: [1, 0, 0],
     motion: {rotation: {axis: [0, 0, 1], speed: 60 rpm, center: [0, 0, 0]}, translation: {velocity: [0, 0, 2]}}}
)yaml");
  run.to_end();
  EXPECT_NEAR(run.position(0).x, 0, kThousandsOfRoundings);
  EXPECT_NEAR(run.position(0).y, 1, kThousandsOfRoundings);
  EXPECT_NEAR(run.position(0).z, 0.5, kThousandsOfRoundings);
  EXPECT_NEAR(run.velocity(0).x, -2 * kPi, kMillionsOfRoundings);
}

TEST(Drive, FollowsAFunctionOfTime) {
  SceneRun run(R"yaml(
gravity: [0, 0, 0]
materials: {steel: {density: 7800}}
method: {explicit: {law: hooke, stiffness: 1000}}
time: {step: 1e-3, end: 0.25}
bodies:
  - {name: shaker, material: steel, shape: {sphere: {radius: 1 cm}}, position: [0, 0, 0],
     motion: {translation: {velocity: [0, 0, "0.1*2*pi*cos(2*pi*t)"]}}}
)yaml");
  run.to_end();
  EXPECT_NEAR(run.position(0).z, 0.1, kMidpointRule);  // midpoint rule: second order
}

TEST(AppliedLoad, AcceleratesAndSpins) {
  SceneRun run(R"yaml(
gravity: [0, 0, 0]
materials: {steel: {density: 1000}}
method: {explicit: {law: hooke, stiffness: 1000}}
time: {step: 1e-3, end: 1}
bodies:
  - {name: ball, material: steel, shape: {sphere: {radius: 0.1}}, position: [0, 0, 0], force: [2, 0, 0], torque: [0, 0, 0.01]}
)yaml");
  run.to_end();
  const double m = 1000 * 4.0 / 3 * kPi * 1e-3, moment = 0.4 * m * 0.01;
  EXPECT_NEAR(run.velocity(0).x, 2 / m, kThousandsOfRoundings);
  EXPECT_NEAR(run.position(0).x, 1 / m, kMillionsOfRoundings);
  EXPECT_NEAR(run.spin(0).z, 0.01 / moment, kHundredThousandsOfRoundings);
}

TEST(TwoDimensions, StayInThePlane) {
  SceneRun run(R"yaml(
dimension: 2
gravity: [0, 0, -9.81]
materials: {steel: {density: 1000, friction: 0.5, restitution: 0.5}}
method: {explicit: {law: hooke, stiffness: 1e5}}
time: {step: auto, end: 0.3}
bodies:
  - {name: floor, material: steel, shape: {plane: {normal: [0.1, 0, 1]}}, position: [0, 0, 0], fixed: true}
  - {name: disc, material: steel, shape: {disc: {radius: 0.05}}, position: [0, 0, 0.1], velocity: [1, 0, 0]}
  - {name: other, material: steel, shape: {disc: {radius: 0.05}}, position: [0.02, 0, 0.25]}
)yaml");
  run.to_end();
  for (const Uid uid : {1, 2}) {
    EXPECT_EQ(run.position(uid).y, 0);
    EXPECT_EQ(run.spin(uid).x, 0);
    EXPECT_EQ(run.spin(uid).z, 0);
    EXPECT_NE(run.spin(uid).y, 0);
  }
}

}  // namespace
}  // namespace cairn::test
