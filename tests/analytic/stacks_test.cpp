// Stacks stand: no creep, no rattle, no sinking, however long; CAIRN_LONG asks for ten thousand steps.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "simulate.h"
#include "unit/long_tests.h"

namespace cairn::test {
namespace {

constexpr double kAtRest = 1e-8;     // J
constexpr double kNoSinking = 1e-6;  // m

constexpr double kEdge = 0.1, kStep = 5e-3;                   // m, s
constexpr double kAHundredThousandthOfAnEdge = 1e-5 * kEdge;  // in all, not per step

std::string time(int daily_steps) {
  return fmt::format("time: {{step: {}, end: {}}}", kStep,
                     kStep * samples::sample_or_all(daily_steps, 10'000));
}

// The largest distance of a body from where it began.
double crept(SceneRun& run, const World& start) {
  double largest = 0;
  for (std::size_t i = 0; i < start.bodies.size(); ++i) {
    const Bodies::Body body = run.body(start.bodies.info[i].uid);
    largest = std::max(largest, norm(body.place.position - start.bodies.place[i].position));
  }
  return largest;
}

TEST(Stacks, TowerOfTwentyBoxesStands) {
  SceneRun run(time(200) + R"(
materials: {wood: {density: 700, friction: 0.5}}
method: {implicit: {law: coulomb, max_iterations: 3000}}
bodies:
  - {name: floor, material: wood, shape: plane, position: [0, 0, 0], fixed: true}
  - {name: box, material: wood, shape: {box: {size: [0.1, 0.1, 0.1]}}, lattice: {kind: cubic, spacing: 0.1, counts: [1, 1, 20]}, position: [0, 0, 0.05]}
)");
  const World start = run.world();
  run.to_end();
  EXPECT_LT(crept(run, start), kAHundredThousandthOfAnEdge);
  EXPECT_LT(run.simulation.energy().kinetic, kAtRest);
  EXPECT_LT(run.simulation.report().max_overlap, kNoSinking);
}

// The tolerance is 1e-6 in the form of impulses.
TEST(Stacks, WallOfBricksStands) {
  SceneRun run(time(100) + R"(
materials: {brick: {density: 2000, friction: 0.6}}
method: {implicit: {law: coulomb, tolerance: 4e-9, max_iterations: 3000}}
bodies:
  - {name: floor, material: brick, shape: plane, position: [0, 0, 0], fixed: true}
  - {name: even, material: brick, shape: {box: {size: [0.2, 0.1, 0.1]}}, lattice: {kind: cubic, spacing: 0.2, counts: [4, 1, 3]}, position: [0, 0, 0.05]}
  - {name: odd, material: brick, shape: {box: {size: [0.2, 0.1, 0.1]}}, lattice: {kind: cubic, spacing: 0.2, counts: [3, 1, 3]}, position: [0.1, 0, 0.15]}
)");
  const World start = run.world();
  run.to_end();
  EXPECT_LT(crept(run, start), kAHundredThousandthOfAnEdge);
  EXPECT_LT(run.simulation.energy().kinetic, kAtRest);
}

}  // namespace
}  // namespace cairn::test
