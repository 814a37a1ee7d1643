// Bonds: beams against beam theory, bars that break where they should, and the same bits after a resume.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "base/record.h"
#include "simulate.h"

namespace cairn::test {
namespace {

constexpr double kRestOfTheMotion = 1e-4;  // 1/s: speed over the way
constexpr double kRowsAreNoBeam =
    0.02;  // of the sag: springs at a few heights, and a slope that is not small
constexpr double kInertiaOfTheBar = 0.05;   // N: the load grows by 0.01 N in a step and takes some to arrive
constexpr double kStretchOfTheLoad = 1e-6;  // m: 0.5 N over 1e6 N/m, twice
constexpr double kAllowedStretch = 1e-3, kAllowedWork = 5e-3;  // m, J
constexpr double kSolverError = 1e-9;                          // m
constexpr double kLastStepBeforeTheBreak = 0.1;                // of the work
constexpr double kGenerousForWork = 1e-3;                      // of the work, which is exact

constexpr double kGravity = 9.81;

std::size_t intact(const World& world) {
  return static_cast<std::size_t>(std::ranges::count_if(
      world.plastic, [](const PlasticRecord& r) { return r.state.cohering == Cohering::bond; }));
}

// --- A cantilever of r rows of n balls under its own weight

struct Beam {
  int rows = 2, columns = 20;
  double d = 0.1, stiffness = 1e8, density = 1000;
  double mass() const { return density * std::numbers::pi / 6 * d * d * d; }
  double length() const { return columns * d; }
};

// How far the end comes down. Steps of 0.1 s damp by themselves.
double sag(const Beam& beam) {
  SceneRun run(fmt::format(R"(
dimension: 2
gravity: [0, 0, -9.81]
materials: {{ball: {{density: {}, friction: 1}}}}
method: {{implicit: {{law: compliant, stiffness: {}, solver: primal_newton, tolerance: 1e-8}}}}
time: {{step: 0.1, end: 3, speed: 1e-3}}
bodies:
  - {{name: clamp, material: ball, shape: {{sphere: {{diameter: {}}}}}, lattice: {{spacing: {}, counts: [1, 1, {}]}},
     position: [0, 0, 0], fixed: true}}
  - {{name: beam, material: ball, shape: {{sphere: {{diameter: {}}}}}, lattice: {{spacing: {}, counts: [{}, 1, {}]}},
     position: [{}, 0, 0]}}
bonds:
  - {{between: [beam, beam], tension: 1e6}}
  - {{between: [clamp, beam], tension: 1e6}}
)",
                           beam.density, beam.stiffness, beam.d, beam.d, beam.rows, beam.d, beam.d,
                           beam.columns, beam.rows, beam.d));
  const Uid last = static_cast<Uid>(beam.rows + beam.columns - 1);  // at the end of the lowest row
  const double before = run.position(last).z;
  run.to_end();
  EXPECT_TRUE(run.simulation.report().solve.converged);
  const double down = before - run.position(last).z;
  EXPECT_LT(norm(run.velocity(last)), kRestOfTheMotion * down);
  return down;
}

// Rows of springs at heights z_j: EI = k d Σ z_j² = k d³ r (r² − 1)/12. Balls turn by themselves: shear is
// taken up by r springs along and r − 1 across the beam in series, GA = k d r (r − 1)/(2r − 1).
TEST(Bonds, BeamSagsAsTimoshenkoSays) {
  for (const auto& [rows, columns] : {std::pair{2, 20}, std::pair{3, 30}, std::pair{5, 40}}) {
    SCOPED_TRACE(fmt::format("{} rows of {}", rows, columns));
    const Beam beam{.rows = rows, .columns = columns};
    const double r = rows, d = beam.d, k = beam.stiffness;
    const double bending = k * d * d * d * r * (r * r - 1) / 12, shear = k * d * r * (r - 1) / (2 * r - 1);
    // Joint by joint from the end: m columns hang on it, the first half a ball away.
    double expected = 0;
    const double weight = r * beam.mass() * kGravity;
    for (int m = 1; m <= columns; ++m)
      expected += weight * d * d * d / bending * (0.5 * m * m) * (m - 0.5) + weight * d / shear * m;
    EXPECT_NEAR(sag(beam), expected, kRowsAreNoBeam * expected);
  }
}

// A beam of given length, height and modulus: the finer it is made, the nearer to the continuum.
TEST(Bonds, FinerBeamsComeNearTheContinuum) {
  const double height = 0.4, length = 4, modulus = 1e9, density = 1000;
  double last = 1;
  for (const int rows : {2, 4, 8}) {
    const double d = height / rows;
    // one ball deep: EI = E d H³/12, weight per length = mass of a column/d
    const Beam beam{.rows = rows, .columns = 10 * rows, .d = d, .stiffness = modulus * d, .density = density};
    const double bending = modulus * d * height * height * height / 12,
                 load = rows * beam.mass() * kGravity / d;
    const double euler = load * std::pow(length, 4) / (8 * bending);
    const double error = std::abs(sag(beam) / euler - 1);
    EXPECT_LT(error, 0.6 * last) << rows;
    last = error;
  }
  EXPECT_LT(last, 0.1);
}

// --- Bars

// Five balls in a row, pulled along it more and more.
std::string bar(const std::string& bond, const std::string& yield = "cone_ball: {}") {
  return fmt::format(R"(
gravity: [0, 0, 0]
materials: {{ball: {{density: 1000, friction: 0.5}}}}
method: {{implicit: {{law: compliant, yield: {{{}}}, stiffness: 1e6, damping_time: 1 ms, solver: primal_newton,
                      tolerance: 1e-10}}}}
time: {{step: 1e-3, end: 1, speed: 0.01}}
bodies:
  - {{name: clamp, material: ball, shape: {{sphere: {{diameter: 0.1}}}}, position: [0, 0, 0], fixed: true}}
  - {{name: bar, material: ball, shape: {{sphere: {{diameter: 0.1}}}}, lattice: {{spacing: 0.1, counts: [3, 1, 1]}},
     position: [0.1, 0, 0]}}
  - {{name: end, material: ball, shape: {{sphere: {{diameter: 0.1}}}}, position: [0.4, 0, 0], force: ["10*t", 0, 0]}}
bonds:
  - {{between: [clamp, bar], {}}}
  - {{between: [bar, bar], tension: 100}}
  - {{between: [bar, end], tension: 100}}
measure: {{bonds: {{every: 1e-3}}}}
)",
                     yield, bond);
}

TEST(Bonds, BrittleBarBreaksAtItsTension) {
  SceneRun run(bar("tension: 5"));
  EXPECT_EQ(intact(run.world()), 4u);
  run.until([](Simulation& s) { return s.world().broken_bonds > 0; });
  EXPECT_NEAR(10 * run.simulation.time(), 5, kInertiaOfTheBar);
  EXPECT_EQ(intact(run.world()), 3u);
  // Nothing holds it any more, also not when it would come back.
  run.to_end();
  EXPECT_EQ(run.world().broken_bonds, 1u);
  EXPECT_GT(run.position(1).x, 0.11);
}

TEST(Bonds, StrengthMayBeAStress) {
  const double area = std::numbers::pi * 0.05 * 0.05;
  SceneRun run(bar(fmt::format("stress: {}", 5 / area)));
  run.until([](Simulation& s) { return s.world().broken_bonds > 0; });
  EXPECT_NEAR(10 * run.simulation.time(), 5, kInertiaOfTheBar);
}

// With an energy, or a stretch, it flows at its tension until that is used up.
TEST(Bonds, DuctileBarsBreakWhenTheyHaveFlowedEnough) {
  for (const char* bond : {"tension: 5, stretch: 1 mm", "tension: 5, energy: 5e-3"}) {
    SCOPED_TRACE(bond);
    SceneRun run(bar(bond));
    double stretch = 0, work = 0;
    run.until([&](Simulation& s) {
      if (s.world().broken_bonds > 0) return true;
      stretch = s.world().plastic.front().state.stretch, work = s.world().plastic.front().state.work;
      return false;
    });
    ASSERT_EQ(run.world().broken_bonds, 1u);
    EXPECT_GT(10 * run.simulation.time(), 5.05);
    EXPECT_GT(stretch, 0.9e-3);
    EXPECT_LT(stretch, kAllowedStretch + kSolverError);
    EXPECT_NEAR(work, 5 * stretch, kGenerousForWork * work);
    const Energy energy = run.simulation.energy();
    EXPECT_NEAR(energy.plastic, 5e-3, kLastStepBeforeTheBreak * kAllowedWork);
    EXPECT_LT(std::abs(energy.imbalance), 0.01 * energy.plastic);
  }
}

TEST(Bonds, EventsBondBodiesThatTouch) {
  const std::string scene = R"(
gravity: [0, 0, 0]
materials: {ball: {density: 1000, friction: 0.5}}
method: {implicit: {law: compliant, stiffness: 1e6, damping_time: 1 ms, solver: primal_newton, tolerance: 1e-10}}
time: {step: 1e-3, end: 0.5, speed: 0.1}
bodies:
  - {name: a, material: ball, shape: {sphere: {diameter: 0.1}}, position: [0, 0, 0], fixed: true}
  - {name: b, material: ball, shape: {sphere: {diameter: 0.1}}, position: [0.1, 0, 0], force: [AT, 0, 0]}
events:
  - {at: 0.1, bond: {between: [a, b], tension: 1}}
)";
  const auto with = [&](const std::string& force) {
    std::string text = scene;
    return text.replace(text.find("AT"), 2, force);
  };
  SceneRun held(with("'-0.1*max(0, min(1, 1e6*(0.15 - t))) + 0.5*max(0, min(1, 1e6*(t - 0.15)))'"));
  held.to_end();
  EXPECT_EQ(intact(held.world()), 1u);
  EXPECT_LT(held.position(1).x, 0.1 + kStretchOfTheLoad);
  // It has gone when the bond is to be made.
  SceneRun gone(with("0.5"));
  EXPECT_THROW(gone.to_end(), RunError);
}

// --- Resuming

TEST(Bonds, ResumedRunsAreTheSame) {
  const std::string scene = R"(
dimension: 2
materials: {ball: {density: 2000, friction: 0.5}, wall: {friction: 0.5}}
method: {implicit: {law: compliant, yield: {capped: {cohesion: 1, range: 0.1 mm, crush: 20, hardening: 1e4}},
                    stiffness: 1e5, stiffness_ratio: 0.7, damping_time: 1 ms, solver: spg, tolerance: 1e-7}}
time: {step: 1e-3, end: 0.4, speed: 1}
bodies:
  - {name: floor, material: wall, shape: {plane: {normal: [0, 0, 1]}}, position: [0, 0, 0], fixed: true}
  - {name: stone, material: wall, shape: {sphere: {diameter: 20 mm}}, position: [45 mm, 0, 10 mm], fixed: true}
  - {name: block, material: ball, shape: {sphere: {diameter: 20 mm}}, lattice: {spacing: 20 mm, counts: [6, 1, 3]},
     position: [0, 0, 60 mm]}
bonds:
  - {between: [block, block], tension: 3, slip: 0.01 mm, stretch: 0.01 mm, softening: true}
events:
  - {at: 0.2, bond: {between: [block, floor], tension: 3, gap: 0.1 mm}}
)";
  SceneRun whole(scene, 2);
  whole.to_end();
  EXPECT_GT(whole.world().broken_bonds, 0u);
  EXPECT_GT(intact(whole.world()), 0u);
  const std::uint64_t hash = whole.simulation.hash();
  for (const std::uint64_t stop : {37u, 150u, 230u, 399u}) {
    SceneRun first(scene);
    while (first.simulation.step() < stop) first.simulation.advance();
    Record record;
    first.simulation.save(record);
    const Decoded decoded = decode_record(record.encode("test"), "test");
    ASSERT_EQ(decoded.refusal, Refusal::none) << decoded.reason;
    Simulation second(Scene::from_text(scene, "test.yaml"), 2);
    second.load(decoded.record);
    while (!second.done()) second.advance();
    EXPECT_EQ(second.hash(), hash) << "resumed at step " << stop;
  }
}

// --- Bad input

std::string message_of(const std::string& scene) {
  try {
    SceneRun run(scene);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}
std::string two_balls(const std::string& law, const std::string& pair, const std::string& rest = "",
                      double apart = 0.1) {
  return fmt::format(R"(
materials: {{glass: {{density: 1000, friction: 0.5}}, rock: {{density: 1000, friction: 0.3}}}}
pairs: {{glass-rock: {{{}}}}}
method: {{implicit: {{law: compliant, {}}}}}
time: {{step: 1e-3, end: 0.1}}
bodies:
  - {{name: left, material: glass, shape: {{sphere: {{diameter: 0.1}}}}, position: [0, 0, 0]}}
  - {{name: right, material: rock, shape: {{sphere: {{diameter: 0.1}}}}, position: [{}, 0, 0]}}
{}
)",
                     pair, law, apart, rest);
}

TEST(Bonds, BadInputIsRefusedByName) {
  const auto expect = [](const std::string& message, std::initializer_list<const char*> words) {
    for (const char* word : words)
      EXPECT_NE(message.find(word), std::string::npos) << word << " in: " << message;
  };
  EXPECT_EQ(message_of(two_balls("stiffness: 1e5", "")), "");
  expect(message_of(two_balls("stiffness: 1e5", "stiffness: -1")), {"stiffness", "-1", "glass-rock"});
  expect(message_of(two_balls("stiffness: -1e5", "")), {"stiffness", "-1"});
  expect(message_of(two_balls("stiffness: 1e5, yield: {shifted_cone: {cohesion: -2}}", "")),
         {"cohesion", "-2"});
  expect(message_of(two_balls("stiffness: 1e5, yield: {capped: {crush: 3, cohesion: 5}}", "")),
         {"left - right", "crush 3 N", "5 N"});
  expect(message_of(two_balls("stiffness: 1e5", "dilatancy: 30 deg")),
         {"left - right", "dilatancy 0.5236", "friction 0.29"});
  expect(message_of(two_balls("damping_time: 1 ms", "")), {"left - right", "young"});
  expect(message_of(two_balls("stiffness: 1e5", "", "bonds: [{between: [left, right], tension: 1}]", 0.101)),
         {"'left'", "'right'", "0.001 m", "1e-06"});
  expect(message_of(two_balls("stiffness: 1e5, theta: 0.5", "")), {"theta"});
}

}  // namespace
}  // namespace cairn::test
