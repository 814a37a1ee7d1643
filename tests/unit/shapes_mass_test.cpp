// Mass properties against two independent ways: integration over slices and random sampling.
#include <gtest/gtest.h>

#include "tolerances.h"
#include "unit/surface_oracle.h"

namespace cairn {
namespace {

using namespace samples;

void expect_near(const MassProperties& found, const MassProperties& expected, double relative) {
  EXPECT_NEAR(found.volume, expected.volume, relative * expected.volume);
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(found.moments[i], expected.moments[i], relative * expected.moments[i]) << "axis " << i;
}

// A body of revolution by slices of radius r(z): dV = π r² dz, dI_z = r²/2 dV, dI_x = (r²/4 + z²) dV.
// Simpson's rule is exact here up to z³ in each strip; the centre of mass must be the origin.
template <class Radius2>
MassProperties by_slices(double low, double high, Radius2 radius2) {
  constexpr int strips = 2000;
  const double h = (high - low) / strips;
  MassProperties sum;
  double first = 0;
  for (int i = 0; i < strips; ++i)
    for (const auto& [at, weight] : {std::pair{0.0, 1.0}, {0.5, 4.0}, {1.0, 1.0}}) {
      const double z = low + (i + at) * h, r2 = radius2(z);
      const double dv = std::numbers::pi * r2 * weight * h / 6;
      sum.volume += dv;
      first += z * dv;
      sum.moments += dv * Vec3{r2 / 4 + z * z, r2 / 4 + z * z, r2 / 2};
    }
  EXPECT_NEAR(first, 0, kThousandsOfRoundings);
  return sum;
}

constexpr double kSimpsonError = 1e-11;

TEST(ShapesMass, SphereBySlices) {
  expect_near(mass_properties(Sphere{0.7}), by_slices(-0.7, 0.7, [](double z) { return 0.49 - z * z; }),
              kSimpsonError);
}

TEST(ShapesMass, CylinderBySlices) {
  expect_near(mass_properties(Cylinder{0.6, 0.9}), by_slices(-0.9, 0.9, [](double) { return 0.36; }),
              kSimpsonError);
}

TEST(ShapesMass, ConeBySlices) {
  const auto radius2 = [](double z) { return std::pow(0.7 * (1.2 - z) / 1.6, 2); };
  expect_near(mass_properties(Cone{0.7, 1.6}), by_slices(-0.4, 1.2, radius2), kSimpsonError);
}

TEST(ShapesMass, BoxByTheTextbook) {
  const double m = 1.0 * 1.6 * 0.6;
  const Vec3 moments{m * (1.6 * 1.6 + 0.6 * 0.6) / 12, m * (1.0 + 0.6 * 0.6) / 12,
                     m * (1.0 + 1.6 * 1.6) / 12};
  expect_near(mass_properties(Box{{0.5, 0.8, 0.3}}), {m, moments}, kFewRoundings);
}

TEST(ShapesMass, DiscOfUnitDepth) {
  const MassProperties disc = mass_properties(Disc{0.5});
  EXPECT_DOUBLE_EQ(disc.volume, std::numbers::pi * 0.25);
  EXPECT_DOUBLE_EQ(disc.moments.y, disc.volume * 0.25 / 2);
}

TEST(ShapesMass, WallsHaveNone) {
  for (const auto& [name, shape] : sample_shapes()) {
    EXPECT_EQ(mass_properties(shape).volume == 0, is_wall(shape)) << name;
    EXPECT_EQ(is_wall(shape), shape.index() >= Shape(Plane{}).index()) << name;
  }
}

TEST(ShapesMass, SolidsBySampling) {
  constexpr double kSamplingError = 0.02;  // five standard deviations of 1e5 points
  Random random(21);
  for (const auto& [name, shape] : sample_shapes()) {
    if (is_wall(shape) || std::holds_alternative<Disc>(shape)) continue;
    const Oracle oracle = oracle_of(shape);
    const Bounds bounds = local_bounds(shape);
    const Vec3 size = bounds.high - bounds.low;
    constexpr int samples = 100000;
    MassProperties sum;
    for (int i = 0; i < samples; ++i) {
      const Vec3 p = random_in_box(random, bounds.low, bounds.high);
      if (!oracle.is_inside(p)) continue;
      sum.volume += 1;
      sum.moments += {p.y * p.y + p.z * p.z, p.z * p.z + p.x * p.x, p.x * p.x + p.y * p.y};
    }
    const double each = size.x * size.y * size.z / samples;
    SCOPED_TRACE(name);
    expect_near({each * sum.volume, each * sum.moments}, mass_properties(shape), kSamplingError);
  }
}

TEST(ShapesMass, ScalingGoesWithTheThirdAndFifthPower) {
  for (const auto& [name, shape] : sample_shapes()) {
    SCOPED_TRACE(name);
    const Shape twice = scaled(shape, 2);
    EXPECT_EQ(twice.index(), shape.index());
    EXPECT_EQ(bounding_radius(twice), 2 * bounding_radius(shape));
    EXPECT_EQ(thickness(twice), 2 * thickness(shape));
    const bool flat = std::holds_alternative<Disc>(shape);
    const MassProperties one = mass_properties(shape), two = mass_properties(twice);
    EXPECT_DOUBLE_EQ(two.volume, (flat ? 4 : 8) * one.volume);
    EXPECT_DOUBLE_EQ(two.moments.y, (flat ? 16 : 32) * one.moments.y);
    if (const auto* tray = std::get_if<Container>(&shape)) {
      EXPECT_EQ(std::get<Container>(twice).open, tray->open);
    }
  }
}

}  // namespace
}  // namespace cairn
