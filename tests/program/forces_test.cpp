// cairn forces: what it prints and leaves, that it finds what the run found, and every way to ask for
// nonsense; and how scenes are refused that ask for compatible forces where there are none.
#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <fstream>
#include <map>
#include <sstream>

#include "places.h"
#include "program/program.h"
#include "results/frames.h"

namespace cairn::program {
namespace {

constexpr double kSolverError = 1e-8;  // of the largest force, and weights: the solver's tolerance is 1e-11

std::string pile_scene(const std::string& method, const std::string& more = "") {
  return R"(
gravity: [0, 0, -9.81]
materials:
  soft: {density: 2000 kg/m3, young: 1 GPa, friction: 0.3}
  hard: {density: 2000 kg/m3, young: 5 GPa, friction: 0.3}
method: )" +
         method + R"(
time: {step: 1 ms, end: 25 ms}
bodies:
  - {name: pile, materials: [soft, hard], shape: {sphere: {diameter: 2.5 mm}}, position: [0, 0, 1.25 mm],
     pyramid: {base: 4, gap: 0.0625 mm, fix_base: true}}
)" + more;
}

const std::string kImplicit =
    "{implicit: {law: frictionless, solver: apgd, tolerance: 1e-11, max_iterations: 20000, warm_start: "
    "false, "
    "compatible_forces: hertz}}";

TEST(Forces, OfAStoredFrameAreThoseOfTheRun) {
  for (const char* law : {"frictionless", "cone"}) {
    const TemporaryFolder folder;
    std::string method = kImplicit;
    method.replace(method.find("frictionless"), 12, law);
    folder.write("pile.yaml", pile_scene(method, "output: {contacts: true}\n"));
    ASSERT_EQ(cairn(folder, {"run", "pile.yaml", "-o", "pile.run", "-q"}).code, 0);
    EXPECT_NE(json_value(folder.read("pile.run/summary.json"), "self_stresses"), "");
    EXPECT_EQ(json_value(folder.read("pile.run/summary.json"), "unique"), "false");
    const Outcome outcome = cairn(folder, {"forces", "pile.run"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("forces unique        no"), std::string::npos) << outcome.out;
    for (const char* name :
         {"forces_000001.csv", "forces_000001_histogram.csv", "forces_000001_histogram.png",
          "forces_000001_floor.csv", "forces_000001_floor.png", "forces_000001_floor_solver.png"})
      EXPECT_TRUE(folder.has(std::string("pile.run/") + name)) << name;

    // columns 13 to 15 are the compatible force
    const Frame frame = read_frame((folder.path() / "pile.run/run.h5").string(), 1);
    std::istringstream rows(folder.read("pile.run/forces_000001.csv"));
    std::string line;
    std::getline(rows, line), std::getline(rows, line);
    double largest = 0, off = 0;
    for (const Vec3& stored : frame.contacts->compatible) {
      ASSERT_TRUE(std::getline(rows, line));
      std::vector<double> row;
      std::istringstream words(line);
      for (std::string word; std::getline(words, word, ',');) row.push_back(std::stod(word));
      ASSERT_EQ(row.size(), 18u);
      largest = std::max(largest, norm(stored)),
      off = std::max(off, norm(stored - Vec3{row[12], row[13], row[14]}));
    }
    EXPECT_GT(largest, 0);
    EXPECT_LE(off, kSolverError * largest) << law;
  }
}

using PairForces = std::map<std::pair<Uid, Uid>, std::array<double, 4>>;

// Forces of the pyramid of base 20 that a program found which shares no code with this one; in weights.
PairForces reference_forces() {
  PairForces forces;
  std::ifstream file(in_source_tree("../shared/oracles/o02_cannonball_base20_forces.csv"));
  for (std::string line; std::getline(file, line);) {
    std::ranges::replace(line, ',', ' ');
    std::istringstream words(line);
    Uid a = 0, b = 0;
    std::array<double, 4> f{};
    if (words >> a >> b >> f[0] >> f[1] >> f[2] >> f[3]) forces[{a, b}] = f;
  }
  return forces;
}

TEST(Forces, OfTheCannonballPyramidContactByContact) {
  const PairForces answers = reference_forces();
  if (answers.empty()) GTEST_SKIP() << "no table of reference forces";
  ASSERT_EQ(answers.size(), 14440u);
  constexpr double kWeight = 1.6051574964435353e-4;
  const TemporaryFolder folder;
  for (const bool species : {false, true}) {
    const std::string scene =
        in_source_tree("scenes/papers/OK18/cannonball") + (species ? "_species.yaml" : ".yaml");
    ASSERT_EQ(cairn(folder, {"run", scene, "-o", "pile.run", "--force", "-q", "--until", "25 ms"}).code, 0);
    for (const bool hertz : {false, true}) {
      ASSERT_EQ(cairn(folder, {"forces", "pile.run", "--power", hertz ? "hertz" : "hooke"}).code, 0);
      std::istringstream rows(folder.read("pile.run/forces_000001.csv"));
      std::map<std::pair<Uid, Uid>, double> found;
      for (std::string line; std::getline(rows, line);) {
        std::vector<std::string> row;
        std::istringstream words(line);
        for (std::string word; std::getline(words, word, ',');) row.push_back(word);
        if (row.size() == 18 && std::isdigit(static_cast<unsigned char>(row[0][0])) != 0)
          found[{std::stoull(row[0]), std::stoull(row[1])}] = std::stod(row[16]) / kWeight;
      }
      double most = 0;
      for (const auto& [pair, answer] : answers)
        most = std::max(most, std::abs((found.contains(pair) ? found[pair] : 0) -
                                       answer[(hertz ? 2 : 0) + (species ? 1 : 0)]));
      EXPECT_LE(most, kSolverError) << species << hertz;
    }
  }
}

TEST(Forces, OfARunThatDidNotAsk) {
  const TemporaryFolder folder;
  folder.write("pile.yaml",
               pile_scene("{explicit: {law: hooke, stiffness: 2000 N/m}}", "output: {contacts: true}\n"));
  ASSERT_EQ(cairn(folder, {"run", "pile.yaml", "-o", "pile.run", "-q", "--set", "time.step=auto"}).code, 0);
  const Outcome outcome = cairn(folder, {"forces", "pile.run", "--power", "hertz", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(json_value(outcome.out, "converged"), "true");
}

TEST(Forces, RefusesNonsense) {
  const TemporaryFolder folder;
  folder.write("pile.yaml", pile_scene(kImplicit, "output: {contacts: true, frames: 5 ms}\n"));
  folder.write("bare.yaml", pile_scene("{explicit: {law: hooke, stiffness: 2000 N/m}}"));
  ASSERT_EQ(cairn(folder, {"run", "pile.yaml", "-o", "pile.run", "-q"}).code, 0);
  ASSERT_EQ(cairn(folder, {"run", "bare.yaml", "-o", "bare.run", "-q", "--set", "time.step=auto"}).code, 0);
  const auto refusal = [&](const Words& words) {
    const Outcome outcome = cairn(folder, words);
    EXPECT_EQ(outcome.code, 2) << outcome.out << outcome.err;
    return outcome.err;
  };
  const auto expect = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  expect(refusal({"forces", "none.run"}), "is not the folder of a run");
  expect(refusal({"forces", "pile.run", "--frame", "77"}), "--frame needs a number from 0 to 5");
  expect(refusal({"forces", "pile.run", "--power", "1"}), "must be above 1");
  expect(refusal({"forces", "pile.run", "--power", "hook"}), "--power needs hooke, hertz or a number");
  expect(refusal({"forces", "pile.run", "--tangential", "0"}),
         "--tangential needs a ratio of stiffnesses above 0, got '0'");
  expect(refusal({"forces", "bare.run"}), "has no contacts");

  const auto scene = [&](const std::string& method, const std::string& more = "") {
    folder.write("bad.yaml", pile_scene(method, more));
    return refusal({"check", "bad.yaml"});
  };
  const auto forces = [&](const std::string& value, const std::string& law = "frictionless") {
    return scene("{implicit: {law: " + law + ", compatible_forces: " + value + "}}");
  };
  expect(forces("{power: 1}"), "power");
  expect(forces("{power: 0.5}"), "power");
  expect(forces("{tangential: 0}"), "tangential");
  expect(forces("hertzian"), "hertz");
  expect(forces("hertz, cohesion: 1 N", "cone"), "know no cohesion");
  const std::string explicit_run =
      scene("{explicit: {law: hooke, stiffness: 2000, compatible_forces: hertz}}");
  expect(explicit_run, "belongs to method implicit");
  expect(explicit_run, "an explicit run has them from its overlaps");
  expect(scene("{implicit: {law: frictionless}}", "measure: {indeterminacy: {every: 1 ms}}\n"),
         "needs a method that finds them: implicit with `compatible_forces: hooke`");
  folder.write("bad.yaml",
               "materials: {a: {density: 1, young: 1 GPa}, b: {density: 1}}\n"
               "method: {implicit: {law: frictionless, compatible_forces: hooke}}\ntime: {end: 1}\nbodies:\n"
               "  - {name: x, material: a, shape: {sphere: {radius: 1}}, position: [0, 0, 0]}\n"
               "  - {name: y, material: b, shape: {sphere: {radius: 1}}, position: [0, 0, 3]}\n"
               "  - {name: z, material: b, shape: {sphere: {radius: 1}}, position: [0, 0, 6]}\n");
  expect(refusal({"check", "bad.yaml"}), "need `young` of material");
}

}  // namespace
}  // namespace cairn::program
