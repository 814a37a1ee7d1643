// Solid fraction: spheres and discs cut by the box in closed form, other solids as promised.
#include <gtest/gtest.h>

#include <numbers>

#include "base/random.h"
#include "tolerances.h"
#include "unit/measure_samples.h"

namespace cairn {
namespace {

constexpr double kPromised = 0.01;  // of a body that is no ball, where a face of the box cuts it

using namespace measure_samples;
using std::numbers::pi;

double fraction(const World& world, const std::string& box) {
  return measured("solid_fraction", "{box: " + box + "}", world).at("solid_fraction");
}

TEST(SolidFraction, OfCutSpheres) {
  World world = empty_world();
  add(world, {.position = {0, 0, 0}, .radius = 1});
  const double ball = 4 * pi / 3;
  EXPECT_NEAR(fraction(world, "{min: [-1, -1, -1], max: [1, 1, 1]}"), ball / 8, kFewRoundings);
  EXPECT_NEAR(fraction(world, "{min: [0, -2, -2], max: [4, 2, 2]}"), ball / 2 / 64, kFewRoundings);
  EXPECT_NEAR(fraction(world, "{min: [0, 0, -2], max: [4, 4, 2]}"), ball / 4 / 64, kFewRoundings);
  EXPECT_NEAR(fraction(world, "{min: [0, 0, 0], max: [4, 4, 4]}"), ball / 8 / 64, kFewRoundings);
  const auto m = measured("solid_fraction", "{box: {min: [0, 0, 0], max: [4, 4, 4]}}", world);
  EXPECT_NEAR(m.at("void_ratio"), 64 / (ball / 8) - 1, kHundredThousandsOfRoundings);
  const auto none = measured("solid_fraction", "{box: {min: [5, 5, 5], max: [6, 6, 6]}}", world);
  EXPECT_EQ(none.at("solid_fraction"), 0);
  EXPECT_TRUE(std::isnan(none.at("void_ratio")));
}

TEST(SolidFraction, OfTheDensestPacking) {
  // One cube of the face-centred lattice: eight octants and six halves of spheres, φ = π/(3√2).
  World world = empty_world();
  const double radius = std::sqrt(2.0) / 4;
  for (int x = 0; x <= 2; ++x) {
    for (int y = 0; y <= 2; ++y) {
      for (int z = 0; z <= 2; ++z) {
        if ((x + y + z) % 2 == 0) add(world, {.position = 0.5 * Vec3(x, y, z), .radius = radius});
      }
    }
  }
  EXPECT_EQ(world.bodies.size(), 14u);
  EXPECT_NEAR(fraction(world, "{min: [0, 0, 0], max: [1, 1, 1]}"), pi / (3 * std::sqrt(2.0)),
              kTensOfRoundings);
}

TEST(SolidFraction, AgainstRandomPoints) {
  World world = empty_world();
  Random random(8);
  const auto anywhere = [&] { return Vec3{random.uniform(), random.uniform(), random.uniform()}; };
  for (int k = 0; k < 30; ++k) add(world, {.position = anywhere(), .radius = random.uniform(0.1, 0.4)});
  const Vec3 low{0.2, 0.3, 0.1}, high{0.7, 0.6, 0.8};
  constexpr int n = 40'000;
  double hits = 0, squares = 0;
  for (int k = 0; k < n; ++k) {
    const Vec3 x = low + scaled(anywhere(), high - low);
    double inside = 0;  // overlaps count twice
    for (const Place& place : world.bodies.place) inside += norm(x - place.position) < place.radius;
    hits += inside, squares += inside * inside;
  }
  const double mean = hits / n, error = std::sqrt((squares / n - mean * mean) / n);
  EXPECT_NEAR(fraction(world, "{min: [0.2, 0.3, 0.1], max: [0.7, 0.6, 0.8]}"), mean, 5 * error);
  EXPECT_LT(5 * error, 0.05 * mean);
}

TEST(SolidFraction, OfDiscsIsAnAreaFraction) {
  World world = empty_world();
  for (int x = 0; x <= 3; ++x) {
    for (int z = 0; z <= 3; ++z) {
      add(world, {.position = {double(x), 0, double(z)}, .radius = 0.5, .shape = kDisc, .flags = kLockPlane});
    }
  }
  EXPECT_NEAR(fraction(world, "{min: [0, -7, 0], max: [3, 7, 3]}"), pi / 4, kTensOfRoundings);
  EXPECT_NEAR(fraction(world, "{min: [0.5, 1, 0.5], max: [2.5, 2, 2.5]}"), pi / 4, kTensOfRoundings);
}

TEST(SolidFraction, OfOtherSolids) {
  World world = empty_world();
  const double radius = bounding_radius(world.shapes[kBox]), volume = 8 * 1 * 0.5 * 0.25;
  add(world, {.position = {0, 0, 0}, .radius = radius, .shape = kBox, .flags = kTurned});
  EXPECT_DOUBLE_EQ(fraction(world, "{min: [-2, -2, -2], max: [2, 2, 2]}"), volume / 64);
  // Cut in the middle, at a quarter and at an edge: 1 % of the body, as promised.
  EXPECT_NEAR(fraction(world, "{min: [0, -2, -2], max: [4, 2, 2]}"), volume / 2 / 64,
              kPromised * volume / 64);
  EXPECT_NEAR(fraction(world, "{min: [0.5, -2, -2], max: [4.5, 2, 2]}"), volume / 4 / 64,
              kPromised * volume / 64);
  EXPECT_NEAR(fraction(world, "{min: [0, 0, -2], max: [4, 4, 2]}"), volume / 4 / 64, kPromised * volume / 64);
  EXPECT_EQ(fraction(world, "{min: [3, -2, -2], max: [7, 2, 2]}"), 0);
  // Turned by a quarter about z the long side lies along y.
  world.bodies.orientation[0] = rotation({0, 0, pi / 2});
  EXPECT_NEAR(fraction(world, "{min: [-2, 0.5, -2], max: [2, 4.5, 2]}"), volume / 4 / 64,
              kPromised * volume / 64);
}

TEST(SolidFraction, CountsFreeBodiesOrOneEntry) {
  World world = empty_world();
  add(world, {.radius = 0.5, .group = 0});
  add(world, {.radius = 1, .group = 1, .flags = kFixed});
  add(world,
      {.radius = std::numeric_limits<double>::infinity(), .group = 1, .shape = kPlane, .flags = kFixed});
  const double ball = 4 * pi / 3;
  EXPECT_NEAR(fraction(world, "{min: [-1, -1, -1], max: [1, 1, 1]}"), ball / 8 / 8, kFewRoundings);
  EXPECT_NEAR(fraction(world, "{min: [-1, -1, -1], max: [1, 1, 1]}, body: floor"), ball / 8, kFewRoundings);
}

}  // namespace
}  // namespace cairn
