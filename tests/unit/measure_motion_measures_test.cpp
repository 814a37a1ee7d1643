// Measures of velocities, displacements, drives, visits and populations on small worlds whose answers are
// known by hand, and their state in checkpoints.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/random.h"
#include "tolerances.h"
#include "unit/measure_samples.h"

namespace cairn::measure_samples {
namespace {

TEST(Temperature, OfTwoBodiesIsTheirSpreadByMass) {
  World world = empty_world();
  // V = (2*1 - 1*2)/3 = 0, T = (2*1 + 1*4)/(3*3).
  add(world, {.velocity = {1, 0, 0}, .spin = {0, 3, 0}, .mass = 2});
  add(world, {.velocity = {-2, 0, 0}, .mass = 1});
  add(world, {.velocity = {9, 9, 9}, .flags = kDriven});
  const auto all = measured("temperature", "{}", world);
  EXPECT_NEAR(all.at("temperature"), 6.0 / 9, kTensOfRoundings);
  EXPECT_NEAR(all.at("xx"), 6.0 / 3, kTensOfRoundings);
  EXPECT_EQ(all.at("yy"), 0);
  EXPECT_NEAR(all.at("rotational"), 0.4 * 9 / (3 * 3), kTensOfRoundings);
  EXPECT_EQ(all.at("count"), 2);
  EXPECT_EQ(all.at("vx"), 0);
  world.dimension = 2;
  EXPECT_NEAR(measured("temperature", "{}", world).at("temperature"), 6.0 / 6, kTensOfRoundings);
}

TEST(Temperature, AboutTheFlowLeavesOutAnyUniformGradient) {
  World world = empty_world();
  Random random(3);
  const Mat3 gradient{{1, 2, -3}, {0.5, -1, 4}, {2, 0, 0.25}};
  for (int k = 0; k < 50; ++k) {
    const Vec3 x{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    add(world, {.position = x, .velocity = Vec3{5, 6, 7} + gradient * x, .mass = random.uniform(1, 2)});
  }
  EXPECT_NEAR(measured("temperature", "{about: flow}", world).at("temperature"), 0, kThousandsOfRoundings);
  EXPECT_GT(measured("temperature", "{}", world).at("temperature"), 1);
}

TEST(Temperature, OfMaxwellsDistributionHasNoKurtosis) {
  World world = empty_world();
  Random random(7);
  constexpr int kBodies = 20000;
  for (int k = 0; k < kBodies; ++k)
    add(world, {.velocity = {random.normal(), random.normal(), random.normal()}});
  const double four_deviations = 4 * 2 / std::sqrt(kBodies);
  const auto all = measured("temperature", "{}", world);
  EXPECT_NEAR(all.at("temperature"), 1, four_deviations);
  EXPECT_NEAR(all.at("kurtosis"), 0, four_deviations);
  const auto moments = measured("velocity_moments", "{}", world);
  EXPECT_NEAR(moments.at("variance_x"), 1, four_deviations);
  EXPECT_NEAR(moments.at("skewness_y"), 0, four_deviations);
  const double spread_of_fourth_moments = 4 * std::sqrt(24.0 / kBodies);
  EXPECT_NEAR(moments.at("excess_z"), 0, spread_of_fourth_moments);
}

TEST(VelocityMoments, OfThreeBodies) {
  World world = empty_world();
  for (const double v : {0.0, 0.0, 3.0}) add(world, {.velocity = {v, 0, 0}});
  const auto all = measured("velocity_moments", "{}", world);
  EXPECT_NEAR(all.at("mean_x"), 1, kTensOfRoundings);
  EXPECT_NEAR(all.at("variance_x"), 2, kTensOfRoundings);                     // (1 + 1 + 4)/3
  EXPECT_NEAR(all.at("skewness_x"), 2 / std::pow(2, 1.5), kTensOfRoundings);  // (-1 - 1 + 8)/3
  EXPECT_NEAR(all.at("excess_x"), (1 + 1 + 16) / 3.0 / 4 - 3, kTensOfRoundings);
  EXPECT_TRUE(std::isnan(all.at("skewness_y")));
}

// --- Displacement
TEST(Displacement, CountsThePathAcrossPeriodicBorders) {
  World world = empty_world();
  world.cell = large_cell();
  for (const double v : {3.0, -3.0}) add(world, {.velocity = {v, 0, 1}});
  const Made made("displacement", "{}", world);
  sample(*made, world);
  std::vector<double> last;
  for (int k = 1; k <= 100; ++k) {  // 300 m along x in a cell of 100 m
    for (std::size_t i = 0; i < 2; ++i) {
      Vec3& x = world.bodies.place[i].position;
      x += world.bodies.motion[i].velocity;
      x = world.cell.nearest(x);
    }
    last = sample(*made, world);
  }
  EXPECT_NEAR(last[0], 300.0 * 300, kThousandsOfRoundings * 300 * 300);
  EXPECT_NEAR(last[2], 100.0 * 100, kThousandsOfRoundings * 100 * 100);
  EXPECT_NEAR(last[3], last[0] + last[2], kThousandsOfRoundings * last[3]);
  EXPECT_NEAR(last[4], last[0], kThousandsOfRoundings * last[0]);  // the drift is along z
  EXPECT_EQ(last[5], 2);
}

TEST(Displacement, KeepsItsReferenceInACheckpoint) {
  World world = empty_world();
  add(world, {});
  const Made made("displacement", "{since: 1 s}", world), again("displacement", "{since: 1 s}", world);
  EXPECT_TRUE(std::isnan(sample(*made, world)[3]));
  world.time = 1;
  EXPECT_EQ(sample(*made, world)[3], 0);
  Record record;
  made->save(record, "d");
  again->load(record, "d");
  world.bodies.place[0].position = {0, 2, 0};
  EXPECT_EQ(sample(*again, world), sample(*made, world));
  EXPECT_EQ(sample(*again, world)[1], 4);
}

TEST(Displacement, RefusesCellsThatDeform) {
  World world = empty_world();
  world.cell = large_cell();
  world.cell.gradient.row0.z = 1;
  EXPECT_NE(refusal("displacement", "{}", world).find("does not deform"), std::string::npos);
}

// --- Drives
TEST(DriveMeasure, PowerIsForceTimesSpeed) {
  World world = empty_world();
  // A drum about y through (1, 0, 0), at (3, 0, 0), with a force that holds it back.
  add(world,
      {.position = {3, 0, 0}, .velocity = {0, 0, -4}, .spin = {0, 2, 0}, .group = 2, .flags = kDriven});
  Drive drive;
  drive.body = 0, drive.axis = {0, 1, 0}, drive.center = {1, 0, 0}, drive.about_body = false;
  world.drives.push_back(drive);
  world.bodies.load[0].force = {0, 0, 5};
  world.bodies.load[0].torque = {0, 0.5, 0};
  const Made made("drive", "{body: probe}", world);
  const auto first = sample(*made, world);
  // Torque about y: (2, 0, 0) x (0, 0, 5) has y = -10; power -(5 * -4 + 0.5 * 2) = 19 = 9.5 N m * 2 rad/s.
  EXPECT_NEAR(first[3], -10 + 0.5, kTensOfRoundings);
  EXPECT_NEAR(first[4], 2, kTensOfRoundings);
  EXPECT_NEAR(first[5], 19, kTensOfRoundings * 20);
  EXPECT_NEAR(first[5], -first[3] * first[4], kTensOfRoundings * 20);
  EXPECT_EQ(first[6], 0);
  // Work by the trapezoidal rule, also from a checkpoint.
  world.time = 0.5;
  world.bodies.load[0] = {};
  Record record;
  made->save(record, "m");
  const Made again("drive", "{body: probe}", world);
  again->load(record, "m");
  EXPECT_NEAR(sample(*made, world)[6], 0.5 * 19 * 0.5, kTensOfRoundings * 20);
  EXPECT_EQ(sample(*again, world)[6], 0.5 * 0.5 * first[5]);
}

// --- Residence
TEST(Residence, TimesVisitsOfABox) {
  World world = empty_world();
  add(world, {.position = {0.5, 0, 0}});
  add(world, {.position = {-1, 0, 0}});
  const std::string box = "{box: {min: [0, -1, -1], max: [1, 1, 1]}}";
  const Made made("residence", box, world);
  const auto at = [&](double time, double x0, double x1) {
    world.time = time;
    world.bodies.place[0].position.x = x0, world.bodies.place[1].position.x = x1;
    return sample(*made, world);
  };
  at(0, 0.5, -1);
  const auto both = at(1, 0.6, 0.1);
  EXPECT_EQ(both[4], 2);
  EXPECT_EQ(both[5], 0.5);  // one second and none
  const Made again("residence", box, world);
  Record record;
  made->save(record, "m");
  again->load(record, "m");
  const auto one = at(3, 2, 0.3);
  EXPECT_EQ(one[0], 1);
  EXPECT_EQ(one[1], 3);
  const auto none = at(6, 2, 3);
  EXPECT_EQ(none[0], 2);
  EXPECT_EQ(none[1], 4);  // 3 s and 5 s
  EXPECT_EQ(none[2], 1);
  EXPECT_EQ(none[3], 5);
  EXPECT_EQ(none[4], 0);
  EXPECT_EQ(sample(*again, world)[0], 2);
}

// --- Population
TEST(Population, SizesByMass) {
  World world = empty_world();
  for (const double r : {1.0, 2.0, 3.0})
    add(world, {.position = {0, 0, r}, .velocity = {r, 0, 0}, .radius = r, .mass = 1});
  add(world, {.radius = 9, .flags = kFixed});
  const auto all = measured("population", "{}", world);
  EXPECT_EQ(all.at("count"), 3);
  EXPECT_EQ(all.at("mass"), 3);
  EXPECT_EQ(all.at("smallest"), 2);
  EXPECT_EQ(all.at("largest"), 6);
  EXPECT_EQ(all.at("d10"), 2);
  EXPECT_EQ(all.at("d50"), 4);
  EXPECT_EQ(all.at("d90"), 6);
  EXPECT_NEAR(all.at("sauter"), (8 + 64 + 216) / (4 + 16 + 36.0), kTensOfRoundings * 10);
  EXPECT_EQ(all.at("speed"), 2);
  EXPECT_EQ(all.at("fastest"), 3);
  EXPECT_EQ(all.at("kinetic_energy"), 7);
  EXPECT_EQ(all.at("height"), 2);
}

// --- Unbalanced force
TEST(Unbalanced, IsTheMeanResultantOverTheMeanContactForce) {
  World world = empty_world();
  world.gravity = {0, 0, -10};
  const Uid floor = add(world, {.group = 1, .flags = kFixed}), ball = add(world, {.mass = 2});
  Surroundings around;
  around.contacts.push_back({.key = {floor, ball, 0}, .point = {}, .normal = {0, 0, 1}, .force = {0, 0, 20}});
  world.bodies.load[1].force = {0, 0, 20};
  EXPECT_EQ(measured("unbalanced", "{}", world, around).at("ratio"), 0);
  world.bodies.load[1].force = {0, 0, 25};
  EXPECT_NEAR(measured("unbalanced", "{}", world, around).at("ratio"), 5.0 / 20, kTensOfRoundings);
  EXPECT_TRUE(std::isnan(measured("unbalanced", "{}", world).at("ratio")));
}

// --- Mixing
TEST(Mixing, UnmixedRandomAndOrdered) {
  const std::string options =
      "{body: probe, box: {min: [0, -0.5, 0], max: [20, 0.5, 20]}, cell: 2, fewest: 1}";
  // 20 x 20 bodies in cells of 2 x 2.
  const auto lacey = [&](auto&& is_probe) {
    World world = empty_world();
    for (int i = 0; i < 20; ++i)
      for (int j = 0; j < 20; ++j)
        add(world,
            {.position = {i + 0.5, 0, j + 0.5}, .group = static_cast<std::uint16_t>(is_probe(i, j) ? 2 : 0)});
    return measured("mixing", options, world);
  };
  const auto halves = lacey([](int i, int) { return i < 10; });
  EXPECT_NEAR(halves.at("lacey"), 0, kThousandsOfRoundings);
  EXPECT_NEAR(halves.at("rsd"), 1, kThousandsOfRoundings);
  EXPECT_EQ(halves.at("cells"), 100);
  // Mean places 5 and 15, deviation of 20 places in a row sqrt((20^2 - 1)/12).
  EXPECT_NEAR(halves.at("segregation_x"), -10 / std::sqrt(399.0 / 12), kThousandsOfRoundings);
  EXPECT_NEAR(halves.at("segregation_z"), 0, kThousandsOfRoundings);
  // Two of four in every cell: better than random, (p q)/(p q (1 - 1/4)).
  const auto chess = lacey([](int i, int j) { return (i + j) % 2 == 0; });
  EXPECT_NEAR(chess.at("lacey"), 4.0 / 3, kThousandsOfRoundings);
  Random random(5);
  const auto by_chance = lacey([&](int, int) { return random.uniform() < 0.5; });
  const double four_deviations = 4 * std::sqrt(2.0 / 100) / 3;  // of a variance from 100 cells
  EXPECT_NEAR(by_chance.at("lacey"), 1, four_deviations);
}

}  // namespace
}  // namespace cairn::measure_samples
