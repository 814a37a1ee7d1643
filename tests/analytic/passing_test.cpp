// Cubes that move past the corners of others: what does not meet goes on as if alone, what meets is stopped.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kSeams = 1e-6, kSeamsOfSpin = 1e-4;  // m, m/s; rad/s: the solver's error at every seam

constexpr double kEdge = 0.1, kStep = 2e-3, kGravity = 9.81;

std::string scene(const std::string& law, double friction, double end, const std::string& bodies) {
  return fmt::format(R"(
gravity: [0, 0, -9.81]
materials: {{wood: {{density: 500, friction: {}}}}}
method: {{implicit: {{law: {}, solver: pgs, tolerance: 1e-11, max_iterations: 10000}}}}
time: {{step: {}, end: {}}}
bodies:
{}
)",
                     friction, law, kStep, end, bodies);
}

// Free fall in semi-implicit steps.
double fallen(double time) { return 0.5 * kGravity * time * (time + kStep); }

// A floor of cubes, flush and side by side; the last body slides along it.
std::string along_a_row(double speed) {
  return fmt::format(R"(
  - {{name: row, material: wood, shape: {{box: {{size: [0.1, 0.1, 0.1]}}}}, lattice: {{kind: cubic, spacing: 0.1, counts: [20, 1, 1]}}, fixed: true}}
  - {{name: cube, material: wood, shape: {{box: {{size: [0.1, 0.1, 0.1]}}}}, position: [0.03, 0, 0.1], velocity: [{}, 0, 0]}})",
                     speed);
}

TEST(Passing, ACubeSlidesOverSeams) {
  for (const char* law : {"cone", "coulomb"})
    for (const double speed : {0.05, 1.0, 4.0}) {
      SceneRun run(scene(law, 0, 0.4, along_a_row(speed)));
      run.to_end();
      EXPECT_NEAR(run.velocity(20).x, speed, kSeams) << law;
      EXPECT_NEAR(run.position(20).x, 0.03 + 0.4 * speed, kSeams) << law;
      EXPECT_NEAR(run.position(20).z, kEdge, kSeams) << law;
      EXPECT_LT(norm(run.spin(20)), kSeamsOfSpin) << law;
    }
}

// Beside a fixed cube, from above it, `aside` from its side.
std::string beside(double aside, double speed) {
  return fmt::format(R"(
  - {{name: fixed, material: wood, shape: {{box: {{size: [0.1, 0.1, 0.1]}}}}, position: [0, 0, 0], fixed: true}}
  - {{name: cube, material: wood, shape: {{box: {{size: [0.1, 0.1, 0.1]}}}}, position: [{}, 0, 0.13], velocity: [0, 0, {}]}})",
                     kEdge + aside, -speed);
}

TEST(Passing, ACubeFallsCloseBesideAnother) {
  for (const double aside : {1e-6, 1e-4, 1e-3}) {
    SceneRun run(scene("coulomb", 0.7, 0.1, beside(aside, 2)));
    run.to_end();
    EXPECT_NEAR(run.position(1).z, 0.13 - 0.2 - fallen(0.1), kMillionsOfRoundings) << aside;
    EXPECT_NEAR(run.position(1).x, kEdge + aside, kMillionsOfRoundings) << aside;
    EXPECT_EQ(norm(run.spin(1)), 0) << aside;
  }
}

TEST(Passing, ACubeThatHitsIsStopped) {
  // A third of the cube is above the other one: it does not sink into it, and tips over its edge.
  SceneRun run(scene("coulomb", 0.7, 0.03, beside(-kEdge / 3, 2)));
  run.to_end();
  EXPECT_GT(run.velocity(1).z, -1.9);
  EXPECT_GT(std::abs(run.spin(1).y), 1);
}

TEST(Passing, NothingPassesThroughAPlate) {
  // In one step the cube goes farther than plate and cube are thick.
  const std::string bodies = R"(
  - {name: plate, material: wood, shape: {box: {size: [1, 1, 0.01]}}, position: [0, 0, 0], fixed: true}
  - {name: cube, material: wood, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [0, 0, 0.105], velocity: [1, 0, -100]})";
  SceneRun run(scene("coulomb", 0, 0.02, bodies));
  run.to_end();
  EXPECT_GT(run.position(1).z, 0.054);
}

}  // namespace
}  // namespace cairn::test
