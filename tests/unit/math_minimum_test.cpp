// A search without derivatives, on functions whose minimum is known, and draws from densities with known
// moments.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <stdexcept>

#include "math/minimum.h"
#include "math/walkers.h"

namespace cairn {
namespace {

constexpr double kSmoothSearch = 1e-3;   // the search ends at steps of 1e-4
constexpr double kMomentScatter = 0.02;  // 6000 correlated draws of deviation 0.1: 0.1 √(20/6000) = 0.006

double valley(std::span<const double> x) {
  double sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double d = x[k] - 0.3 - 0.2 * static_cast<double>(k);
    sum += static_cast<double>(k + 1) * d * d;
  }
  return sum;
}

TEST(Minimum, OfAQuadraticFunctionIsFound) {
  const Minimum found = minimum(valley, {0.9, 0.9, 0.1}, {});
  EXPECT_NEAR(found.at[0], 0.3, kSmoothSearch);
  EXPECT_NEAR(found.at[1], 0.5, kSmoothSearch);
  EXPECT_NEAR(found.at[2], 0.7, kSmoothSearch);
  EXPECT_EQ(found.value, valley(found.at));
}

TEST(Minimum, StaysWithinTheCubeAndItsBudgetAndRepeatsItself) {
  std::vector<std::vector<CubePoint>> seen(2);
  for (auto& points : seen) {
    const auto slope = [&](std::span<const double> x) {
      points.emplace_back(x.begin(), x.end());
      return x[0] + 0.5 * x[1] + std::sin(9 * x[2]);
    };
    const Minimum found = minimum(slope, {0.5, 0.5, 0.5}, {30, 0.2, 1e-9});
    EXPECT_EQ(points.size(), 30u);
    EXPECT_EQ(found.at[0], 0);
    EXPECT_EQ(found.at[1], 0);
    for (const CubePoint& point : points)
      for (const double x : point) EXPECT_TRUE(x >= 0 && x <= 1);
  }
  EXPECT_EQ(seen[0], seen[1]);
}

TEST(Minimum, OfOneUnknownAndOfAFunctionThatThrows) {
  EXPECT_NEAR(minimum(valley, {0.8}, {}).at.at(0), 0.3, kSmoothSearch);
  const auto throwing = [](std::span<const double>) -> double { throw std::runtime_error("stop"); };
  EXPECT_THROW(static_cast<void>(minimum(throwing, {0.5, 0.5}, {})), std::runtime_error);
}

TEST(Walkers, DrawFromATiltedNormalDensity) {
  // x0 and x1 have deviation 0.1 and correlation 0.8; x2 is uniform.
  constexpr double kDeviation = 0.1, kCorrelation = 0.8;
  const LogDensity density = [](std::span<const double> x) {
    const double a = (x[0] - 0.5) / kDeviation, b = (x[1] - 0.4) / kDeviation;
    return -0.5 * (a * a - 2 * kCorrelation * a * b + b * b) / (1 - kCorrelation * kCorrelation);
  };
  Random random(3);
  const std::vector<CubePoint> places = draws(density, 3, {}, random);
  const auto n = static_cast<double>(places.size());
  double mean[3] = {}, square[3] = {}, product = 0;
  for (const CubePoint& x : places)
    for (std::size_t k = 0; k < 3; ++k) mean[k] += x[k] / n;
  for (const CubePoint& x : places) {
    for (std::size_t k = 0; k < 3; ++k) square[k] += (x[k] - mean[k]) * (x[k] - mean[k]) / n;
    product += (x[0] - mean[0]) * (x[1] - mean[1]) / n;
  }
  EXPECT_NEAR(mean[0], 0.5, kMomentScatter);
  EXPECT_NEAR(mean[1], 0.4, kMomentScatter);
  EXPECT_NEAR(std::sqrt(square[0]), kDeviation, kMomentScatter);
  EXPECT_NEAR(std::sqrt(square[1]), kDeviation, kMomentScatter);
  EXPECT_NEAR(product / std::sqrt(square[0] * square[1]), kCorrelation, 5 * kMomentScatter);
  EXPECT_NEAR(std::sqrt(square[2]), std::sqrt(1.0 / 12), 2 * kMomentScatter);

  // The same seed gives the same draws.
  Random again(3);
  EXPECT_EQ(places, draws(density, 3, {}, again));
}

TEST(Walkers, DoNotStayAtLowerPeaks) {
  // A narrow peak, and three wide ones that are lower by a factor of e^-50.
  const auto peak = [](std::span<const double> x, std::array<double, 3> at, double width) {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += (x[k] - at[k]) * (x[k] - at[k]) / (width * width);
    return -0.5 * sum;
  };
  const LogDensity density = [&](std::span<const double> x) {
    double most = peak(x, {0.2, 0.6, 0.5}, 0.03);
    for (const std::array<double, 3>& other :
         {std::array{0.9, 0.9, 0.5}, std::array{0.5, 0.01, 0.5}, std::array{0.05, 0.05, 0.9}})
      most = std::max(most, peak(x, other, 0.05) - 50);
    return most;
  };
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    for (const CubePoint& x : draws(density, 3, {}, random)) EXPECT_GT(density(x), -25);
  }
}

}  // namespace
}  // namespace cairn
