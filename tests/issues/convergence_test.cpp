// Implicit runs whose solver never gets there, named by what one would see.
#include <gtest/gtest.h>

#include <string>

#include "program/program.h"
#include "simulate.h"

namespace cairn::test {
namespace {

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << "in: " << (text)

// A stack that four sweeps cannot solve; the iterations that it is given grow by an event of the test.
std::string stack(const std::string& options) {
  return "gravity: [0, 0, -9.81]\nmaterials: {stone: {density: 2500, friction: 0.5}}\n"
         "method: {implicit: {law: coulomb, solver: nlgs, warm_start: false, tolerance: 1e-8, "
         "max_iterations: 4" +
         options + R"yaml(}}
time: {step: 1e-3, end: 0.1}
bodies:
  - {name: floor, material: stone, shape: plane, position: [0, 0, 0], fixed: true}
  - {name: balls, material: stone, shape: {sphere: {radius: 10 mm}}, position: [0, 0, 10 mm], lattice: {kind: cubic, spacing: 20 mm, counts: [3, 3, 5]}}
)yaml";
}

TEST(Convergence, ARunGoesOnForEverWithoutConverging) {
  SceneRun run(stack(", give_up_after: 7"));
  std::string said;
  try {
    run.to_end();
  } catch (const NotConverged& error) {
    said = error.what();
  }
  EXPECT_SAYS(said, "(step 7)");
  EXPECT_SAYS(said, "7 steps in a row did not converge: give_up_after ends the run");
  EXPECT_SAYS(said, "residual");
  // Off unless asked for.
  SceneRun on(stack(""));
  EXPECT_NO_THROW(on.to_end());
}

TEST(Convergence, AResumedRunCountsFromZero) {
  SceneRun half(stack(", give_up_after: 7")), rest(stack(", give_up_after: 7"));
  half.until([](const Simulation& simulation) { return simulation.step() == 5; });
  Record record;
  half.simulation.save(record);
  rest.simulation.load(record);
  EXPECT_THROW(rest.to_end(), NotConverged);
  EXPECT_EQ(rest.simulation.step(), 7u);
}

// A step that converges, here because nothing touches, begins the count again.
TEST(Convergence, HardStepsAddUpOverTheWholeRun) {
  const std::string scene =
      stack(", give_up_after: 20") +
      "events: [{at: 15 ms, gravity: [0, 0, 50]}, {at: 25 ms, gravity: [0, 0, -300]}]\n";
  SceneRun run(scene);
  std::uint64_t failed = 0;
  run.until([&](const Simulation& simulation) {
    failed += !simulation.report().solve.converged;
    return simulation.time() > 24e-3;
  });
  EXPECT_GE(failed, 15u);
  EXPECT_THROW(run.to_end(), NotConverged);
  EXPECT_GT(run.simulation.step(), 25u + 20u - 2);
}

TEST(Convergence, TheProgramEndsWithAnotherCode) {
  const program::TemporaryFolder folder;
  folder.write("stack.yaml", stack(", give_up_after: 3"));
  const program::Outcome run = program::cairn(folder, {"run", "stack.yaml"});
  EXPECT_EQ(run.code, 4);
  EXPECT_SAYS(run.err, "3 steps in a row did not converge");
  EXPECT_EQ(program::json_value(folder.read("stack.run/summary.json"), "unconverged_steps"), "3");

  folder.write("both.yaml", stack(", give_up_after: 3, on_failure: stop"));
  const program::Outcome both = program::cairn(folder, {"run", "both.yaml"});
  EXPECT_EQ(both.code, 2);
  EXPECT_SAYS(both.err, "both.yaml:3:");
  EXPECT_SAYS(both.err, "give_up_after goes with `on_failure: warn`");
}

}  // namespace
}  // namespace cairn::test
