// When something is due: at multiples of an interval, at a time, at the end.
#include <gtest/gtest.h>

#include "run/results.h"
#include "run/schedule.h"
#include "simulate.h"

namespace cairn {
namespace {

using test::SceneRun;

Schedule schedule(double h) {
  Schedule plan;
  plan.step = h;
  return plan;
}

// Steps below `count` at which something with this interval is due.
std::vector<std::uint64_t> due_steps(double h, double interval, std::uint64_t count) {
  std::vector<std::uint64_t> steps;
  for (std::uint64_t k = 1; k < count; ++k) {
    if (schedule(h).is_due(k, interval)) steps.push_back(k);
  }
  return steps;
}

TEST(Schedule, AreEquallySpacedWhereTheStepDividesTheInterval) {
  // None of these numbers is a binary fraction.
  const std::vector<std::uint64_t> steps = due_steps(1e-5, 2e-3, 2'000'001);
  ASSERT_EQ(steps.size(), 10'000u);
  for (std::size_t m = 0; m < steps.size(); ++m) ASSERT_EQ(steps[m], 200 * (m + 1));
  EXPECT_EQ(due_steps(0.1, 0.3, 31), (std::vector<std::uint64_t>{3, 6, 9, 12, 15, 18, 21, 24, 27, 30}));
  EXPECT_EQ(due_steps(1.0 / 3, 1, 10), (std::vector<std::uint64_t>{3, 6, 9}));
}

TEST(Schedule, AreTheFirstNotBeforeEachMultiple) {
  EXPECT_EQ(due_steps(3e-6, 1e-5, 21), (std::vector<std::uint64_t>{4, 7, 10, 14, 17, 20}));
  EXPECT_EQ(due_steps(0.7, 1, 8), (std::vector<std::uint64_t>{2, 3, 5, 6}));
}

TEST(Schedule, DoNotDrift) {
  // After a hundred million steps of a third of the interval each still every third one.
  for (std::uint64_t k = 100'000'000; k < 100'000'300; ++k) {
    EXPECT_EQ(schedule(1e-6).is_due(k, 3e-6), k % 3 == 0) << k;
  }
}

TEST(Schedule, AreAllStepsIfFramesAreWantedMoreOften) {
  EXPECT_EQ(due_steps(1e-3, 1e-3, 5), (std::vector<std::uint64_t>{1, 2, 3, 4}));
  EXPECT_EQ(due_steps(1e-3, 4e-4, 5), (std::vector<std::uint64_t>{1, 2, 3, 4}));
}

TEST(Schedule, FramesWithoutAnIntervalAreNeverDue) {
  for (std::uint64_t k = 0; k < 1000; ++k) EXPECT_FALSE(OutputPlan{}.has_frame(schedule(1e-3), k));
}

TEST(Schedule, ATimeComesAtTheFirstStepNotBeforeIt) {
  EXPECT_EQ(schedule(0.1).first_step(0), 0);
  EXPECT_EQ(schedule(0.1).first_step(0.3), 3);  // 0.3/0.1 is a bit less than 3
  EXPECT_EQ(schedule(0.1).first_step(0.7), 7);  // 0.7/0.1 is a bit less than 7
  EXPECT_EQ(schedule(0.7).first_step(1), 2);
  EXPECT_EQ(schedule(1).first_step(2 + 0.9e-6), 2);
  EXPECT_EQ(schedule(1).first_step(2 + 1.1e-6), 3);
  EXPECT_FALSE(schedule(0.1).has_come(0.3, 2));
  EXPECT_TRUE(schedule(0.1).has_come(0.3, 3));
}

// A multiple of an interval is due where an event of that time acts and a run of that length ends.
TEST(Schedule, HasOneRuleForMultiplesAndTimes) {
  for (const double h : {1e-3, 0.7e-3, 1.0 / 3000, 3.3e-4})
    for (const double interval : {1e-3, 2.5e-3, 0.01}) {
      const Schedule plan = schedule(h);
      std::uint64_t due = 0;
      for (std::uint64_t k = 1; k < 20000; ++k) {
        due += plan.is_due(k, interval);
        EXPECT_EQ(plan.is_due(k, interval),
                  plan.first_step(static_cast<double>(due) * interval) == static_cast<double>(k));
      }
    }
}

// Events act, measures look and the run ends at the same steps, whether the run goes through or is resumed at
// any step.
TEST(Schedule, ARunThatIsResumedAtAnyStepDoesTheSame) {
  const std::string scene =
      "gravity: [0, 0, -10]\n"
      "materials: {stone: {density: 2500}}\n"
      "method: {explicit: {law: hooke, stiffness: 1e5}}\n"
      "time: {step: 0.003, end: 0.1}\n"
      "bodies: [{name: ball, material: stone, shape: {sphere: {radius: 0.1}}, position: [0, 0, 1]}]\n"
      "measure: {z: {position: {body: ball}, every: 0.01}}\n"
      "events: [{at: 0.03, gravity: [0, 0, 0]}, {at: 0.0601, gravity: [0, 0, 10]}]\n";
  const auto steps_with_rows = [](Simulation& simulation) {
    std::vector<std::uint64_t> steps;
    while (!simulation.done()) {
      simulation.advance();
      if (simulation.row().any) steps.push_back(simulation.step());
    }
    return steps;
  };
  SceneRun whole(scene);
  const std::vector<std::uint64_t> all = steps_with_rows(whole.simulation);
  EXPECT_EQ(all, (std::vector<std::uint64_t>{4, 7, 10, 14, 17, 20, 24, 27, 30, 34}));
  EXPECT_EQ(whole.simulation.plan().steps, 34u);
  for (std::uint64_t at = 1; at < 34; ++at) {
    SceneRun first(scene);
    first.until([&](const Simulation& s) { return s.step() == at; });
    Record record;
    first.simulation.save(record);
    Simulation second(Scene::from_text(scene, "test.yaml", "."), 1);
    second.load(record);
    std::vector<std::uint64_t> left = all;
    std::erase_if(left, [&](std::uint64_t k) { return k <= at; });
    EXPECT_EQ(steps_with_rows(second), left) << at;
    EXPECT_EQ(second.hash(), whole.simulation.hash()) << at;
  }
}

}  // namespace
}  // namespace cairn
