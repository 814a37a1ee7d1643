// Vectors, matrices and quaternions: identities on random inputs, and the special cases by hand.
#include <gtest/gtest.h>

#include <numbers>

#include "base/random.h"
#include "math/quat.h"
#include "tolerances.h"

namespace cairn {
namespace {

constexpr double kSwitchToTheSeries = 2e-13;  // cos(angle/2) against 1 at 1e-6: angle²/8
constexpr double kNearlyNothing = 1e-25;      // of turns that underflow
constexpr double kNearlyOpposite = 1e-9;      // 1e-6 from opposite, a million times the rounding

constexpr double kRounding = 4e-15;  // a few operations on numbers about 1
constexpr int kTrials = 500;

Vec3 random_vector(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}
Vec3 random_unit(Random& random) { return unit(Vec3{random.normal(), random.normal(), random.normal()}); }
Quat random_turn(Random& random) {
  return unit(Quat{random.normal(), random.normal(), random.normal(), random.normal()});
}

void expect_near(const Vec3& a, const Vec3& b, double tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}
void expect_near(const Mat3& a, const Mat3& b, double tolerance) {
  for (int i = 0; i < 3; ++i) expect_near(a.row(i), b.row(i), tolerance);
}
// q and -q are the same rotation.
void expect_same_turn(const Quat& a, const Quat& b, double tolerance) {
  const double cosine = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
  const Quat c = cosine < 0 ? Quat{-b.w, -b.x, -b.y, -b.z} : b;
  EXPECT_NEAR(a.w, c.w, tolerance);
  expect_near(a.vector(), c.vector(), tolerance);
}

// Rodrigues' formula: a cos α + (n × a) sin α + n (n·a)(1 − cos α).
Vec3 rodrigues(const Vec3& n, double angle, const Vec3& a) {
  const double c = std::cos(angle), s = std::sin(angle);
  return c * a + s * cross(n, a) + (1 - c) * dot(n, a) * n;
}

TEST(Vec3, ByHand) {
  const Vec3 a{1, 2, 3}, b{-4, 5, 0.5};
  EXPECT_EQ(a + b, (Vec3{-3, 7, 3.5}));
  EXPECT_EQ(a - b, (Vec3{5, -3, 2.5}));
  EXPECT_EQ(2 * a, (Vec3{2, 4, 6}));
  EXPECT_EQ(a / 2, (Vec3{0.5, 1, 1.5}));
  EXPECT_EQ(dot(a, b), 7.5);
  EXPECT_EQ(cross(Vec3{1, 0, 0}, Vec3{0, 1, 0}), (Vec3{0, 0, 1}));
  EXPECT_EQ(cross(a, b), (Vec3{-14, -12.5, 13}));
  EXPECT_EQ(scaled(a, b), (Vec3{-4, 10, 1.5}));
  EXPECT_EQ(min(a, b), (Vec3{-4, 2, 0.5}));
  EXPECT_EQ(max(a, b), (Vec3{1, 5, 3}));
  EXPECT_EQ(abs(b), (Vec3{4, 5, 0.5}));
  EXPECT_EQ(norm(Vec3{2, -3, 6}), 7);
  EXPECT_EQ(norm2(Vec3{2, -3, 6}), 49);
  EXPECT_EQ(a[0] + 10 * a[1] + 100 * a[2], 321);
}

TEST(Vec3, FiniteMeansEveryComponent) {
  EXPECT_TRUE(is_finite({1, 2, 3}));
  for (int k = 0; k < 3; ++k) {
    for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
      Vec3 a{1, 2, 3};
      a[k] = bad;
      EXPECT_FALSE(is_finite(a));
    }
  }
}

TEST(Vec3, PerpendicularIsAUnitVectorAcross) {
  Random random(1);
  std::vector<Vec3> directions{
      {0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {0, -1, 0}, unit(Vec3{1e-9, 0, -1}), unit(Vec3{1, 1, -1e-300})};
  for (int k = 0; k < kTrials; ++k) directions.push_back(random_unit(random));
  for (const Vec3& n : directions) {
    const Vec3 t = perpendicular(n);
    EXPECT_NEAR(dot(n, t), 0, kRounding);
    EXPECT_NEAR(norm(t), 1, kRounding);
  }
}

TEST(Mat3, InverseAndProduct) {
  Random random(2);
  for (int k = 0; k < kTrials; ++k) {
    const Mat3 a = Mat3{random_vector(random), random_vector(random), random_vector(random)} +
                   diagonal({2.5, 2.5, 2.5});  // keeps it far from singular
    const Mat3 b{random_vector(random), random_vector(random), random_vector(random)};
    expect_near(a * inverse(a), Mat3{}, kHundredsOfRoundings);
    expect_near(inverse(a) * a, Mat3{}, kHundredsOfRoundings);
    EXPECT_NEAR(determinant(a * b), determinant(a) * determinant(b), kThousandsOfRoundings);
    const Vec3 x = random_vector(random);
    expect_near((a * b) * x, a * (b * x), kHundredsOfRoundings);
    expect_near(transpose(a * b), transpose(b) * transpose(a), kHundredsOfRoundings);
  }
}

TEST(Mat3, ByHand) {
  const Mat3 a{{1, 2, 0}, {0, 1, 4}, {5, 0, 1}};
  EXPECT_EQ(determinant(a), 41);
  EXPECT_EQ(a * (Vec3{1, 10, 100}), (Vec3{21, 410, 105}));
  EXPECT_EQ(a.column(1), (Vec3{2, 1, 0}));
  EXPECT_EQ((2.0 * a + diagonal({1, 1, 1})).row0, (Vec3{3, 4, 0}));
}

TEST(Quat, RotatesLikeRodriguesAndLikeItsMatrix) {
  Random random(3);
  for (int k = 0; k < kTrials; ++k) {
    const Vec3 n = random_unit(random), a = random_vector(random);
    const double angle = random.uniform(-7, 7);
    const Quat q = rotation(angle * n);
    expect_near(rotate(q, a), rodrigues(n, angle, a), kRounding);
    expect_near(matrix(q) * a, rotate(q, a), kRounding);
    expect_near(matrix(q) * transpose(matrix(q)), Mat3{}, kRounding);
    EXPECT_NEAR(determinant(matrix(q)), 1, kRounding);
    expect_near(rotate_back(q, rotate(q, a)), a, kRounding);
    expect_near(z_axis(q), rotate(q, {0, 0, 1}), kRounding);
  }
}

TEST(Quat, ProductTurnsByTheRightOneFirst) {
  Random random(4);
  for (int k = 0; k < kTrials; ++k) {
    const Quat p = random_turn(random), q = random_turn(random);
    const Vec3 a = random_vector(random);
    expect_near(rotate(p * q, a), rotate(p, rotate(q, a)), kRounding);
  }
  // A quarter turn about z takes x to y.
  expect_near(rotate(rotation({0, 0, 0.5 * std::numbers::pi}), {1, 0, 0}), {0, 1, 0}, kRounding);
}

[[gnu::noinline]] Quat product(const Quat& a, const Quat& b) { return a * b; }
// Each product rounded before it is added.
double rounded(double a, double b) {
  const volatile double product = a * b;
  return product;
}

TEST(Quat, ProductIsNotFused) {
  Random random(5);
  const auto number = [&] { return random.uniform() - 0.5; };
  for (int k = 0; k < 1000; ++k) {
    const Quat a{number(), number(), number(), number()}, b{number(), number(), number(), number()};
    const Quat c = product(a, b);
    EXPECT_EQ(c.w, rounded(a.w, b.w) - rounded(a.x, b.x) - rounded(a.y, b.y) - rounded(a.z, b.z));
    EXPECT_EQ(c.x, rounded(a.w, b.x) + rounded(a.x, b.w) + rounded(a.y, b.z) - rounded(a.z, b.y));
    EXPECT_EQ(c.y, rounded(a.w, b.y) - rounded(a.x, b.z) + rounded(a.y, b.w) + rounded(a.z, b.x));
    EXPECT_EQ(c.z, rounded(a.w, b.z) + rounded(a.x, b.y) - rounded(a.y, b.x) + rounded(a.z, b.w));
  }
}

TEST(Quat, ExponentialMap) {
  // Turns about one axis add up, and n small turns make a large one.
  Random random(5);
  for (int k = 0; k < kTrials; ++k) {
    const Vec3 r = random_vector(random);
    expect_same_turn(rotation(0.3 * r) * rotation(0.7 * r), rotation(r), kRounding);
    expect_same_turn(rotation(r) * rotation(-r), Quat{}, kRounding);
  }
  // On both sides of the switch to the series it is a unit quaternion with half the vector.
  for (const double angle : {0.0, 1e-300, 1e-12, 0.99e-8, 1.01e-8, 1e-6}) {
    const Quat q = rotation({0, angle, 0});
    EXPECT_NEAR(q.w, 1, kSwitchToTheSeries);
    EXPECT_NEAR(q.y, 0.5 * angle, kTensOfRoundings * angle + kNearlyNothing + angle * angle * angle);
    EXPECT_EQ(q.x, 0);
    EXPECT_NEAR(q.w * q.w + q.y * q.y, 1, kRounding);
  }
}

TEST(Quat, RotationBetween) {
  Random random(6);
  for (int k = 0; k < kTrials; ++k) {
    const Vec3 a = random_unit(random), b = random_unit(random);
    const Quat q = rotation_between(a, b);
    expect_near(rotate(q, a), b, kTensOfRoundings);
    EXPECT_NEAR(norm2(q.vector()) + q.w * q.w, 1, kTensOfRoundings);
    // The shortest way: the axis is perpendicular to both.
    EXPECT_NEAR(dot(q.vector(), a), 0, kTensOfRoundings);
    expect_near(rotate(rotation_between(a, -a), a), -a, kHundredsOfRoundings);
    expect_same_turn(rotation_between(a, a), Quat{}, kRounding);
  }
  // Nearly opposite: no loss of the direction.
  const Vec3 a{0, 0, 1}, b = unit(Vec3{1e-6, 0, -1});
  expect_near(rotate(rotation_between(a, b), a), b, kNearlyOpposite);
}

TEST(Quat, UnitKeepsTheDirection) {
  const Quat q = unit(Quat{2, -4, 4, 8});
  expect_same_turn(q, {0.2, -0.4, 0.4, 0.8}, kRounding);
}

}  // namespace
}  // namespace cairn
