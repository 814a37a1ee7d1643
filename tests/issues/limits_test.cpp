// Runs that went on with results that mean nothing, named by what one would see.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/error.h"
#include "program/program.h"
#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kPermittedOverlap = 1e-3;  // of the smaller radius

using program::cairn;
using program::json_value;
using program::Outcome;
using program::TemporaryFolder;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The message of the RunError that ends the run; empty if none does.
std::string end_of(SceneRun& run) {
  try {
    run.to_end();
  } catch (const RunError& error) {
    return error.what();
  }
  return "";
}
std::string end_of(const std::string& yaml, const std::vector<std::string>& overrides = {}) {
  SceneRun run(yaml, 1, overrides);
  return end_of(run);
}

// A heavy ball at 5 m/s into two layers of grains. Plain sweeps are too slow for it.
const std::string kIntruder = R"yaml(
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500, friction: 0.5}}
method: {implicit: {law: coulomb, solver: pgs, accelerate: false, tolerance: 1e-4}}
time: {step: 1e-4, end: 5e-4}
bodies:
  - {name: floor, material: glass, shape: {plane: {}}, position: [0, 0, 0], fixed: true}
  - {name: grains, material: glass, shape: {sphere: {radius: 1 mm}}, position: [-19 mm, -19 mm, 1 mm],
     lattice: {kind: cubic, spacing: 2 mm, counts: [20, 20, 2]}}
  - {name: intruder, material: glass, shape: {sphere: {radius: 20 mm}}, position: [0, 0, 24.1 mm], velocity: [0, 0, -5]}
)yaml";

TEST(Limits, AnIntruderPressesGrainsIntoEachOtherAndTheRunEndsWell) {
  const TemporaryFolder folder;
  folder.write("intruder.yaml", kIntruder);
  const Outcome stopped = cairn(folder, {"run", "intruder.yaml", "-j", "1"});
  EXPECT_EQ(stopped.code, 3);
  for (const char* part : {"warning: an overlap of", "error: implicit coulomb pgs: an overlap of 0.762 radii",
                           "t = 0.0004 s (step 4): body", "(grains)", "step: 1.2e-05 s"})
    EXPECT_TRUE(has(stopped.err, part)) << part << '\n' << stopped.err;
  const Outcome allowed =
      cairn(folder, {"run", "intruder.yaml", "-j", "1", "--force", "--set", "time.allow_overlap=true"});
  EXPECT_EQ(allowed.code, 0) << allowed.err;
  EXPECT_EQ(json_value(folder.read("intruder.run/summary.json"), "deep_overlap_steps"), "4");
  // The step that the message proposes.
  const Outcome mended =
      cairn(folder, {"run", "intruder.yaml", "-j", "1", "--force", "--set", "time.step=1.2e-5"});
  EXPECT_EQ(mended.code, 0) << mended.err;
}

// A ball of 10 mm on one of 0.1 mm or 1 um.
std::string heavy_on_light(const std::string& radius, const std::string& solver, double tolerance,
                           const std::string& more = "") {
  return fmt::format(R"yaml(
gravity: [0, 0, -9.81]
let: {{r: {}}}
materials: {{glass: {{density: 2500, friction: 0.3}}}}
method: {{implicit: {{law: coulomb, solver: {}, tolerance: {}{}}}}}
time: {{step: 1e-3, end: 0.05}}
bodies:
  - {{name: floor, material: glass, shape: {{plane: {{}}}}, position: [0, 0, 0], fixed: true}}
  - {{name: speck, material: glass, shape: {{sphere: {{radius: r}}}}, position: [0, 0, r]}}
  - {{name: ball, material: glass, shape: {{sphere: {{radius: 10 mm}}}}, position: [0, 0, 10 mm + 2*r]}}
)yaml",
                     radius, solver, tolerance, more);
}

// True if no step that said that it converged left the speck crushed.
bool is_honest(SceneRun run) {
  constexpr double kCrushed = 0.01;  // of the radius of the speck
  const double r = run.position(1).z;
  try {
    while (!run.simulation.done()) {
      const double before = run.position(1).z;
      run.simulation.advance();
      const double low = run.position(1).z, high = run.position(2).z;
      const double overlap = std::max(r - low, 10e-3 + r - (high - low)) / r;
      if (run.simulation.report().solve.converged && overlap > kCrushed && low < before) return false;
    }
  } catch (const RunError&) {
    return true;
  }
  return true;
}

TEST(Limits, ASolverConvergesWhileALightBallSinksUnderAHeavyOne) {
  for (const char* solver : {"pgs", "nlgs", "jacobi", "apgd", "newton", "interior_point"}) {
    // Resting steps carry a ratio of 10⁶: their error goes to round-off.
    SceneRun carried(heavy_on_light("0.1 mm", solver, 1e-6));
    EXPECT_EQ(end_of(carried), "") << solver;
    EXPECT_LE(carried.simulation.report().max_overlap, 0.01) << solver;
    // From a cold start the tolerance alone decides.
    EXPECT_TRUE(is_honest(SceneRun(heavy_on_light("0.1 mm", solver, 1e-4, ", warm_start: false")))) << solver;
    EXPECT_TRUE(is_honest(SceneRun(heavy_on_light("1 um", solver, 1e-4)))) << solver;
  }
  // Gradients do not get there; the way out that the message proposes does.
  const std::string end = end_of(heavy_on_light("0.1 mm", "apgd", 1e-6, ", warm_start: false"));
  for (const char* part : {"radii of the smaller body", "body 1 (speck)", "try `solver: newton`"})
    EXPECT_TRUE(has(end, part)) << end;
  SceneRun mended(heavy_on_light("0.1 mm", "newton", 1e-6, ", warm_start: false"));
  EXPECT_EQ(end_of(mended), "");
  EXPECT_LE(mended.simulation.report().max_overlap, 0.01);
}

// A locked body works as a drive does, and impact runs book the work of a load to first order: neither is
// energy from nothing.
TEST(Limits, ALockedOrLoadedBodyIsTakenForEnergyFromNothing) {
  const std::string materials = "materials: {stone: {density: 2500, friction: 0.5, restitution: 0.5}}\n";
  for (const char* method :
       {"{explicit: {law: hooke, stiffness: 1e4}}", "{implicit: {law: coulomb}}", "{impact: {}}"}) {
    EXPECT_EQ(end_of(materials + "gravity: [0, 0, -9.81]\nmethod: " + method + R"yaml(
time: {step: 1e-4, end: 0.3}
bodies:
  - {name: lift, material: stone, shape: {box: {size: [0.1, 0.1, 0.02]}}, position: [0, 0, 0.02], lock: [x, y, z, rx, ry, rz], velocity: [0, 0, 0.5]}
  - {name: ball, material: stone, shape: {sphere: {radius: 6 mm}}, position: [0, 0, 0.036]}
)yaml"),
              "")
        << method;
    EXPECT_EQ(end_of(materials + "gravity: [0, 0, 0]\nmethod: " + method + R"yaml(
time: {step: 1e-4, end: 0.1}
bodies: [{name: ball, material: stone, shape: {sphere: {radius: 6 mm}}, position: [0, 0, 0.1], force: [0, 0, -0.1]}]
)yaml"),
              "")
        << method;
  }
}

// A block that rocks from edge to edge.
std::string rocking_block(const std::string& solver, const std::string& more = "") {
  return fmt::format(R"yaml(
gravity: [0, 0, -9.81]
materials: {{stone: {{density: 2500, friction: 1, restitution: 0}}}}
method: {{impact: {{solver: {}}}}}
time: {{step: 1e-3, end: 1{}}}
bodies:
  - {{name: floor, material: stone, shape: {{plane: {{}}}}, position: [0, 0, 0], fixed: true}}
  - {{name: block, material: stone, shape: {{box: {{size: [0.1, 0.1, 0.3]}}}}, position: [0, 0, 0.157],
     orientation: {{axis: [0, 1, 0], angle: 10 deg}}}}
)yaml",
                     solver, more);
}

TEST(Limits, ARockingBlockGainsEnergyWithoutAWord) {
  for (const char* form : {"smm", "smm, form: complementary"}) {
    const std::string end = end_of(rocking_block(form));
    for (const char* part : {"impact smm:", "J came from nothing until t = 0.208 s (step 208)",
                             "body 0 (floor)", "body 1 (block)", "`solver: etm`", "allow_gain"})
      EXPECT_TRUE(has(end, part)) << part << ": " << end;
    SceneRun allowed(rocking_block(form, ", allow_gain: true"));
    EXPECT_EQ(end_of(allowed), "");
    Summary summary;
    allowed.simulation.summarise(summary);
    EXPECT_GT(summary.impacts_with_gain, 1u);
    EXPECT_GT(summary.energy_from_nothing, 2);
    // Said once; the block that gained so much may wedge later, which is another warning.
    const auto gains = [](const std::string& warning) { return has(warning, "from nothing"); };
    EXPECT_EQ(std::ranges::count_if(summary.warnings, gains), 1);
  }
  for (const char* solver : {"etm", "sqm"}) {
    SceneRun run(rocking_block(solver));
    EXPECT_EQ(end_of(run), "");
    EXPECT_EQ(run.simulation.report().impacts.gains, 0u) << solver;
    EXPECT_TRUE(run.simulation.warnings().empty()) << solver;
  }
}

// Boxes and ellipsoids in a closed box that is shaken.
std::string shaken_box(const std::string& solver, double end) {
  return fmt::format(R"yaml(
gravity: [0, 0, -9.81]
let: {{w: 0.2}}
materials: {{stone: {{density: 2500, friction: 1, restitution: 0.2}}}}
method: {{impact: {{solver: {}}}}}
time: {{step: 1e-3, end: {}}}
bodies:
  - {{name: room, material: stone, shape: {{container: {{size: [2*w, 2*w, 2*w]}}}}, position: [0, 0, 0],
     motion: {{translation: {{velocity: [0.5*cos(60*t), 0, 1.2*cos(60*t)]}}}}}}
  - {{name: boxes, material: stone, orientation: random, shape: {{box: {{size: [0.06, 0.05, 0.04]}}}},
     fill: {{box: {{min: [-w, -w, -w], max: [w, w, w]}}, count: 24, seed: 1}}}}
  - {{name: eggs, material: stone, orientation: random, shape: {{ellipsoid: {{radii: [0.03, 0.025, 0.02]}}}},
     fill: {{box: {{min: [-w, -w, -w], max: [w, w, w]}}, count: 24, seed: 2}}}}
)yaml",
                     solver, end);
}

TEST(Limits, ShakenBoxesLeaveTheirBoxWithEnergyFromNothing) {
  for (const char* form : {"smm", "smm, form: complementary"}) {
    const std::string end = end_of(shaken_box(form, 2));
    EXPECT_TRUE(has(end, "came from nothing")) << end;
    EXPECT_TRUE(has(end, "body 0 (room)")) << end;
  }
  SceneRun sound(shaken_box("etm", 0.2));
  EXPECT_EQ(end_of(sound), "");
  EXPECT_EQ(sound.simulation.report().impacts.gains, 0u);
}

// A ball between stiff walls, with a step at which every bounce makes it faster.
TEST(Limits, AnUnstableStepMakesABallFasterAndFaster) {
  const std::string end = end_of(R"yaml(
gravity: [0, 0, 0]
materials: {steel: {density: 1000, restitution: 1}}
method: {explicit: {law: hooke, stiffness: 1e8}}
time: {step: 0.6 ms, end: 60, allow_unstable: true}
bodies:
  - {name: left, material: steel, shape: {plane: {normal: [1, 0, 0]}}, position: [-0.12, 0, 0], fixed: true}
  - {name: right, material: steel, shape: {plane: {normal: [-1, 0, 0]}}, position: [0.12, 0, 0], fixed: true}
  - {name: ball, material: steel, shape: {sphere: {radius: 0.1}}, position: [0, 0, 0], velocity: [0.01, 0, 0]}
)yaml");
  EXPECT_TRUE(has(end, "explicit hooke: ")) << end;
  EXPECT_TRUE(has(end, "came from nothing")) << end;
  EXPECT_TRUE(has(end, "body 2 (ball)")) << end;
}

// Energy from nothing and deep overlap are counted on after a resume.
TEST(Limits, AResumedRunForgetsWhatCameFromNothing) {
  const std::string yaml = rocking_block("smm", ", allow_gain: true");
  const auto summary_of = [](SceneRun& run) {
    Summary summary;
    run.simulation.summarise(summary);
    return summary;
  };
  SceneRun whole(yaml), first(yaml), second(yaml);
  whole.to_end();
  first.until([](const Simulation& simulation) { return simulation.step() == 300; });
  Record record;
  first.simulation.save(record);
  second.simulation.load(record);
  second.to_end();
  const Summary a = summary_of(whole), b = summary_of(second);
  EXPECT_EQ(a.state_hash, b.state_hash);
  EXPECT_EQ(a.energy_from_nothing, b.energy_from_nothing);
  EXPECT_EQ(a.impacts_with_gain, b.impacts_with_gain);
  EXPECT_EQ(a.warnings, b.warnings);
}

// compare runs the same program, with the same ends.
TEST(Limits, AComparisonShowsAMethodThatGainsEnergyAsGood) {
  const TemporaryFolder folder;
  folder.write("rock.yaml", rocking_block("smm"));
  const Outcome outcome = cairn(folder, {"compare", "rock.yaml", "--methods", "scene,coulomb/pgs"});
  EXPECT_NE(outcome.code, 0);
  EXPECT_TRUE(has(outcome.out + outcome.err, "could not run: impact smm: 2.1 J came from nothing"))
      << outcome.out;
}

// There is no motion that two plates allow which meet.
TEST(Limits, PlatesCrushABallAndTheRunEndsWell) {
  const std::string end = end_of(R"yaml(
gravity: [0, 0, 0]
materials: {steel: {density: 1000, restitution: 0.9}}
method: {impact: {}}
time: {step: 10 ms, end: 0.3}
bodies:
  - {name: below, material: steel, shape: {box: {size: [1, 1, 0.1]}}, position: [0, 0, 0], motion: {translation: {velocity: [0, 0, 1]}}}
  - {name: above, material: steel, shape: {box: {size: [1, 1, 0.1]}}, position: [0, 0, 0.7], motion: {translation: {velocity: [0, 0, -1]}}}
  - {name: ball, material: steel, shape: {sphere: {radius: 0.1}}, position: [0, 0, 0.3], velocity: [0, 0, -1]}
)yaml");
  EXPECT_TRUE(has(end, "radii of the smaller body at t = 0.26 s (step 26): body 0 (below) and body 2 (ball)"))
      << end;
  EXPECT_TRUE(has(end, "leave others no room")) << end;
}

// Elastic balls fly farther in a step than they are wide, in a cell or between walls.
std::string gas(const std::string& dimension, const std::string& boundary, int count,
                const std::string& region) {
  return fmt::format(R"yaml(
dimension: {}
gravity: [0, 0, 0]
materials: {{stone: {{density: 2500, friction: 0, restitution: 1}}}}
method: {{impact: {{threshold: 0}}}}
time: {{step: 20 ms, end: 0.6}}
{}
bodies:
  - {{name: balls, material: stone, shape: {{sphere: {{diameter: 10 mm}}}}, fill: {{box: {}, count: {}, seed: 1, spread: [1, {}, 1]}}}}
)yaml",
                     dimension, boundary, region, count, dimension == "2" ? 0 : 1);
}

TEST(Limits, AGasInAPeriodicCellMissesCollisionsAtLargeSteps) {
  const std::string disc =
      gas("2", "periodic: {min: [-0.25, -0.5, -0.25], max: [0.25, 0.5, 0.25], axes: [x, z]}", 250,
          "{min: [-0.25, 0, -0.25], max: [0.25, 0, 0.25]}");
  const std::string ball = gas("3", "periodic: {min: [-0.06, -0.06, -0.06], max: [0.06, 0.06, 0.06]}", 300,
                               "{min: [-0.06, -0.06, -0.06], max: [0.06, 0.06, 0.06]}");
  for (const std::string& yaml : {disc, ball}) {
    SceneRun run(yaml);
    const double before = run.simulation.energy().kinetic;
    double overlap = 0;
    run.until([&](const Simulation& simulation) {
      overlap = std::max(overlap, simulation.report().max_overlap);
      return false;
    });
    EXPECT_LE(overlap, kPermittedOverlap) << yaml;
    EXPECT_GT(run.simulation.report().impacts.impacts, 100u);
    EXPECT_NEAR(run.simulation.energy().kinetic, before, kHundredThousandsOfRoundings * before);
  }
}

// Balls slide down a chute so close together that impacts do not end, and the rest of steps is solved for.
TEST(Limits, BallsOnAChuteFallIntoEachOtherAtLargeSteps) {
  SceneRun run(R"yaml(
gravity: [5, 0, -9.81]
materials: {stone: {density: 2500, friction: 0.4, restitution: 0.5}}
method: {impact: {}}
time: {step: 10 ms, end: 0.4}
periodic: {min: [-0.06, -0.06, -1], max: [0.06, 0.06, 1], axes: [x, y]}
bodies:
  - {name: floor, material: stone, shape: {plane: {}}, position: [0, 0, 0], fixed: true}
  - {name: balls, material: stone, shape: {sphere: {diameter: 10 mm}},
     fill: {box: {min: [-0.06, -0.06, 0], max: [0.06, 0.06, 0.2]}, count: 150, seed: 1, spread: [1, 1, 1]}}
)yaml");
  double overlap = 0;
  run.until([&](const Simulation& simulation) {
    overlap = std::max(overlap, simulation.report().max_overlap);
    return false;
  });
  EXPECT_GT(run.simulation.report().impacts.completions, 0u);
  EXPECT_LE(overlap, 0.01);
  EXPECT_NEAR(run.simulation.energy().imbalance, 0, kMillionsOfRoundings * run.simulation.energy().impact);
}

// A wall that travels 40 mm in a step meets small balls on its way.
TEST(Limits, ADrivenWallPassesThroughSmallBallsAtLargeSteps) {
  SceneRun run(R"yaml(
gravity: [0, 0, 0]
materials: {stone: {density: 2500, friction: 0, restitution: 1}}
method: {impact: {threshold: 0}}
time: {step: 20 ms, end: 0.1}
bodies:
  - {name: wall, material: stone, shape: {box: {size: [0.02, 0.2, 0.2]}}, position: [0, 0, 0],
     motion: {translation: {velocity: [2, 0, 0]}}}
  - {name: balls, material: stone, shape: {sphere: {radius: 2 mm}}, position: [0.03, -0.05, -0.05],
     lattice: {kind: cubic, spacing: 10 mm, counts: [1, 10, 10]}}
)yaml");
  run.to_end();
  for (Uid uid = 1; uid <= 100; ++uid) EXPECT_NEAR(run.velocity(uid).x, 4, kMillionsOfRoundings) << uid;
}

}  // namespace
}  // namespace cairn::test
