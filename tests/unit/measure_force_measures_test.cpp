// Measures of forces on walls and between grains against known answers.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "measure_samples.h"
#include "tolerances.h"

namespace cairn {
namespace {

using namespace measure_samples;

ContactForce contact(Uid a, Uid b, const Vec3& point, const Vec3& normal, const Vec3& force) {
  ContactForce c;
  c.key.a = a, c.key.b = b;
  c.point = point, c.normal = normal, c.force = force;
  return c;
}

TEST(ForceHistogram, CountsForcesOverTheirMean) {
  const World world = empty_world();
  Surroundings around;
  for (const double f : {1.0, 1.0, 2.0, 4.0})  // mean 2: 0.5, 0.5, 1, 2
    around.contacts.push_back(contact(0, 1, {}, {0, 0, 1}, {9, 0, f}));
  around.contacts.push_back(contact(0, 1, {}, {0, 0, 1}, {0, 0, -3}));  // pulls
  const auto m = measured("force_histogram", "{bins: 4, max: 1.6}", world, around);
  EXPECT_NEAR(m.at("mean"), 2, kThousandsOfRoundings);
  EXPECT_NEAR(m.at("p0"), 0, kThousandsOfRoundings);
  EXPECT_NEAR(m.at("p1"), 0.5 / 0.4, kThousandsOfRoundings);
  EXPECT_NEAR(m.at("p2"), 0.25 / 0.4, kThousandsOfRoundings);
  EXPECT_NEAR(m.at("above"), 0.25, kThousandsOfRoundings);
}

TEST(FloorPressure, IsForceOverCell) {
  World world = empty_world();
  const Uid floor = add(world, {.group = 1, .shape = kPlane, .flags = kFixed});
  const Uid bead = add(world, {}), other = add(world, {});
  Surroundings around;
  around.contacts = {contact(floor, bead, {0.5, 0.5, 0}, {0, 0, 1}, {0, 0, 3}),
                     contact(floor, bead, {0.6, 0.5, 0}, {0, 0, 1}, {1, 0, 1}),
                     contact(bead, floor, {3, 1.5, 0}, {0, 0, -1}, {0, 0, -8}),
                     contact(floor, other, {99, 0, 0}, {0, 0, 1}, {0, 0, 5}),
                     contact(bead, other, {0.5, 0.5, 1}, {0, 0, 1}, {0, 0, 100})};
  const auto m =
      measured("floor_pressure", "{body: floor, min: [0, 0], max: [4, 2], cells: [2, 2]}", world, around);
  EXPECT_NEAR(m.at("force"), 17, kThousandsOfRoundings);
  EXPECT_NEAR(m.at("p_0_0"), 4 / 2.0, kThousandsOfRoundings);
  EXPECT_NEAR(m.at("p_1_1"), 8 / 2.0, kThousandsOfRoundings);
  EXPECT_EQ(m.at("p_1_0"), 0);
  EXPECT_EQ(m.at("p_0_1"), 0);
}

// Four planes about a square prism of side 2 and height 3 at (10, 0): every number can be told by hand.
TEST(Triaxial, OfASquarePrism) {
  World world = empty_world();
  world.groups = {"beads", "top", "bottom", "s0", "s1", "s2", "s3"};
  const auto plane = [&](const Vec3& x, const Vec3& normal, std::uint16_t group) {
    return add(world, {.position = x,
                       .group = group,
                       .shape = kPlane,
                       .flags = kDriven,
                       .orientation = rotation_between({0, 0, 1}, normal)});
  };
  const Uid bead = add(world, {.position = {10, 0, 1}, .radius = 0.5});
  const Uid top = plane({10, 0, 3}, {0, 0, -1}, 1), bottom = plane({10, 0, 0}, {0, 0, 1}, 2);
  const Vec3 out[4] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
  Uid sides[4];
  for (std::uint16_t k = 0; k < 4; ++k)
    sides[k] = plane(Vec3{10, 0, 1.5} + out[k], -out[k], static_cast<std::uint16_t>(3 + k));

  Surroundings around;
  around.contacts = {contact(bead, top, {}, {0, 0, 1}, {0, 0, 44}),
                     contact(bead, bottom, {}, {0, 0, -1}, {0, 0, -36})};
  for (int k = 0; k < 4; ++k) around.contacts.push_back(contact(bead, sides[k], {}, out[k], 12 * out[k]));
  const Made made("triaxial", "{top: top, bottom: bottom, sides: [s0, s1, s2, s3]}", world);
  std::vector<double> m = sample(*made, world, around);
  EXPECT_NEAR(m[0], 0, kThousandsOfRoundings);
  EXPECT_NEAR(m[2], 40 / 4.0, kThousandsOfRoundings);
  EXPECT_NEAR(m[3], 12 / 6.0, kThousandsOfRoundings);
  EXPECT_NEAR(m[4], 8 / 12.0, kThousandsOfRoundings);
  EXPECT_NEAR(m[5], 12 / (std::numbers::pi / 6) - 1, kMillionsOfRoundings);

  world.bodies.place[world.bodies.local(top)].position.z = 2.4;
  for (int k = 0; k < 4; ++k) world.bodies.place[world.bodies.local(sides[k])].position += 0.1 * out[k];
  m = sample(*made, world, around);
  EXPECT_NEAR(m[0], 0.2, kThousandsOfRoundings);
  EXPECT_NEAR(m[1], 1 - 2.4 * 2.2 * 2.2 / 12, kThousandsOfRoundings);
  EXPECT_NE(refusal("triaxial", "{top: top, bottom: bottom, sides: [s0, s1, nothing]}", world), "accepted");
}

// A rectangle 2 m wide and 3 m high about (10, 1.5), one metre deep.
TEST(Biaxial, OfARectangle) {
  World world = empty_world();
  world.dimension = 2;
  world.groups = {"beads", "top", "bottom", "left", "right"};
  const auto plate = [&](const Vec3& x, std::uint16_t group) {
    return add(world, {.position = x, .group = group, .shape = kBox, .flags = kDriven | kTurned});
  };
  // The box is 2 m, 1 m and 0.5 m long.
  const Uid disc = add(world, {.position = {10, 0, 1}, .radius = 0.5, .shape = kDisc});
  const Uid top = plate({10, 0, 3.25}, 1), bottom = plate({10, 0, -0.25}, 2);
  const Uid left = plate({8, 0, 1.5}, 3), right = plate({12, 0, 1.5}, 4);
  Surroundings around;
  around.contacts = {
      contact(disc, top, {}, {0, 0, 1}, {0, 0, 44}), contact(disc, bottom, {}, {0, 0, -1}, {0, 0, -36}),
      contact(disc, left, {}, {-1, 0, 0}, {-14, 0, 0}), contact(disc, right, {}, {1, 0, 0}, {10, 0, 0})};
  const Made made("biaxial", "{top: top, bottom: bottom, sides: [left, right]}", world);
  std::vector<double> m = sample(*made, world, around);
  EXPECT_NEAR(m[0], 0, kThousandsOfRoundings);
  EXPECT_NEAR(m[2], 40 / 2.0, kThousandsOfRoundings);
  EXPECT_NEAR(m[3], 12 / 3.0, kThousandsOfRoundings);
  EXPECT_NEAR(m[4], 16 / 24.0, kThousandsOfRoundings);
  EXPECT_NEAR(m[5], 6 / (std::numbers::pi / 4) - 1, kMillionsOfRoundings);

  world.bodies.place[world.bodies.local(top)].position.z -= 0.6;
  world.bodies.place[world.bodies.local(left)].position.x -= 0.2;
  m = sample(*made, world, around);
  EXPECT_NEAR(m[0], 0.2, kThousandsOfRoundings);
  EXPECT_NEAR(m[1], 1 - 2.4 * 2.2 / 6, kThousandsOfRoundings);
  world.dimension = 3;
  EXPECT_NE(refusal("biaxial", "{top: top, bottom: bottom, sides: [left, right]}", world), "accepted");
}

}  // namespace
}  // namespace cairn
