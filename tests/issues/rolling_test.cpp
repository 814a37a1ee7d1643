// Bodies that roll, named by what one would see.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "simulate.h"

namespace cairn::test {
namespace {

constexpr double kStepError = 1e-4;  // of the energy, at steps of 1 ms and less
constexpr double kAccount = 0.02;    // of the gain

struct Gain {
  double total = 0, friction = 0, imbalance = 0;  // over the energy at the beginning
};

// An Euler disk whose centre is at rest, for one second.
Gain gain_of_disk(double step) {
  SceneRun run(fmt::format("let: {{h: {}, R: 0.1, T: 2 mm, a: 30 deg, W: sqrt(4*9.81/(R*sin(a)))}}", step) +
               R"yaml(
gravity: [0, 0, -9.81]
materials: {steel: {density: 7800, friction: 1, restitution: 0}}
method: {implicit: {law: coulomb, solver: auto, tolerance: 1e-10}}
time: {step: h, end: 1}
bodies:
  - {name: floor, material: steel, shape: plane, position: [0, 0, 0], fixed: true}
  - {name: disk, material: steel, shape: {cylinder: {radius: R, height: T}}, orientation: {axis: [0, 1, 0], angle: a},
     position: [0, 0, R*sin(a) + T/2*cos(a)], angular_velocity: [W*sin(a)*cos(a), 0, -W*sin(a)*sin(a)]}
)yaml");
  const Energy before = run.simulation.energy();
  run.to_end();
  const Energy after = run.simulation.energy();
  const double all = before.kinetic + before.gravity;
  return {(after.kinetic + after.gravity) / all - 1, after.friction / all, after.imbalance / all};
}

// A discretisation error: friction's work at a point of contact that moves on; it falls with the step.
TEST(Rolling, AnEulerDiskGainsEnergyFromNowhere) {
  const Gain coarse = gain_of_disk(1e-3), fine = gain_of_disk(5e-4);
  for (const Gain& gain : {coarse, fine}) {
    EXPECT_NEAR(gain.imbalance, 0, kStepError);
    EXPECT_NEAR(gain.total, -gain.friction, kAccount * gain.total);
  }
  EXPECT_LT(coarse.total, 0.013);
  EXPECT_LT(fine.total, coarse.total / 3);
}

}  // namespace
}  // namespace cairn::test
