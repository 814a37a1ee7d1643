// Measures of flow, surfaces and single bodies against known answers.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "measure/steady_rate.h"
#include "measure/surface_line.h"
#include "measure_samples.h"
#include "tolerances.h"

namespace cairn {
namespace {

constexpr double kTwoLooks = 0.02;                                       // s: looks are 10 ms apart
constexpr double kIntervalEnds = 1e-3, kIntervalEndsOfDeviation = 2e-3;  // intervals end within a look
constexpr double kLookOfMass = 1e-6;                            // kg/s: looks that are not quite even
constexpr double kLatticeOfMass = 1e-3, kLatticeOfRise = 0.06;  // rad; half a spacing and a little

constexpr double kHalfADegree = 0.5 * std::numbers::pi / 180;  // of a surface of steps of one diameter

using namespace measure_samples;

TEST(FlowRate, IsTheSlopeOfAMassThatGrowsEvenly) {
  TimedValues mass;
  for (int k = 0; k <= 1000; ++k) {
    const double t = 0.01 * k;
    mass.time.push_back(t);
    mass.value.push_back(t <= 2 ? 0 : std::min(3 * (t - 2), 15.0));  // 3 kg/s from 2 s to 7 s
  }
  const FlowRate flow = flow_rate(mass);
  EXPECT_NEAR(flow.rate, 3, kMillionsOfRoundings);
  EXPECT_NEAR(flow.deviation, 0, kMillionsOfRoundings);
  EXPECT_NEAR(flow.duration, 5, kTwoLooks);
}

TEST(FlowRate, TellsHowSteadyItIs) {
  // Rate 1 in the first five of the ten intervals, 2 in the others: mean 1.5, deviation 0.5 sqrt(10/9).
  TimedValues mass;
  double sum = 1e-12;
  for (int k = 0; k <= 10000; ++k) {
    const double s = k / 10000.0;
    mass.time.push_back(s);
    mass.value.push_back(sum);
    if (k < 10000) sum += (s < 0.6 ? 1 : 2) * 1e-4;
  }
  const FlowRate flow = flow_rate(mass);
  EXPECT_NEAR(flow.rate, 1.5, kIntervalEnds);
  EXPECT_NEAR(flow.deviation, 0.5 * std::sqrt(10 / 9.0), kIntervalEndsOfDeviation);
  EXPECT_NEAR(flow.ratio, flow.deviation / flow.rate, kThousandsOfRoundings);
}

TEST(FlowRate, HasNoneBeforeAnythingFlows) {
  EXPECT_TRUE(std::isnan(flow_rate({{0, 1}, {0, 0}}).rate));
  EXPECT_TRUE(std::isnan(flow_rate({{0, 1}, {0, 1}}).rate));
}

TEST(FlowRateMeasure, RemembersWhatPassedAndCountsRemovedBodies) {
  World world = empty_world();
  const Made made("flow_rate", "{z: 0}", world);
  Surroundings around;
  std::vector<double> last;
  Record record;
  for (int k = 0; k < 200; ++k) {
    world.time = 0.01 * k;
    if (k >= 20 && k < 120) around.removed.push_back({{0, 0, -1}, 0.5, 0});
    around.removed.push_back({{0, 0, 1}, 7, 0});  // left above the level
    last = sample(*made, world, around);
    if (k == 100) made->save(record, "m.");
  }
  EXPECT_NEAR(last[0], 50, kMillionsOfRoundings);
  EXPECT_NEAR(last[1], 50, kLookOfMass);  // 0.5 kg every 10 ms
  const Made other("flow_rate", "{z: 0}", world);
  other->load(record, "m.");
  EXPECT_NEAR(sample(*other, world, around)[4], 1.79, kMillionsOfRoundings);  // from 0.2 s to this look
}

TEST(Surface, IsTheTopOfEachColumn) {
  World world = empty_world();
  add(world, {.position = {0.5, 0.5, 3}, .radius = 0.4});
  add(world, {.position = {0.5, 0.5, 1}, .radius = 0.4});
  add(world, {.position = {1.5, 0.5, 1}, .radius = 0.6});
  add(world, {.position = {5, 0.5, 100}});                    // beside the grid
  add(world, {.position = {0.5, 1.5, 50}, .flags = kFixed});  // not free
  const auto m = measured("surface", "{min: [0, 0], max: [2, 2], cells: [2, 2]}", world);
  EXPECT_NEAR(m.at("mean"), (3.4 + 1.6) / 2, kThousandsOfRoundings);
  EXPECT_NEAR(m.at("highest"), 3.4, kThousandsOfRoundings);
  EXPECT_NEAR(m.at("lowest"), 1.6, kThousandsOfRoundings);
  EXPECT_NEAR(m.at("deviation"), 0.9, kThousandsOfRoundings);
  EXPECT_NE(refusal("surface", "{min: [0, 0], max: [0, 2]}", world), "accepted");
}

TEST(Surface, FarthestPointsOfBodies) {
  World world = empty_world();
  const double s = std::sqrt(0.5);
  add(world, {.position = {0, 0, 2}, .radius = 0.5});
  add(world, {.position = {0, 0, 2}, .shape = kBox});
  add(world, {.position = {0, 0, 2}, .shape = kBox, .orientation = {s, s, 0, 0}});  // a quarter turn about x
  add(world, {.position = {0, 0, 7}, .shape = kPlane, .flags = kFixed});
  EXPECT_NEAR(farthest_along(world, 0, {0, 0, 1}), 2.5, kThousandsOfRoundings);
  EXPECT_NEAR(farthest_along(world, 1, {0, 0, -1}), -2 + 0.25, kThousandsOfRoundings);
  EXPECT_NEAR(farthest_along(world, 2, {0, 0, -1}), -2 + 0.5, kThousandsOfRoundings);
  EXPECT_NEAR(farthest_along(world, 3, {0, 0, 1}), 7, kThousandsOfRoundings);
}

TEST(Penetration, IsMeasuredFromTheFirstSurface) {
  World world = empty_world();
  for (int i = 0; i < 10; ++i)
    for (int j = 0; j < 10; ++j) add(world, {.position = {1.0 * i, 1.0 * j, 0}, .radius = 0.5});
  add(world, {.position = {5, 5, 2}, .velocity = {0, 0, -3}, .group = 2, .shape = kBox});
  const Made made("penetration", "{body: probe}", world);
  EXPECT_NEAR(sample(*made, world)[0], 0.5 - 1.75, kThousandsOfRoundings);
  world.bodies.place.back().position.z = -1;
  world.bodies.place.front().position.z = 20;  // the surface stays what it was
  const std::vector<double> deep = sample(*made, world);
  EXPECT_NEAR(deep[0], 0.5 + 1.25, kThousandsOfRoundings);
  EXPECT_NEAR(deep[1], 3, kThousandsOfRoundings);
  Record record;
  made->save(record, "p.");
  const Made other("penetration", "{body: probe}", world);
  other->load(record, "p.");
  EXPECT_EQ(sample(*other, world), deep);
}

TEST(Penetration, OfABedThatIsLowInACorner) {
  World world = empty_world();
  for (int i = 0; i < 10; ++i)
    for (int j = 0; j < 10; ++j)
      add(world, {.position = {1.0 * i, 1.0 * j, i < 3 && j < 3 ? -4.0 : 0.0}, .radius = 0.5});
  add(world, {.position = {5, 5, 2}, .group = 2, .shape = kBox});
  const Made made("penetration", "{body: probe}", world);
  EXPECT_NEAR(sample(*made, world)[2], 0.5, kThousandsOfRoundings);
}

TEST(Tracked, FollowsTheNearestBodies) {
  World world = empty_world();
  add(world, {.position = {0, 0, 0}});
  add(world, {.position = {1, 0, 0}});
  add(world, {.position = {9, 0, 0}, .flags = kFixed});
  const Made made("tracked", "{points: [[0.9, 0, 0], [9, 0, 0]]}", world);
  EXPECT_EQ(made->columns()[3].name, "x1");
  EXPECT_EQ(sample(*made, world), (std::vector<double>{1, 0, 0, 0, 0, 0}));
  world.bodies.place[0].position = {0.9, 0, 4};  // now nearer to the first point, and still the second body
  EXPECT_EQ(sample(*made, world), (std::vector<double>{1, 0, 0, 0.9, 0, 4}));
}

TEST(DrumSurface, OfATiltedBedIsItsTilt) {
  World world = empty_world();
  world.shapes.push_back(Drum{.radius = 5});
  add(world, {.group = 1, .shape = 4, .flags = kDriven});
  // A square lattice inside the drum below a line through the centre that rises towards -x by 26 degrees.
  const double angle = 26 * std::numbers::pi / 180, d = 0.1;
  const Vec3 along{std::cos(angle), 0, -std::sin(angle)}, down{-std::sin(angle), 0, -std::cos(angle)};
  for (int i = -60; i <= 60; ++i)
    for (int j = 0; j < 60; ++j) {
      const Vec3 x = (i * d) * along + (j * d) * down;
      if (norm(x) < 5) add(world, {.position = x, .radius = d / 2});
    }
  const auto m = measured("drum_surface", "{body: floor}", world);
  EXPECT_NEAR(m.at("angle"), angle, kHalfADegree);
  EXPECT_NEAR(m.at("angle_of_mass"), angle, kLatticeOfMass);
  EXPECT_NEAR(m.at("rise"), 5 + 4.9 * std::sin(angle), kLatticeOfRise);
  EXPECT_NEAR(m.at("angle_of_ends"), angle, kHalfADegree);
  // A grain that runs ahead on the wall is no end of the bed.
  add(world, {.position = {4.95 * std::sin(-2.0), 0, 4.95 * std::cos(2.0)}, .radius = d / 2});
  EXPECT_NEAR(measured("drum_surface", "{body: floor}", world).at("angle_of_ends"), angle, kHalfADegree);
}

}  // namespace
}  // namespace cairn
