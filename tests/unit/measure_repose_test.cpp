// The angle of repose of heaps whose slope is known.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;

// Bodies on a floor of 16 x 8 cells, one metre each; `height` says where the top of the body of a cell is.
template <class Height>
std::vector<double> measured(const std::string& shape, double top, const std::string& options,
                             Height&& height) {
  std::string yaml =
      "gravity: [0, 0, 0]\nmaterials: {stone: {density: 2500}}\nmethod: {impact: {}}\ntime: {step: 1, end: "
      "1}\n"
      "measure: {repose: {angle_of_repose: {min: [-8, 0], max: [8, 8]" +
      options + "}}}\nbodies:\n";
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 8; ++j) {
      const double z = height(i, j);
      if (z <= 0) continue;
      yaml += fmt::format("  - {{name: b{}, material: stone, shape: {}, position: [{}, {}, {}]}}\n",
                          8 * i + j, shape, i - 7.5, j + 0.5, z - top);
    }
  SceneRun run(yaml);
  const std::vector<double> row = run.simulation.row().values;
  return {row.begin() + 1, row.end()};
}

TEST(AngleOfRepose, OfAnEvenSlope) {
  const std::string
      ball = "{sphere: {radius: 0.4}}",
      box = "{box: {size: [0.4, 0.4, 0.4]}}",
      cross =
          "{compound: {parts: [{shape: {box: {size: [0.2, 0.2, 0.6]}}}, {shape: {box: {size: [0.2, 0.2, "
          "0.2]}}, position: [0.2, 0, 0]}, {shape: {box: {size: [0.2, 0.2, 0.2]}}, position: [-0.2, 0, "
          "0]}]}}";
  for (const double angle : {10.0, 30.0}) {
    const double slope = std::tan(angle * kDegree);
    const auto height = [&](int i, int) { return 20 - slope * i; };
    for (const auto& [shape, top] : {std::pair{ball, 0.4}, std::pair{box, 0.2}, std::pair{cross, 0.3}}) {
      const std::vector<double> found = measured(shape, top, "", height);
      EXPECT_NEAR(found[0], angle, kMillionsOfRoundings);
      EXPECT_NEAR(found[1], angle, kMillionsOfRoundings);
      EXPECT_NEAR(found[2], angle, kMillionsOfRoundings);
      EXPECT_EQ(found[3], 8);
    }
    // Nothing slopes the other way.
    EXPECT_NEAR(measured(ball, 0.4, ", along: y, lines: 16, cells: 8", height)[0], 0, kMillionsOfRoundings);
  }
}

TEST(AngleOfRepose, LinesOfTheirOwn) {
  const auto height = [](int i, int j) { return 30 - std::tan((20 + j) * kDegree) * i; };
  const std::vector<double> found = measured("{sphere: {radius: 0.4}}", 0.4, "", height);
  EXPECT_NEAR(found[0], 23.5, kMillionsOfRoundings);
  EXPECT_NEAR(found[1], 20, kMillionsOfRoundings);
  EXPECT_NEAR(found[2], 27, kMillionsOfRoundings);
}

TEST(AngleOfRepose, EmptyCellsDoNotCount) {
  // Half of the floor is empty, and two strips have too little to fit a line through.
  const auto height = [](int i, int j) { return (j < 6 ? i < 8 : i < 2) ? 10 - 0.5 * i : 0.0; };
  const std::vector<double> found = measured("{sphere: {radius: 0.4}}", 0.4, "", height);
  EXPECT_NEAR(found[0], std::atan(0.5) / kDegree, kMillionsOfRoundings);
  EXPECT_EQ(found[3], 6);
}

TEST(AngleOfRepose, AnUprightFaceIsSteepOnceEmptyCellsCount) {
  // A line through eight cells of height H and eight of none falls by 32/340 H per cell.
  const auto height = [](int i, int) { return i < 8 ? 10.0 : 0.0; };
  const std::string ball = "{sphere: {radius: 0.4}}";
  EXPECT_NEAR(measured(ball, 0.4, "", height)[0], 0, kMillionsOfRoundings);
  EXPECT_NEAR(measured(ball, 0.4, ", floor: 0", height)[0], std::atan(320.0 / 340) / kDegree,
              kMillionsOfRoundings);
  EXPECT_NEAR(measured(ball, 0.4, ", floor: 4", height)[0], std::atan(192.0 / 340) / kDegree,
              kMillionsOfRoundings);
}

TEST(AngleOfRepose, NoHeapNoAngle) {
  const auto height = [](int i, int j) { return i == 0 && j == 0 ? 1.0 : 0.0; };
  const std::vector<double> found = measured("{sphere: {radius: 0.4}}", 0.4, "", height);
  EXPECT_TRUE(std::isnan(found[0]) && std::isnan(found[1]) && std::isnan(found[2]));
  EXPECT_EQ(found[3], 0);
}

TEST(AngleOfRepose, RefusesAFloorWithoutExtent) {
  const auto make = [](const char* corner) {
    SceneRun run(
        std::string("gravity: [0, 0, 0]\nmaterials: {stone: {density: 2500}}\nmethod: {impact: {}}\n"
                    "time: {step: 1, end: 1}\nmeasure: {repose: {angle_of_repose: {min: [0, 0], max: ") +
        corner +
        "}}}\nbodies:\n  - {name: b, material: stone, shape: {sphere: {radius: 1}}, position: [0, 0, 0]}\n");
  };
  EXPECT_NO_THROW(make("[1, 2]"));
  EXPECT_THROW(make("[1, 0]"), InputError);
  EXPECT_THROW(make("[0, 1]"), InputError);
  EXPECT_THROW(make("[1, 2, 3]"), InputError);
}

}  // namespace
}  // namespace cairn::test
