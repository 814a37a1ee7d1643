// cairn check: what it lists of a scene, and the doubts that it voices.
#include <gtest/gtest.h>

#include "program/program.h"

namespace cairn::program {
namespace {

struct Checked {
  int code = -1;
  std::string out;
  bool says(const std::string& words) const { return out.find(words) != std::string::npos; }
};

Checked check(const TemporaryFolder& folder, const std::string& scene, const Words& more = {}) {
  folder.write("scene.yaml", scene);
  Words words{"check", "scene.yaml"};
  words.insert(words.end(), more.begin(), more.end());
  const Outcome outcome = cairn(folder, words);
  return {outcome.code, outcome.out + outcome.err};
}

constexpr const char* kWhole = R"yaml(materials:
  glass: {density: 2500, friction: 0.5, rolling_friction: 0.1}
  steel: {density: 7800, friction: 0.3, young: 2e11, poisson: 0.3}
pairs: {glass-steel: {friction: 0.2, restitution: 0.4, twisting_friction: 0.05}}
method: {explicit: {law: hooke, stiffness: 1e4}}
time: {step: 10 us, end: 10 ms}
bodies:
  - {name: ball, material: glass, shape: {sphere: {radius: 5 mm}}}
  - {name: gate, material: steel, shape: {box: {size: [0.1, 0.1, 0.01]}}, position: [0, 0, -0.1], fixed: true}
  - {name: press, material: steel, shape: {box: {size: [0.1, 0.1, 0.01]}}, position: [0, 0, 0.3],
     motion: {servo: {force: 20 N, axis: [0, 0, -1], max_speed: 0.5 m/s}}}
inlet: {name: rain, material: glass, shape: {sphere: {radius: 5 mm}}, rate: 100, until: 5 ms, count: 3,
        region: {box: {min: [-0.04, -0.04, 0.1], max: [0.04, 0.04, 0.2]}}}
events: [{at: 2 ms, remove: gate}]
measure: {motion: {kinetic_energy: {}, every: 1 ms}}
)yaml";

TEST(Check, ListsPairsServosInletsEventsAndMeasures) {
  const TemporaryFolder folder;
  const Checked checked = check(folder, kWhole);
  ASSERT_EQ(checked.code, 0) << checked.out;
  for (const char* words :
       {"glass-glass      friction 0.5, restitution 0, rolling friction 0.1\n",
        "glass-steel      friction 0.2, restitution 0.4, rolling friction 0.1, twisting friction 0.05\n",
        "Servos\n  press            pushes with 20 N along [0, 0, -1], at most 0.5 m/s; "
        "arrives after about 0.58 s, 0.29 m away\n",
        "Inlets\n  rain             100 bodies/s from 0 s to 0.005 s, at most 3 bodies\n",
        "Events\n  t = 0.002 s      remove gate\n", "Measures\n  motion           every 0.001 s: "})
    EXPECT_TRUE(checked.says(words)) << words << "\nin\n" << checked.out;
  EXPECT_FALSE(checked.says("Joints")) << "there are none";
}

// Balls placed to touch overlap by round-off, which is none.
TEST(Check, TakesRoundOffForNoOverlap) {
  const TemporaryFolder folder;
  const std::string scene = R"yaml(materials: {glass: {density: 2500}}
method: {explicit: {law: hooke, stiffness: 1e4}}
time: {step: 10 us, end: 10 ms}
bodies:
  - {name: a, material: glass, shape: {sphere: {radius: 0.1}}, position: [0.7, 0, 0]}
  - {name: b, material: glass, shape: {sphere: {radius: 0.1}}, position: [SECOND, 0, 0]}
)yaml";
  const auto with = [&](const std::string& x) {
    std::string text = scene;
    return check(folder, text.replace(text.find("SECOND"), 6, x));
  };
  EXPECT_TRUE(with("0.7 + 0.2 - 1e-12").says("no overlap at the start"));
  EXPECT_TRUE(with("0.7 + 0.2 - 1e-9").says("overlap at the start: 1 pair,"));
}

TEST(Check, WarnsOfASideGivenTwice) {
  const TemporaryFolder folder;
  const Checked checked = check(folder, R"yaml(materials: {glass: {density: 2500}}
dimension: 2
method: {explicit: {law: hooke, stiffness: 1e4}}
time: {step: 10 us, end: 10 ms}
bodies:
  - {name: disc, material: glass, shape: {disc: {radius: 0.1}}}
  - {name: floor, material: glass, shape: plane, position: [0, 0, -1], fixed: true}
  - {name: left, material: glass, shape: {plane: {normal: [1, 0, 0]}}, position: [-1, 0, 0], fixed: true}
measure: {press: {biaxial: {top: floor, bottom: floor, sides: [left, left]}}}
)yaml");
  EXPECT_EQ(checked.code, 0) << checked.out;
  EXPECT_TRUE(checked.says("scene.yaml:9:")) << checked.out;
  EXPECT_TRUE(checked.says("measure.press: the side 'left' is given twice")) << checked.out;
}

TEST(Check, ListsJoints) {
  const TemporaryFolder folder;
  const std::string arms = R"yaml(materials: {steel: {density: 7800}}
method: {implicit: {law: coulomb}}
time: {step: 1 ms, end: 10 ms}
bodies:
  - {name: arm, material: steel, shape: {box: {size: [0.4, 0.01, 0.01]}}, position: [0.2, 0, 0]}
  - {name: hand, material: steel, shape: {box: {size: [0.4, 0.01, 0.01]}}, position: [0.6, 0, 0]}
joints:
  - {revolute: {name: shoulder, bodies: [arm, ground], point: [0, 0, 0], axis: [0, 1, 0]}}
  - {fixed: {name: wrist, bodies: [hand, arm], point: [0.4, 0, 0]}}
)yaml";
  const Checked checked = check(folder, arms);
  EXPECT_TRUE(
      checked.says("Joints\n  shoulder         revolute: arm to the ground\n"
                   "  wrist            fixed: hand to arm\n"))
      << checked.out;
}

// A tetrahedron with edges of 30 units.
constexpr const char* kRotor = R"(v 0 0 0
v 30 0 0
v 0 30 0
v 0 0 30
f 1 3 2
f 1 2 4
f 1 4 3
f 2 3 4
)";

std::string mixer(const std::string& unit, const std::string& position = "[0, 0, 0]") {
  return R"yaml(materials: {glass: {density: 2500, friction: 0.5}}
method: {explicit: {law: hooke, stiffness: 1e4}}
time: {step: 10 us, end: 10 ms}
bodies:
  - {name: rotor, material: glass, shape: {mesh: {file: rotor.obj)yaml" +
         unit + "}}, position: " + position + R"yaml(, fixed: true}
  - {name: beads, material: glass, shape: {sphere: {radius: 5 mm}},
     lattice: {spacing: 11 mm, counts: [3, 3, 1]}, position: [-0.1, -0.1, -0.1]}
)yaml";
}

TEST(Check, AsksForTheUnitOfAMeshThatDwarfsEverything) {
  const TemporaryFolder folder;
  folder.write("rotor.obj", kRotor);
  const Checked metres = check(folder, mixer(""));
  ASSERT_EQ(metres.code, 0) << metres.out;
  EXPECT_TRUE(metres.says("scene.yaml:5: warning: 'rotor': the mesh is ")) << metres.out;
  EXPECT_TRUE(metres.says("is it in mm? Then say `unit: 1 mm`")) << metres.out;
  EXPECT_FALSE(check(folder, mixer(", unit: 1 mm")).says("warning"));
  const Checked tiny = check(folder, mixer(", unit: 1 um"));
  EXPECT_TRUE(tiny.says("is it in m? Then say `unit: 1 m`")) << tiny.out;
  // A hopper as long as the way to its beads is no doubt.
  EXPECT_FALSE(check(folder, mixer("", "[20, 20, 20]")).says("is it in"));
}

TEST(Check, DoubtsDiscsUnderALawOfBalls) {
  const TemporaryFolder folder;
  const std::string discs = R"yaml(dimension: 2
materials: {glass: {density: 2500, young: 1e8, poisson: 0.3, friction: 0.5, restitution: 0.5}}
method: {explicit: {law: hertz_mindlin}}
time: {step: auto, end: 1 ms}
bodies: [{name: disc, material: glass, shape: {disc: {radius: 1 mm}}}]
)yaml";
  const Checked doubted = check(folder, discs);
  EXPECT_EQ(doubted.code, 0);
  EXPECT_TRUE(doubted.says("scene.yaml:3: warning: hertz_mindlin takes contacts of discs")) << doubted.out;
  const Words hooke{"--set", "method={explicit: {law: hooke, stiffness: 1e6}}"};
  EXPECT_FALSE(check(folder, discs, hooke).says("contacts of discs"));
}

TEST(Check, SaysThatOnlyImpactRunsCountImpacts) {
  const TemporaryFolder folder;
  const std::string scene = beads_scene(5, 0.01, "measure: {knocks: {impacts: {}, every: 1 ms}}\n");
  const Checked doubted = check(folder, scene);
  EXPECT_TRUE(doubted.says("warning: measure.knocks stays zero: method explicit")) << doubted.out;
  EXPECT_FALSE(check(folder, scene, {"--set", "method={impact: {}}"}).says("stays zero"));
}

}  // namespace
}  // namespace cairn::program
