// Distributions of sizes by their cumulative curves: shares by mass and by number, as the scene gives them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>

#include "pack/size_curve.h"
#include "scene_build_sample.h"
#include "scratch.h"
#include "tolerances.h"

namespace cairn {
namespace {

using sample::build_refusal;
using sample::world_of;

constexpr int kMany = 1 << 14;
constexpr double kTwoOfMany = 2.0 / kMany;  // an even spread misses a share by a body at each end
constexpr double kLargestOfMany = 2e-3;     // of the mass: that of some of the largest bodies of `kMany`
constexpr double kHalfABody = 0.5;          // the amount that comes nearest to the target
constexpr double kStraightPieces = 1e-4;    // of a share: 512 straight pieces for a smooth curve

// Shares of `kMany` radii below r, by number and by r^power.
struct Shares {
  explicit Shares(const SizeCurve& curve, double its_power = 3) : power(its_power) {
    for (int k = 0; k < kMany; ++k)
      radii.push_back(curve.size(spread_evenly(static_cast<std::uint64_t>(k), 7)));
  }
  double number(double r) const {
    return static_cast<double>(std::ranges::count_if(radii, [&](double own) { return own < r; })) / kMany;
  }
  double mass(double r) const {
    double below = 0, all = 0;
    for (const double own : radii) {
      const double m = std::pow(own, power);
      all += m;
      if (own < r) below += m;
    }
    return below / all;
  }
  double power;
  std::vector<double> radii;
};

TEST(SizeCurve, SievesByMass) {
  for (const double power : {2.0, 3.0}) {
    const Shares sample(SizeCurve({1, 2, 4, 5}, {0, 0.3, 0.9, 1}, power), power);
    EXPECT_NEAR(sample.mass(2), 0.3, kLargestOfMany);
    EXPECT_NEAR(sample.mass(4), 0.9, kLargestOfMany);
    EXPECT_NEAR(sample.mass(std::sqrt(8.0)), 0.6, kLargestOfMany) << "straight over ln d";
    EXPECT_EQ(sample.mass(1), 0);
    EXPECT_LE(*std::ranges::max_element(sample.radii), 5);
  }
}

TEST(SizeCurve, SievesByNumber) {
  const Shares sample(SizeCurve({1, 2, 4, 5}, {0, 0.3, 0.9, 1}, 0));
  EXPECT_NEAR(sample.number(2), 0.3, kTwoOfMany);
  EXPECT_NEAR(sample.number(4), 0.9, kTwoOfMany);
  EXPECT_NEAR(sample.number(std::sqrt(8.0)), 0.6, kTwoOfMany);
}

// A gap in the curve holds no bodies.
TEST(SizeCurve, HasGaps) {
  const Shares sample(SizeCurve({1, 2, 4, 5}, {0, 0.5, 0.5, 1}, 3));
  EXPECT_NEAR(sample.mass(3), 0.5, kLargestOfMany);
  EXPECT_TRUE(std::ranges::none_of(sample.radii, [](double r) { return r > 2.000001 && r < 3.999999; }));
}

// By mass or number, the log-normal distribution has the same deviation, and medians apart by 3 σ².
TEST(SizeCurve, LogNormalByMassIsLogNormalByNumber) {
  const double sigma = 0.3;
  const auto share = [&](double r) { return 0.5 * std::erfc(-std::log(r) / (sigma * std::numbers::sqrt2)); };
  const double reach = std::exp(6 * sigma);
  const Shares sample(SizeCurve::of(share, 1 / reach, reach, 3));
  const double median = std::exp(-3 * sigma * sigma);
  EXPECT_NEAR(sample.number(median), 0.5, kStraightPieces + kTwoOfMany);
  EXPECT_NEAR(sample.number(median * std::exp(sigma)), 0.841345, kStraightPieces + kTwoOfMany);
  EXPECT_NEAR(sample.mass(1), 0.5, kLargestOfMany);
}

TEST(SizeCurve, FractalFallsAsAPower) {
  const double dimension = 2.5, low = 1, high = 8;
  const Shares sample(SizeCurve({low, high}, {0, 1}, dimension));
  const auto larger = [&](double r) { return 1 - sample.number(r); };
  const auto expected = [&](double r) {
    return (std::pow(r, -dimension) - std::pow(high, -dimension)) /
           (std::pow(low, -dimension) - std::pow(high, -dimension));
  };
  for (const double r : {1.3, 2.0, 4.0}) EXPECT_NEAR(larger(r), expected(r), kTwoOfMany) << r;
}

// Each interval of length 2^-m has one of every 2^m numbers in a row.
TEST(SizeCurve, SpreadsEvenly) {
  for (const std::uint64_t seed : {0ull, 5ull, 0x9e3779b97f4a7c15ull})
    for (const std::uint64_t size : {2ull, 16ull, 1024ull}) {
      std::vector<int> found(size, 0);
      for (std::uint64_t k = 3 * size; k < 4 * size; ++k)
        ++found[static_cast<std::size_t>(spread_evenly(k, seed) * static_cast<double>(size))];
      EXPECT_TRUE(std::ranges::all_of(found, [](int n) { return n == 1; })) << size;
    }
}

// --- As a scene gives them
std::string balls(const std::string& fill, const std::string& shape = "sphere") {
  return "bodies:\n  - {name: balls, material: glass, shape: " + shape +
         ", fill: {box: {min: [0, 0, 0], max: [0.2, 0.2, 0.2]}, " + fill + "}}\n";
}

double mass_of(const World& world) {
  double sum = 0;
  for (const Inertia& inertia : world.bodies.inertia) sum += mass(inertia);
  return sum;
}

double share_below(const World& world, double radius) {
  double below = 0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    if (world.bodies.place[i].radius < radius) below += mass(world.bodies.inertia[i]);
  return below / mass_of(world);
}

TEST(SceneSizes, ReadsRosinRammler) {
  const World world = world_of(
      balls("count: 4000, sizes: {rosin_rammler: {size: 6 mm, exponent: 3, min: 2 mm, max: 12 mm}}"));
  const auto finer = [](double d) { return 1 - std::exp(-std::pow(d / 6e-3, 3)); };
  const double low = finer(2e-3), high = finer(12e-3), largest = 5e-3;  // mass of the largest of 4000
  for (const double d : {4e-3, 6e-3, 8e-3})
    EXPECT_NEAR(share_below(world, 0.5 * d), (finer(d) - low) / (high - low), largest) << d;
}

TEST(SceneSizes, ReadsASieveCurveFromTheSceneOrAFile) {
  const Scratch folder;
  std::ofstream(folder.file("curve.csv")) << "size,finer\n0.002,0\n0.004,0.4\n0.008,1\n";
  const std::string points = "{size: 2 mm, finer: 0}, {size: 4 mm, finer: 0.4}, {size: 8 mm, finer: 1}";
  const World here = world_of(balls("count: 3000, sizes: {sieve: {points: [" + points + "]}}"));
  const World file = world_of(balls("count: 3000, sizes: {sieve: {file: curve.csv}}"), folder.folder());
  const double largest = 5e-3;  // of the mass of 3000
  EXPECT_NEAR(share_below(here, 2e-3), 0.4, largest);
  ASSERT_EQ(here.bodies.size(), file.bodies.size());
  for (std::size_t i = 0; i < here.bodies.size(); ++i)
    ASSERT_EQ(here.bodies.place[i].radius, file.bodies.place[i].radius);
}

TEST(SceneSizes, CountsDiscsByTheirArea) {
  const World world = world_of(
      "dimension: 2\n" + balls("count: 2000, sizes: {log_normal: {median: 2 mm, deviation: 0.3}}", "disc"));
  const double largest = 5e-3;  // of the mass of 2000
  EXPECT_NEAR(share_below(world, 1e-3), 0.5, largest);
}

TEST(SceneSizes, RefusesWhatIsNoCurve) {
  const auto refusal = [](const std::string& sizes) {
    return build_refusal(balls("count: 9, sizes: {" + sizes + "}"));
  };
  const auto points = [&](const std::string& list) { return refusal("sieve: {points: [" + list + "]}"); };
  const auto expect = [](const std::string& message, const char* part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  expect(points("{size: 2 mm, finer: 0.1}, {size: 4 mm, finer: 1}"), "'finer' is 0");
  expect(points("{size: 2 mm, finer: 0}, {size: 4 mm, finer: 0.9}"), "'finer' is 1");
  expect(points("{size: 2 mm, finer: 0}, {size: 2 mm, finer: 1}"), "sizes must grow");
  expect(points("{size: 2 mm, finer: 0}, {size: 3 mm, finer: 0.6}, {size: 4 mm, finer: 0.5}"),
         "must not fall");
  expect(refusal("sieve: {by: number}"), "either 'points' or a 'file'");
  expect(refusal("sieve: {file: none.csv}"), "none.csv");
  expect(refusal("fractal: {dimension: 2.5, min: 4 mm, max: 2 mm}"), "'min' must be below 'max'");
  expect(refusal("log_normal: {median: 4 mm, deviation: 0.3, min: 9 mm, max: 8 mm}"),
         "'min' must be below 'max'");
}

// --- Amounts
TEST(SceneAmount, FillsByMass) {
  const double d = 8e-3, one = 2500 * std::numbers::pi / 6 * d * d * d;
  const World equal = world_of(balls("mass: 0.5 kg, sizes: {fixed: 8 mm}"));
  EXPECT_NEAR(mass_of(equal), 0.5, kHalfABody * one);
  const World curve =
      world_of(balls("mass: 0.5 kg, sizes: {fractal: {dimension: 2.5, min: 4 mm, max: 8 mm}}"));
  EXPECT_NEAR(mass_of(curve), 0.5, kHalfABody * one) << "within half of the largest";
  const World discs =
      world_of("dimension: 2\n" + balls("mass: 20 kg, sizes: {uniform: [3 mm, 5 mm]}", "disc"));
  const double largest_disc = 2500 * std::numbers::pi * 6.25e-6;
  EXPECT_NEAR(mass_of(discs), 20, kHalfABody * largest_disc) << "per metre of depth";
  const World boxes = world_of(balls("mass: 0.2 kg", "{box: {size: [10 mm, 8 mm, 6 mm]}}"));
  const double one_box = 2500 * 480e-9;
  EXPECT_NEAR(mass_of(boxes), 0.2, kHalfABody * one_box);
  EXPECT_NE(
      build_refusal(
          "bodies:\n  - {name: a, material: glass, fixed: true, shape: {sphere: {radius: 1 mm}}, fill: {box: "
          "{min: [0, 0, 0], max: [1, 1, 1]}, mass: 1 kg}}\n")
          .find("no mass to count"),
      std::string::npos);
}

TEST(SceneAmount, FillsToALevel) {
  const double d = 8e-3, one = std::numbers::pi / 6 * d * d * d;
  const auto volume = [&](const std::string& region) {
    const World world =
        world_of("bodies:\n  - {name: balls, material: glass, shape: {sphere: {diameter: 8 mm}}, fill: {" +
                 region + ", level: {height: 5 cm, solid_fraction: 0.5}}}\n");
    return static_cast<double>(world.bodies.size()) * one;
  };
  EXPECT_NEAR(volume("box: {min: [0, 0, -0.05], max: [0.2, 0.2, 0.3]}"), 0.5 * 0.04 * 0.1, kHalfABody * one);
  EXPECT_NEAR(volume("cylinder: {center: [0, 0, 0.1], radius: 0.1, height: 0.2}"),
              0.5 * std::numbers::pi * 0.01 * 0.05, kHalfABody * one);
  // half of a ball, and half of a cylinder that lies
  EXPECT_NEAR(volume("sphere: {center: [0, 0, 0.05], radius: 0.1}"), 0.5 * 2 * std::numbers::pi / 3 * 1e-3,
              kHalfABody * one);
  EXPECT_NEAR(volume("cylinder: {center: [0, 0, 0.05], radius: 0.1, height: 0.1, axis: y}"),
              0.5 * 0.5 * std::numbers::pi * 0.01 * 0.1, kHalfABody * one);
  EXPECT_NE(build_refusal(balls("level: {height: -1 cm}, sizes: {fixed: 8 mm}")).find("nothing below"),
            std::string::npos);
}

TEST(SceneAmount, MixesByMass) {
  const std::string mixture =
      "count: 1000, mixture: [{shape: {sphere: {diameter: 4 mm}}, fraction: 0.3}], fractions: ";
  const auto small = [&](const char* by) {
    const World world = world_of(balls(mixture + by, "{sphere: {diameter: 8 mm}}"));
    return share_below(world, 3e-3);
  };
  const double half_a_large_one = 0.5 * 8 / 3200;  // of the mass: 767 small and 233 large weigh 2631 small
  EXPECT_NEAR(small("mass"), 0.3, half_a_large_one);
  EXPECT_NEAR(small("number"), 0.3 / (0.3 + 0.7 * 8), half_a_large_one);
}

}  // namespace
}  // namespace cairn
