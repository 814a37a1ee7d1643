// The box between walls that a measure follows.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "model/removal.h"
#include "unit/measure_samples.h"

namespace cairn {
namespace {

using namespace measure_samples;

constexpr double kRoundOff = 1e-12;

// A room of 2 x 3 x 4 m about the origin: planes along x, thick boxes (2 x 1 x 0.5 m) along y and z.
struct Room {
  Room() {
    world.groups = {"beads", "left", "right", "front", "back", "bottom", "top", "tilted"};
    plane({-1, 7, 7}, {1, 0, 0}, 1), plane({1, -7, -7}, {-1, 0, 0}, 2);
    box({0, -2, 0}, 3), box({0, 2, 0}, 4), box({0, 0, -2.25}, 5), box({0, 0, 2.25}, 6);
    bead = add(world, {.position = {0.8, 0, 0}, .radius = 0.5});
  }
  void plane(const Vec3& x, const Vec3& normal, std::uint16_t group) {
    walls.push_back(add(world, {.position = x,
                                .group = group,
                                .shape = kPlane,
                                .flags = kDriven | kTurned,
                                .orientation = rotation_between({0, 0, 1}, normal)}));
  }
  void box(const Vec3& x, std::uint16_t group) {
    walls.push_back(add(world, {.position = x, .group = group, .shape = kBox, .flags = kDriven | kTurned}));
  }
  Vec3& place(Uid body) { return world.bodies.place[world.bodies.local(body)].position; }

  World world = empty_world();
  std::vector<Uid> walls;
  Uid bead = 0;
};

const std::string kSix = "{between: [top, left, back, right, bottom, front]}";

// The bead pushes on the right wall with 12 N; its branch to the wall is 0.25 m long, as it overlaps.
TEST(SpaceBetweenWalls, HasTheStressOfItsWalls) {
  Room room;
  Surroundings around;
  around.contacts = {{{room.bead, room.walls[1], 0}, {1.05, 0, 0}, {1, 0, 0}, -0.1, {12, 0, 0}}};
  const Made made("stress", kSix, room.world);
  EXPECT_NEAR(sample(*made, room.world, around)[0], 12 * 0.25 / 24, kRoundOff);
  room.place(room.walls[0]).x = -2;
  EXPECT_NEAR(sample(*made, room.world, around)[0], 12 * 0.25 / 36, kRoundOff) << "follows its walls";
  room.place(room.bead).x = 1.2;
  EXPECT_EQ(sample(*made, room.world, around)[0], 0) << "the body is on the other side of the wall";
}

TEST(SpaceBetweenWalls, HasTheSolidFractionOfWhatIsInside) {
  Room room;
  room.place(room.bead) = {1, 0, 0};  // half of it is beyond the right wall
  const double half = 2 / 3.0 * std::numbers::pi * 0.125;
  const Made made("solid_fraction", kSix, room.world);
  EXPECT_NEAR(sample(*made, room.world)[0], half / 24, kRoundOff);
  room.place(room.walls[1]).x = 2;
  EXPECT_NEAR(sample(*made, room.world)[0], 2 * half / 36, kRoundOff);
  remove_bodies(room.world, [](const Info& info) { return info.group == 2; });
  EXPECT_TRUE(std::isnan(sample(*made, room.world)[0])) << "a wall is gone";
}

// Along x and y the cell repeats: a body across its face counts whole.
TEST(SpaceBetweenWalls, TakesTheCellWhereItRepeats) {
  Room room;
  room.world.cell = large_cell();
  room.world.cell.periodic = {1, 1, 0};
  room.place(room.bead) = {50, 50, 0};
  const double whole = 4 / 3.0 * std::numbers::pi * 0.125;
  EXPECT_NEAR(measured("solid_fraction", "{between: [bottom, top]}", room.world).at("solid_fraction"),
              whole / (100 * 100 * 4), kRoundOff);
}

TEST(SpaceBetweenWalls, RefusesWhatIsNoRoom) {
  Room room;
  room.plane({0, 0, 0}, {0.6, 0.8, 0}, 7);
  const auto refused = [&](const std::string& names) {
    return refusal("stress", "{between: [" + names + "]}", room.world);
  };
  EXPECT_NE(refused("left, right, front, back, bottom").find("no upper wall along z"), std::string::npos);
  EXPECT_NE(refused("left, left").find("'left' is a second lower wall along x"), std::string::npos);
  EXPECT_NE(refused("left, tilted").find("'tilted' is tilted"), std::string::npos);
  EXPECT_NE(refused("left, beads").find("'beads' is no flat wall"), std::string::npos);
  EXPECT_NE(refused("left, rigth").find("did you mean 'right'"), std::string::npos);
  EXPECT_NE(refusal("stress", "{between: [left, right], box: {min: [0, 0, 0], max: [1, 1, 1]}}", room.world)
                .find("exclude each other"),
            std::string::npos);
}

}  // namespace
}  // namespace cairn
