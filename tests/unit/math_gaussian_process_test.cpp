// Gaussian processes against closed forms, functions that they know, and their own promises about deviations.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "math/gaussian_process.h"
#include "tolerances.h"

namespace cairn {
namespace {

constexpr double kPlaneSquared = 4;             // b² of the header
constexpr double kSmoothFunctionMisfit = 0.02;  // 25 samples of a quarter wave of height 20: a thousandth
constexpr double kNoiseOfFewRuns = 0.35;  // relative scatter of a standard deviation from 60 runs is 0.09

constexpr double kDeviation = 0.5;     // of the noise of a sample
constexpr double kShareOfSets = 0.06;  // three times the scatter of the share, sets of 20 being alike

double wave(double x, double y) { return 100 + 10 * std::sin(2 * x) * (1 + y); }

double covariance(double a, double b, const ProcessShape& shape) {
  const double d = (a - b) / shape.lengths[0];
  return shape.bend * shape.bend * std::exp(-0.5 * d * d) + kPlaneSquared * (1 + (a - 0.5) * (b - 0.5));
}

TEST(GaussianProcess, OfTwoSamplesHasTheClosedForm) {
  // Values ±1 are standardised already. K = [[p, q], [q, p]] has K⁻¹ y = y / (p − q) for y = (1, −1).
  const ProcessShape shape{0.8, {0.4}, 0.3};
  const GaussianProcess process({{{0.2}, 1, 1}, {{0.7}, -1, 1}}, shape);
  const double noise = 0.3 * 0.3;
  const double k11 = covariance(0.2, 0.2, shape) + noise, k22 = covariance(0.7, 0.7, shape) + noise;
  const double k12 = covariance(0.2, 0.7, shape), determinant = k11 * k22 - k12 * k12;
  const double a = covariance(0.5, 0.2, shape), b = covariance(0.5, 0.7, shape);
  const double weight_1 = (k22 + k12) / determinant, weight_2 = (-k12 - k11) / determinant;
  const auto guess = process.at(std::vector{0.5});
  EXPECT_NEAR(guess.mean, a * weight_1 + b * weight_2, kHundredsOfRoundings);
  const double shrunk = (k22 * a * a - 2 * k12 * a * b + k11 * b * b) / determinant;
  EXPECT_NEAR(guess.deviation, std::sqrt(covariance(0.5, 0.5, shape) - shrunk), kHundredsOfRoundings);
  EXPECT_NEAR(process.mean(std::vector{0.5}), guess.mean, kTensOfRoundings);
  EXPECT_NEAR(process.log_likelihood(),
              -0.5 * (weight_1 - weight_2) - 0.5 * std::log(determinant) - std::log(2 * M_PI),
              kHundredsOfRoundings);
}

TEST(GaussianProcess, ASampleOfManyRunsCountsAsManySamples) {
  const ProcessShape shape{1, {0.5}, 0.2};
  const GaussianProcess one({{{0.1}, 2, 2}, {{0.9}, -2, 2}}, shape),
      two({{{0.1}, 2, 1}, {{0.1}, 2, 1}, {{0.9}, -2, 2}}, shape);
  // The scale of y differs between the two; relative to it, deviations agree.
  const double scale = one.noise() / two.noise();
  EXPECT_NEAR(one.at(std::vector{0.4}).deviation, scale * two.at(std::vector{0.4}).deviation,
              kHundredsOfRoundings);
}

TEST(GaussianProcess, LearnsASmoothFunctionAndItsNoise) {
  Random random(7);
  std::vector<NoisySample> exact, noisy;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) {
      const CubePoint at{0.1 + 0.2 * i, 0.1 + 0.2 * j};
      exact.push_back({at, wave(at[0], at[1]), 1});
    }
  for (int i = 0; i < 60; ++i) {
    const CubePoint at{random.uniform(), random.uniform()};
    noisy.push_back({at, wave(at[0], at[1]) + kDeviation * random.normal(), 1});
  }
  const GaussianProcess smooth(exact), rough(noisy);
  EXPECT_NEAR(smooth.mean(std::vector{0.42, 0.77}), wave(0.42, 0.77), kSmoothFunctionMisfit);
  EXPECT_NEAR(rough.noise() / kDeviation, 1, kNoiseOfFewRuns);
}

TEST(GaussianProcess, ItsDeviationsHold) {
  // Places of 20 sets of 60 samples: 95 of 100 means lie within two deviations. Places of one set are not
  // independent of each other, sets are.
  int within = 0, all = 0;
  for (std::uint64_t set = 0; set < 20; ++set) {
    Random random(100 + set);
    std::vector<NoisySample> noisy;
    for (int i = 0; i < 60; ++i) {
      const CubePoint at{random.uniform(), random.uniform()};
      noisy.push_back({at, wave(at[0], at[1]) + kDeviation * random.normal(), 1});
    }
    const GaussianProcess process(noisy);
    for (int i = 0; i < 20; ++i, ++all) {
      const std::vector<double> at{random.uniform(), random.uniform()};
      const auto guess = process.at(at);
      if (std::abs(guess.mean - wave(at[0], at[1])) < 2 * guess.deviation) ++within;
    }
  }
  EXPECT_NEAR(static_cast<double>(within) / all, 0.95, kShareOfSets);
}

TEST(GaussianProcess, BelievingNarrowsWithoutMovingTheMean) {
  const GaussianProcess before({{{0.1}, 1, 1}, {{0.5}, 3, 1}, {{0.9}, 2, 1}}, {1, {0.3}, 0.1});
  const GaussianProcess after = before.believing(std::vector{0.7}, 1);
  EXPECT_LT(after.at(std::vector{0.7}).deviation, before.at(std::vector{0.7}).deviation / 2);
  EXPECT_NEAR(after.mean(std::vector{0.3}), before.mean(std::vector{0.3}), kHundredsOfRoundings);
}

}  // namespace
}  // namespace cairn
