// Discs of 2-D scenes fell through every shape with less symmetry than a cone, compounds and meshes: the
// table of pairs had no row for them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "simulate.h"

namespace cairn::test {
namespace {

// A disc of 1 mm falls on the top of a shape, whose height is given, under a force law. It comes from a fill,
// whose discs share one shape and have sizes of their own.
double height_of_rest(const std::string& shape) {
  SceneRun run(fmt::format(R"yaml(
dimension: 2
materials: {{m: {{density: 2500, restitution: 0.1, friction: 0.5}}}}
method: {{explicit: {{law: hooke, stiffness: 1e6}}}}
time: {{step: auto, end: 30 ms}}
bodies:
  - {{name: below, material: m, shape: {}, position: [0, 0, 0], fixed: true}}
  - {{name: disc, material: m, shape: disc, fill: {{box: {{min: [-1.001 mm, 0, 3.1 mm], max: [1.001 mm, 0, 5.2 mm]}}, count: 1, sizes: {{fixed: 2 mm}}}}}}
)yaml",
                           shape));
  run.to_end();
  return run.position(1).z;
}

class DiscFallsOn : public testing::TestWithParam<const char*> {};

TEST_P(DiscFallsOn, AShapeAndStaysThere) {
  constexpr double kTop = 3e-3, kRadius = 1e-3;
  constexpr double kOverlapAndBounce = 0.03e-3;
  EXPECT_NEAR(height_of_rest(GetParam()), kTop + kRadius, kOverlapAndBounce);
}

// The top of each lies 3 mm above its centre.
INSTANTIATE_TEST_SUITE_P(
    Shapes, DiscFallsOn,
    testing::Values("{sphere: {radius: 3 mm}}", "{disc: {radius: 3 mm}}", "{box: {size: [6 mm, 6 mm, 6 mm]}}",
                    "{cylinder: {radius: 2 mm, height: 6 mm}}", "{capsule: {radius: 1 mm, length: 4 mm}}",
                    "{ellipsoid: {radii: [2 mm, 1 mm, 3 mm]}}",
                    "{superellipsoid: {radii: [2 mm, 2 mm, 3 mm], exponents: [2.5, 2.5]}}",
                    "{polyhedron: {vertices: [[-3 mm, -3 mm, -3 mm], [3 mm, -3 mm, -3 mm], [0, 3 mm, -3 mm], "
                    "[-3 mm, -3 mm, 3 mm], [3 mm, -3 mm, 3 mm], [0, 3 mm, 3 mm]]}}",
                    "{compound: {parts: [{shape: {box: {size: [4 mm, 4 mm, 6 mm]}}, position: [0, 0, 0]}, "
                    "{shape: {sphere: {radius: 1 mm}}, position: [0, 0, -4 mm]}]}}"));

}  // namespace
}  // namespace cairn::test
