// Balls cut by boxes and discs cut by rectangles: closed forms, slices, and adding up.
#include <gtest/gtest.h>

#include <numbers>

#include "base/random.h"
#include "measure/ball_in_box.h"
#include "tolerances.h"

namespace cairn {
namespace {

using std::numbers::pi;

constexpr double kBall = 4 * pi / 3;
constexpr double kRounding = 2e-15;            // of the unit ball
constexpr double kSlices = 1e-6;               // kinks leave ten times less
constexpr double kGrazingAtABillionth = 5e-9;  // how much of the ball planes 1e-9 off their place cut away

constexpr Vec3 kFar{9, 9, 9};
constexpr int kTrials = 2000;

double unit_ball(const Vec3& low, const Vec3& high) { return ball_in_box({}, 1, {low, high}); }

double cap(double height) { return pi * height * height * (3 - height) / 3; }

// ∫ f over [a, b] in the variable t with x = sin t, which takes the roots out of circle and sphere.
template <class F>
double slices(double a, double b, F&& f) {
  if (a >= b) return 0;
  constexpr int n = 4000;
  const double t0 = std::asin(a), width = (std::asin(b) - t0) / n;
  double sum = 0;
  for (int k = 0; k < n; ++k) {
    const double t = t0 + (k + 0.5) * width;
    sum += f(std::sin(t)) * std::cos(t) * width;
  }
  return sum;
}

double length(double a, double b, double half) {
  return std::max(0.0, std::min(b, half) - std::max(a, -half));
}

double disc_by_slices(const Vec3& low, const Vec3& high) {
  return slices(std::max(low.x, -1.0), std::min(high.x, 1.0),
                [&](double x) { return length(low.z, high.z, std::sqrt(1 - x * x)); });
}

double ball_by_slices(const Vec3& low, const Vec3& high) {
  return slices(std::max(low.y, -1.0), std::min(high.y, 1.0), [&](double y) {
    return disc_in_rectangle({}, std::sqrt(1 - y * y), {low, high});
  });
}

void random_box(Random& random, Vec3& low, Vec3& high) {
  for (int k = 0; k < 3; ++k) {
    const double a = random.uniform(-1.3, 1.3), b = random.uniform(-1.3, 1.3);
    low[k] = std::min(a, b), high[k] = std::max(a, b);
  }
}

TEST(BallInBox, WholeHalfQuarterOctant) {
  EXPECT_EQ(unit_ball(-kFar, kFar), kBall);
  EXPECT_EQ(unit_ball({-1, -1, -1}, {1, 1, 1}), kBall);
  EXPECT_NEAR(unit_ball({0, -9, -9}, kFar), kBall / 2, kRounding);
  EXPECT_NEAR(unit_ball(-kFar, {9, 0, 9}), kBall / 2, kRounding);
  EXPECT_NEAR(unit_ball({-9, 0, 0}, kFar), kBall / 4, kRounding);
  EXPECT_NEAR(unit_ball({0, 0, 0}, kFar), kBall / 8, kRounding);
  EXPECT_NEAR(unit_ball(-kFar, {0, 0, 0}), kBall / 8, kRounding);
}

TEST(BallInBox, NothingOutsideAndTheBoxItselfInside) {
  EXPECT_EQ(unit_ball({1, -9, -9}, kFar), 0);
  EXPECT_EQ(unit_ball({2, 2, 2}, kFar), 0);
  EXPECT_EQ(unit_ball({0.8, 0.8, -9}, kFar), 0);   // past the edge
  EXPECT_EQ(unit_ball({0.6, 0.6, 0.6}, kFar), 0);  // past the corner
  EXPECT_NEAR(unit_ball({-9, -9, -9}, {-0.6, -0.6, -0.6}), 0, kRounding);
  EXPECT_NEAR(unit_ball({-0.3, -0.2, -0.5}, {0.4, 0.5, 0.1}), 0.7 * 0.7 * 0.6, kRounding);
}

TEST(BallInBox, CapsAndLayers) {
  for (const double height : {1e-8, 0.001, 0.3, 1.0, 1.7, 1.999}) {
    EXPECT_NEAR(unit_ball({-9, -9, 1 - height}, kFar), cap(height), kRounding) << height;
    EXPECT_NEAR(unit_ball(-kFar, {-1 + height, 9, 9}), cap(height), kRounding) << height;
    // The same at a corner that only two planes reach: half of it.
    EXPECT_NEAR(unit_ball({-9, 0, 1 - height}, kFar), cap(height) / 2, kRounding) << height;
    EXPECT_NEAR(unit_ball({0, 0, 1 - height}, kFar), cap(height) / 4, kRounding) << height;
  }
  EXPECT_NEAR(unit_ball({-9, -0.5, -9}, {9, 0.25, 9}), kBall - cap(0.5) - cap(0.75), kRounding);
}

TEST(BallInBox, AnyUnitOfLengthAndPlace) {
  const Vec3 low{-0.2, 0.1, -0.7}, high{0.9, 0.8, 0.3}, centre{5e-3, -2e-3, 1e-3};
  const double r = 1e-3, share = unit_ball(low, high);
  EXPECT_NEAR(ball_in_box(centre, r, {centre + r * low, centre + r * high}) / (r * r * r), share,
              kTensOfRoundings);
}

TEST(BallInBox, DiscsAgainstSlices) {
  // Slices of width 1/4000: the kinks at the corners of the rectangle leave 1e-7.
  Random random(1);
  for (int k = 0; k < 300; ++k) {
    Vec3 low, high;
    random_box(random, low, high);
    EXPECT_NEAR(disc_in_rectangle({}, 1, {low, high}), disc_by_slices(low, high), kSlices);
  }
  EXPECT_NEAR(disc_in_rectangle({}, 1, {-kFar, kFar}), pi, kRounding);
  EXPECT_NEAR(disc_in_rectangle({0, 7, 0}, 2, {{0, 0, 0}, kFar}), pi, kRounding);
  EXPECT_NEAR(disc_in_rectangle({1, 7, 1}, 1, {{0, 0, 0}, {1, 0, 2}}), pi / 2, kRounding);
  EXPECT_EQ(disc_in_rectangle({}, 1, {{0.8, 0, 0.8}, kFar}), 0);
}

TEST(BallInBox, BallsAgainstSlices) {
  Random random(2);
  int cut = 0;
  for (int k = 0; k < 300; ++k) {
    Vec3 low, high;
    random_box(random, low, high);
    const double volume = unit_ball(low, high);
    EXPECT_NEAR(volume, ball_by_slices(low, high), kSlices);
    cut += volume > 0.01 && volume < kBall - 0.01;
  }
  EXPECT_GT(cut, 100);
}

TEST(BallInBox, PartsAddUpToTheWhole) {
  Random random(3);
  for (int k = 0; k < kTrials; ++k) {
    Vec3 low, high;
    random_box(random, low, high);
    const int axis = static_cast<int>(random.next() % 3);
    Vec3 left = high, right = low;
    left[axis] = right[axis] = random.uniform(low[axis], high[axis]);
    EXPECT_NEAR(unit_ball(low, left) + unit_ball(right, high), unit_ball(low, high), kTensOfRoundings);
  }
}

TEST(BallInBox, AxesAndSidesAreAlike) {
  Random random(4);
  for (int k = 0; k < kTrials; ++k) {
    Vec3 low, high;
    random_box(random, low, high);
    const double volume = unit_ball(low, high);
    EXPECT_NEAR(unit_ball({low.y, low.z, low.x}, {high.y, high.z, high.x}), volume, kTensOfRoundings);
    EXPECT_NEAR(unit_ball({low.y, low.x, low.z}, {high.y, high.x, high.z}), volume, kTensOfRoundings);
    EXPECT_NEAR(unit_ball(-high, -low), volume, kTensOfRoundings);
  }
}

TEST(BallInBox, GrazingPlanesLeaveNoNoise) {
  // Planes that pass the sphere, its edge and its corner by next to nothing.
  for (const double tiny : {0.0, 1e-17, 1e-15, 1e-12, 1e-9}) {
    const double a = 1 - tiny, b = std::sqrt(0.5) - tiny, c = std::sqrt(1.0 / 3) - tiny;
    EXPECT_NEAR(unit_ball({a, -9, -9}, kFar), 0, kTensOfRoundings);
    EXPECT_NEAR(unit_ball({b, b, -9}, kFar), 0, kTensOfRoundings);
    EXPECT_NEAR(unit_ball({c, c, c}, kFar), 0, kTensOfRoundings);
    EXPECT_NEAR(unit_ball({-a, -a, -a}, kFar), kBall, kTensOfRoundings);
    EXPECT_NEAR(unit_ball({-a, tiny, -tiny}, kFar), kBall / 4, kGrazingAtABillionth);
  }
}

}  // namespace
}  // namespace cairn
