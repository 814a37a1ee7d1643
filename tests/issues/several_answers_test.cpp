// Problems with several answers, named by what one would see.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "simulate.h"

namespace cairn::test {
namespace {

// The solver's tolerance is 1e-8; the answer that turns the rod differs by metres per second.
constexpr double kStraight = 1e-6, kStraightOfSpin = 1e-5;  // m/s, rad/s

// A rod slides with two corners of its lower edge ahead, and its friction is beyond Painlevé's limit.
std::string rod(double friction, int tilt, const char* solver) {
  return fmt::format(
             "let: {{mu: {}, tilt: {} deg}}\nmethod: {{implicit: {{law: coulomb, solver: {}, tolerance: "
             "1e-8}}}}",
             friction, tilt, solver) +
         R"yaml(
gravity: [0, 0, -9.81]
materials: {steel: {density: 1000, friction: mu}}
time: {step: 1 ms, end: 0.02}
bodies:
  - {name: floor, material: steel, shape: plane, position: [0, 0, 0], fixed: true}
  - {name: rod, material: steel, shape: {box: {size: [1, 0.1, 0.02]}}, orientation: {axis: [0, 1, 0], angle: tilt},
     position: [0, 0, 0.5*sin(tilt) + 0.01*cos(tilt)], velocity: [2, 0, 0]}
)yaml";
}

TEST(SeveralAnswers, ARodThatSlidesOnTwoCornersYaws) {
  for (const double friction : {1.5, 2.0, 3.0})
    for (const int tilt : {45, 60, 70}) {
      SceneRun run(rod(friction, tilt, "auto"));
      while (!run.simulation.done()) {
        run.simulation.advance();
        ASSERT_TRUE(run.simulation.report().solve.converged) << friction << ' ' << tilt;
        ASSERT_NEAR(run.velocity(1).y, 0, kStraight) << friction << ' ' << tilt;
        ASSERT_NEAR(run.spin(1).x, 0, kStraightOfSpin) << friction << ' ' << tilt;
        ASSERT_NEAR(run.spin(1).z, 0, kStraightOfSpin) << friction << ' ' << tilt;
      }
    }
}

TEST(SeveralAnswers, InteriorPointFailsAtTheFirstStepOfARod) {
  for (const double friction : {1.5, 2.0, 3.0})
    for (const int tilt : {45, 60, 70}) {
      SceneRun run(rod(friction, tilt, "interior_point"));
      run.simulation.advance();
      const StepSolve& solve = run.simulation.report().solve;
      EXPECT_TRUE(solve.converged) << friction << ' ' << tilt << ": " << solve.residual;
      EXPECT_LE(solve.iterations, 700u) << friction << ' ' << tilt;
    }
}

}  // namespace
}  // namespace cairn::test
