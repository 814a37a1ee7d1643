// Steps that do not converge say why and what to try, once per cause; summary.json counts them.
#include <gtest/gtest.h>

#include <algorithm>

#include "results/summary.h"
#include "simulate.h"

namespace cairn {
namespace {

using test::SceneRun;

// A ball between a floor and a ceiling that comes down.
std::string squeezed(const std::string& method) {
  return "gravity: [0, 0, -9.81]\n"
         "materials: {stone: {density: 2500, friction: 0.3}}\n"
         "method: {implicit: {" +
         method +
         "}}\n"
         "time: {step: 1e-3, end: 5e-3}\n"
         "bodies:\n"
         "  - {name: floor, material: stone, shape: {plane: {}}, position: [0, 0, 0], fixed: true}\n"
         "  - {name: ceiling, material: stone, shape: {plane: {normal: [0, 0, -1]}}, position: [0, 0, 20.05 "
         "mm], "
         "motion: {translation: {velocity: [0, 0, -0.1]}}}\n"
         "  - {name: ball, material: stone, shape: {sphere: {radius: 10 mm}}, position: [0, 0, 10 mm]}\n";
}

std::vector<std::string> failures(const SceneRun& run) {
  std::vector<std::string> found;
  std::ranges::copy_if(run.simulation.warnings(), std::back_inserter(found), [](const std::string& text) {
    return text.find("did not converge") != std::string::npos;
  });
  return found;
}

Summary summary_of(SceneRun& run) {
  Summary summary;
  run.simulation.summarise(summary);
  return summary;
}

TEST(RunDiagnosis, ABallWithoutRoom) {
  SceneRun run(squeezed("law: coulomb, solver: pgs"));
  run.to_end();
  const std::vector<std::string> said = failures(run);
  ASSERT_EQ(said.size(), 1u);
  for (const char* part : {"contradict each other", "law compliant", "(ball)"})
    EXPECT_NE(said[0].find(part), std::string::npos) << part << ": " << said[0];
  const Summary summary = summary_of(run);
  EXPECT_EQ(summary.unconverged_steps, 5u);
  EXPECT_EQ(summary.unconverged_by_cause, (CauseCounts{5, 0, 0, 0}));
  EXPECT_NE(write_summary(summary).find("\"contradiction\": 5"), std::string::npos);
  // The cure.
  SceneRun soft(squeezed("law: compliant, stiffness: 1e5, solver: pgs"));
  soft.to_end();
  EXPECT_EQ(summary_of(soft).unconverged_steps, 0u);
}

TEST(RunDiagnosis, TheCountsGoOnAfterAResume) {
  const std::string scene = squeezed("law: coulomb, solver: pgs");
  SceneRun first(scene), second(scene);
  first.until([](const Simulation& simulation) { return simulation.step() == 3; });
  Record record;
  first.simulation.save(record);
  second.simulation.load(record);
  second.to_end();
  EXPECT_EQ(summary_of(second).unconverged_by_cause, (CauseCounts{5, 0, 0, 0}));
  EXPECT_EQ(failures(second).size(), 1u);
}

TEST(RunDiagnosis, TooFewIterationsAreAnotherCause) {
  std::string scene =
      "gravity: [0, 0, -9.81]\nmaterials: {stone: {density: 2500, friction: 0.5}}\n"
      "method: {implicit: {law: coulomb, solver: nlgs, warm_start: false, tolerance: 1e-8, max_iterations: "
      "4}}\n"
      "time: {step: 1e-3, end: 5e-3}\nbodies:\n"
      "  - {name: floor, material: stone, shape: plane, position: [0, 0, 0], fixed: true}\n"
      "  - {name: balls, material: stone, shape: {sphere: {radius: 10 mm}}, position: [0, 0, 10 mm], "
      "lattice: "
      "{kind: cubic, spacing: 20 mm, counts: [3, 3, 5]}}\n";
  SceneRun run(scene);
  run.to_end();
  ASSERT_EQ(failures(run).size(), 1u);
  EXPECT_NE(failures(run)[0].find("try max_iterations of 1000"), std::string::npos) << failures(run)[0];
  EXPECT_EQ(summary_of(run).unconverged_by_cause.back(), summary_of(run).unconverged_steps);
  SceneRun cured(scene, 1, {"method.implicit.max_iterations=1000"});
  cured.to_end();
  EXPECT_EQ(summary_of(cured).unconverged_steps, 0u);
}

}  // namespace
}  // namespace cairn
