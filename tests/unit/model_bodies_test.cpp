// Bodies: every record stays with its uid when bodies are sorted, removed and added.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/random.h"
#include "model/bodies.h"
#include "model/world.h"

namespace cairn {
namespace {

// A body whose every field tells its number.
Bodies::Body numbered(double k) {
  Bodies::Body body;
  body.place = {{k, k + 0.1, k + 0.2}, k + 0.3};
  body.orientation = {k, 1, 2, 3};
  body.motion = {{k, 0, 1}, {1, k, 0}};
  body.inertia = {k + 1, {k, k, k}};
  body.load = make_load({0, 0, k}, {k, 0, 0}, {0, k, 0}, {k, k, k});
  body.info.shape = static_cast<std::uint32_t>(k);
  body.info.material = static_cast<std::uint16_t>(k);
  body.info.group = static_cast<std::uint16_t>(k + 1);
  body.info.flags = kFixed;
  return body;
}

Bodies numbered_bodies(int n) {
  Bodies bodies;
  for (int k = 0; k < n; ++k) EXPECT_EQ(bodies.add(numbered(k)), static_cast<Uid>(k));
  return bodies;
}

void expect_whole(const Bodies& bodies, std::size_t local) {
  const Bodies::Body body = bodies.get(local);
  const Bodies::Body expected = numbered(static_cast<double>(body.info.uid));
  EXPECT_EQ(body.place.position, expected.place.position);
  EXPECT_EQ(body.place.radius, expected.place.radius);
  EXPECT_EQ(body.orientation, expected.orientation);
  EXPECT_EQ(body.motion.velocity, expected.motion.velocity);
  EXPECT_EQ(body.motion.spin, expected.motion.spin);
  EXPECT_EQ(body.inertia.inverse_mass, expected.inertia.inverse_mass);
  EXPECT_EQ(body.inertia.inverse_moments, expected.inertia.inverse_moments);
  EXPECT_EQ(body.load.force, expected.load.force);
  EXPECT_EQ(body.load.torque, expected.load.torque);
  EXPECT_EQ(body.load.kept_force, expected.load.kept_force);
  EXPECT_EQ(body.load.kept_torque(), expected.load.kept_torque());
  EXPECT_EQ(body.info.shape, expected.info.shape);
  EXPECT_EQ(body.info.material, expected.info.material);
  EXPECT_EQ(body.info.group, expected.info.group);
  EXPECT_EQ(body.info.flags, expected.info.flags);
}

void expect_consistent(const Bodies& bodies) {
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    expect_whole(bodies, i);
    EXPECT_EQ(bodies.local(bodies.info[i].uid), i);
  }
  const std::vector<std::uint32_t> order = bodies.by_uid();
  EXPECT_EQ(order.size(), bodies.size());
  for (std::size_t k = 1; k < order.size(); ++k) {
    EXPECT_LT(bodies.info[order[k - 1]].uid, bodies.info[order[k]].uid);
  }
}

void shuffle(std::vector<std::uint32_t>& order, Random& random) {
  for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[random.next() % k]);
}

TEST(Bodies, ReorderByHand) {
  Bodies bodies = numbered_bodies(4);
  const std::vector<std::uint32_t> order{2, 0, 3, 1};
  bodies.reorder(order);
  for (std::uint32_t k = 0; k < 4; ++k) EXPECT_EQ(bodies.info[k].uid, order[k]);
  EXPECT_EQ(bodies.local(0), 1u);
  EXPECT_EQ(bodies.local(2), 0u);
  expect_consistent(bodies);
}

TEST(Bodies, RemovedUidsNeverComeBack) {
  Bodies bodies = numbered_bodies(5);
  const std::vector<std::uint32_t> keep{4, 1, 0};
  bodies.reorder(keep);
  EXPECT_EQ(bodies.size(), 3u);
  EXPECT_EQ(bodies.local(2), kNoBody);
  EXPECT_EQ(bodies.local(3), kNoBody);
  EXPECT_EQ(bodies.local(4), 0u);
  EXPECT_EQ(bodies.local(5), kNoBody);
  EXPECT_EQ(bodies.by_uid(), (std::vector<std::uint32_t>{2, 1, 0}));
  EXPECT_EQ(bodies.add(numbered(5)), 5u);
  EXPECT_EQ(bodies.local(5), 3u);
  expect_consistent(bodies);
}

TEST(Bodies, RandomSortingRemovingAdding) {
  Random random(1);
  Bodies bodies = numbered_bodies(50);
  std::vector<bool> alive(50, true);
  for (int round = 0; round < 100; ++round) {
    std::vector<std::uint32_t> order(bodies.size());
    std::iota(order.begin(), order.end(), 0u);
    shuffle(order, random);
    const std::size_t gone = std::min<std::size_t>(random.next() % 3, order.size());
    for (std::size_t k = 0; k < gone; ++k) alive[bodies.info[order[order.size() - 1 - k]].uid] = false;
    order.resize(order.size() - gone);
    bodies.reorder(order);
    const std::size_t fresh = random.next() % 3;
    for (std::size_t k = 0; k < fresh; ++k) {
      bodies.add(numbered(static_cast<double>(alive.size())));
      alive.push_back(true);
    }
    expect_consistent(bodies);
    for (Uid uid = 0; uid < alive.size(); ++uid) EXPECT_EQ(bodies.local(uid) != kNoBody, alive[uid]);
  }
}

TEST(Bodies, MassOfWhatForcesDoNotMoveIsZero) {
  EXPECT_EQ(mass({0.25, {}}), 4);
  EXPECT_EQ(mass({0, {}}), 0);
  EXPECT_TRUE(is_immobile({.flags = kFixed}));
  EXPECT_TRUE(is_immobile({.flags = kDriven | kTurned}));
  EXPECT_FALSE(is_immobile({.flags = kTurned | kLockPlane}));
}

TEST(StateHash, IsBlindToTheLocalOrderAndSeesEverythingElse) {
  World world;
  world.bodies = numbered_bodies(6);
  world.memory = {{{0, 1, 0}, {1, 2, 3}, {}}, {{1, 2, 0}, {4, 5, 6}, {}}};
  const std::uint64_t hash = state_hash(world);
  World sorted = world;
  sorted.bodies.reorder(std::vector<std::uint32_t>{5, 3, 1, 0, 2, 4});
  EXPECT_EQ(state_hash(sorted), hash);
  std::ranges::reverse(sorted.memory);
  EXPECT_EQ(state_hash(sorted), hash);

  const auto changed = [&](auto&& change) {
    World other = world;
    change(other);
    return state_hash(other) != hash;
  };
  EXPECT_TRUE(changed([](World& w) { w.step = 1; }));
  EXPECT_TRUE(changed([](World& w) { w.time = 1; }));
  EXPECT_TRUE(changed([](World& w) { w.bodies.place[3].position.y += 1e-15; }));
  EXPECT_TRUE(changed([](World& w) { w.bodies.orientation[3].w = 0; }));
  EXPECT_TRUE(changed([](World& w) { w.bodies.motion[3].velocity.z = 1e-300; }));
  EXPECT_TRUE(changed([](World& w) { w.bodies.motion[3].spin.x = -0.0; }));
  EXPECT_TRUE(changed([](World& w) { w.memory[0].spring.z = 4; }));
  EXPECT_TRUE(changed([](World& w) { w.memory[0].key.feature = 1; }));
  EXPECT_TRUE(changed([](World& w) { w.memory[0].roll.roll.x = 1; }));
  EXPECT_TRUE(changed([](World& w) { w.memory[0].roll.twist = 1; }));
  EXPECT_TRUE(changed([](World& w) { w.memory[1].impulse.y = 1; }));
  EXPECT_TRUE(changed([](World& w) { std::swap(w.memory[0].spring, w.memory[1].spring); }));
  EXPECT_TRUE(changed([](World& w) { std::swap(w.bodies.motion[1], w.bodies.motion[2]); }));
  EXPECT_TRUE(changed([](World& w) { w.plastic.push_back({{0, 1, 0}, {}}); }));
  EXPECT_TRUE(changed([](World& w) { w.broken_bonds = 1; }));
  EXPECT_TRUE(changed([](World& w) { w.bodies.reorder(std::vector<std::uint32_t>{0, 1, 2, 3, 4}); }));
}

}  // namespace
}  // namespace cairn
