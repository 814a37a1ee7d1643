// Energy budget and waves of the hertz_mindlin law.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "impact.h"

namespace cairn::test {
namespace {

constexpr double kSecondOrder = 1e-3, kFiftySteps = 5e-4;  // of the energy; per contact
constexpr double kAMillionth = 1e-6;                       // as the paper says
constexpr double kOrder = 0.3, kOrderOfMany = 0.5;         // of an order of convergence, at finite steps
constexpr double kTwoLastDigits = 2e-4;                    // of the velocity of a bead
constexpr double kPeakBetweenSteps = 1e-3;                 // of the speed of the wave

double worst_imbalance(SceneRun& run, std::uint64_t every = 1) {
  double worst = 0;
  run.until([&](Simulation& s) {
    if (s.step() % every == 0) worst = std::max(worst, std::abs(s.energy().imbalance));
    return false;
  });
  return std::max(worst, std::abs(run.simulation.energy().imbalance));
}

// Two unequal spheres collide askew, spinning; friction and dashpots take part.
double collision_imbalance(double step) {
  SceneRun run(fmt::format(R"yaml(
gravity: [0, 0, 0]
materials: {{glass: {{density: 2500, young: 1e8, poisson: 0.25, friction: 0.3, restitution: 0.7}}}}
method: {{explicit: {{law: hertz_mindlin}}}}
time: {{step: {}, end: 1.2e-3}}
bodies:
  - {{name: a, material: glass, shape: {{sphere: {{radius: 1 cm}}}}, position: [0, 0, 0], velocity: [1, 0.5, 0], angular_velocity: [10, 20, 30]}}
  - {{name: b, material: glass, shape: {{sphere: {{radius: 2 cm}}}}, position: [0.029, 0.008, 0.002], velocity: [-0.5, 0, 0.1]}}
)yaml",
                           step));
  const double kinetic = run.simulation.energy().kinetic;
  const double worst = worst_imbalance(run) / kinetic;
  EXPECT_GT(run.simulation.energy().friction, 1e-3 * kinetic);
  EXPECT_GT(run.simulation.energy().damping, 1e-3 * kinetic);
  EXPECT_EQ(run.simulation.report().contacts, 0u);
  return worst;
}

TEST(HertzBudget, ClosesToSecondOrderInACollision) {
  const double coarse = collision_imbalance(4e-6), middle = collision_imbalance(2e-6),
               fine = collision_imbalance(1e-6);
  EXPECT_LT(coarse, kSecondOrder);
  EXPECT_NEAR(std::log2(coarse / middle), 2, kOrder);
  EXPECT_NEAR(std::log2(middle / fine), 2, kOrder);
}

// Grains fall into a box and settle.
double pile_imbalance(double step) {
  SceneRun run(fmt::format(R"yaml(
gravity: [0, 0, -9.81]
materials: {{glass: {{density: 2500, young: 1e7, poisson: 0.25, friction: 0.5, restitution: 0.6}}}}
method: {{explicit: {{law: hertz_mindlin}}}}
time: {{step: {}, end: 0.1}}
bodies:
  - {{name: box, material: glass, shape: {{container: {{size: [24 mm, 24 mm, 60 mm]}}}}, position: [0, 0, 30 mm], fixed: true}}
  - {{name: grains, material: glass, shape: {{sphere: {{diameter: 4 mm}}}},
     fill: {{box: {{min: [-11 mm, -11 mm, 1 mm], max: [11 mm, 11 mm, 40 mm]}}, count: 60, seed: 5}}}}
)yaml",
                           step));
  const double worst = worst_imbalance(run, 10);
  return worst / run.simulation.energy().lost();
}

TEST(HertzBudget, ClosesToSecondOrderInAPile) {
  const double coarse = pile_imbalance(8e-6), fine = pile_imbalance(4e-6);
  EXPECT_LT(coarse, kSecondOrder);
  EXPECT_NEAR(std::log2(coarse / fine), 2, kOrderOfMany);
}

// Imbalance over the kinetic energy at the start.
double wave_error(double speed, int per_contact) {
  SceneRun run = SceneRun::shipped("papers/PZ17/wave.yaml", {fmt::format("let.v={} m/s", speed),
                                                             fmt::format("let.per_contact={}", per_contact)});
  const double kinetic = run.simulation.energy().kinetic;
  EXPECT_EQ(run.world().bodies.size(), 108u);
  run.to_end();
  EXPECT_GT(run.simulation.energy().friction, 0.1 * kinetic);
  return std::abs(run.simulation.energy().imbalance) / kinetic;
}

TEST(Wave, ErrorFallsWithTheSquareOfTheStep) {
  const double e50 = wave_error(1, 50), e100 = wave_error(1, 100), e200 = wave_error(1, 200),
               e400 = wave_error(1, 400);
  EXPECT_LT(e50, kFiftySteps);
  EXPECT_NEAR(std::log2(e50 / e100), 2, kOrder);
  EXPECT_NEAR(std::log2(e100 / e200), 2, kOrder);
  EXPECT_NEAR(std::log2(e200 / e400), 2, kOrder);
}

TEST(Wave, ErrorIsBelowOneMillionthAtAThousandSteps) {
  for (const double speed : {0.1, 1.0, 10.0})
    EXPECT_LT(wave_error(speed, 1000), kAMillionth) << speed << " m/s";
}

// The wave in a chain: largest velocity of a bead, and speed between two beads far from both ends.
class Chain : public testing::TestWithParam<std::pair<double, double>> {};

TEST_P(Chain, CarriesASolitaryWave) {
  const auto [v, speed] = GetParam();
  constexpr Uid kFirst = 60, kSecond = 100;
  const double scale = std::pow(v, -0.2);  // of all times
  SceneRun run =
      SceneRun::shipped("verification/hertz_chain.yaml", {"let.beads=120", fmt::format("let.v={} m/s", v),
                                                          fmt::format("time.step={}", 1e-7 * scale),
                                                          fmt::format("time.end={}", 8e-4 * scale)});
  double peak_first = 0, peak_second = 0, t_first = 0, t_second = 0;
  run.until([&](const Simulation& s) {
    const double first = run.velocity(kFirst).x, second = run.velocity(kSecond).x;
    if (first > peak_first) peak_first = first, t_first = s.time();
    if (second > peak_second) peak_second = second, t_second = s.time();
    return false;
  });
  EXPECT_NEAR(peak_second / v, 0.6816, kTwoLastDigits);
  EXPECT_NEAR((kSecond - kFirst) * 4.76e-3 / (t_second - t_first) / speed, 1, kPeakBetweenSteps);
}
INSTANTIATE_TEST_SUITE_P(Speeds, Chain,
                         testing::Values(std::pair{0.01, 260.29}, std::pair{0.1, 412.54},
                                         std::pair{0.44, 554.82}, std::pair{1.0, 653.83}));

}  // namespace
}  // namespace cairn::test
