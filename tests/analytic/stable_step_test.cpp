// The step that the advice calls stable: exact for a cube that rocks on its four corners, safe with dashpots
// and friction.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "simulate.h"

namespace cairn {
namespace {

using test::SceneRun;

constexpr double kStiffness = 1e5;  // [N/m]
constexpr double kMass = 1;         // [kg]
constexpr double kSpin = 1e-5;      // at the start [rad/s]

// A cube of 1 kg that rests on a floor, pressed by gravity so that no corner lifts, and turns a little.
SceneRun rocking_cube(const std::string& law, const std::string& material, const std::string& time) {
  return SceneRun(fmt::format(
      "gravity: [0, 0, -9.81]\n"
      "materials: {{stone: {{density: 1000, {}}}}}\n"
      "method: {{explicit: {{law: hooke, stiffness: {}, {}}}}}\n"
      "time: {{{}, end: 100}}\n"
      "bodies:\n"
      "  - {{name: floor, material: stone, shape: {{plane: {{}}}}, position: [0, 0, 0], fixed: true}}\n"
      "  - {{name: cube, material: stone, shape: {{box: {{size: [0.1, 0.1, 0.1]}}}}, "
      "position: [0, 0, {}], angular_velocity: [{}, 0, 0]}}\n",
      material, kStiffness, law, time, 0.05 - kMass * 9.81 / (4 * kStiffness), kSpin));
}

// Steps of that share of the stable one; the fastest spin of the second half.
double spin_after(double share, const std::string& law, const std::string& material) {
  const double stable = rocking_cube(law, material, "step: auto").simulation.advice().stable;
  SceneRun run = rocking_cube(
      law, material,
      fmt::format("step: {}, allow_unstable: true, allow_gain: true, allow_overlap: true", share * stable));
  constexpr int kSteps = 2000;
  double fastest = 0;
  for (int k = 0; k < kSteps; ++k) {
    run.simulation.advance();
    if (2 * k > kSteps) fastest = std::max(fastest, norm(run.spin(1)));
  }
  return fastest;
}

TEST(StableStep, OfACubeOnFourCornersIsThatOfItsRocking) {
  // ω² = 4 k b²/I with b = a/2 and I = m a²/6.
  const double omega = std::sqrt(6 * kStiffness / kMass);
  SceneRun run = rocking_cube("tangential: none", "restitution: 1", "step: auto");
  constexpr double kRoundoff = 1e-12;  // of the mass of the box
  EXPECT_NEAR(run.simulation.advice().stable * omega, 2, kRoundoff);
}

TEST(StableStep, DividesRockingThatStaysFromRockingThatGrows) {
  const std::string law = "tangential: none", material = "restitution: 1";
  // Near the bound the amplitude of Verlet is 1/√(1 − share²) times the true one: 5 at 0.98.
  EXPECT_LT(spin_after(0.98, law, material), 10 * kSpin);
  EXPECT_GT(spin_after(1.02, law, material), 100 * kSpin);
}

TEST(StableStep, IsSafeWithDashpotsAndFriction) {
  for (const char* restitution : {"0.9", "0.5", "0"}) {
    const std::string material = fmt::format("restitution: {}, friction: 0.5", restitution);
    EXPECT_LT(spin_after(0.98, "tangential: hooke", material), kSpin) << restitution;
  }
}

}  // namespace
}  // namespace cairn
