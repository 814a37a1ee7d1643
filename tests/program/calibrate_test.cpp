// cairn calibrate: finds known values from closed forms, says what data do not determine, proposes the same
// after a stop, and names what is wrong with its file. The long test finds the friction, rolling friction and
// restitution that the values of scenes/lab/calibration/grains.yaml were made with.
#include <gtest/gtest.h>
#include <signal.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "places.h"
#include "program/program.h"

namespace cairn::program {
namespace {

namespace fs = std::filesystem;

// The answers of the quick test and of the long one, and the share by which an estimate may miss them.
constexpr double kRestitution = 0.7, kFriction = 0.3, kRolling = 0.06;
constexpr double kRestitutionOfGrains = 0.6;
constexpr double kShareFriction = 0.05, kShareOthers = 0.1;
constexpr double kGravity = 9.81;

// A ball that bounces to e² times the height of its fall, 0.2 m; the run ends at the top.
constexpr const char* kBall = R"yaml(let: {e: 0.5, mu: 0.1}
materials: {grain: {density: 2500, restitution: e, friction: mu}}
method: {explicit: {law: hooke, stiffness: 1e5}}
time: {step: 4e-6, end: 0.5}
bodies:
  - {name: plate, material: grain, shape: {plane: {normal: [0, 0, 1]}}, position: [0, 0, -5 mm], fixed: true}
  - {name: ball, material: grain, shape: {sphere: {radius: 5 mm}}, position: [0, 0, 0.2 - 0.5^2/(2*9.81)], velocity: [0, 0, -0.5]}
measure: {ball: {position: {body: ball}, every: 10 ms}}
stop: {when: kinetic_energy < 6e-8 J, after: 0.5 ms}
)yaml";

// A ball that may not turn slides v²/(2 μ g) far.
constexpr const char* kSlide = R"yaml(let: {mu: 0.1}
materials: {grain: {density: 2500, friction: mu}}
method: {explicit: {law: hooke, stiffness: 1e4}}
time: {step: 4e-5, end: 2}
bodies:
  - {name: plate, material: grain, shape: {plane: {normal: [0, 0, 1]}}, fixed: true}
  - {name: ball, material: grain, shape: {sphere: {radius: 5 mm}}, position: [0, 0, 5 mm], velocity: [1, 0, 0], lock: [rx, ry, rz]}
measure: {ball: {position: {body: ball}, every: 10 ms}}
stop: {when: kinetic_energy < 1e-9 J, after: 5 ms}
)yaml";

// A ball that rolls without slip goes v² 7/(10 μ_r g) far.
constexpr const char* kRoll = R"yaml(let: {roll: 0.02}
materials: {grain: {density: 2500, friction: 0.8, rolling_friction: roll}}
method: {explicit: {law: hooke, stiffness: 1e4, rolling: spring}}
time: {step: 4e-5, end: 3}
bodies:
  - {name: plate, material: grain, shape: {plane: {normal: [0, 0, 1]}}, fixed: true}
  - {name: ball, material: grain, shape: {sphere: {radius: 5 mm}}, position: [0, 0, 5 mm], velocity: [0.3, 0, 0], angular_velocity: [0, 60, 0]}
measure: {ball: {position: {body: ball}, every: 10 ms}}
stop: {when: kinetic_energy < 1e-9 J, after: 5 ms}
)yaml";

std::string measured(const char* column, double value, double uncertainty) {
  return "targets: [{measure: " + std::string(column) + ", value: " + std::to_string(value) +
         " m, uncertainty: " + std::to_string(uncertainty) + " m}]";
}
std::string rebound() { return measured("ball.z", 0.2 * kRestitution * kRestitution, 1e-3); }

// Three tests that each determine one unknown; `more` is added to the file.
std::string three_unknowns(const std::string& more) {
  return "unknowns:\n"
         "  let.e: {min: 0.3, max: 0.95, scenes: [ball]}\n"
         "  let.mu: {min: 0.1, max: 0.8, scenes: [slide]}\n"
         "  let.roll: {min: 0.02, max: 0.3, scale: log, scenes: [roll]}\n"
         "scenes:\n"
         "  ball: {scene: ball_scene.yaml, repeats: 1, " +
         rebound() + "}\n  slide: {scene: slide_scene.yaml, repeats: 1, " +
         measured("ball.x", 1 / (2 * kFriction * kGravity), 2e-3) +
         "}\n  roll: {scene: roll_scene.yaml, repeats: 1, " +
         measured("ball.x", 0.3 * 0.3 * 0.7 / (kRolling * kGravity), 2e-3) + "}\n" + more;
}

// Friction does nothing to a rebound.
std::string rebound_alone(const std::string& more) {
  return "unknowns:\n  let.e: {min: 0.3, max: 0.95}\n  let.mu: {min: 0.1, max: 0.8}\n"
         "scenes:\n  ball: {scene: ball_scene.yaml, repeats: 1, " +
         rebound() + "}\n" + more;
}

void write_scenes(const TemporaryFolder& folder) {
  folder.write("ball_scene.yaml", kBall);
  folder.write("slide_scene.yaml", kSlide);
  folder.write("roll_scene.yaml", kRoll);
}

bool says(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

// An unknown of result.json.
struct Found {
  double value = 0, low = 0, high = 0;
  std::string verdict;

  Found(const std::string& result, const std::string& key) {
    const std::string own = result.substr(std::min(result.find("\"" + key + "\""), result.size()));
    EXPECT_FALSE(own.empty()) << key;
    const auto number = [&](const char* name) { return std::strtod(json_value(own, name).c_str(), nullptr); };
    value = number("value"), low = number("low"), high = number("high");
    verdict = json_value(own, "verdict");
  }
  void expect_near(double truth, double share) const {
    EXPECT_NEAR(value, truth, share * truth);
    EXPECT_TRUE(low <= truth && truth <= high) << low << " to " << high << " without " << truth;
    EXPECT_TRUE(says(verdict, "determined") && !says(verdict, "not")) << verdict;
  }
};

TEST(Calibrate, FindsValuesOfClosedForms) {
  const TemporaryFolder folder;
  write_scenes(folder);
  folder.write("c.yaml", three_unknowns("budget: {evaluations: 24}\n"));
  const Outcome outcome = cairn(folder, {"calibrate", "c.yaml", "--jobs", "2"});
  ASSERT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  const std::string result = folder.read("c.calibration/result.json");
  Found(result, "let.mu").expect_near(kFriction, kShareFriction);
  Found(result, "let.roll").expect_near(kRolling, kShareOthers);
  Found(result, "let.e").expect_near(kRestitution, kShareOthers);
  EXPECT_FALSE(says(outcome.err, "not determined")) << outcome.err;
  EXPECT_TRUE(says(folder.read("c.calibration/report.html"), "95 % from"));
  EXPECT_EQ(cairn(folder, {"report", "c.calibration"}).code, 0);
  EXPECT_EQ(cairn(folder, {"report", "c.calibration/ball.study"}).code, 0);

  // A larger budget goes on; nothing that has ended is made again.
  const auto made = fs::last_write_time(folder.path() / "c.calibration/ball.study/runs/00000.json");
  folder.write("c.yaml", three_unknowns("budget: {runs: 78}\n"));
  ASSERT_EQ(cairn(folder, {"calibrate", "c.calibration", "-q"}).code, 0);
  EXPECT_TRUE(folder.has("c.calibration/roll.study/runs/00025.json"));
  EXPECT_FALSE(folder.has("c.calibration/roll.study/runs/00026.json"));
  EXPECT_EQ(fs::last_write_time(folder.path() / "c.calibration/ball.study/runs/00000.json"), made);
}

TEST(Calibrate, SaysWhatDataDoNotDetermine) {
  const TemporaryFolder folder;
  write_scenes(folder);
  folder.write("c.yaml", rebound_alone("budget: {evaluations: 16}\n"));
  const Outcome outcome = cairn(folder, {"calibrate", "c.yaml", "-q"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.err, "let.mu is not determined")) << outcome.err;
  EXPECT_FALSE(says(outcome.err, "let.e is not determined")) << outcome.err;
  const std::string result = folder.read("c.calibration/result.json");
  Found(result, "let.e").expect_near(kRestitution, kShareOthers);
  EXPECT_TRUE(says(Found(result, "let.mu").verdict, "not determined"));
}

TEST(Calibrate, AStopAndAnyNumberOfJobsChangeNoProposal) {
  const TemporaryFolder folder;
  write_scenes(folder);
  folder.write("c.yaml",
               three_unknowns("budget: {evaluations: 20}\nsearch: {start: 8, batch: 3}\nseed: 4\n"));
  ASSERT_EQ(cairn(folder, {"calibrate", "c.yaml", "-q", "-o", "whole", "--jobs", "3"}).code, 0);
  const auto stopped_by = [&](int signal, const char* file) {
    Running running(folder, {"calibrate", "c.yaml", "-q", "-o", "parts", "--jobs", "1"});
    bool is_there = false;
    for (int tries = 0; tries < 12 && !is_there; ++tries) is_there = appears(folder.path() / "parts" / file);
    EXPECT_TRUE(is_there);
    running.signal(signal);
    return running.wait().code;
  };
  EXPECT_EQ(stopped_by(SIGKILL, "ball.study/runs/00002.json"), 128 + SIGKILL);
  EXPECT_EQ(stopped_by(SIGINT, "roll.study/runs/00009.json"), 130);
  ASSERT_EQ(cairn(folder, {"calibrate", "parts", "-q"}).code, 0);
  for (const char* file : {"calibration.json", "evaluations.csv", "result.json"})
    EXPECT_EQ(folder.read(std::string("parts/") + file), folder.read(std::string("whole/") + file)) << file;
}

TEST(Calibrate, NamesWhatIsWrongWithItsFile) {
  const TemporaryFolder folder;
  write_scenes(folder);
  struct Case {
    const char *from, *to, *message;
  };
  const std::string good = rebound_alone("budget: {evaluations: 16}\n");
  for (const Case& wrong : std::vector<Case>{
           {"let.e:", "let.f:", "f"},
           {"min: 0.3, max: 0.95", "min: 0.95, max: 0.3",
            "c.yaml:2:27: error: unknowns.let.e: max must be larger"},
           {"min: 0.3", "min: low", "c.yaml:2:16: error: unknowns.let.e.min: expected a number"},
           {"min: 0.3", "min: 0, scale: log", "above 0"},
           {"98000 m, unc", "98000, unc", "a target needs its unit, such as '0.098000 m'"},
           {"98000 m, unc", "98000 s, unc", "length"},
           {"0.001000 m", "0 m", "above 0"},
           {"ball.z", "ball.zz", "did you mean 'ball.z'"},
           {"ball_scene.yaml", "bell_scene.yaml", "did you mean"},
           {"repeats", "repeat", "did you mean 'repeats'"},
           {"budget: {evaluations: 16}", "budget: {}", "evaluations, runs or hours"},
           {"max: 0.8}", "max: 0.8, scenes: [bal]}", "did you mean 'ball'"}}) {
    std::string text = good;
    const std::size_t at = text.find(wrong.from);
    ASSERT_NE(at, std::string::npos) << wrong.from;
    text.replace(at, std::string(wrong.from).size(), wrong.to);
    folder.write("c.yaml", text);
    const Outcome outcome = cairn(folder, {"calibrate", "c.yaml"});
    EXPECT_EQ(outcome.code, 2) << wrong.to;
    EXPECT_TRUE(says(outcome.err, wrong.message)) << outcome.err;
    EXPECT_TRUE(says(outcome.err, "c.yaml:")) << outcome.err;
    EXPECT_FALSE(folder.has("c.calibration"));
  }

  // A folder of another calibration, a folder of something else, a scene that has changed.
  folder.write("c.yaml", rebound_alone("budget: {evaluations: 2}\n"));
  ASSERT_EQ(cairn(folder, {"calibrate", "c.yaml", "-q"}).code, 0);
  folder.write("c.yaml", rebound_alone("budget: {evaluations: 2}\nseed: 2\n"));
  EXPECT_TRUE(says(cairn(folder, {"calibrate", "c.yaml"}).err, "only title and budget may"));
  folder.write("other/note", "mine");
  EXPECT_EQ(cairn(folder, {"calibrate", "c.yaml", "-o", "other"}).code, 2);
  folder.write("c.yaml", rebound_alone("budget: {evaluations: 4}\n"));
  folder.write("ball_scene.yaml", std::string(kBall) + "title: other\n");
  const Outcome changed = cairn(folder, {"calibrate", "c.yaml"});
  EXPECT_EQ(changed.code, 2);
  EXPECT_TRUE(says(changed.err, "changed")) << changed.err;
  EXPECT_EQ(cairn(folder, {"calibrate", "nothing.yaml"}).code, 2);
  EXPECT_EQ(cairn(folder, {"calibrate", "."}).code, 2);
}

TEST(Calibrate, ItsPageOfKeysIsMadeFromItsVocabulary) {
  const TemporaryFolder folder;
  std::ifstream file(in_source_tree("docs/calibration.md"));
  std::stringstream page;
  page << file.rdbuf();
  EXPECT_EQ(cairn(folder, {"schema", "--calibration", "--reference"}).out, page.str())
      << "make it again with: cairn schema --calibration --reference > docs/calibration.md";
  EXPECT_TRUE(says(cairn(folder, {"schema", "--calibration"}).out, "\"unknowns\""));
}

// The values that grains.yaml was made with; its comment says how.
TEST(Calibrate, FindsThePropertiesOfGrainsFromTheLaboratory) {
  if (std::getenv("CAIRN_LONG") == nullptr) GTEST_SKIP() << "takes most of an hour; CAIRN_LONG=1 runs it";
  const TemporaryFolder folder;
  for (const auto& item : fs::directory_iterator(in_source_tree("scenes/lab/calibration")))
    fs::copy(item.path(), folder.path());
  const std::string grains = folder.read("grains.yaml");
  for (const char* seed : {"1", "2", "3"}) {
    folder.write("seed.yaml",
                 std::regex_replace(grains, std::regex("\nseed: [0-9]+"), std::string("\nseed: ") + seed));
    const std::string results = std::string("grains") + seed;
    const Outcome outcome = cairn(folder, {"calibrate", "seed.yaml", "-q", "-o", results});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const std::string result = folder.read(results + "/result.json");
    EXPECT_FALSE(folder.has(results + "/rebound.study/runs/00060.json"));
    EXPECT_NEAR(Found(result, "let.mu").value, kFriction, kShareFriction * kFriction);
    Found(result, "let.roll").expect_near(kRolling, kShareOthers);
    Found(result, "let.e").expect_near(kRestitutionOfGrains, kShareOthers);
  }

  // Without the rebound nothing tells the restitution.
  const std::string without = std::regex_replace(grains, std::regex("\n  rebound:(\n    [^\n]*)+"), "");
  ASSERT_NE(without, grains);
  folder.write("without.yaml", without);
  const Outcome outcome = cairn(folder, {"calibrate", "without.yaml", "-q"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.err, "let.e is not determined")) << outcome.err;
}

}  // namespace
}  // namespace cairn::program
