// Facts about bodies, and the contracts of a world.
#include <gtest/gtest.h>

#include "base/sum.h"
#include "model/world.h"

namespace cairn {
namespace {

constexpr double kMany = std::numeric_limits<double>::infinity();

Bodies::Body ball(double radius, std::uint16_t flags = 0) {
  Bodies::Body body;
  body.place = {{radius, 0, 0}, radius};
  body.inertia = {flags == 0 ? 1.0 : 0.0, {}};
  body.info.flags = flags;
  return body;
}

World world_of_balls() {
  World world;
  world.shapes.push_back(Sphere{});
  world.groups.push_back("balls");
  world.materials.list.resize(2);
  world.materials.combine_all();
  for (const double radius : {3.0, 1.0, 2.0}) world.bodies.add(ball(radius));
  world.bodies.add(ball(50, kFixed));
  world.bodies.add(ball(kMany, kFixed));
  world.memory = {{{0, 1, 0}}, {{0, 2, 0}}, {{0, 2, 1}}};
  return world;
}

TEST(World, FactsAboutBodies) {
  World world = world_of_balls();
  EXPECT_EQ(smaller_radius(world.bodies, 0, 1), 1);
  EXPECT_EQ(smaller_radius(world.bodies, 4, 0), 3);
  EXPECT_EQ(median_radius(world.bodies), 2);
  EXPECT_EQ(median_radius(world.bodies, [](std::size_t i) { return i == 0 || i == 3; }), 50);
  EXPECT_EQ(median_radius(world.bodies, [](std::size_t) { return false; }), 0);
  world.bodies.info[1].material = 1;
  EXPECT_EQ(material_pair(world, 0, 1), 1);
  EXPECT_EQ(material_pair(world, 1, 0), 2);
  const PlacedShape image = placed(world, 2, {0, 5, 0});
  EXPECT_EQ(image.position, (Vec3{2, 5, 0}));
  EXPECT_EQ(image.radius, 2);
  EXPECT_EQ(&image.shape, &world.shapes[0]);
}

TEST(World, CheckAcceptsAWorldOfOnePiece) { check(world_of_balls()); }

TEST(WorldDeathTest, CheckFindsWhatDoesNotFit) {
  const auto expect_caught = [](auto&& spoil) {
    World world = world_of_balls();
    spoil(world);
    EXPECT_DEATH(check(world), "contract broken");
  };
  expect_caught([](World& w) { w.bodies.motion.pop_back(); });
  expect_caught([](World& w) { std::swap(w.bodies.info[0].uid, w.bodies.info[1].uid); });
  expect_caught([](World& w) { w.bodies.info[2].shape = 1; });
  expect_caught([](World& w) { w.bodies.info[2].material = 2; });
  expect_caught([](World& w) { w.bodies.info[2].group = 1; });
  expect_caught([](World& w) { std::swap(w.memory[0], w.memory[2]); });
  expect_caught([](World& w) { std::swap(w.memory[0].key.a, w.memory[0].key.b); });
  expect_caught([](World& w) { w.materials.at(0, 1).friction = 0.3; });
  expect_caught([](World& w) { w.drives.emplace_back().body = 9; });
  expect_caught([](World& w) { w.dimension = 4; });
}

TEST(BodiesDeathTest, OrdersMustBePermutations) {
  Bodies bodies = world_of_balls().bodies;
  EXPECT_DEATH(bodies.reorder(std::vector<std::uint32_t>{0, 1, 2, 3, 3}), "contract broken");
  EXPECT_DEATH(bodies.reorder(std::vector<std::uint32_t>{0, 1, 2, 3, 7}), "contract broken");
  EXPECT_DEATH(bodies.get(5), "contract broken");
}

TEST(Largest, IsTheSameOnAnyNumberOfThreads) {
  for (const int count : {1, 3}) {
    Threads threads(count);
    EXPECT_EQ(largest(threads, 5000, [](std::size_t i) { return static_cast<double>(i * 7919 % 5000); }),
              4999);
  }
}

}  // namespace
}  // namespace cairn
