// The energy budget: what is stored, lost and put in adds up.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "simulate.h"

namespace cairn::test {
namespace {

constexpr double kSecondOrder = 1e-4;   // J of 13 mJ
constexpr double kDashpotJumps = 5e-3;  // of what is lost: dashpots set in with a jump, between two steps

// Largest imbalance over the first bounces of an undamped ball.
double elastic_imbalance(double step) {
  SceneRun run(fmt::format(R"yaml(
gravity: [0, 0, -9.81]
materials: {{steel: {{density: 7800, restitution: 1}}}}
method: {{explicit: {{law: hooke, stiffness: 1e4}}}}
time: {{step: {}, end: 0.5}}
bodies:
  - {{name: floor, material: steel, shape: {{plane: {{normal: [0, 0, 1]}}}}, position: [0, 0, 0], fixed: true}}
  - {{name: ball, material: steel, shape: {{sphere: {{radius: 1 cm}}}}, position: [0, 0, 0.05]}}
)yaml",
                           step));
  double worst = 0;
  run.until([&](Simulation& s) {
    worst = std::max(worst, std::abs(s.energy().imbalance));
    return false;
  });
  return worst;
}

TEST(EnergyBudget, ClosesToSecondOrderWithoutLosses) {
  const double coarse = elastic_imbalance(2e-5), fine = elastic_imbalance(1e-5);
  EXPECT_LT(coarse, kSecondOrder);
  EXPECT_GT(coarse / fine, 3);
}

// Grains falling into a tray that moves: friction, damping and the drive all take part.
TEST(EnergyBudget, ClosesForGrainsInAMovingTray) {
  SceneRun run(R"yaml(
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, friction: 0.5, restitution: 0.6}}
method: {explicit: {law: hooke, stiffness: 2000}}
time: {step: 2e-6, end: 0.15}
bodies:
  - {name: tray, material: glass, shape: {container: {size: [30 mm, 30 mm, 60 mm]}}, position: [0, 0, 0.03],
     motion: {translation: {velocity: ["0.2*sin(60*t)", 0, 0]}}}
  - {name: grains, material: glass, shape: {sphere: {diameter: 4 mm}},
     fill: {box: {min: [-12 mm, -12 mm, 3 mm], max: [12 mm, 12 mm, 50 mm]}, count: 60, seed: 3}}
)yaml");
  run.to_end();
  const Energy e = run.simulation.energy();
  const double turned_over = e.lost();
  EXPECT_GT(e.friction, 0.01 * turned_over);
  EXPECT_GT(e.damping, 0.1 * turned_over);
  EXPECT_NE(e.work_of_drives, 0);
  EXPECT_LT(std::abs(e.imbalance), kDashpotJumps * turned_over);
}

}  // namespace
}  // namespace cairn::test
