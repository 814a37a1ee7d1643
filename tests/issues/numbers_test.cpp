// Numbers far beyond anything physical, named by what one would see.
#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <string>
#include <vector>

#include "program/program.h"
#include "simulate.h"

namespace cairn::test {
namespace {

constexpr const char* kExplicit = R"yaml(
materials: {glass: {density: 2500, friction: 0.4, restitution: 0.6, young: 1e7, poisson: 0.3, work_of_adhesion: 0.01, rolling_friction: 0.1}}
method: {explicit: {law: hertz_mindlin, adhesion: dmt, rolling: spring}}
time: {step: 1e-5, end: 2e-4}
domain: {min: [-1, -1, -1], max: [1, 1, 1], outside: remove}
damping: {global: 0.1, local: 0.1}
bodies:
  - {name: floor, material: glass, shape: {plane: {}}, position: [0, 0, 0], fixed: true}
  - {name: wheel, material: glass, shape: {box: {size: [0.02, 0.02, 0.02]}}, position: [0.2, 0, 0.1], motion: {translation: {velocity: [0.1, 0, 0]}, rotation: {axis: [0, 1, 0], speed: 3}}}
  - {name: pair, material: glass, shape: {sphere: {radius: 0.01}}, position: [0, 0, 0.0099], lattice: {spacing: 0.0199, counts: [2, 1, 1]}, velocity: [0.1, 0, -0.2], angular_velocity: [0, 1, 0], force: [0.01, 0, 0], torque: [0, 0.001, 0]}
  - {name: tied, material: glass, shape: {sphere: {radius: 0.01}}, position: [-0.1, 0, 0.01], spring: {to: [-0.1, 0, 0.1], stiffness: 10, damping: 0.1, length: 0.08}}
events: [{at: 1e-4, gravity: [0, 0, -9]}]
)yaml";

constexpr const char* kImplicit = R"yaml(
materials: {stone: {density: 2500, friction: 0.4, restitution: 0.6}}
method: {implicit: {law: coulomb, solver: nlgs, recovery_speed: 1, threshold: 0.01}}
time: {step: 1e-3, end: 0.02}
bodies:
  - {name: floor, material: stone, shape: {plane: {}}, position: [0, 0, 0], fixed: true}
  - {name: block, material: stone, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [0, 0, 0.05], velocity: [0.3, 0, 0]}
  - {name: ball, material: stone, shape: {sphere: {radius: 0.02}}, position: [0, 0, 0.125], velocity: [0, 0, -1], force: [0, 0.1, 0]}
)yaml";

constexpr const char* kCompliant = R"yaml(
materials: {stone: {density: 2500, friction: 0.4, restitution: 0.6}}
method: {implicit: {law: compliant, yield: {cone_ball: {cohesion: 0.1}}, stiffness: 1e5, damping_time: 1e-4, solver: spg}}
time: {step: 1e-3, end: 0.02}
bodies:
  - {name: floor, material: stone, shape: {plane: {}}, position: [0, 0, 0], fixed: true}
  - {name: ball, material: stone, shape: {sphere: {radius: 0.02}}, position: [0, 0, 0.02], velocity: [0, 0, -1]}
)yaml";

constexpr const char* kImpact = R"yaml(
materials: {stone: {density: 2500, friction: 0.4, restitution: 0.6}}
method: {impact: {threshold: 0.01}}
time: {step: 1e-3, end: 0.02}
bodies:
  - {name: floor, material: stone, shape: {plane: {}}, position: [0, 0, 0], fixed: true}
  - {name: balls, material: stone, shape: {sphere: {radius: 0.02}}, position: [0, 0, 0.021], velocity: [0, 0, -1], lattice: {spacing: 0.045, counts: [1, 1, 2]}}
)yaml";

constexpr const char* kJoined = R"yaml(
materials: {stone: {density: 2500, friction: 0.4, restitution: 0.6}}
method: {explicit: {law: hooke, stiffness: 1e4, adhesion: cohesion, cohesion: 1e-3}}
time: {step: 1e-5, end: 2e-4}
periodic: {min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5], axes: [x, y], shear_rate: {xy: 0.1}}
bodies:
  - {name: floor, material: stone, shape: {plane: {}}, position: [0, 0, -0.5], fixed: true}
  - {name: rod, material: stone, shape: {capsule: {radius: 0.02, length: 0.1}}, position: [0, 0, 0.3]}
  - {name: beads, material: stone, shape: sphere, fill: {box: {min: [-0.2, -0.2, -0.48], max: [0.2, 0.2, 0]}, count: 5, seed: 1, sizes: {uniform: [0.02, 0.03]}, spread: [0.1, 0.1, 0.1]}}
joints: [{revolute: {bodies: [rod, ground], point: [0, 0, 0.35], axis: [0, 1, 0]}}]
inlet: {material: stone, shape: {sphere: {radius: 0.02}}, region: {box: {min: [0.2, 0.2, 0.2], max: [0.3, 0.3, 0.3]}}, rate: 1e5, count: 3, velocity: [0, 0, -0.1]}
measure: {energy: {every: 5e-5}}
output: {frames: 1e-4}
stop: {when: kinetic_energy < 1e-12, after: 1e-3}
)yaml";

struct Place {
  std::size_t begin = 0, size = 0;
};

// Every number of a scene as written out with all defaults.
std::vector<Place> numbers_in(const std::string& text) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  std::vector<Place> places;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins =
        std::isdigit(static_cast<unsigned char>(text[i])) && (i == 0 || !is_word(text[i - 1]));
    if (!begins) continue;
    const std::size_t begin = text[i - 1] == '-' ? i - 1 : i;
    while (i < text.size() && (is_word(text[i]) || text[i] == '.' || (text[i] == '-' && text[i - 1] == 'e') ||
                               (text[i] == '+' && text[i - 1] == 'e')))
      ++i;
    places.push_back({begin, i - begin});
  }
  return places;
}

// What a run of at most 20 steps would end with; -1: done, with energies or a residual that are not finite.
int ending(const std::string& scene) {
  try {
    SceneRun run(scene);
    run.simulation.run_until(std::min(run.simulation.plan().end, 20 * run.simulation.plan().step));
    run.to_end();
    Summary summary;
    run.simulation.summarise(summary);
    double sum = summary.residual.mean + summary.residual.max + summary.max_overlap_over_radius;
    for (const EnergyField& field : kEnergyFields) sum += std::abs(summary.energy.*field.member);
    return std::isfinite(sum) ? 0 : -1;
  } catch (const InputError&) {
    return 2;
  } catch (const RunError&) {
    return 3;
  }
}

TEST(NumbersIssues, ARunEndsWellWithEnergiesThatAreNotFinite) {
  for (const char* scene : {kExplicit, kImplicit, kCompliant, kImpact, kJoined}) {
    const std::string text = Scene::from_text(scene, "test.yaml").resolved();
    const std::vector<Place> places = numbers_in(text);
    ASSERT_EQ(ending(text), 0);
    ASSERT_GT(places.size(), 15u);
    for (const Place& place : places)
      for (const char* value : {"1e308", "-1e308", "1e-308", "1e300", "1e200", "1e100", "1e30", "1e18",
                                "1e15", "1e12", "1e9", "-1e9", "-1e12", "1e-9", "1e-12", "1e-30"}) {
        std::string changed = text;
        changed.replace(place.begin, place.size, value);
        const std::size_t line = text.rfind('\n', place.begin) + 1;
        EXPECT_GE(ending(changed), 0) << value << " in " << text.substr(line, text.find('\n', line) - line)
                                      << " at " << place.begin - line;
      }
  }
}

}  // namespace
}  // namespace cairn::test

namespace cairn::program {
namespace {

std::string ball(const std::string& method, const std::string& time, const std::string& more = "") {
  return "materials: {glass: {density: 2500, young: 1e7, poisson: 0.3, restitution: 0.5}}\nmethod: {" +
         method + "}\ntime: {" + time +
         "}\nbodies:\n"
         "  - {name: floor, material: glass, shape: {plane: {}}, position: [0, 0, 0], fixed: true}\n"
         "  - {name: ball, material: glass, shape: {sphere: {radius: 1e-2}}, position: [0, 0, 0.0101]}\n" +
         more;
}

void expect_refusal(const std::string& scene, const std::vector<std::string>& words, const Words& more = {}) {
  const TemporaryFolder folder;
  folder.write("a.yaml", scene);
  Words command{"run", "a.yaml"};
  command.insert(command.end(), more.begin(), more.end());
  const Outcome outcome = cairn(folder, command);
  EXPECT_EQ(outcome.code, 2) << outcome.out << outcome.err;
  for (const std::string& word : words) EXPECT_NE(outcome.err.find(word), std::string::npos) << outcome.err;
  EXPECT_FALSE(folder.has("a.run"));
}

TEST(NumbersIssues, MoreStepsThanCanBeCountedAreNone) {
  const std::string hertz = "explicit: {law: hertz_mindlin}";
  expect_refusal(ball(hertz, "step: 1e-17, end: 1"), {"a.yaml:3:", "time.end 1 s", "1e+17 steps", "2^53"});
  expect_refusal(ball(hertz, "step: 1e-5, end: 1e17"), {"a.yaml:3:", "time.end 1e+17 s", "2^53"});
  expect_refusal(ball(hertz, "step: 1e-5, end: 1"), {"--until 1e+17 s", "2^53"}, {"--until", "1e17"});
  expect_refusal(ball(hertz, "step: 1e-30, end: 1"), {"a.yaml:3:", "time.step", ">= 1e-18 s", "'1e-30'"});
  expect_refusal(ball(hertz, "step: 1e-5, end: 1e300"), {"a.yaml:3:", "time.end", "<= 1e+18 s", "'1e300'"});
}

TEST(NumbersIssues, RefusalsNameKeyValueAndBound) {
  const std::string hertz = "explicit: {law: hertz_mindlin}", time = "step: 1e-5, end: 1e-3";
  expect_refusal(ball(hertz, time), {"materials.glass.young", "<= 1e+18 Pa", "'1e300 Pa'"},
                 {"--set", "materials.glass.young=1e300 Pa"});
  expect_refusal(ball(hertz, time), {"bodies[1].shape.sphere.radius", ">= 1e-12 m", "'1e-200'"},
                 {"--set", "bodies.ball.shape.sphere.radius=1e-200"});
  expect_refusal(ball(hertz, time), {"gravity[2]", ">= -1e+15 m/s2", "'-1e200'"},
                 {"--set", "gravity=[0, 0, -1e200]"});
  expect_refusal(ball(hertz, time), {"materials.glass.friction", "0 or >= 1e-30", "'1e-308'"},
                 {"--set", "materials.glass.friction=1e-308"});
}

// Rows of a table and functions of time are bounded as numbers are.
TEST(NumbersIssues, HugeNumbersComeInByFilesAndFunctions) {
  const TemporaryFolder folder;
  folder.write("balls.csv", "x,y,z,vx,vy,vz\n0,0,1,0,0,1e200\n");
  folder.write(
      "a.yaml",
      ball("explicit: {law: hertz_mindlin}", "step: 1e-5, end: 1e-3",
           "  - {name: more, material: glass, shape: {sphere: {radius: 1e-2}}, csv: {file: balls.csv}}\n"));
  const Outcome listed = cairn(folder, {"run", "a.yaml"});
  EXPECT_EQ(listed.code, 2);
  EXPECT_NE(listed.err.find("balls.csv:2:"), std::string::npos) << listed.err;
  EXPECT_NE(listed.err.find("vz: must be <= 1e+09 m/s"), std::string::npos) << listed.err;

  folder.write("b.yaml",
               ball("explicit: {law: hertz_mindlin}", "step: 1e-5, end: 1e-3",
                    "  - {name: wall, material: glass, shape: {box: {size: [1, 1, 1]}}, position: [2, 0, "
                    "2], motion: {translation: {velocity: [\"exp(1e5*t)\", 0, 0]}}}\n"));
  const Outcome driven = cairn(folder, {"run", "b.yaml"});
  EXPECT_EQ(driven.code, 3) << driven.out;
  EXPECT_NE(driven.err.find("<= 1e+09 m/s"), std::string::npos) << driven.err;
}

}  // namespace
}  // namespace cairn::program
