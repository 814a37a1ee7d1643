// What the program says to scenes that are valid but do not do what they mean, named by the symptom.
#include <gtest/gtest.h>

#include <sstream>

#include "places.h"
#include "program/program.h"

namespace cairn::program {
namespace {

const std::string kArm = R"yaml(
materials: {steel: {density: 7800, friction: 0.4}}
method: {implicit: {law: coulomb}}
gravity: [0, 0, 0]
time: {step: 1 ms, end: 20 ms}
bodies:
  - {name: arm, material: steel, shape: {box: {size: [0.4, 0.04, 0.04]}}, position: [0.2, 0, 0]}
  - {name: ball, material: steel, shape: {sphere: {radius: 20 mm}}, position: [0.19, 0, 0.16]}
joints:
  - revolute: {name: shoulder, bodies: [arm, ground], point: [0, 0, 0], axis: [0, -1, 0], )yaml";

const std::string kBeads = R"yaml(
materials: {glass: {density: 2500, friction: 0.5}}
method: {explicit: {law: hooke, stiffness: 1 kN/m}}
time: {end: 20 ms}
)yaml";

const std::string kSample = kBeads + R"yaml(gravity: [0, 0, 0]
bodies:
  - name: beads
    material: glass
    shape: {sphere: {diameter: 4 mm}}
    fill: {box: {min: [-10 mm, -10 mm, 0], max: [10 mm, 10 mm, 20 mm]}, count: 20, seed: 1}
)yaml";

struct Case {
  const char* name;
  Words words;
  std::string scene;
  std::vector<std::string> says, never;
  int code = 0;
};
void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

const Case kCases[] = {
    {"AMotorJumpsAndCheckIsSilent",
     {"check", "a.yaml"},
     kArm + "motor: {position: 40 deg}}\n",
     {"the position of a motor jumps at t = 0 s", "'shoulder' by 0.698 rad", "`max` or a `time`"},
     {}},
    {"AMotorThatRampsIsSaidToJump",
     {"run", "a.yaml"},
     kArm + "motor: {position: \"20 deg*smooth(t, 0 s, 20 ms)\"}}\n",
     {},
     {"jumps"}},
    {"AMotorThatStepsLaterIsMissed",
     {"run", "a.yaml"},
     kArm + "motor: {position: \"5 deg*step(t - 10 ms)\"}}\n",
     {"jumps at t = 0.009 s", "'shoulder' by 0.0873 rad"},
     {}},
    {"AJumpIsBlamedOnTheStep",
     {"run", "a.yaml"},
     kArm + "motor: {position: 40 deg}}\n",
     {"an overlap of", "give that motor a `max` or a `time`"},
     {"the step is too long"},
     3},
    {"CheckListsNoMotors",
     {"check", "a.yaml"},
     kArm + "motor: {speed: 2 rad/s, max: 3 N m}, limit: {min: -1, max: 1.5}}\n",
     {"arm to the ground; motor: speed 2 rad/s at the start, at most 3 N m; limit: -1 to 1.5 rad"},
     {}},
    {"NamesForJointsLackTheGround",
     {"check", "a.yaml"},
     kArm + "motor: {speed: 1}}\n  - ball: {bodies: [ball, gruond], point: [0, 0, 0]}\n",
     {"unknown body 'gruond'; did you mean 'ground'? Known: arm, ball, ground"},
     {},
     2},
    {"ALimitIsWordedAsAFact",
     {"check", "a.yaml"},
     kArm + "limit: {min: 2, max: 1}}\n",
     {"the min of this limit, 2, must be below its max, 1"},
     {},
     2},
    {"TheReachOfARodIsLongerThanItsArm",
     {"check", "a.yaml"},
     kArm + "}\n  - distance: {name: rod, bodies: [arm, ground], point: [0.4, 0, 0], to: [0.3, 0, 0], "
            "length: 2}\n",
     {"joint 'rod' cannot have its length 2 m", "and 0.7 m is as near as they come"},
     {},
     2},
    {"TheReachOfARodIsShorterThanItsArm",
     {"check", "a.yaml"},
     kArm + "}\n  - distance: {name: rod, bodies: [arm, ground], point: [0.4, 0, 0], to: [0.5, 0, 0], "
            "length: 1 mm}\n",
     {"and 0.1 m is as near as they come"},
     {},
     2},
    {"AFlippedPlaneIsAFullRegion",
     {"check", "a.yaml"},
     kSample +
         "  - {name: left, material: glass, shape: {plane: {normal: [-1, 0, 0]}}, position: [-10 mm, 0, 0], "
         "fixed: true}\n",
     {"0 of 20 bodies fitted without overlap: the region lies behind the plane 'left': its normal must "
      "point"},
     {"make the region larger"},
     2},
    {"ASolidInTheRegionIsNotNamed",
     {"check", "a.yaml"},
     kSample + "  - {name: block, material: glass, shape: {box: {size: [20 mm, 20 mm, 20 mm]}}, position: "
               "[0, 0, 10 "
               "mm], fixed: true}\n",
     {"'block' takes 100 % of the region"},
     {},
     2},
    {"AServoPushesAway",
     {"check", "a.yaml"},
     kSample +
         "  - {name: lid, material: glass, shape: {plane: {normal: [0, 0, -1]}}, position: [0, 0, 21 mm], "
         "motion: {servo: {force: 1 N, axis: [0, 0, 1]}}}\n",
     {"warning: the servo of 'lid' pushes along [0, 0, 1], away from all bodies", "all bodies are behind it"},
     {"touches its bodies"}},
    {"AServoArrivesAfterTheEnd",
     {"run", "a.yaml", "-q"},
     kSample +
         "  - {name: lid, material: glass, shape: {plane: {normal: [0, 0, -1]}}, position: [0, 0, 50 mm], "
         "motion: {servo: {force: 1 N, axis: [0, 0, -1], max_speed: 10 mm/s}}}\n",
     {"the servo of 'lid' is 0.03", "but the run ends in 0.02 s"},
     {}},
    {"AServoThatArrivesWarns",
     {"check", "a.yaml"},
     kSample +
         "  - {name: lid, material: glass, shape: {plane: {normal: [0, 0, -1]}}, position: [0, 0, 21 mm], "
         "motion: {servo: {force: 1 N, axis: [0, 0, -1]}}}\n",
     {"arrives after about"},
     {"warning: the servo"}},
    {"AnInletOutsideTheDomain",
     {"check", "a.yaml"},
     kBeads + "domain: {min: [-1, -1, -1], max: [1, 1, 1], outside: remove}\n"
              "inlet: {material: glass, shape: {sphere: {radius: 1 cm}}, rate: 100 1/s, region: {box: {min: "
              "[0, 0, 2], "
              "max: [1, 1, 3]}}}\n",
     {"the region of this inlet lies outside the domain", "removed at once"},
     {}},
    {"AnInletWithoutRoom",
     {"run", "a.yaml", "-q"},
     kBeads + "gravity: [0, 0, 0]\ninlet: {name: feed, material: glass, shape: {sphere: {diameter: 4 mm}}, "
              "rate: 10000 "
              "1/s, region: {box: {min: [0, 0, 0], max: [9 mm, 9 mm, 9 mm]}}}\n",
     {"the inlet 'feed' finds no room: ", "make its region larger"},
     {}},
    {"AnInletWithRoomWarns",
     {"run", "a.yaml", "-q"},
     kBeads +
         "inlet: {name: feed, material: glass, shape: {sphere: {diameter: 4 mm}}, rate: 1000 1/s, region: "
         "{box: {min: [0, 0, 0], max: [90 mm, 90 mm, 90 mm]}}}\n",
     {},
     {"finds no room"}},
    {"SpheresUnderPressureInThePlane",
     {"check", "a.yaml"},
     kBeads + "dimension: 2\nbodies:\n"
              "  - {name: balls, material: glass, shape: {sphere: {radius: 1 cm}}, position: [0, 0, 1 cm]}\n"
              "  - {name: lid, material: glass, shape: {plane: {normal: [0, 0, -1]}}, position: [0, 0, 3 "
              "cm], motion: "
              "{servo: {pressure: 1 kPa, area: 0.1 m2, axis: [0, 0, -1]}}}\n",
     {"a depth of 1 m, which the spheres of 'balls' do not have"},
     {}},
    {"AShrinkingCellWantsStiffness",
     {"run", "a.yaml", "-q", "--until", "0.3"},
     kBeads + "gravity: [0, 0, 0]\nperiodic: {min: [0, 0, 0], max: [9 mm, 9 mm, 9 mm], strain_rate: [-5, -5, "
              "-5]}\n"
              "bodies:\n"
              "  - {name: beads, material: glass, shape: {sphere: {diameter: 3 mm}}, position: [1.5 mm, 1.5 "
              "mm, 1.5 "
              "mm], lattice: {spacing: 3 mm, counts: [3, 3, 3]}}\n",
     {"the shrinking cell presses its bodies together: stop it earlier, such as by `events: [{at: "},
     {"times the stiffness"},
     3},
    {"OneBodiesAreCounted",
     {"run", "a.yaml", "--until", "1e-9"},
     kBeads + "bodies: [{name: ball, material: glass, shape: {sphere: {radius: 1 cm}}}]\n",
     {"1 step to t"},
     {"1 steps", "1 bodies"}},
};

class FirstScene : public testing::TestWithParam<Case> {};

TEST_P(FirstScene, IsAnswered) {
  const Case& one = GetParam();
  const TemporaryFolder folder;
  folder.write("a.yaml", one.scene);
  const Outcome outcome = cairn(folder, one.words);
  const std::string all = outcome.out + outcome.err;
  EXPECT_EQ(outcome.code, one.code) << all;
  for (const std::string& words : one.says)
    EXPECT_NE(all.find(words), std::string::npos) << words << "\n" << all;
  for (const std::string& words : one.never)
    EXPECT_EQ(all.find(words), std::string::npos) << words << "\n" << all;
}

INSTANTIATE_TEST_SUITE_P(All, FirstScene, testing::ValuesIn(kCases),
                         [](const auto& test) { return test.param.name; });

// The last value of a column of series.csv.
double last_of(const TemporaryFolder& folder, const std::string& run, const std::string& column) {
  std::istringstream lines(folder.read(run + "/series.csv"));
  std::string names, line, last;
  std::getline(lines, names), std::getline(lines, names);
  while (std::getline(lines, line))
    if (!line.empty()) last = line;
  std::istringstream heads(names), values(last);
  for (std::string name, value; std::getline(heads, name, ',') && std::getline(values, value, ',');)
    if (name == column) return std::stod(value);
  ADD_FAILURE() << "no column " << column << " in " << names;
  return 0;
}

TEST(FirstScenes, TheEffortOfAMotorAtItsLimitIsZero) {
  constexpr double kOfTheSolver = 1e-6;
  const TemporaryFolder folder;
  folder.write("a.yaml", kArm + "motor: {torque: 3 N m}, limit: {min: -1 deg, max: 1 deg}}\n" +
                             "measure: {arm: {joint: {joint: shoulder}, every: 1 ms}}\n");
  ASSERT_EQ(cairn(folder, {"run", "a.yaml", "-q", "--until", "0.2"}).code, 0);
  EXPECT_NEAR(last_of(folder, "a.run", "arm.turn_effort"), 3, kOfTheSolver);
  // What the joint does in all is nothing: the limit pushes back.
  EXPECT_NEAR(last_of(folder, "a.run", "arm.torque_y"), 0, kOfTheSolver);
}

const std::string kDrop = R"yaml(
materials: {glass: {density: 2500, friction: 0.5, restitution: 0.5}}
method: {explicit: {law: hooke, stiffness: 10 kN/m}}
time: {end: 50 ms}
bodies:
  - {name: ball, material: glass, shape: {sphere: {radius: 1 cm}}, position: [0, 0, 1.5 cm], velocity: [0.1, 0, 0]}
  - {name: floor, material: glass, shape: {plane: {}}, fixed: true}
measure: {ball: {position: {body: ball}, every: 5 ms}}
)yaml";

TEST(FirstScenes, CompareDoesNotSayWhichColumnDiffers) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kDrop);
  const Outcome apart =
      cairn(folder, {"compare", "a.yaml", "--methods", "scene,coulomb", "--tolerance", "1e-6"});
  EXPECT_EQ(apart.code, 1) << apart.out << apart.err;
  EXPECT_NE(apart.err.find("differ by more than 1e-06 of their size: "), std::string::npos) << apart.err;
  EXPECT_NE(apart.err.find("ball.z ("), std::string::npos) << apart.err;
}

// A block that slides turns by rounding errors alone if contacts are rigid, and a little if they are springs.
TEST(FirstScenes, CompareShowsRoundingErrorsAsPerCent) {
  constexpr double kSameSize = 1000;  // per cent of the largest value of the unit
  const TemporaryFolder folder;
  folder.write("a.yaml", R"yaml(
materials: {glass: {density: 2500, friction: 0.3}}
method: {explicit: {law: hooke, stiffness: 10 kN/m}}
time: {end: 50 ms}
bodies:
  - {name: block, material: glass, shape: {box: {size: [4 cm, 4 cm, 2 cm]}}, position: [0, 0, 1 cm],
     velocity: [0.1, 0.05, 0]}
  - {name: floor, material: glass, shape: {plane: {}}, fixed: true}
measure: {block: {position: {body: block}, every: 5 ms}}
)yaml");
  const Outcome outcome =
      cairn(folder, {"compare", "a.yaml", "--methods", "coulomb{tolerance: 1e-13},scene"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  std::istringstream lines(outcome.out);
  int rows = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("block.w")) continue;
    std::istringstream words(line);
    std::string name, unit;
    double first = 0, second = 0, difference = 0;
    ASSERT_TRUE(words >> name >> unit >> first >> second >> difference) << line;
    EXPECT_LT(difference, kSameSize) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 3);
}

TEST(FirstScenes, CompareForgetsTheStepOfTheCommandLine) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kDrop);
  ASSERT_EQ(cairn(folder,
                  {"compare", "a.yaml", "--methods", "coulomb,cone{step: 1 ms}", "--set", "time.step=0.1 ms"})
                .code,
            0);
  EXPECT_EQ(json_value(folder.read("a.compare/coulomb.run/summary.json"), "steps"), "500");
  EXPECT_EQ(json_value(folder.read("a.compare/cone.run/summary.json"), "steps"), "50");
}

TEST(FirstScenes, ForceLeavesTheProblemsOfTheRunBefore) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kDrop);
  const Words run{"run",   "a.yaml",         "--set",         "method={implicit: {law: coulomb}}",
                  "--set", "time.step=1 ms", "--set",         "bodies.ball.position=[0, 0, 1 cm]",
                  "-q",    "--force",        "--dump-problem"};
  Words first = run, second = run;
  first.push_back("40"), second.push_back("41");
  ASSERT_EQ(cairn(folder, first).code, 0);
  EXPECT_TRUE(folder.has("a.run/problem_000040.hdf5"));
  folder.write("a.run/problem_of_mine.hdf5", "mine");
  ASSERT_EQ(cairn(folder, second).code, 0);
  EXPECT_FALSE(folder.has("a.run/problem_000040.hdf5"));
  EXPECT_TRUE(folder.has("a.run/problem_000041.hdf5"));
  EXPECT_TRUE(folder.has("a.run/problem_of_mine.hdf5"));
}

// In one step of the guide's pile a column hardly takes part in its mechanism: its pivot is 6e-6, and it was
// counted as independent. The rank then was above the number of components.
TEST(FirstScenes, CompatibleForcesOfAPileBreakAContract) {
  const TemporaryFolder folder;
  const Outcome outcome =
      cairn(folder, {"run", in_source_tree("scenes/guide/pile.yaml"), "-o", "pile.run", "-q", "--until",
                     "0.14", "--set", "method.implicit.compatible_forces=hooke"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
}

TEST(FirstScenes, AProblemOfJointsEndsTheRun) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kArm + "motor: {speed: 1}}\n");
  const Outcome free = cairn(folder, {"run", "a.yaml", "--dump-problem", "3"});
  EXPECT_EQ(free.code, 0) << free.err;
  EXPECT_NE(free.out.find("Step 3 has no contacts"), std::string::npos) << free.out;
  folder.write("b.yaml", kArm + "motor: {speed: 1, max: 2}}\n");
  const Outcome bounded = cairn(folder, {"run", "b.yaml", "--dump-problem", "3"});
  EXPECT_EQ(bounded.code, 2) << bounded.out;
  EXPECT_NE(bounded.err.find("no place for the limit or the `max` of joint 'shoulder'"), std::string::npos)
      << bounded.err;
  EXPECT_FALSE(folder.has("b.run"));
}

}  // namespace
}  // namespace cairn::program
