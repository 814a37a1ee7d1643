// Bodies that leave the domain and touch nothing leave the others alone: all go on as in a run in which the
// bodies fly on outside, up to the order of sums.
#include <gtest/gtest.h>

#include <algorithm>

#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

// Balls come to rest on a floor, in a corner of walls and against a block, while others fly away. A paddle
// pushes one of those ahead of it, so that it leaves while it is touched.
std::string scene(const char* domain) {
  return std::string(R"yaml(
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, friction: 0.5, restitution: 0.4}}
method: {explicit: {law: hooke, stiffness: 5000}}
time: {step: 2e-5, end: 10}
domain: )yaml") +
         domain + R"yaml(
bodies:
  - {name: floor, material: glass, shape: plane, position: [0, 0, 0], fixed: true}
  - {name: side, material: glass, shape: {plane: {normal: [1, 0, 0]}}, position: [-3 cm, 0, 0], fixed: true}
  - {name: block, material: glass, shape: {box: {size: [2 cm, 6 cm, 2 cm]}}, position: [2 cm, 0, 1 cm], fixed: true}
  - {name: balls, material: glass, shape: {sphere: {diameter: 5 mm}}, velocity: [0.3, 0, -1],
     fill: {box: {min: [-3 cm, -2 cm, 0], max: [0.9 cm, 2 cm, 4 cm]}, count: 220, seed: 3}}
  - {name: flyers, material: glass, shape: {sphere: {diameter: 4 mm}}, position: [0, 0, 30 cm],
     velocity: [0.1, 2, 1], lattice: {kind: cubic, spacing: 6 mm, counts: [3, 3, 3]}}
  - {name: paddle, material: glass, shape: {sphere: {diameter: 6 mm}}, position: [0, 0, 40 cm],
     motion: {translation: {velocity: [0, 2, 0]}}}
  - {name: pushed, material: glass, shape: {sphere: {diameter: 4 mm}}, position: [0, 5.1 mm, 40 cm]}
)yaml";
}
constexpr const char* kNear = "{min: [-1, -0.1, -0.1], max: [1, 0.1, 1], outside: remove}";
constexpr const char* kFar = "{min: [-9, -9, -9], max: [9, 9, 9], outside: remove}";
constexpr std::uint64_t kSteps = 4000;
constexpr std::size_t kFlyers = 28;

TEST(Leaving, ChangesNothingForTheOthers) {
  SceneRun near(scene(kNear)), far(scene(kFar));
  std::size_t changes = 0;
  for (std::uint64_t k = 0; k < kSteps; ++k) {
    const std::size_t before = near.world().bodies.size();
    near.simulation.advance(), far.simulation.advance();
    changes += near.world().bodies.size() != before;
  }
  const Bodies &left = near.world().bodies, &all = far.world().bodies;
  ASSERT_EQ(left.size() + kFlyers, all.size());
  EXPECT_GE(changes, 4u) << "three layers and the pushed one";
  left.check();
  double farthest = 0;
  for (const std::uint32_t i : left.by_uid()) {
    const std::uint32_t j = all.local(left.info[i].uid);
    farthest = std::max(farthest, norm(left.place[i].position - all.place[j].position));
  }
  EXPECT_LT(farthest, kMillionsOfRoundings);
  EXPECT_EQ(near.simulation.report().contacts, far.simulation.report().contacts);
  // The energy that left is that of the bodies that left.
  const Energy here = near.simulation.energy(), there = far.simulation.energy();
  EXPECT_LT(here.exchanged, 0);
  EXPECT_NEAR(here.imbalance, there.imbalance, kMillionsOfRoundings * there.stored_at_start);
}

}  // namespace
}  // namespace cairn::test
