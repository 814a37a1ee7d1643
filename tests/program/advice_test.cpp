// What a run or a check advises works when it is followed: each message is provoked, its advice taken, and
// then it is gone. Advice whose words can be pasted is pasted; of other advice `cure` is how a reader follows
// it.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "program/program.h"

namespace cairn::program {
namespace {

struct Advice {
  std::string name;
  std::string command;  // check or run
  std::string scene;    // @ is where the advice goes
  std::string bad;      // what stands there first
  std::string message;  // a pattern, its first group is what is put there
  std::string cure;     // instead of the group, if it is not empty; $1 stands for the group
};
void PrintTo(const Advice& advice, std::ostream* out) { *out << advice.name; }

const std::string kGlass =
    "materials: {glass: {density: 2500, friction: 0.3, young: 1e7, poisson: 0.3, restitution: 0.5}}\n";
const std::string kBall =
    "bodies: [{name: ball, material: glass, shape: {sphere: {radius: 1 mm}}, position: "
    "[9 mm, 9 mm, 9 mm]}]\n";
const std::string kCoulomb = "method: {implicit: {law: coulomb}}\ntime: {step: 1 ms, end: 5 ms}\n";
const std::string kSmall = kGlass + kCoulomb + kBall;
const std::string kWeightless = kGlass + "gravity: [0, 0, 0]\n";
const std::string kCrash =
    "bodies: [{name: a, material: glass, shape: {sphere: {radius: 1 cm}}}, {name: b, material: glass, shape: "
    "{sphere: {radius: 1 cm}}, position: [2 cm, 0, 0], velocity: [-5, 0, 0]}]\n";
const std::string kStack =
    "materials: {stone: {density: 2500, friction: 0.5}}\ntime: {step: 1 ms, end: 20 ms}\nbodies:\n"
    "  - {name: floor, material: stone, shape: plane, fixed: true}\n"
    "  - {name: stack, material: stone, shape: {box: {size: [2 cm, 2 cm, 2 cm]}}, position: [0, 0, 1 cm], "
    "lattice: {spacing: 2 cm, counts: [1, 1, 5]}}\n";
const std::string kRockingBlock =
    "materials: {stone: {density: 2500, friction: 1, restitution: 0}}\ntime: {step: 1e-3, end: "
    "0.4}\nbodies:\n"
    "  - {name: floor, material: stone, shape: plane, fixed: true}\n"
    "  - {name: block, material: stone, shape: {box: {size: [0.1, 0.1, 0.3]}}, position: [0, 0, 0.157], "
    "orientation: {axis: [0, 1, 0], angle: 10 deg}}\n";
const std::string kBouncing =
    "gravity: [0, 0, 0]\nmaterials: {steel: {density: 1000, restitution: 1}}\n"
    "method: {explicit: {law: hooke, stiffness: 1e8}}\nbodies:\n"
    "  - {name: left, material: steel, shape: {plane: {normal: [1, 0, 0]}}, position: [-0.12, 0, 0], fixed: "
    "true}\n"
    "  - {name: right, material: steel, shape: {plane: {normal: [-1, 0, 0]}}, position: [0.12, 0, 0], fixed: "
    "true}\n"
    "  - {name: ball, material: steel, shape: {sphere: {radius: 0.1}}, velocity: [0.01, 0, 0]}\n";
const std::string kDisc2 =
    kGlass + kCoulomb + "dimension: 2\nbodies:\n  - {name: balls, material: glass, shape: {@}}\n" +
    "  - {name: lid, material: glass, shape: {plane: {normal: [0, 0, -1]}}, position: [0, 0, 3 cm], motion: "
    "{servo: {pressure: 1 kPa, area: 0.1 m2, axis: [0, 0, -1], max_speed: 1 m/s}}}\n";

const Advice kAdvice[] = {
    // --- Names, units and forms
    {"NearestKey", "check", "materials: {glass: {@: 2500}}\n" + kCoulomb + kBall, "densty",
     "did you mean '(\\w+)'", ""},
    {"NearestUnit", "check", kSmall + "domain: {min: [-1, -1, -1], max: [1, 1, 100 @]}\n", "mmm",
     "did you mean '(\\w+)'", ""},
    {"ProductOfUnits", "check",
     kSmall +
         "joints: [{revolute: {bodies: [ball, ground], point: [0, 0, 0], axis: [0, 0, 1], motor: {speed: "
         "1, max: 4 @}}}]\n",
     "Nm", "did you mean '(N m)'", ""},
    {"NearestBody", "check", kSmall + "events: [{at: 1 ms, remove: @}]\n", "bal", "did you mean '(\\w+)'",
     ""},
    {"NearestFile", "check",
     kCoulomb + "materials: {glass: {density: 2500}}\n" +
         "bodies: [{name: wall, material: glass, fixed: true, shape: {mesh: {file: @, kind: sheet}}}]\n",
     "tria.obj", "did you mean '([^']*)'", ""},
    {"JointByItsMeaning", "check",
     kSmall + "joints: [{@: {bodies: [ball, ground], point: [0, 0, 0], axis: [0, 0, 1]}}]\n", "hinge",
     "did you mean '(\\w+)'", ""},
    {"LawOfAnotherMethod", "check",
     kGlass + kBall + "time: {step: 1 ms, end: 5 ms}\nmethod: {implicit: {law: @}}\n", "hooke",
     "method implicit has (\\w+)", ""},
    {"SolverOfAnotherMethod", "check",
     kGlass + kBall + "time: {step: 1 ms, end: 5 ms}\nmethod: {impact: {solver: @}}\n", "nlgs",
     "method impact has (\\w+)", ""},
    {"CommaInAnExpression", "check", kSmall + "let: {d: @}\n", "min(1 mm, 2 mm)",
     "put an expression with a comma in (quotes)", "'min(1 mm, 2 mm)'"},
    {"TwoCommasAlike", "check", kSmall + "let: {@}\n", "d: min(1, 2), e: max(3, 2)",
     "put an expression with a comma in (quotes)", "d: 'min(1, 2)', e: 'max(3, 2)'"},
    {"Alias", "check", "let: {d: 1 mm}\n" + kCoulomb + kBall + "materials: {glass: {density: @}}\n", "*d",
     "write the value again or use '(let)'", "2500"},
    {"ZeroGravity", "check", kSmall + "gravity: @\n", "0", "write (\\[0, 0, 0\\])", ""},
    {"Gravity", "check", kSmall + "gravity: @\n", "9.81", "such as '(\\[[^\\]]*\\])'", ""},
    {"MeasureAsAWord", "check", kSmall + "measure: {a: @}\n", "energy", "write (\\{.*\\})", ""},
    {"MeasureAsAList", "check", kSmall + "measure: @\n", "energy", "for example '(.*)'", ""},
    {"MaterialAsANumber", "check", "materials: {glass: @}\n" + kCoulomb + kBall, "2500", "for example '(.*)'",
     ""},
    {"TimeAsANumber", "check", kGlass + kBall + "time: @\nmethod: {explicit: {law: hooke, stiffness: 1e4}}\n",
     "3", "for example '(.*)'", ""},
    {"OutputAsANumber", "check", kSmall + "output: @\n", "3", "for example '(.*)'", ""},
    {"StopAsAWord", "check", kSmall + "stop: @\n", "now", "for example '(.*)'", ""},
    {"DomainAsAWord", "check", kSmall + "domain: @\n", "box", "for example '(.*)'", ""},
    {"PeriodicAsAWord", "check", kSmall + "periodic: @\n", "x", "for example '(.*)'", ""},
    {"SphereAsALength", "check",
     kGlass + kCoulomb + "bodies: [{name: ball, material: glass, shape: {sphere: @}}]\n", "2 cm",
     "for example '(.*)'", ""},
    {"SphereWithoutASize", "check",
     kGlass + kCoulomb + "bodies: [{name: ball, material: glass, shape: {sphere: {@}}}]\n", "",
     "for example '([^']*)'", ""},
    {"OrientationAsAnAngle", "check",
     kGlass + kCoulomb +
         "bodies: [{name: a, material: glass, shape: {box: {size: [1, 1, 1]}}, orientation: @}]\n",
     "45 deg", "a map with keys (axis, angle)", "{axis: [0, 1, 0], angle: 45 deg}"},
    {"Colour", "check",
     kGlass + kCoulomb + "bodies: [{name: a, material: glass, shape: {box: {size: [1, 1, 1]}}, colour: @}]\n",
     "reddish", "such as (\"#\\w+\")", ""},
    {"BondWithoutStrength", "check",
     kGlass + "method: {implicit: {law: compliant, stiffness: 1e4}}\ntime: {step: 1 ms, end: 5 ms}\n" +
         kCrash + "bonds: [{between: [a, b]@}]\n",
     "", "either `(tension)`", ", $1: 1 N"},
    {"ModulusOfAMaterial", "check",
     "materials: {glass: {density: 2500@}}\nmethod: {explicit: {law: hertz_mindlin}}\ntime: {end: 1 ms}\n" +
         kCrash,
     "", "needs `(young)` of material", ", $1: 1e7, poisson: 0.3"},
    {"BallsUnderPressureInThePlane", "check", kDisc2, "sphere: {radius: 1 cm}", "`shape: \\{(disc): ...\\}`",
     "$1: {radius: 1 cm}"},
    {"CapOfASphere", "check",
     "materials: {glass: {density: 2500, friction: 0.3}}\ntime: {step: 1 ms, end: 5 ms}\n"
     "method: {implicit: {law: compliant, stiffness: 1e4, yield: {capped: {shape: @, cohesion: 1 mN, crush: "
     "1 N}}}}\n" +
         kCrash,
     "sphere", "take (flat) or round", ""},

    // --- Steps, stiffness and overlap
    {"StepOfACollision", "run",
     kWeightless + "method: {explicit: {law: hooke, stiffness: 2e5}}\ntime: {@, end: 2 ms}\n" + kCrash,
     "step: 0.24 ms", "the step is too long: try `time: \\{(step: auto)\\}`", ""},
    {"StiffnessOfACollision", "run",
     kWeightless + "method: {explicit: {law: hooke, stiffness: 1e3*@}}\ntime: {end: 10 ms}\n" + kCrash, "1",
     "try ([0-9.e+]+) times the stiffness", ""},
    {"StiffnessOfHertz", "run",
     kWeightless.substr(0, kWeightless.find("young")) + "young: 1e5*@, poisson: 0.3}}\ngravity: [0, 0, 0]\n" +
         "method: {explicit: {law: hertz_mindlin}}\ntime: {end: 10 ms}\n" + kCrash,
     "1", "try ([0-9.e+]+) times the stiffness", ""},
    {"StiffnessUnderWeight", "run",
     "materials: {lead: {density: 11000}}\nmethod: {explicit: {law: hooke, stiffness: 1e3*@}}\n"
     "time: {end: 0.2}\nbodies:\n  - {name: floor, material: lead, shape: plane, fixed: true}\n"
     "  - {name: ball, material: lead, shape: {sphere: {radius: 2 cm}}, position: [0, 0, 2 cm]}\n",
     "0.5", "try ([0-9.e+]+) times the stiffness", "0.5*$1"},
    {"ShrinkingCell", "run",
     "materials: {glass: {density: 2500}}\nmethod: {explicit: {law: hooke, stiffness: 1e3}}\n"
     "time: {end: 0.06}\ngravity: [0, 0, 0]\n"
     "periodic: {min: [0, 0, 0], max: [9 mm, 9 mm, 9 mm], strain_rate: [-5, -5, -5]}\nbodies:\n"
     "  - {name: beads, material: glass, shape: {sphere: {diameter: 3 mm}}, position: [1.5 mm, 1.5 mm, 1.5 "
     "mm], lattice: {spacing: 3 mm, counts: [3, 3, 3]}}\n@\n",
     "", "stop it earlier, such as by `(events: [^`]*)`", ""},
    {"StepOfAMeeting", "run",
     kWeightless + "method: {implicit: {law: coulomb, theta: 0.5}}\ntime: {@, end: 20 ms}\n" + kCrash,
     "step: 3 ms", "the step is too long: try `time: \\{(step: [^}]*)\\}`", ""},
    {"Lift", "run",
     kGlass + "method: {implicit: {law: compliant, stiffness: 1e4, damping_time: 5 ms, @}}\n"
              "time: {step: 2 ms, end: 20 ms}\nbodies:\n"
              "  - {name: floor, material: glass, shape: plane, fixed: true}\n"
              "  - {name: ball, material: glass, shape: {sphere: {radius: 1 cm}}, position: [0, 0, 1 cm], "
              "velocity: [3, 0, 0]}\n",
     "", "lifts contacts of .* `(dilatancy: 0)`", ""},

    // --- Energy from nothing
    {"SolverOfImpacts", "run", kRockingBlock + "method: {impact: {@}}\n", "solver: smm",
     "try `(solver: etm)`, which keeps the energy", ""},
    {"GainAllowed", "run",
     kRockingBlock.substr(0, kRockingBlock.find("end: 0.4")) + "end: 0.3@" +
         kRockingBlock.substr(kRockingBlock.find("}\nbodies")) + "method: {impact: {solver: smm}}\n",
     "", "`time: \\{(allow_gain: true)\\}` lets the run go on", ", $1"},
    {"StepThatGains", "run", kBouncing + "time: {@, end: 20, allow_unstable: true}\n", "step: 0.6 ms",
     "try a shorter step, such as `time: \\{(step: [^}]*)\\}`", ""},

    // --- Solves
    {"FewIterations", "run",
     kStack + "method: {implicit: {law: coulomb, solver: pgs, warm_start: false, max_iterations: @}}\n", "2",
     "try max_iterations of (\\d+)", ""},
    {"MoreIterations", "run",
     kStack +
         "method: {implicit: {law: coulomb, solver: pgs, tolerance: 1e-9, accelerate: false, warm_start: "
         "false, max_iterations: @}}\n",
     "25", "try max_iterations of (\\d+)", ""},
    {"AnotherSolver", "run",
     kStack + "method: {implicit: {law: coulomb, tolerance: 1e-9, warm_start: false, max_iterations: 25, "
              "solver: @}}\n",
     "pgs, accelerate: false", "or the solver (\\w+)", ""},
    {"RoundOff", "run", kStack + "method: {implicit: {law: coulomb, solver: pgs, tolerance: @}}\n", "1e-18",
     "is round-off .* try a tolerance of ([0-9.e-]+)", ""},
};

std::string with(const Advice& one, const std::string& text) {
  std::string scene = one.scene;
  return scene.replace(scene.find('@'), 1, text);
}

class AdviceTest : public testing::TestWithParam<Advice> {};

TEST_P(AdviceTest, Works) {
  const Advice& one = GetParam();
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "scenes");
  folder.write("scenes/trio.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const auto said = [&](const std::string& scene) {
    folder.write("scenes/a.yaml", scene);
    Words words{one.command, "scenes/a.yaml"};
    if (one.command == "run") words.insert(words.end(), {"--force", "-q"});
    const Outcome outcome = cairn(folder, words);
    return std::pair(outcome.code, outcome.out + outcome.err);
  };
  const std::string complaint = said(with(one, one.bad)).second;
  const std::regex message(one.message);
  std::smatch found;
  ASSERT_TRUE(std::regex_search(complaint, found, message)) << complaint;
  const std::string cure = one.cure.empty() ? found[1].str() : found.format(one.cure);
  const auto [code, after] = said(with(one, cure));
  EXPECT_EQ(code, 0) << "with " << cure << ":\n" << after << "\nafter\n" << complaint;
  EXPECT_FALSE(std::regex_search(after, message)) << "with " << cure << ":\n" << after;
}

INSTANTIATE_TEST_SUITE_P(Messages, AdviceTest, testing::ValuesIn(kAdvice),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace cairn::program
