// Heavy balls on light ones, named by what one would see. A second heavy ball stands on the floor: its
// impulse is as large as the ratio of masses, and must not hide that the light ball is crushed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "problem/contact_problem.h"
#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kRadius = 0.01, kStep = 1e-3;  // m, s
constexpr int kSteps = 60;          // in 21 of them the heavy ball fell through 10 % of the light one
constexpr double kRounding = 1e-6;  // overlap over radius that round-off of 1e12 may leave

SceneRun press(const std::string& solver, const std::string& ratio) {
  return SceneRun(fmt::format(R"yaml(
gravity: [0, 0, -9.81]
materials: {{light: {{density: 2500, friction: 0.5}}, heavy: {{density: 2500*{}, friction: 0.5}}}}
method: {{implicit: {{law: coulomb, solver: {}}}}}
time: {{step: 1 ms, end: 1, allow_overlap: true, allow_gain: true}}
bodies:
  - {{name: floor, material: light, shape: plane, position: [0, 0, 0], fixed: true}}
  - {{name: ball, material: light, shape: {{sphere: {{radius: 10 mm}}}}, position: [0, 0, 10 mm]}}
  - {{name: load, material: heavy, shape: {{sphere: {{radius: 10 mm}}}}, position: [0, 0, 30 mm]}}
  - {{name: other, material: heavy, shape: {{sphere: {{radius: 10 mm}}}}, position: [0.1, 0, 10 mm]}}
)yaml",
                              ratio, solver));
}

// The deepest overlap of the column, over the radius.
double overlap(SceneRun& run) {
  const double low = run.position(1).z, high = run.position(2).z;
  return std::max(kRadius - low, 2 * kRadius - (high - low)) / kRadius;
}

class HeavyOnLight : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

// A step that says that it converged leaves no more overlap than its residual allows: e V √n h in any
// contact.
TEST_P(HeavyOnLight, SinksAlthoughTheSolverConverges) {
  const auto [solver, ratio] = GetParam();
  SceneRun run = press(solver, ratio);
  for (int k = 0; k < kSteps; ++k) {
    const double before = overlap(run);
    run.simulation.advance();
    const StepState& state = run.simulation.report();
    if (!state.solve.converged) continue;
    const double contacts = static_cast<double>(state.problem->size());
    const double allowed =
        state.solve.residual * state.problem->pace * std::sqrt(contacts) * kStep / kRadius + kRounding;
    EXPECT_LE(overlap(run), std::max(before, allowed)) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(All, HeavyOnLight,
                         testing::Combine(testing::Values("auto", "pgs", "nlgs", "newton", "apgd",
                                                          "interior_point"),
                                          testing::Values("1e6", "1e12")),
                         [](const auto& tested) {
                           const std::string ratio = std::get<1>(tested.param);
                           return std::string(std::get<0>(tested.param)) + "_" + ratio;
                         });

// Where factors or direct steps end the problem, every step converges and the load stays up.
TEST(HeavyLoad, StaysUpAtARatioOfAMillion) {
  constexpr double kCarried = 1e-5;  // of the radius
  for (const char* solver : {"auto", "pgs", "newton", "interior_point"}) {
    SceneRun run = press(solver, "1e6");
    for (int k = 0; k < kSteps; ++k) {
      run.simulation.advance();
      EXPECT_TRUE(run.simulation.report().solve.converged) << solver << " " << k;
    }
    EXPECT_LT(overlap(run), kCarried) << solver;
  }
}

// At 1e12 round-off is 1e-4 of the load: auto may say that a step did not converge, but carries the load.
TEST(HeavyLoad, StaysUpAtARatioOfATrillion) {
  constexpr double kCarried = 0.01;  // of the radius
  SceneRun run = press("auto", "1e12");
  for (int k = 0; k < kSteps; ++k) run.simulation.advance();
  EXPECT_LT(overlap(run), kCarried);
  // Sweeps alone cannot; the summary says who did what, in shares of the work.
  Summary summary;
  run.simulation.summarise(summary);
  double sum = 0;
  std::string names;
  for (const auto& [name, share] : summary.work_by_solver) sum += share, names += name + " ";
  EXPECT_NEAR(sum, 1, kFewRoundings);
  EXPECT_EQ(names, "pgs newton interior_point ");
}

}  // namespace
}  // namespace cairn::test
