// The highest points of bodies over the cells of a grid.
#include <gtest/gtest.h>

#include <cmath>

#include "measure/heights.h"
#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

const SurfaceGrid kGrid{{0, 0}, {4, 3}, {4, 3}};  // cells of a metre

std::vector<double> heights(const std::string& body, const std::string& first = "") {
  SceneRun run(first +
               "gravity: [0, 0, 0]\nmaterials: {stone: {density: 2500}}\nmethod: {impact: {}}\n"
               "time: {step: 1, end: 1}\nbodies:\n  - {material: stone, " +
               body + "}\n");
  return HighestPoints(kGrid).of(run.simulation.world(), std::nullopt);
}

// NaN stands for nothing.
void expect_heights(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_EQ(std::isnan(found[k]), std::isnan(expected[k])) << "cell " << k;
    if (std::isnan(expected[k])) continue;
    EXPECT_NEAR(found[k], expected[k], kThousandsOfRoundings) << "cell " << k;
  }
}

const double kNone = std::nan("");

TEST(HighestPoints, OfABallOverItsNeighboursToo) {
  const double beside = 1 + std::sqrt(0.75), diagonal = 1 + std::sqrt(0.5);
  expect_heights(heights("shape: {sphere: {radius: 1}}, position: [1.5, 1.5, 1]"),
                 {diagonal, beside, diagonal, kNone,  //
                  beside, 2, beside, kNone,           //
                  diagonal, beside, diagonal, kNone});
}

TEST(HighestPoints, WhatOnlyTouchesACellIsNotOverIt) {
  for (const char* shape : {"sphere: {radius: 0.5}", "box: {size: [1, 1, 1]}"}) {
    const std::vector<double> found = heights("shape: {" + std::string(shape) + "}, position: [1.5, 1.5, 3]");
    expect_heights(found, {kNone, kNone, kNone, kNone, kNone, 3.5, kNone, kNone, kNone, kNone, kNone, kNone});
  }
}

// A beam that lies over three cells has its topmost corner over one of them.
TEST(HighestPoints, OfABeamAlongItsLength) {
  const double slope = std::tan(0.2), top = 5 + 0.05 / std::cos(0.2);
  const auto at = [&](double x) { return top - slope * (x - 2); };
  expect_heights(heights("shape: {box: {size: [40, 0.5, 0.1]}}, position: [2, 1.5, 5], "
                         "orientation: {axis: [0, 1, 0], angle: 0.2}"),
                 {kNone, kNone, kNone, kNone, at(0), at(1), at(2), at(3), kNone, kNone, kNone, kNone});
}

TEST(HighestPoints, OfACompoundPartByPart) {
  expect_heights(heights("shape: {compound: {parts: [{shape: {box: {size: [2, 0.2, 0.2]}}}, "
                         "{shape: {box: {size: [0.2, 0.2, 1]}}, position: [0, 0, 0.6]}]}}, "
                         "position: [1.5, 0.5, 0.6]"),
                 {0.7, 1.7, 0.7, kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone});
}

// A disc lies in the x-z plane and is over one row of cells; what is outside the grid does not count.
TEST(HighestPoints, OfADiscAndBesideTheGrid) {
  const std::vector<double> found =
      heights("shape: {disc: {radius: 1.2}}, position: [0.3, 0, 2]", "dimension: 2\n");
  expect_heights(found, {3.2, 2 + std::sqrt(0.95), kNone, kNone,  //
                         kNone, kNone, kNone, kNone,              //
                         kNone, kNone, kNone, kNone});
  for (const double height : heights("shape: {sphere: {radius: 1}}, position: [-1.5, 1, 2]"))
    EXPECT_TRUE(std::isnan(height));
}

// Fixed bodies count where their entry is named.
TEST(HighestPoints, OfFixedBodiesByName) {
  SceneRun run(
      "gravity: [0, 0, 0]\nmaterials: {stone: {density: 2500}}\nmethod: {impact: {}}\n"
      "time: {step: 1, end: 1}\nbodies:\n"
      "  - {name: base, material: stone, shape: {sphere: {radius: 0.4}}, position: [0.5, 0.5, 1], fixed: "
      "true}\n"
      "  - {name: loose, material: stone, shape: {sphere: {radius: 0.4}}, position: [1.5, 0.5, 1]}\n");
  const World& world = run.simulation.world();
  HighestPoints highest(kGrid);
  const auto expect_first_cells = [&](std::optional<Group> group, double first, double second) {
    const std::vector<double>& found = highest.of(world, group);
    expect_heights({found[0], found[1]}, {first, second});
  };
  expect_first_cells({}, kNone, 1.4);
  expect_first_cells(world.bodies.info[0].group, 1.4, kNone);
}

TEST(HighestPoints, OfRoundSolidsWithinTheirTriangles) {
  const std::vector<double> found =
      heights("shape: {ellipsoid: {radii: [0.3, 0.4, 0.5]}}, position: [0.5, 0.5, 1]");
  EXPECT_NEAR(found[0], 1.5, kMillionsOfRoundings);
  EXPECT_TRUE(std::isnan(found[1]));
}

}  // namespace
}  // namespace cairn::test
