// What a message or a help text suggests works: each message is provoked, its suggestion taken out and put in
// place, and then the program accepts it and has nothing more to say about it.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>

#include "places.h"
#include "program/program.h"
#include "scene/scene.h"
#include "text/expected.h"
#include "text/interpret.h"

namespace cairn::program {
namespace {

namespace fs = std::filesystem;

// A part of a scene that most cases share.
const std::string kGlass =
    "materials: {glass: {density: 2500, friction: 0.3, young: 1e7, poisson: 0.3}, wall: {friction: 0.3}}\n";
const std::string kTime = "time: {step: 1e-5, end: 1e-3}\n",
                  kHertz = "method: {explicit: {law: hertz_mindlin}}\n",
                  kCoulomb = "method: {implicit: {law: coulomb}}\n";
const std::string kBall = "bodies: [{name: name, material: glass, shape: {sphere: {radius: 1 cm}}}]\n";
const std::string kTwo =
    "bodies: [{name: name1, material: glass, shape: {sphere: {radius: 1 cm}}}, {name: name2, material: "
    "glass, "
    "shape: {sphere: {radius: 1 cm}}, position: [3 cm, 0, 0]}]\n";
std::string body(const std::string& keys) {
  return kGlass + kTime + kCoulomb + "bodies: [{name: name, " + keys + "}]\n";
}
std::string law(const std::string& keys) {
  return kGlass + kTime + kBall + "method: {explicit: {law: " + keys + "}}\n";
}
const std::string kForExample = "for example '([^']*)'";

struct Case {
  std::string name;
  std::string scene;       // @ is where the suggestion goes
  std::string bad;         // what stands there first
  std::string suggestion;  // a pattern, its first group is what is put there
  std::string command = "check";
};

const std::vector<Case> kCases{
    {"Method", kGlass + kTime + kBall + "@\n", "", kForExample},
    {"Time", kGlass + kHertz + kBall + "@\n", "", kForExample},
    {"Law", kGlass + kTime + kBall + "method: {explicit: {@}}\n", "", kForExample},
    {"Stiffness", law("hooke, @"), "", "`(stiffness: [^`]*)`"},
    {"Overlap", law("hooke, @"), "", "`(overlap: [^`]*)`"},
    {"TangentialStiffness", law("hertz_mindlin, tangential: hooke, @"), "", "such as `([^`]*)`"},
    {"DampingCoefficient", law("hertz_mindlin, damping: root, @"), "", "such as `([^`]*)`"},
    {"Cohesion", law("hertz_mindlin, adhesion: cohesion, @"), "", "such as `([^`]*)`"},
    {"IdleRolling", law("hertz_mindlin, rolling_damping: 0.1, @"), "", "without `([^`]*)`"},
    {"IdleRescale", law("hooke, stiffness: 500, rescale: loading, @"), "", "without `([^`]*)`"},
    {"CompliantStiffness",
     kTime + kTwo +
         "materials: {glass: {density: 2500}}\n"
         "method: {implicit: {law: compliant, @}}\n",
     "", "needs `([^`]*)`"},
    {"CompatibleForces",
     kGlass + kTime + kBall + "method: {implicit: {law: coulomb, @}}\nmeasure: {indeterminacy: {}}\n", "",
     "`(compatible_forces: [^`]*)`"},
    {"Flag", body("material: glass, shape: {sphere: {radius: 1 cm}}, fixed: @"), "yes", "write (\\w+)"},
    {"Fraction", "materials: {glass: {density: 2500, friction: @}}\n" + kTime + kCoulomb + kBall, "30 %",
     "write ([0-9.]+)"},
    {"Length", body("material: glass, shape: {sphere: {radius: @}}"), "3 s", "such as '([^']*)'"},
    {"Shape", body("material: glass, @"), "", kForExample},
    {"ShapeOfBox", body("material: glass, shape: {box: {@}}"), "", kForExample},
    {"Material", body("shape: {sphere: {radius: 1 cm}}, @"), "", kForExample},
    {"Density", "materials: {glass: {@}}\n" + kTime + kCoulomb + kBall, "", "such as '([^']*)'"},
    {"FixedForWantOfDensity", body("material: wall, shape: {sphere: {radius: 1 cm}}, @"), "",
     "say '([^']*)'"},
    {"FixedPlane", body("material: wall, shape: {plane: {}}, @"), "", "say '([^']*)'"},
    {"Sheet",
     body("material: wall, fixed: true, shape: {mesh: {vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "
          "triangles: [[0, 1, 2]], @}}"),
     "", "say '([^']*)'"},
    {"Disc", "@\n" + body("material: glass, shape: {disc: {radius: 1 cm}}"), "", "\\('([^']*)'\\)"},
    {"Relax",
     body("material: glass, shape: {sphere: {radius: 1 cm}}, lattice: {counts: [2, 1, 1], spacing: "
          "19 mm}, @"),
     "", "say '([^']*)'"},
    {"PartsOfCompound",
     body("material: glass, shape: {compound: {parts: [{shape: {box: {size: [1, 1, 1]}}}, {shape: {sphere: "
          "{radius: 1}}, position: [0.5, 0, 0]}], @}}"),
     "", "say '([^']*)'"},
    {"DiscsOfHertz",
     kGlass + kTime + "dimension: 2\nmethod: {explicit: {@}}\n" +
         "bodies: [{name: name, material: glass, shape: {disc: {radius: 1 cm}}}]\n",
     "law: hertz_mindlin", "`(law: hooke[^`]*)`"},
    {"StepAuto", kGlass + kHertz + kTwo + "time: {@, end: 2}\n", "step: 1", "`time: \\{(step[^`]*)\\}`"},
    {"AllowUnstable", kGlass + kHertz + kTwo + "time: {step: 1, end: 2, @}\n", "",
     "`time: \\{(allow[^`]*)\\}`"},
    {"Measure", kGlass + kTime + kHertz + kBall + "measure: {@}\n", "position: {}", "for example '(.*)'"},
    {"MassBelow", kGlass + kTime + kHertz + kBall + "measure: {low: {mass_below: {@}}}\n", "",
     "such as '([^']*)'"},
    {"Impacts", kGlass + kTime + kBall + "@\nmeasure: {impacts: {}}\n", kCoulomb, "`(method: [^`]*)`"},
    {"Servo",
     body("material: wall, shape: {box: {size: [1, 1, 1]}}, @") + "measure: {s: {servo: {body: name}}}\n",
     "fixed: true", "`(motion: [^`]*)`"},
    {"Pair", kGlass + kTime + kHertz + kBall + "pairs: {@: {friction: 0.1}}\n", "glass", "such as '([^']*)'"},
    {"Joint", kGlass + kTime + kCoulomb + kTwo + "joints: [{ball: {point: [0, 0, 0], @}}]\n", "",
     kForExample},
    {"Stop", kGlass + kTime + kCoulomb + kTwo + "stop: {@}\n", "", kForExample},
    {"Event", kGlass + "time: {step: 1e-4, end: 1 s}\n" + kCoulomb + kBall + "events: [{remove: name, @}]\n",
     "", kForExample},
    {"Action", kGlass + "time: {step: 1e-4, end: 1 s}\n" + kCoulomb + kBall + "events: [{at: 5 ms, @}]\n", "",
     kForExample},
    {"Amount",
     body("material: glass, shape: {sphere: {radius: 1 mm}}, fill: {box: {min: [0, 0, 0], max: [1, 1, 1]}, "
          "@}"),
     "", kForExample},
    {"Domain",
     body("material: glass, shape: {sphere: {radius: 1 cm}}, velocity: [9, 0, 0]") +
         "domain: {min: [-1, -1, -1], max: [1 mm, 1, 1], @}\n",
     "outside: stop", "`domain: \\{([^`]*)\\}`", "run"},
    {"AllowOverlap",
     kHertz +
         "materials: {soft: {density: 2500, young: 1e5, poisson: 0.3}}\ntime: {step: auto, end: 2 ms, @}\n"
         "bodies: [{name: a, material: soft, shape: {sphere: {radius: 1 cm}}}, {name: b, material: soft, "
         "shape: "
         "{sphere: {radius: 1 cm}}, position: [2 cm, 0, 0], velocity: [-100, 0, 0]}]\n",
     "", "`time: \\{(allow_overlap[^`]*)\\}`", "run"},
};

std::string with(const Case& one, const std::string& text) {
  std::string scene = one.scene;
  return scene.replace(scene.find('@'), 1, text);
}

class Suggestion : public testing::TestWithParam<Case> {};

TEST_P(Suggestion, Works) {
  const Case& one = GetParam();
  const TemporaryFolder folder;
  const auto said = [&](const std::string& scene, int& code) {
    folder.write("a.yaml", scene);
    Words words{one.command, "a.yaml"};
    if (one.command == "run") words.push_back("--force");
    const Outcome outcome = cairn(folder, words);
    code = outcome.code;
    return outcome.out + outcome.err;
  };
  int code = 0;
  const std::string complaint = said(with(one, one.bad), code);
  std::smatch found;
  ASSERT_TRUE(std::regex_search(complaint, found, std::regex(one.suggestion))) << complaint;
  const std::string message = found[0], suggested = found[1], after = said(with(one, suggested), code);
  EXPECT_EQ(code, 0) << "with " << suggested << ":\n" << after;
  EXPECT_EQ(after.find(message), std::string::npos) << "with " << suggested << ":\n" << after;
}

INSTANTIATE_TEST_SUITE_P(Messages, Suggestion, testing::ValuesIn(kCases),
                         [](const auto& one) { return one.param.name; });

// Every key, with the example that messages give of it.
void expect_examples(const Option& option, int& count) {
  for (const Option& child : option.children) {
    if (option.type == OptionType::object && child.type != OptionType::lets) {
      const std::string text = "{" + item(child) + "}";
      const Option alone = declare::object("", {child}, "");
      const Tree tree = Tree::from_text(text, "example");
      EXPECT_NO_THROW(interpret(tree, alone)) << text;
      ++count;
    }
    expect_examples(child, count);
  }
}

TEST(Suggestions, ExamplesOfAllKeysAreRead) {
  int count = 0;
  expect_examples(scene_vocabulary(), count);
  EXPECT_GT(count, 500);
}

// --- Commands
Outcome shell(const TemporaryFolder& folder, const std::string& line) {
  return run_other(folder, {"/bin/bash", "-c", "cairn() { \"" + cairn_program() + "\" \"$@\"; }\n" + line});
}

void copy_scenes(const TemporaryFolder& folder) {
  for (const char* scenes : {"scenes", "scenes/guide"}) {
    fs::create_directories(folder.path() / scenes);
    for (const auto& item : fs::directory_iterator(in_source_tree(scenes)))
      if (item.is_regular_file()) fs::copy(item.path(), folder.path() / scenes);
  }
}

// Those that take minutes, show results of such, or need ffmpeg or the browser's page are for people alone.
bool takes_long(const std::string& line) {
  static const std::regex slow(
      "cairn (bench|validate|compare|report (validation|\\S+[.]calibration)|plot (test|dense)|export \\S+ "
      "--(movie|html)).*");
  return std::regex_match(line, slow) && line.find("--list") == std::string::npos;
}

TEST(Suggestions, ExamplesOfHelpWork) {
  const TemporaryFolder folder;
  copy_scenes(folder);
  const std::string few = " --set bodies.beads.fill.count=100 -q";
  ASSERT_EQ(shell(folder, "cairn run scenes/hopper.yaml --until 0.21s" + few).code, 0);
  ASSERT_EQ(shell(folder, "cairn run scenes/guide/pile.yaml -q --dump-problem 100").code, 0);
  fs::copy(folder.path() / "pile.run/problem_000100.hdf5", folder.path() / "problem.hdf5");
  ASSERT_EQ(shell(folder, "cairn sweep scenes/hopper.yaml let.gap=15mm,20mm --until 1ms" + few).code, 0);
  int count = 0;
  for (const char* command : {"run", "check", "resume", "solve", "list", "schema", "bench", "export",
                              "forces", "validate", "compare", "plot", "report", "examples", "help"}) {
    std::istringstream help(cairn(folder, {command, "--help"}).out);
    for (std::string line; std::getline(help, line);) {
      if (!line.starts_with("  cairn ") || takes_long(line.substr(2))) continue;
      // what stands far behind the command says what it does
      line = line.substr(2, line.find("    ", 2) - 2);
      if (line.starts_with("cairn run")) line += few + " --force";
      if (line.starts_with("cairn run") && line.find("--until") == std::string::npos)
        line += " --until 0.21s";
      if (line == "cairn examples") line = "mkdir new && cd new && " + line;
      const Outcome outcome = shell(folder, line);
      EXPECT_EQ(outcome.code, 0) << line << "\n" << outcome.err;
      ++count;
    }
  }
  EXPECT_GT(count, 25);
}

struct Spoken {
  std::string name, wrong;  // a command line that is refused
  std::string suggestion;   // a pattern, its first group is suggested
  std::string right;        // with @ for that
};

TEST(Suggestions, CommandLinesWork) {
  const TemporaryFolder folder;
  folder.write("a.yaml", beads_scene(3, 0.002));
  folder.write("bare.yaml", kGlass + kTime + kCoulomb + kTwo);
  folder.write(
      "touching.yaml",
      "materials: {glass: {density: 2500, friction: 0.3}}\n" + kTime + kCoulomb +
          "bodies: [{name: a, material: glass, shape: {plane: {}}, fixed: true}, {name: b, material: "
          "glass, shape: {sphere: {radius: 1 cm}}, position: [0, 0, 1 cm]}]\n");
  fs::create_directories(folder.path() / "empty");
  ASSERT_EQ(cairn(folder, {"run", "bare.yaml", "-q"}).code, 0);
  const std::vector<Spoken> all{
      {"set", "cairn check bare.yaml --set time.end", "for example (\\S+)", "cairn check bare.yaml --set @"},
      {"until", "cairn run bare.yaml -o b.run --until 0", "such as '([^']*)'",
       "cairn run bare.yaml -o b.run --set time.end=1 --set time.step=0.01 --until '@'"},
      {"view", "cairn export bare.run --png --view x", "such as ([0-9,]+[0-9])",
       "cairn export bare.run --png --view @"},
      {"methods", "cairn compare bare.yaml --methods ''", "such as (\\S+)",
       "cairn compare bare.yaml -o c --methods @"},
      {"solve", "cairn solve empty", "`cairn (run SCENE [^`]*)`",
       "line='@'; line=${line/STEP/5}; cairn ${line/SCENE/touching.yaml} -o d.run && cairn solve d.run "
       "--solver all"},
      {"folder", "cairn solve d.run", "`(--solver all)`", "cairn solve d.run @"},
      {"resume", "cairn resume empty", "`cairn ([^`]*)`", "line='@'; cairn ${line/SCENE/a.yaml}"},
      {"measures", "cairn plot bare.run energy", "for example (measure: .*)",
       "cp bare.yaml e.yaml; echo '@' >> e.yaml; cairn run e.yaml && cairn plot e.run energy"},
      {"contacts", "cairn plot bare.run forces", "(output: [^;\\n]*)",
       "cp bare.yaml f.yaml; echo '@' >> f.yaml; cairn check f.yaml"}};
  for (const Spoken& one : all) {
    const Outcome wrong = shell(folder, one.wrong);
    EXPECT_EQ(wrong.code, 2) << one.name << wrong.out << wrong.err;
    std::smatch found;
    ASSERT_TRUE(std::regex_search(wrong.err, found, std::regex(one.suggestion))) << one.name << wrong.err;
    std::string line = one.right;
    line.replace(line.find('@'), 1, found[1].str());
    const Outcome right = shell(folder, line);
    EXPECT_EQ(right.code, 0) << line << "\n" << right.out << right.err;
  }
}

}  // namespace
}  // namespace cairn::program
