// Bodies at rest keep their contacts, by name; steps that are too long for thin bodies are warned of.
#include <gtest/gtest.h>

#include <set>

#include "simulate.h"

namespace cairn {
namespace {

constexpr double kStandsStill = 1e-9, kLiesStill = 1e-8, kStackNearlyStill = 1e-5;  // m/s
constexpr double kSunkIn = 1e-3;                                                    // m

using test::SceneRun;

std::string scene(const std::string& body, const std::string& more, double steps,
                  const std::string& time = "") {
  return "gravity: [0, 0, -9.81]\n"
         "materials: {stone: {density: 2500 kg/m3, friction: 0.5, restitution: 0.3}}\n"
         "method: {explicit: {law: hooke, stiffness: 1e5 N/m}}\n"
         "time: {step: 5e-5 s, end: " +
         std::to_string(5e-5 * steps) + " s" + time +
         "}\n"
         "bodies:\n"
         "  - {name: floor, material: stone, shape: {plane: {}}, position: [0, 0, 0], fixed: true}\n" +
         body + more;
}

std::set<std::pair<Uid, std::uint32_t>> names(SceneRun& run) {
  std::set<std::pair<Uid, std::uint32_t>> found;
  World world = run.world();
  run.simulation.stepper().remember(world);
  for (const ContactRecord& record : world.memory) found.insert({record.key.b, record.key.feature});
  return found;
}

TEST(Resting, BoxOnAPlaneKeepsFourNamesForTenThousandSteps) {
  SceneRun run(
      scene("  - {name: block, material: stone, shape: {box: {size: [0.1, 0.08, 0.06]}}, "
            "position: [0, 0, 0.03]}\n",
            "", 10000));
  int steps = 0;
  std::set<std::pair<Uid, std::uint32_t>> first;
  run.until([&](const Simulation&) {
    if (++steps < 5) return false;  // the first step in which it has sunk in
    if (first.empty()) first = names(run);
    if (steps % 100 == 0) {
      EXPECT_EQ(names(run), first) << steps;
    }
    return false;
  });
  EXPECT_EQ(first.size(), 4u);
  EXPECT_GE(steps, 10000);
  EXPECT_LT(norm(run.velocity(1)), kStandsStill);
}

TEST(Resting, AStackOfBoxesStandsStill) {
  std::string stack;
  for (int k = 0; k < 5; ++k)
    stack += "  - {name: block" + std::to_string(k) +
             ", material: stone, shape: {box: {size: [0.1, 0.08, 0.06]}}, position: [" +
             std::to_string(0.003 * k) + ", 0, " + std::to_string(0.03 + 0.06 * k) + "]}\n";
  SceneRun run(scene(stack, "", 80000));
  run.to_end();
  for (Uid uid = 1; uid <= 5; ++uid) {
    EXPECT_LT(norm(run.velocity(uid)), kStackNearlyStill) << uid;
    EXPECT_NEAR(run.position(uid).x, 0.003 * static_cast<double>(uid - 1), kSunkIn);
    EXPECT_NEAR(run.position(uid).z, 0.03 + 0.06 * static_cast<double>(uid - 1), kSunkIn);
  }
  EXPECT_EQ(names(run).size(), 20u);
}

TEST(Resting, CylinderOnItsEndAndOnItsSide) {
  SceneRun run(
      scene("  - {name: standing, material: stone, shape: {cylinder: {radius: 0.03, height: 0.1}}, "
            "position: [0, 0, 0.05]}\n",
            "  - {name: lying, material: stone, shape: {cylinder: {radius: 0.03, height: 0.1, axis: x}}, "
            "position: [0.3, 0, 0.03]}\n",
            10000));
  run.to_end();
  EXPECT_LT(norm(run.velocity(1)), kLiesStill);
  EXPECT_LT(norm(run.velocity(2)), kLiesStill);
  EXPECT_EQ(names(run).size(), 6u);
}

TEST(Tunnelling, IsWarnedOf) {
  const std::string thin =
      "  - {name: card, material: stone, shape: {box: {size: [0.1, 0.08, 0.0001]}}, position: [0, 0, 0.05], "
      "velocity: [0, 0, -3]}\n";
  const auto warned = [](const SceneRun& run) {
    for (const std::string& line : run.simulation.warnings())
      if (line.find("pass through") != std::string::npos) return line.find("card") != std::string::npos;
    return false;
  };
  EXPECT_TRUE(warned(SceneRun(scene(thin, "", 2, ", allow_unstable: true"))));
  const std::string thick =
      "  - {name: card, material: stone, shape: {box: {size: [0.1, 0.08, 0.01]}}, position: [0, 0, 0.05], "
      "velocity: [0, 0, -3]}\n";
  EXPECT_FALSE(warned(SceneRun(scene(thick, "", 2))));
}

}  // namespace
}  // namespace cairn
