// When frames are due, and what tells one built world from another.
#include <gtest/gtest.h>

#include "base/error.h"
#include "run/folder.h"
#include "run/results.h"

namespace cairn {
namespace {

// Steps below `count` at which a frame is due.
std::vector<std::uint64_t> frame_steps(double h, double interval, std::uint64_t count) {
  std::vector<std::uint64_t> steps;
  for (std::uint64_t k = 1; k < count; ++k) {
    if (is_frame_step(k, h, interval)) steps.push_back(k);
  }
  return steps;
}

TEST(FrameSteps, AreEquallySpacedWhereTheStepDividesTheInterval) {
  // None of these numbers is a binary fraction.
  const std::vector<std::uint64_t> steps = frame_steps(1e-5, 2e-3, 2'000'001);
  ASSERT_EQ(steps.size(), 10'000u);
  for (std::size_t m = 0; m < steps.size(); ++m) ASSERT_EQ(steps[m], 200 * (m + 1));
  EXPECT_EQ(frame_steps(0.1, 0.3, 31), (std::vector<std::uint64_t>{3, 6, 9, 12, 15, 18, 21, 24, 27, 30}));
  EXPECT_EQ(frame_steps(1.0 / 3, 1, 10), (std::vector<std::uint64_t>{3, 6, 9}));
}

TEST(FrameSteps, AreTheFirstNotBeforeEachMultiple) {
  EXPECT_EQ(frame_steps(3e-6, 1e-5, 21), (std::vector<std::uint64_t>{4, 7, 10, 14, 17, 20}));
  EXPECT_EQ(frame_steps(0.7, 1, 8), (std::vector<std::uint64_t>{2, 3, 5, 6}));
}

TEST(FrameSteps, DoNotDrift) {
  // After a hundred million steps of a third of the interval each still every third one.
  for (std::uint64_t k = 100'000'000; k < 100'000'300; ++k) {
    EXPECT_EQ(is_frame_step(k, 1e-6, 3e-6), k % 3 == 0) << k;
  }
}

TEST(FrameSteps, AreAllStepsIfFramesAreWantedMoreOften) {
  EXPECT_EQ(frame_steps(1e-3, 1e-3, 5), (std::vector<std::uint64_t>{1, 2, 3, 4}));
  EXPECT_EQ(frame_steps(1e-3, 4e-4, 5), (std::vector<std::uint64_t>{1, 2, 3, 4}));
}

TEST(FrameSteps, AreNoneWithoutAnInterval) { EXPECT_TRUE(frame_steps(1e-3, 0, 1000).empty()); }

World one_ball() {
  World world;
  world.shapes = {Sphere{1}};
  world.groups = {"balls"};
  Bodies::Body body;
  body.place = {{1, 2, 3}, 1};
  body.inertia.inverse_mass = 2;
  world.bodies.add(body);
  return world;
}

TEST(BuiltHash, SeesWhatTheStateHashDoesNot) {
  const World world = one_ball();
  World larger = one_ball(), heavier = one_ball(), other = one_ball();
  larger.bodies.place[0].radius = 1.5;
  heavier.bodies.inertia[0].inverse_mass = 1;
  other.bodies.info[0].material = 1;
  for (const World* changed : {&larger, &heavier, &other}) {
    EXPECT_EQ(state_hash(*changed), state_hash(world));
    EXPECT_NE(built_hash(*changed), built_hash(world));
  }
  EXPECT_EQ(built_hash(one_ball()), built_hash(world));
}

}  // namespace
}  // namespace cairn
