// Periodic cells in scenes: what the world gets, and what is refused.
#include <gtest/gtest.h>

#include "scene_build_sample.h"

namespace cairn {
namespace {

using sample::build_refusal;
using sample::one_body;
using sample::world_of;

const std::string kBall = one_body(
    "name: ball, material: glass, shape: {sphere: {radius: 0.1}}, position: [1, 1, 1.5], velocity: [0, 7, "
    "0]");
const std::string kCell = "periodic: {min: [0, 0, 0], max: [2, 2, 2]";

TEST(SceneCell, HasEdgesCentreAndFlow) {
  const World world = world_of(
      "periodic: {min: [0, 0, 0], max: [2, 3, 4], strain_rate: [-1, 0, 2], shear_rate: {xz: 10}}\n" + kBall);
  EXPECT_EQ(world.cell.centre, Vec3(1, 1.5, 2));
  EXPECT_EQ(world.cell.edge, (Edges{{{2, 0, 0}, {0, 3, 0}, {0, 0, 4}}}));
  EXPECT_EQ(world.cell.edge_rate, (Edges{{{-2, 0, 0}, {}, {40, 0, 8}}}));
  EXPECT_EQ(world.bodies.motion[0].velocity, Vec3(-5, 7, -1));  // half a metre below the centre
  const World still = world_of(kCell + ", shear_rate: {xz: 10}, follow: false}\n" + kBall);
  EXPECT_EQ(still.bodies.motion[0].velocity, Vec3(0, 7, 0));
}

TEST(SceneCell, RepeatsAlongTheAxesNamed) {
  using Axes = std::array<std::uint8_t, 3>;
  EXPECT_EQ(world_of(kCell + "}\n" + kBall).cell.periodic, (Axes{1, 1, 1}));
  EXPECT_EQ(world_of(kCell + ", axes: y}\n" + kBall).cell.periodic, (Axes{0, 1, 0}));
  EXPECT_EQ(world_of(kCell + ", axes: [z, x]}\n" + kBall).cell.periodic, (Axes{1, 0, 1}));
  EXPECT_EQ(world_of("dimension: 2\n" + kCell + "}\n").cell.periodic, (Axes{1, 0, 1}));
  EXPECT_FALSE(world_of(kBall).cell.repeats());
}

TEST(SceneCell, RefusesCellsThatCanNotBe) {
  EXPECT_CONTAINS(build_refusal("periodic: {min: [0, 2, 0], max: [2, 2, 2]}\n" + kBall), "is empty");
  EXPECT_CONTAINS(build_refusal("dimension: 2\n" + kCell + ", axes: [x, y]}\n"), "no y axis");
  EXPECT_CONTAINS(build_refusal(kCell + ", axes: w}\n" + kBall), "axes");
  EXPECT_CONTAINS(build_refusal("periodic: {min: [0, 0, 0], max: [2, 0.44, 2]}\n" + kBall), "wide along y");
  EXPECT_EQ(build_refusal("periodic: {min: [0, 0, 0], max: [2, 0.46, 2]}\n" + kBall), "accepted");
  EXPECT_EQ(build_refusal("periodic: {min: [0, 0, 0], max: [2, 0.44, 2], axes: [x, z]}\n" + kBall),
            "accepted");
}

// A fixed ball counts with its own size, a floor may be as wide as the cell.
TEST(SceneCell, WidthIsForBallsNotForFloors) {
  const std::string ball =
      kBall + "  - {name: post, material: wall, fixed: true, position: [0, 0, 0], shape: ";
  EXPECT_CONTAINS(build_refusal(kCell + "}\n" + ball + "{sphere: {radius: 0.85}}}\n"), "wide along x");
  EXPECT_EQ(build_refusal(kCell + "}\n" + ball + "{sphere: {radius: 0.7}}}\n"), "accepted");
  EXPECT_EQ(build_refusal(kCell + "}\n" + ball + "{box: {size: [2, 2, 0.1]}}}\n"), "accepted");
}

// Bodies may be put anywhere: it is their images that count.
TEST(SceneCell, RefusesOverlapAcrossFaces) {
  const auto two = [](const char* place) {
    return "bodies:\n  - {name: a, material: glass, shape: {sphere: {radius: 0.1}}, position: [0.05, 0.05, "
           "1]}\n"
           "  - {name: b, material: glass, shape: {sphere: {radius: 0.1}}, position: " +
           std::string(place) + "}\n";
  };
  EXPECT_CONTAINS(build_refusal(kCell + "}\n" + two("[1.95, 1.95, 1]")), "'a' and 'b' overlap by 0.0586 m");
  EXPECT_CONTAINS(build_refusal(kCell + "}\n" + two("[0.05, 0.05, 21]")), "'a' and 'b' overlap by 0.2 m");
  EXPECT_EQ(build_refusal(kCell + ", axes: [x, z]}\n" + two("[1.95, 1.95, 1]")), "accepted");
  EXPECT_EQ(build_refusal(two("[1.95, 1.95, 1]")), "accepted");
}

TEST(SceneCell, RefusesDeformationAcrossWhatDoesNotRepeat) {
  EXPECT_CONTAINS(build_refusal(kCell + ", axes: [x, z], strain_rate: [0, 1, 0]}\n" + kBall),
                  "repeats along y");
  EXPECT_CONTAINS(build_refusal(kCell + ", axes: [x, y], shear_rate: {xz: 1}}\n" + kBall),
                  "the shear rate xz needs a cell that repeats along x and z");
  EXPECT_CONTAINS(build_refusal(kCell + ", axes: [x, y], shear_rate: {yz: 1}}\n" + kBall), "along y and z");
  EXPECT_EQ(build_refusal(kCell + ", axes: [x, y], shear_rate: {xy: 1}}\n" + kBall), "accepted");
}

TEST(SceneCell, RefusesEventsAndMeasuresWithoutACell) {
  const std::string deform = "events: [{at: 0.5, deform: {shear_rate: {xz: 1}}}]\n";
  EXPECT_CONTAINS(build_refusal(kBall + deform), "deform needs a scene with a `periodic` cell");
  EXPECT_EQ(build_refusal(kCell + "}\n" + kBall + deform), "accepted");
  EXPECT_CONTAINS(build_refusal(kCell + ", axes: x}\n" + kBall + deform), "along x and z");
  EXPECT_CONTAINS(build_refusal(kBall + "measure: {cell: {every: 0.1}}\n"), "measure cell needs a scene");
  EXPECT_EQ(build_refusal(kCell + ", axes: x}\n" + kBall + "measure: {cell: {every: 0.1}}\n"), "accepted");
  const std::string stress = "measure: {stress: {every: 0.1}}\n";
  EXPECT_CONTAINS(build_refusal(kBall + stress), "expected 'box'");
  EXPECT_CONTAINS(build_refusal(kCell + ", axes: [x, y]}\n" + kBall + stress), "expected 'box'");
  EXPECT_EQ(build_refusal(kCell + "}\n" + kBall + stress), "accepted");
}

}  // namespace
}  // namespace cairn
