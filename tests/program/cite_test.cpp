// cairn cite: BibTeX of every name that a scene may give, of runs and of keys.
#include <gtest/gtest.h>

#include "laws/force_law.h"
#include "laws/row_law.h"
#include "measure/measure.h"
#include "program/program.h"
#include "solvers/solver.h"

namespace cairn::program {
namespace {

bool says(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

TEST(Cite, EveryNameOfATableHasItsWorks) {
  const TemporaryFolder folder;
  Words words{"cite"};
  for (const auto& row : force_laws()) words.push_back(row.name);
  for (const auto& row : row_laws()) words.push_back(row.name);
  for (const auto& row : solvers()) words.push_back(row.name);
  for (const auto& row : measures()) words.push_back(row.name);
  const Outcome outcome = cairn(folder, words);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* key : {"@software{cairn,", "@article{PZ17,", "{LO27,", "{CMN81,", "{OD82,"})
    EXPECT_TRUE(says(outcome.out, key)) << key << " in\n" << outcome.out;
  const std::size_t first = outcome.out.find("@article{PZ17,");
  EXPECT_EQ(outcome.out.find("@article{PZ17,", first + 1), std::string::npos) << "once";
}

TEST(Cite, ARunByItsSummaryAndAKeyByItself) {
  const TemporaryFolder folder;
  folder.write("scene.yaml", R"yaml(materials: {glass: {density: 2500, young: 1e7, poisson: 0.3}}
method: {explicit: {law: hertz_mindlin}}
time: {step: 1 us, end: 10 us}
bodies: [{name: ball, material: glass, shape: {sphere: {radius: 5 mm}}}]
)yaml");
  ASSERT_EQ(cairn(folder, {"run", "scene.yaml", "-o", "ball.run"}).code, 0);
  const Outcome of_run = cairn(folder, {"cite", "ball.run"});
  EXPECT_EQ(of_run.code, 0) << of_run.err;
  EXPECT_TRUE(says(of_run.out, "@article{PZ17,") && says(of_run.out, "  doi = {")) << of_run.out;
  EXPECT_TRUE(says(cairn(folder, {"cite", "OK18"}).out, "@article{OK18,"));
  EXPECT_FALSE(says(cairn(folder, {"cite"}).out, "@article"));
}

TEST(Cite, RefusesWhatNobodyKnows) {
  const TemporaryFolder folder;
  const Outcome unknown = cairn(folder, {"cite", "hertz_mindlim"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_TRUE(says(unknown.err, "did you mean 'hertz_mindlin'")) << unknown.err;
  const Outcome foreign = cairn(folder, {"cite", "."});
  EXPECT_EQ(foreign.code, 2);
  EXPECT_TRUE(says(foreign.err, "has no summary.json")) << foreign.err;
}

}  // namespace
}  // namespace cairn::program
