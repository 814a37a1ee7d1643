// Properties of materials that a method has no use for, named by what one would see.
#include "scene/unused.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "laws/force_law.h"
#include "laws/row_law.h"
#include "program/program.h"
#include "scene/materials.h"
#include "solvers/impact/impact.h"

namespace cairn::program {
namespace {

constexpr const char* kScene = R"yaml(
materials:
  glass: {density: 2500, friction: 0.4, restitution: 0.5, young: 1e7, poisson: 0.3, rolling_friction: 0.1}
  wall: {friction: 0.3}
pairs:
  glass-wall: {crush: 5, rolling_friction: 0.2}
method: {explicit: {law: hertz_mindlin, rolling: spring}}
time: {step: 1e-5, end: 1e-4}
bodies:
  - {name: floor, material: wall, shape: {plane: {}}, position: [0, 0, 0], fixed: true}
  - {name: ball, material: glass, shape: {sphere: {radius: 1e-2}}, position: [0, 0, 0.01]}
)yaml";

std::string unused_with(const std::string& method) {
  const Scene scene = Scene::from_text(kScene, "a.yaml", ".", {"method=" + method});
  std::string text;
  for (const UnusedProperty& one : unused_properties(scene)) text += one.owner + "." + one.property + " ";
  return text;
}

TEST(UnusedProperties, RollingFrictionIsIgnoredWithoutAWord) {
  const std::string rolling = "glass.rolling_friction ",
                    pair = "glass-wall.rolling_friction glass-wall.crush ";
  EXPECT_EQ(unused_with("{explicit: {law: hertz_mindlin, rolling: spring}}"), "glass-wall.crush ");
  EXPECT_EQ(unused_with("{explicit: {law: hertz_mindlin}}"), rolling + pair);
  EXPECT_EQ(unused_with("{explicit: {law: hooke, stiffness: 1e4, damping: none, tangential: none}}"),
            "glass.friction glass.restitution " + rolling + "wall.friction " + pair);
  EXPECT_EQ(unused_with("{implicit: {law: coulomb}}"), "glass.young glass.poisson " + rolling + pair);
  EXPECT_EQ(unused_with("{implicit: {law: frictionless, compatible_forces: hertz}}"),
            "glass.friction " + rolling + "wall.friction " + pair);
  EXPECT_EQ(unused_with("{implicit: {law: compliant, yield: {capped: {crush: 9}}}}"),
            "glass.poisson glass.restitution " + rolling + "glass-wall.rolling_friction ");
  EXPECT_EQ(unused_with("{impact: {}}"), "glass.young glass.poisson " + rolling + pair);
}

// A slip of the pen in a row would make a warning that is always or never there.
TEST(UnusedProperties, RowsNameKeysOfMaterialsAndPairs) {
  std::vector<std::string> keys;
  for (const auto& fields : {material_fields(), pair_fields()})
    for (const Option& field : fields) keys.push_back(field.name);
  for (const ImpactSolverRow& row : impact_solvers())
    for (const std::string& name : row.uses) EXPECT_TRUE(std::ranges::count(keys, name)) << name;
  for (const char* method : {"{explicit: {law: hertz_mindlin, adhesion: jkr, rolling: spring}}",
                             "{explicit: {law: hooke, stiffness: 1e4, adhesion: dmt, rolling: spring}}"}) {
    const Scene scene = Scene::from_text(kScene, "a.yaml", ".", {std::string("method=") + method});
    const Value& law = scene["method"].selected()["law"];
    for (const std::string& name : force_laws().find(law).uses(law.selected()))
      EXPECT_TRUE(std::ranges::count(keys, name)) << name;
  }
  for (const RowLawRow& row : row_laws()) {
    const std::string method = "{implicit: {law: " + row.name + "}}";
    const Scene scene = Scene::from_text(kScene, "a.yaml", ".", {"method=" + method});
    for (const std::string& name : row.uses(scene["method"].selected()["law"].selected()))
      EXPECT_TRUE(std::ranges::count(keys, name)) << name;
  }
}

int times_in(const std::string& text, const std::string& word) {
  int count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

// What is not there needs no word: a method without adhesion does what adhesion 0 asks for.
TEST(UnusedProperties, ZeroIsNothingToMissButForRestitution) {
  const Scene scene = Scene::from_text(
      R"yaml(
materials: {glass: {density: 2500, restitution: 0, work_of_adhesion: 0, rolling_friction: 0}}
method: {explicit: {law: hooke, stiffness: 1e4, damping: none}}
time: {end: 1}
)yaml",
      "a.yaml");
  const std::vector<UnusedProperty> unused = unused_properties(scene);
  ASSERT_EQ(unused.size(), 1u);
  EXPECT_EQ(unused[0].property, "restitution");
}

// An impact run refuses rolling friction; the method it proposes has some.
TEST(UnusedProperties, TheMethodThatIsProposedInsteadIgnoresThemToo) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kScene);
  const Outcome outcome = cairn(folder, {"check", "a.yaml", "--set", "method={impact: {}}"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("take explicit with rolling: spring"), std::string::npos) << outcome.err;
  EXPECT_EQ(unused_with("{explicit: {law: hooke, stiffness: 1e4, rolling: spring}}"), "glass-wall.crush ");
}

TEST(UnusedProperties, CheckListsThemAndRunWarnsOnce) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kScene);
  const std::string implicit = "method={implicit: {law: coulomb}}";
  const std::string said =
      "a.yaml:3: warning: method implicit with law coulomb does not use `young` of glass, `poisson` of "
      "glass, "
      "`rolling_friction` of glass and glass-wall, `crush` of glass-wall\n";
  const Outcome checked = cairn(folder, {"check", "a.yaml", "--set", implicit});
  EXPECT_EQ(checked.code, 0);
  EXPECT_NE(checked.out.find(said), std::string::npos) << checked.out;
  const Outcome ran = cairn(folder, {"run", "a.yaml", "--set", implicit});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(times_in(ran.err, said), 1) << ran.err;
  EXPECT_EQ(times_in(ran.err, "does not use"), 1) << ran.err;
}

TEST(UnusedProperties, CompareWarnsOfThoseThatNoMethodUses) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kScene);
  const Outcome some = cairn(folder, {"compare", "a.yaml", "--methods", "scene,coulomb/nlgs"});
  EXPECT_EQ(some.code, 0) << some.err;
  EXPECT_EQ(some.err, "a.yaml:6: warning: none of the methods uses `crush` of glass-wall\n");
}

// An option of a law that needs another one to matter is told; the resolved scene, which has all defaults, is
// silent about them.
TEST(UnusedProperties, OptionsThatDoNothingBesideTheOthers) {
  const Scene scene = Scene::from_text(kScene, "a.yaml", ".",
                                       {"method={explicit: {law: hooke, stiffness: 1e4, "
                                        "tangential_stiffness: 3e3, tangential_ratio: 0.5, cohesion: "
                                        "1 N, rolling_damping: 0.3, rescale: loading}}"});
  std::string all;
  for (const std::string& warning : idle_options(scene)) all += warning + "\n";
  for (const char* said : {"`tangential_ratio` has no effect beside `tangential_stiffness`",
                           "`cohesion` has no effect without `adhesion: cohesion`",
                           "`rescale` has no effect without `tangential: mindlin`"})
    EXPECT_NE(all.find(said), std::string::npos) << all;
  EXPECT_EQ(std::ranges::count(all, '\n'), 3) << all;

  const TemporaryFolder folder;
  folder.write("a.yaml", kScene);
  ASSERT_EQ(cairn(folder, {"run", "a.yaml", "-q"}).code, 0);
  const Outcome resolved = cairn(folder, {"check", "a.run/scene.yaml"});
  EXPECT_EQ(resolved.code, 0);
  EXPECT_EQ(resolved.out.find("has no effect"), std::string::npos) << resolved.out;
}

}  // namespace
}  // namespace cairn::program
