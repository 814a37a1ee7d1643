// Whatever a method had to make do with is counted, in summary.json too, and warned of once.
#include <gtest/gtest.h>

#include <algorithm>

#include "results/summary.h"
#include "simulate.h"

namespace cairn {
namespace {

using test::SceneRun;

std::size_t warnings_about(const SceneRun& run, const std::string& part) {
  const Warnings& all = run.simulation.warnings();
  return static_cast<std::size_t>(
      std::ranges::count_if(all, [&](const std::string& text) { return text.find(part) != text.npos; }));
}

Summary summary_of(SceneRun& run) {
  Summary summary;
  run.simulation.summarise(summary);
  return summary;
}

const std::string kStone = "materials: {stone: {density: 2500, friction: 0.3, restitution: 0.5}}\n";

// A column of overlapping balls is too much for a hundred sweeps.
TEST(Fallbacks, PushesThatDoNotConverge) {
  std::string scene =
      "gravity: [0, 0, -9.81]\n" + kStone +
      "method: {impact: {solver: etm}}\n"
      "time: {step: 1e-3, end: 5e-3}\n"
      "bodies:\n"
      "  - {name: floor, material: stone, shape: {plane: {}}, position: [0, 0, 0], fixed: true}\n";
  for (int k = 0; k < 60; ++k)
    scene += "  - {name: ball" + std::to_string(k) +
             ", material: stone, shape: {sphere: {radius: 0.1}}, position: [0, 0, " +
             std::to_string(0.0995 + 0.1991 * k) + "]}\n";
  SceneRun run(scene);
  run.to_end();
  const Summary summary = summary_of(run);
  EXPECT_GT(summary.fallbacks.unconverged_pushes, 0u);
  EXPECT_EQ(warnings_about(run, "unconverged_pushes"), 1u);
  EXPECT_NE(write_summary(summary).find("\"unconverged_pushes\": " +
                                        std::to_string(summary.fallbacks.unconverged_pushes)),
            std::string::npos);
}

// Along the floor of a container no normal bounds the way of a ball: the search advances by the gap.
TEST(Fallbacks, TimesOfImpactThatAreNotFound) {
  SceneRun run(
      "gravity: [0, 0, 0]\n" + kStone +
      "method: {impact: {solver: etm, contact_distance: 1e-6}}\n"
      "time: {step: 1e-2, end: 3e-2}\n"
      "bodies:\n"
      "  - {name: box, material: stone, shape: {container: {size: [4, 4, 4]}}, position: [0, 0, 0], "
      "fixed: true}\n"
      "  - {name: ball, material: stone, shape: {sphere: {radius: 0.1}}, position: [0, 0, -1.8999997],\n"
      "     velocity: [1, 0, 0]}\n");
  run.to_end();
  EXPECT_GT(summary_of(run).fallbacks.unfinished_impact_times, 0u);
  EXPECT_EQ(warnings_about(run, "unfinished_impact_times"), 1u);
}

TEST(Fallbacks, AreNoneInAPlainRun) {
  SceneRun run("gravity: [0, 0, -9.81]\n" + kStone +
               "method: {impact: {solver: etm}}\n"
               "time: {step: 1e-2, end: 0.3}\n"
               "bodies:\n"
               "  - {name: floor, material: stone, shape: {plane: {}}, position: [0, 0, 0], fixed: true}\n"
               "  - {name: ball, material: stone, shape: {sphere: {radius: 0.1}}, position: [0, 0, 0.2]}\n");
  run.to_end();
  summary_of(run).fallbacks.fields(
      [](const char* name, const char*, std::uint64_t count) { EXPECT_EQ(count, 0u) << name; });
}

// Both by an event and by the domain.
TEST(Summary, CountsAllBodiesThatWereRemoved) {
  SceneRun run("gravity: [0, 0, -9.81]\n" + kStone +
               "method: {explicit: {law: hooke, stiffness: 1e5}}\n"
               "time: {step: 1e-3, end: 0.3}\n"
               "domain: {min: [-5, -5, 0], max: [5, 5, 5], outside: remove}\n"
               "bodies:\n"
               "  - {name: gone, material: stone, shape: {sphere: {radius: 0.1}}, position: [0, 0, 4]}\n"
               "  - {name: falls, material: stone, shape: {sphere: {radius: 0.1}}, position: [1, 0, 0.2]}\n"
               "  - {name: stays, material: stone, shape: {sphere: {radius: 0.1}}, position: [2, 0, 4]}\n"
               "events: [{at: 0.1, remove: gone}]\n");
  run.to_end();
  const Summary summary = summary_of(run);
  EXPECT_EQ(summary.bodies, 1u);
  EXPECT_EQ(summary.removed_bodies, 2u);
}

}  // namespace
}  // namespace cairn
