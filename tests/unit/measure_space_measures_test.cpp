// Profiles, measuring spheres, pair distributions, structure factors and the inertial number: closed forms,
// and sums by brute force.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <set>

#include "base/random.h"
#include "measure/near_pairs.h"
#include "measure/sphere_overlap.h"
#include "tolerances.h"
#include "unit/measure_samples.h"

namespace cairn::measure_samples {
namespace {

using std::numbers::pi;

Cell cell_of(const Vec3& edges, const Vec3& tilt = {}) {
  Cell cell;
  cell.periodic = {1, 1, 1};
  cell.edge = {{{edges.x, 0, 0}, {0, edges.y, 0}, {tilt.x, tilt.y, edges.z}}};
  return cell;
}

// Points by chance in the cell.
World gas(const Cell& cell, int count, double radius, std::uint64_t seed = 1) {
  World world = empty_world();
  world.cell = cell;
  Random random(seed);
  for (int k = 0; k < count; ++k) {
    const Vec3 part{random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5)};
    add(world, {.position = cell.axes() * part,
                .velocity = {random.normal(), random.normal(), random.normal()},
                .radius = radius,
                .mass = random.uniform(1, 2)});
  }
  return world;
}

// --- Balls in balls
TEST(SphereOverlap, AgreesWithSlices) {
  // The common volume is the integral over slices of common circles.
  constexpr int kSlices = 20000;
  for (const double d : {0.0, 0.3, 0.8, 1.3, 2.0}) {
    const double a = 1, b = 0.6;
    double volume = 0;
    for (int k = 0; k < kSlices; ++k) {
      const double z = b * (2 * (k + 0.5) / kSlices - 1);
      const double ra = std::sqrt(std::max(0.0, a * a - z * z)), rb = std::sqrt(b * b - z * z);
      volume += 2 * b / kSlices * (ra > 0 ? circle_in_circle(ra, rb, d) : 0);
    }
    const double error_of_slices = 1e-5;
    EXPECT_NEAR(ball_in_ball(a, b, d), volume, error_of_slices);
  }
  EXPECT_EQ(ball_in_ball(1, 2, 3), 0);
  EXPECT_NEAR(circle_in_circle(1, 1, 1), 2 * pi / 3 - std::sqrt(3.0) / 2, kTensOfRoundings);
  EXPECT_NEAR(ball_in_ball(1, 1, 1), 5 * pi / 12, kTensOfRoundings);
}

// --- Profiles
TEST(Profile, SlabsHoldTheWholeSolidOfAPeriodicCell) {
  const World world = gas(cell_of({4, 5, 6}), 40, 0.7);
  const auto all = measured("profile", "{bins: {slabs: {axis: z, count: 7}}}", world);
  double solid = 0, count = 0, height = -3 + 6.0 / 14;
  for (int k = 0; k < 7; ++k, height += 6.0 / 7) {
    const std::string bin = std::to_string(k);
    solid += all.at("solid_fraction_" + bin) * 4 * 5 * 6 / 7;
    count += all.at("count_" + bin);
    EXPECT_NEAR(all.at("at_" + bin), height, kTensOfRoundings * 10);
  }
  EXPECT_NEAR(solid, 40 * 4 * pi / 3 * 0.343, kHundredsOfRoundings * 100);
  EXPECT_EQ(count, 40);
}

TEST(Profile, AGridOfATiltedCellIsRefusedAcrossTheTilt) {
  const World world = gas(cell_of({4, 5, 6}, {1, 0, 0}), 5, 0.1);
  EXPECT_NE(refusal("profile", "{bins: {slabs: {axis: x, count: 3}}}", world).find("tilted"),
            std::string::npos);
  // Slabs along the edges that are not tilted are fine.
  const auto all = measured("profile", "{bins: {slabs: {axis: z, count: 3}}}", world);
  double solid = 0;
  for (int k = 0; k < 3; ++k) solid += all.at("solid_fraction_" + std::to_string(k)) * 4 * 5 * 6 / 3;
  EXPECT_NEAR(solid, 5 * 4 * pi / 3 * 1e-3, kHundredsOfRoundings);
}

TEST(Profile, BinsOfAGridAreNumberedFromX) {
  World world = empty_world();
  add(world, {.position = {1.5, 0.5, 2.5}, .velocity = {1, 2, 3}, .radius = 0.1, .mass = 2});
  add(world, {.position = {1.6, 0.6, 2.6}, .velocity = {-1, 2, 3}, .radius = 0.1, .mass = 2});
  const auto all = measured(
      "profile", "{bins: {grid: {nx: 2, ny: 2, nz: 3}}, box: {min: [0, 0, 0], max: [2, 2, 3]}}", world);
  // Cell (1, 0, 2) has the number 1 + 2 (0 + 2*2).
  EXPECT_EQ(all.at("count_9"), 2);
  EXPECT_EQ(all.at("count_8"), 0);
  EXPECT_NEAR(all.at("solid_fraction_9"), 2 * 4 * pi / 3 * 1e-3, kTensOfRoundings);
  EXPECT_EQ(all.at("vx_9"), 0);
  EXPECT_EQ(all.at("vz_9"), 3);
  EXPECT_NEAR(all.at("temperature_9"), 1.0 / 3, kTensOfRoundings);
  EXPECT_NEAR(all.at("xx_9"), 4, kTensOfRoundings * 4);  // Σ m c² over a cell of 1 m³
  EXPECT_NEAR(all.at("kinetic_9"), 4.0 / 3, kTensOfRoundings * 4);
  EXPECT_TRUE(std::isnan(all.at("vx_0")));
  EXPECT_EQ(all.at("at_9"), 2.5);
}

TEST(Profile, StressOfAContactIsForceTimesBranchOverVolume) {
  World world = empty_world();
  const Uid a = add(world, {.position = {0, 0, 0.5}, .radius = 1}),
            b = add(world, {.position = {0, 0, 2.5}, .radius = 1});
  Surroundings around;
  around.contacts.push_back(
      {.key = {a, b, 0}, .point = {0, 0, 1.5}, .normal = {0, 0, 1}, .force = {3, 0, 10}});
  const auto all =
      measured("profile", "{bins: {slabs: {axis: z, count: 3}}, box: {min: [-1, -1, 0], max: [1, 1, 3]}}",
               world, around);
  EXPECT_NEAR(all.at("zz_1"), 10 * 2 / 4.0, kTensOfRoundings * 10);
  EXPECT_NEAR(all.at("xz_1"), 0.5 * 3 * 2 / 4.0, kTensOfRoundings * 10);
  EXPECT_EQ(all.at("zz_0"), 0);
}

TEST(Profile, ShellsCutSpheresExactly) {
  World world = empty_world();
  add(world, {.position = {2, 0, 0}, .radius = 1.5});
  add(world, {.position = {0, 0.5, 0}, .radius = 0.5});
  const auto balls = measured("profile", "{bins: {shells: {center: [0, 0, 0], to: 4, count: 8}}}", world);
  double solid = 0;
  for (int k = 0; k < 8; ++k) {
    const double inner = 0.5 * k, outer = inner + 0.5;
    const double volume = 4 * pi / 3 * (outer * outer * outer - inner * inner * inner);
    const double expected = ball_in_ball(outer, 1.5, 2) - ball_in_ball(inner, 1.5, 2) +
                            ball_in_ball(outer, 0.5, 0.5) - ball_in_ball(inner, 0.5, 0.5);
    EXPECT_NEAR(balls.at("solid_fraction_" + std::to_string(k)) * volume, expected, kHundredsOfRoundings);
    solid += expected;
  }
  EXPECT_NEAR(solid, 4 * pi / 3 * (1.5 * 1.5 * 1.5 + 0.125), kHundredsOfRoundings * 10);
  EXPECT_EQ(balls.at("count_4"), 1);
  EXPECT_EQ(balls.at("count_1"), 1);
}

TEST(Profile, ShellsAboutAnAxisHoldTheWholeSolid) {
  World world = empty_world();
  add(world, {.position = {2, 0, 0}, .radius = 1.5});
  const auto all = measured(
      "profile", "{bins: {shells: {center: [0, 0, 0], to: 4, count: 8, axis: [0, 0, 2], length: 4}}}", world);
  double solid = 0;
  for (int k = 0; k < 8; ++k)
    solid += all.at("solid_fraction_" + std::to_string(k)) * pi * 0.25 * (2 * k + 1) * 4;
  const double quadrature = 1e-3;
  EXPECT_NEAR(solid, 4 * pi / 3 * 3.375, quadrature * 14);
}

TEST(Profile, InAPlaneSlabsHoldAreas) {
  World world = empty_world();
  world.dimension = 2;
  add(world, {.position = {0.2, 0, 1}, .radius = 0.5, .shape = kDisc});
  const auto all = measured(
      "profile", "{bins: {slabs: {axis: z, count: 2}}, box: {min: [-2, 0, 0], max: [2, 0, 2]}}", world);
  EXPECT_NEAR(all.at("solid_fraction_0"), 0.5 * pi * 0.25 / 4, kHundredsOfRoundings);
  EXPECT_NEAR(all.at("solid_fraction_1"), 0.5 * pi * 0.25 / 4, kHundredsOfRoundings);
}

// --- Measuring spheres
TEST(MeasuringSphere, CountsTheBorderInPart) {
  World world = empty_world();
  const Uid a = add(world, {.position = {0, 0, 0}, .velocity = {1, 0, 0}, .radius = 1});
  const Uid b = add(world, {.position = {2, 0, 0}, .velocity = {3, 0, 0}, .radius = 1});
  Surroundings around;
  around.contacts.push_back({.key = {a, b, 0}, .point = {1, 0, 0}, .normal = {1, 0, 0}, .force = {7, 0, 0}});
  const auto one = measured("measuring_sphere", "{center: [0, 0, 0], radius: 1.5}", world, around);
  const double volume = 4 * pi / 3 * 3.375, ball = 4 * pi / 3;
  const double fraction = (ball + ball_in_ball(1.5, 1, 2)) / volume;
  EXPECT_NEAR(one.at("solid_fraction"), fraction, kTensOfRoundings);
  EXPECT_EQ(one.at("count"), 1);
  EXPECT_EQ(one.at("coordination"), 1);
  EXPECT_NEAR(one.at("xx"), 7 * 1 * fraction / ball, kTensOfRoundings * 10);
  EXPECT_EQ(one.at("vx"), 1);
  const auto both = measured("measuring_sphere", "{center: [1, 0, 0], radius: 9}", world, around);
  EXPECT_NEAR(both.at("xx"), 7 * 2 / (4 * pi / 3 * 729), kTensOfRoundings);  // as the whole stress
  EXPECT_EQ(both.at("vx"), 2);
  EXPECT_NEAR(both.at("temperature"), 1.0 / 3, kTensOfRoundings);
}

// --- Pairs
TEST(NearPairs, AreThoseOfBruteForce) {
  for (const Cell& cell : {Cell{}, cell_of({4, 5, 6}), cell_of({4, 5, 6}, {1.5, -1, 0})}) {
    const World world = gas(cell.repeats() ? cell : cell_of({4, 5, 6}), 200, 0.1, 9);
    std::vector<Vec3> points;
    for (const Place& place : world.bodies.place) points.push_back(place.position);
    for (const double reach : {0.4, 1.1, 1.9}) {
      std::set<std::pair<std::uint32_t, std::uint32_t>> expected, found;
      for (std::uint32_t i = 0; i < points.size(); ++i)
        for (std::uint32_t j = i + 1; j < points.size(); ++j)
          if (norm(cell.nearest(points[j] - points[i])) < reach) expected.insert({i, j});
      NearPairs(points, cell, reach).for_each([&](auto i, auto j, const Vec3& d) {
        EXPECT_LT(norm(d), reach);
        EXPECT_TRUE(found.insert(std::minmax<std::uint32_t>(i, j)).second);
      });
      EXPECT_EQ(found, expected);
    }
  }
}

TEST(PairDistribution, OfACubicLatticeHasItsNeighbours) {
  World world = empty_world();
  world.cell = cell_of({6, 6, 6});
  for (int n = 0; n < 216; ++n)
    add(world, {.position = {n % 6 - 2.5, n / 6 % 6 - 2.5, n / 36 - 2.5}, .radius = 0.5});
  const auto all = measured("pair_distribution", "{max: 2.4, bins: 24}", world);
  // Shell k holds as many neighbours as the lattice has at that distance: 6 at 1, 12 at sqrt 2, 8 at sqrt 3.
  const auto neighbours = [&](int k) {
    const double inner = 0.1 * k, outer = inner + 0.1;
    const double volume = 4 * pi / 3 * (outer * outer * outer - inner * inner * inner);
    return all.at("g" + std::to_string(k)) * volume * 215 / 216.0;
  };
  EXPECT_NEAR(neighbours(9) + neighbours(10), 6, kHundredsOfRoundings * 10);
  EXPECT_NEAR(neighbours(14), 12, kHundredsOfRoundings * 10);
  EXPECT_NEAR(neighbours(17), 8, kHundredsOfRoundings * 10);
  EXPECT_NEAR(neighbours(12), 0, kHundredsOfRoundings);
}

TEST(PairDistribution, OfPointsByChanceIsOne) {
  const World world = gas(cell_of({4, 4, 4}), 3000, 0.01);
  const auto in_cell = measured("pair_distribution", "{max: 1, bins: 4}", world);
  const auto in_box =
      measured("pair_distribution", "{max: 0.6, bins: 3, box: {min: [-2, -2, -2], max: [2, 2, 2]}}", world);
  // The relative deviation of n pairs is 1/sqrt n.
  const auto pairs = [](double first, double r, double width) {
    return first * 3000 / 64 * 4 * pi / 3 * (std::pow(r + width / 2, 3) - std::pow(r - width / 2, 3)) / 2;
  };
  for (int k = 0; k < 4; ++k) {
    const double five_deviations = 5 / std::sqrt(pairs(3000, 0.25 * k + 0.125, 0.25));
    EXPECT_NEAR(in_cell.at("g" + std::to_string(k)), 1, five_deviations);
  }
  for (int k = 0; k < 3; ++k) {
    const double five_deviations = 5 / std::sqrt(pairs(3000 * std::pow(0.7, 3), 0.2 * k + 0.1, 0.2));
    EXPECT_NEAR(in_box.at("g" + std::to_string(k)), 1, five_deviations);
  }
  EXPECT_NE(refusal("pair_distribution", "{max: 3}", world).find("half of the cell"), std::string::npos);
  EXPECT_NE(refusal("pair_distribution", "{max: 1}", empty_world()).find("expected 'box'"),
            std::string::npos);
}

TEST(StructureFactor, AgreesWithBruteForce) {
  const World world = gas(cell_of({4, 5, 6}, {1, 0.5, 0}), 30, 0.1);
  const auto all = measured("structure_factor", "{waves: 4, bins: 3}", world);
  const Mat3 inward = inverse(world.cell.axes());
  const Vec3 widths = world.cell.widths();
  const double most = 2 * pi * 4 / std::max({widths.x, widths.y, widths.z});
  double total[3] = {}, number[3] = {};
  double longest = 0;
  const auto visit = [&](auto&& work) {
    for (int a = -4; a <= 4; ++a)
      for (int b = -4; b <= 4; ++b)
        for (int c = -4; c <= 4; ++c) {
          const Vec3 k = 2 * pi * (a * inward.row0 + b * inward.row1 + c * inward.row2);
          if ((a || b || c) && norm(k) <= most * (1 + kMillionsOfRoundings)) work(k);
        }
  };
  visit([&](const Vec3& k) { longest = std::max(longest, norm(k)); });
  visit([&](const Vec3& k) {
    std::complex<double> sum = 0;
    for (const Place& place : world.bodies.place) sum += std::polar(1.0, -dot(k, place.position));
    const auto bin = std::min<std::size_t>(2, static_cast<std::size_t>(norm(k) / longest * 3));
    total[bin] += std::norm(sum) / 30;
    ++number[bin];
  });
  for (std::size_t bin = 0; bin < 3; ++bin)
    EXPECT_NEAR(all.at("s" + std::to_string(bin)), total[bin] / number[bin], kTenThousandsOfRoundings);
  EXPECT_NE(refusal("structure_factor", "{}", empty_world()).find("repeats along all axes"),
            std::string::npos);
}

// --- Inertial number
TEST(InertialNumber, OfASimpleShearWithAGivenPressure) {
  World world = empty_world();
  world.cell = cell_of({10, 10, 10});
  const double rate = 0.3;
  Random random(2);
  // Equal balls of density ρ, mass ρ π d³/6.
  const double d = 0.2, density = 1000, m = density * pi / 6 * d * d * d;
  std::vector<Uid> uids;
  for (int k = 0; k < 100; ++k) {
    const Vec3 x{random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-5, 5)};
    uids.push_back(add(world, {.position = x, .velocity = {rate * x.z, 0, 0}, .radius = d / 2, .mass = m}));
  }
  // One contact along x = z carries the pressure p = f l/(3 V).
  Surroundings around;
  const Vec3 n = unit(Vec3{1, 0, 1}), middle = world.bodies.place[0].position;
  world.bodies.place[1].position = middle + d * n;
  world.bodies.motion[1].velocity = {rate * world.bodies.place[1].position.z, 0, 0};
  around.contacts.push_back(
      {.key = {uids[0], uids[1], 0}, .point = middle + 0.5 * d * n, .normal = n, .force = 3e5 * n});
  const auto all = measured("inertial_number", "{}", world, around);
  const double pressure = 3e5 * d / 3 / 1000;
  EXPECT_NEAR(all.at("shear_rate"), rate, kThousandsOfRoundings);
  EXPECT_NEAR(all.at("pressure"), pressure, kThousandsOfRoundings * pressure);
  EXPECT_NEAR(all.at("diameter"), d, kTensOfRoundings);
  EXPECT_NEAR(all.at("number"), rate * d * std::sqrt(density / pressure), kThousandsOfRoundings);
  // Uniaxial stress σ along n: √J₂ = σ/√3 and p = σ/3.
  EXPECT_NEAR(all.at("stress_ratio"), std::sqrt(3.0), kThousandsOfRoundings);
}

TEST(SpaceMeasures, HaveTheSameBitsOnAnyNumberOfThreads) {
  const World world = gas(cell_of({4, 5, 6}), 5000, 0.05);
  for (const auto& [name, options] :
       std::map<std::string, std::string>{{"profile", "{bins: {slabs: {axis: z, count: 7}}}"},
                                          {"pair_distribution", "{max: 1}"},
                                          {"structure_factor", "{waves: 3}"},
                                          {"inertial_number", "{}"},
                                          {"measuring_sphere", "{center: [0, 0, 0], radius: 2}"},
                                          {"temperature", "{about: flow}"},
                                          {"unbalanced", "{}"}}) {
    Surroundings several;
    several.threads = 3;
    const auto one = measured(name, options, world), three = measured(name, options, world, several);
    for (const auto& [column, value] : one)
      EXPECT_TRUE(value == three.at(column) || std::isnan(value)) << name << "." << column;
  }
}

}  // namespace
}  // namespace cairn::measure_samples
