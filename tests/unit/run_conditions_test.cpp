// Events and stops with conditions, on motions that are known in closed form: when they happen, how often,
// from when their time counts, and that a run which is resumed in the middle of a chain goes on bit for bit.
#include <gtest/gtest.h>

#include "base/error.h"
#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

// A ball that flies along x with 1 m/s, and a driven lid.
std::string scene(const std::string& rest) {
  return R"yaml(
gravity: [0, 0, 0]
materials: {stone: {density: 2500}}
method: {implicit: {law: coulomb}}
time: {step: 1 ms, end: 0.2 s}
bodies:
  - {name: ball, material: stone, shape: {sphere: {radius: 1 cm}}, velocity: [1, 0, 0]}
  - {name: lid, material: stone, shape: {box: {size: [1 cm, 1 cm, 1 cm]}}, position: [0, 0, 1], motion: {translation: {velocity: [0, 0, 0]}}}
measure:
  ball: {position: {body: ball}, every: 10 ms}
  lid: {position: {body: lid}, every: 10 ms}
  wave: {kinetic_energy: {}, every: 1 ms}
)yaml" + rest;
}

std::vector<std::string> log_of(SceneRun& run) {
  run.to_end();
  std::vector<std::string> lines;
  for (const std::string& line : run.simulation.log())
    if (line.starts_with("t = ")) lines.push_back(line);
  return lines;
}

std::string refusal(const std::string& rest) {
  try {
    SceneRun run(scene(rest));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Conditions, EventsActAfterTheSampleThatMakesThemTrue) {
  // x = t at the step; samples come every 10 ms.
  SceneRun run(scene("events: [{when: ball.x > 55 mm, gravity: [0, 0, -1]}]"));
  EXPECT_EQ(log_of(run), std::vector<std::string>{"t = 0.06 s: gravity (0, 0, -1) m/s2 (ball.x > 55 mm)"});
  EXPECT_EQ(run.simulation.conditional_events()[0].state.happened, 1u);
}

TEST(Conditions, AChainCompressesWaitsAndShears) {
  // The second stage waits 25 ms, and its motion counts the time from its beginning: v = t, so that the lid
  // has moved by h²(1 + ... + n) = n (n + 1) h²/2 after n steps of an integrator that takes the new velocity.
  SceneRun run(
      scene("events: [{name: there, when: ball.x > 55 mm, gravity: [0, 0, -1]}, {when: there, after: 25 ms, "
            "motion: "
            "{lid: {translation: {velocity: [t * 1 m/s2, 0, 0]}}}}]"));
  EXPECT_EQ(log_of(run), (std::vector<std::string>{"t = 0.06 s: gravity (0, 0, -1) m/s2 (ball.x > 55 mm)",
                                                   "t = 0.085 s: motion of lid (there for 0.025 s)"}));
  const double stage = 0.2 - 0.085, one_step = 1e-3;
  EXPECT_NEAR(run.velocity(1).x, stage, one_step);
  EXPECT_NEAR(run.position(1).x, 0.5 * stage * stage, one_step * stage);
}

// The lid swings as sin(2 pi t/(40 ms)) mm; samples every 10 ms see its extremes and zeros.
const char* const kSwing =
    "motion: {lid: {translation: {velocity: [0, 0, cos(2*pi*t/(40 ms)) * 0.15707963 m/s]}}}";

TEST(Conditions, RepeatAndHysteresis) {
  const std::string start = "events: [{at: 0 s, " + std::string(kSwing) + "}, ";
  // It passes 1.0005 m upwards in each of five periods.
  SceneRun often(scene(start + "{when: lid.z > 1000.5 mm, repeat: true, gravity: [0, 0, 0]}]"));
  often.to_end();
  EXPECT_EQ(often.simulation.conditional_events()[0].state.happened, 5u);
  SceneRun once(scene(start + "{when: lid.z > 1000.5 mm, gravity: [0, 0, 0]}]"));
  once.to_end();
  EXPECT_EQ(once.simulation.conditional_events()[0].state.happened, 1u);
  // With a reset that never comes it stays true.
  SceneRun latched(
      scene(start + "{when: lid.z > 1000.5 mm, reset: lid.z < 0.9 m, repeat: true, gravity: [0, 0, 0]}]"));
  latched.to_end();
  EXPECT_EQ(latched.simulation.conditional_events()[0].state.happened, 1u);
  // A reset that comes in each period.
  SceneRun reset(
      scene(start + "{when: lid.z > 1000.5 mm, reset: lid.z < 999.5 mm, repeat: true, gravity: [0, 0, 0]}]"));
  reset.to_end();
  EXPECT_EQ(reset.simulation.conditional_events()[0].state.happened, 5u);
}

TEST(Conditions, AfterNeedsToHoldWithoutABreak) {
  const std::string start = "events: [{at: 0 s, " + std::string(kSwing) + "}, ";
  // Above 0.9999 m at all samples but one of each period.
  SceneRun broken(scene(start + "{when: lid.z > 999.5 mm, after: 35 ms, gravity: [0, 0, -1]}]"));
  broken.to_end();
  EXPECT_EQ(broken.simulation.conditional_events()[0].state.happened, 0u);
  SceneRun held(
      scene(start + "{when: lid.z > 999.5 mm, reset: lid.z < 0.9 m, after: 35 ms, gravity: [0, 0, -1]}]"));
  held.to_end();
  EXPECT_EQ(held.simulation.conditional_events()[0].state.last, 0.035);
}

TEST(Conditions, StopTakesTheSame) {
  SceneRun run(scene("stop: {when: ball.x > 55 mm and not wave.total > 1 J, after: 20 ms}"));
  run.to_end();
  EXPECT_EQ(run.simulation.stop_reason(), "ball.x > 55 mm and not wave.total > 1 J");
  // Stops are looked at every 16 steps: at 64 ms it holds, at 96 ms for 20 ms.
  EXPECT_EQ(run.simulation.step(), 96u);
}

TEST(Conditions, QuantitiesOfEveryRunAreThereWithoutMeasures) {
  SceneRun run(
      scene("events: [{when: t > 50 ms and bodies < 3 and max_speed > 0.5 m/s, gravity: [0, 0, -1]}]"));
  EXPECT_EQ(log_of(run).at(0).substr(0, 13), "t = 0.064 s: ");
}

TEST(Conditions, ARunResumedInTheMiddleOfAChainGoesOnBitForBit) {
  const std::string text = scene(
      "events: [{name: there, when: ball.x > 55 mm, gravity: [0, 0, -1]}, {name: moves, when: there, after: "
      "25 ms, motion: "
      "{lid: {translation: {velocity: [t * 1 m/s2, 0, 0]}}}}, {when: moves and lid.x > 1 mm, reset: lid.x < "
      "0 mm, repeat: true, "
      "force: {ball: [0, t * 1 N/s, 0]}}]");
  SceneRun whole(text);
  std::vector<Record> stored(4);
  const std::vector<std::uint64_t> at{30, 70, 90, 150};
  for (std::size_t k = 0; k < at.size(); ++k) {
    whole.until([&](const Simulation& now) { return now.step() == at[k]; });
    whole.simulation.save(stored[k]);
  }
  whole.to_end();
  EXPECT_GE(whole.simulation.conditional_events()[2].state.happened, 1u);
  for (const Record& record : stored) {
    Simulation resumed(Scene::from_text(text, "test.yaml"), 2);
    resumed.load(record);
    while (!resumed.done()) resumed.advance();
    EXPECT_EQ(resumed.hash(), whole.simulation.hash());
  }
}

TEST(Conditions, EventsFromOutsideMayWait) {
  const std::string text = scene("");
  SceneRun run(text);
  run.until([](const Simulation& now) { return now.step() == 20; });
  run.simulation.act("{name: there, when: ball.x > 55 mm, gravity: [0, 0, -1]}", "event");
  run.simulation.act(
      "{when: there, after: 25 ms, motion: {lid: {translation: {velocity: [t * 1 m/s2, 0, 0]}}}}", "event");
  EXPECT_THROW(run.simulation.act("{when: theer, remove: lid}", "event"), InputError);
  EXPECT_THROW(run.simulation.act("{name: there, when: ball.x > 1 m, remove: lid}", "event"), InputError);
  EXPECT_EQ(run.simulation.conditional_events().size(), 2u);
  run.until([](const Simulation& now) { return now.step() == 70; });
  Record record;
  run.simulation.save(record);
  run.to_end();
  EXPECT_GT(run.velocity(1).x, 0.1);
  Simulation resumed(Scene::from_text(text, "test.yaml"), 1);
  resumed.load(record);
  while (!resumed.done()) resumed.advance();
  EXPECT_EQ(resumed.hash(), run.simulation.hash());
}

#define EXPECT_CONTAINS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST(ConditionErrors, OfScenesNamePlaceAndNearestName) {
  EXPECT_CONTAINS(refusal("events: [{when: ball.xx > 1 m, gravity: [0, 0, 0]}]"), "did you mean 'ball.x'?");
  EXPECT_CONTAINS(refusal("events: [{when: bal.x > 1 m, gravity: [0, 0, 0]}]"),
                  "event.when: no measure gives 'bal.x'");
  EXPECT_CONTAINS(refusal("events: [{when: ball.x > 1 s, gravity: [0, 0, 0]}]"),
                  "expected a length such as '2 mm'");
  EXPECT_CONTAINS(
      refusal("events: [{when: therre, gravity: [0, 0, 0]}, {name: there, at: 1 ms, gravity: [0, 0, 0]}]"),
      "no event is called 'therre'; did you mean 'there'?");
  EXPECT_CONTAINS(refusal("events: [{gravity: [0, 0, 0]}]"), "at, when");
  EXPECT_CONTAINS(refusal("events: [{at: 1 ms, when: t > 1 s, gravity: [0, 0, 0]}]"), "exclude each other");
  EXPECT_CONTAINS(refusal("events: [{at: 1 ms, after: 1 s, gravity: [0, 0, 0]}]"),
                  "`after` belongs to an event with a condition");
  EXPECT_CONTAINS(refusal("events: [{name: and, at: 1 ms, gravity: [0, 0, 0]}]"),
                  "this word joins conditions");
  EXPECT_CONTAINS(
      refusal("events: [{name: a, at: 1 ms, gravity: [0, 0, 0]}, {name: a, at: 1 ms, gravity: [0, 0, 0]}]"),
      "the name 'a' is taken by another event");
  EXPECT_CONTAINS(refusal("stop: {when: ball.x > 1 m and therre}"), "expected a condition such as");
  EXPECT_EQ(refusal("let: {far: 2 m}\nstop: {when: ball.x > far}"), "accepted");
}

}  // namespace
}  // namespace cairn::test
