// What the program says about titles, memory and events, named by what one would see.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "places.h"
#include "program/program.h"
#include "simulate.h"

namespace cairn::program {
namespace {

// Escape, C1 controls, line ends of Unicode: as YAML writes them.
const std::string kWild = R"(a\e[31mb\x84c\x85d\x9be\x7ff\u2028g)";

std::string wild_scene() {
  return "title: \"" + kWild + "\"\nmaterials: {\"gl\\e[31mass\\x9b\": {density: 2500}}\n" +
         R"yaml(method: {impact: {}}
time: {step: 1e-3, end: 2e-3}
measure: {energy: {every: 1e-3}}
bodies:
  - {name: ball, material: "gl\e[31mass\x9b", shape: {sphere: {radius: 1e-2}}, position: [0, 0, 0.01]}
)yaml";
}

bool has_control(const std::string& text) {
  const auto steers = [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f; };
  bool c1 = false;
  for (std::size_t i = 0; i + 1 < text.size(); ++i)
    c1 |= text[i] == '\xc2' && static_cast<unsigned char>(text[i + 1]) < 0xa0;
  return c1 || std::ranges::any_of(text, steers);
}

TEST(Messages, TitlesAndNamesSteerTheTerminal) {
  const TemporaryFolder folder;
  folder.write("a.yaml", wild_scene());
  for (const Words& words : {Words{"check", "a.yaml"}, {"run", "a.yaml"}, {"plot", "a.run"}}) {
    const Outcome outcome = cairn(folder, words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_FALSE(has_control(outcome.out)) << words[0] << "\n" << outcome.out;
    EXPECT_FALSE(has_control(outcome.err)) << words[0] << "\n" << outcome.err;
  }
  EXPECT_FALSE(has_control(folder.read("a.run/run.log")));
  folder.write("b.yaml", "title: \"\\e[31m\ntime: {}\n");
  EXPECT_FALSE(has_control(cairn(folder, {"check", "b.yaml"}).err));
}

TEST(Messages, ARunCanNotReadItsOwnTitle) {
  const TemporaryFolder folder;
  folder.write("a.yaml", wild_scene());
  ASSERT_EQ(cairn(folder, {"run", "a.yaml"}).code, 0);
  EXPECT_EQ(cairn(folder, {"report", "a.run"}).code, 0);
  EXPECT_EQ(cairn(folder, {"resume", "a.run", "--until", "4e-3"}).code, 0);
  const Scene first = Scene::from_file((folder.path() / "a.yaml").string());
  const Scene again = Scene::from_file((folder.path() / "a.run/scene.yaml").string());
  EXPECT_EQ(again["title"].text(), first["title"].text());
  EXPECT_EQ(again["materials"].map_items()[0].name(), first["materials"].map_items()[0].name());
}

constexpr const char* kMany = R"yaml(materials: {glass: {density: 2500, friction: 0.3}}
method: {explicit: {law: hooke, stiffness: 1e4}}
time: {step: 1e-5, end: 1e-4}
bodies:
  - {name: floor, material: glass, shape: {plane: {}}, position: [0, 0, 0], fixed: true}
  - {name: beads, material: glass, shape: {sphere: {radius: 1e-2}}, position: [0, 0, 0.01],
     lattice: {spacing: 0.0201, counts: [200, 200, 200]}}
)yaml";

TEST(Messages, OutOfMemoryNamesNothing) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kMany);
  const Outcome outcome = run_other(
      folder, {"/bin/sh", "-c", "ulimit -v 600000; exec " + cairn_program() + " run a.yaml -j 1 2>&1"});
  EXPECT_EQ(outcome.code, 3) << outcome.out << outcome.err;
  for (const char* word :
       {"out of memory while", "8000001 bodies", "8 GB", "beads.lattice.counts (a.yaml:7)"})
    EXPECT_NE(outcome.out.find(word), std::string::npos) << word << " in " << outcome.out;
  EXPECT_FALSE(folder.has("a.run"));
}

// Grains that flew off made columns without end.
TEST(Messages, ADrumWithAGrainFarAwayEndsInDefaultAppend) {
  const TemporaryFolder folder;
  folder.write("a.yaml", R"yaml(
materials: {glass: {density: 2500}}
method: {explicit: {law: hooke, stiffness: 1e4}}
time: {end: 1e-9}
gravity: [0, 0, 0]
measure: {slope: {drum_surface: {body: drum}}}
bodies:
  - {name: drum, material: glass, shape: {drum: {radius: 0.5, length: 0.3, axis: y}}, position: [0, 0, 0], fixed: true}
  - {name: beads, material: glass, shape: {sphere: {radius: 1e-6}}, position: [0, 0, -0.3], lattice: {spacing: 0.1, counts: [3, 1, 2]}}
  - {name: lost, material: glass, shape: {sphere: {radius: 1e-6}}, position: [1e12, 0, 0]}
)yaml");
  const Outcome outcome = cairn(folder, {"run", "a.yaml"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
}

std::string gate_scene(const std::string& events, const std::string& more = "") {
  return R"yaml(materials: {glass: {density: 2500}}
method: {explicit: {law: hooke, stiffness: 1e4}}
time: {step: 1e-4, end: 0.3}
)yaml" + more +
         R"yaml(bodies:
  - {name: gate, material: glass, shape: {box: {size: [0.1, 0.1, 0.01]}}, position: [0, 0, 0], fixed: true}
  - {name: ball, material: glass, shape: {sphere: {radius: 1e-2}}, position: [0, 0, 0.3]}
events:
)yaml" + events;
}

TEST(Messages, EventsActOnBodiesThatAreGoneWithoutAWord) {
  const TemporaryFolder folder;
  folder.write("a.yaml", gate_scene("  - {at: 0.1, remove: gate}\n  - {at: 0.2, release: gate}\n"));
  const std::string said =
      "a.yaml:9: warning: the event (release gate) finds no bodies of gate at t = 0.2 s: they are removed "
      "before";
  EXPECT_NE(cairn(folder, {"check", "a.yaml"}).out.find(said), std::string::npos);
  const Outcome ran = cairn(folder, {"run", "a.yaml"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.err.find(said), std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find("finds no bodies"), ran.err.rfind("finds no bodies")) << ran.err;

  // In the right order nothing is said, and bodies that are added count from then on.
  folder.write("b.yaml",
               gate_scene("  - {at: 0.2, remove: gate}\n  - {at: 0.1, release: gate}\n"
                          "  - {at: 0.1, add: {name: late, material: glass, shape: {sphere: {radius: "
                          "1e-2}}, position: [0, 0, 1]}}\n  - {at: 0.1, fix: late}\n"));
  const Outcome right = cairn(folder, {"run", "b.yaml"});
  EXPECT_EQ(right.code, 0);
  EXPECT_EQ(right.err.find("finds no bodies"), std::string::npos) << right.err;
}

// The ball leaves the domain; only the run knows.
TEST(Messages, EventsAfterTheDomainTookTheirBodiesSayNothing) {
  const TemporaryFolder folder;
  folder.write("a.yaml", gate_scene("  - {at: 0.25, fix: ball}\n",
                                    "domain: {min: [-1, -1, 0.2], max: [1, 1, 1], outside: remove}\n"));
  EXPECT_EQ(cairn(folder, {"check", "a.yaml"}).out.find("finds no bodies"), std::string::npos);
  const Outcome ran = cairn(folder, {"run", "a.yaml"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.err.find("a.yaml:9: warning: the event (fix ball) finds no bodies of ball at t = 0.25 s"),
            std::string::npos)
      << ran.err;
}

}  // namespace
}  // namespace cairn::program
