// Bodies that leave take with them what their contacts remember.
#include <gtest/gtest.h>

#include "model/removal.h"

namespace cairn {
namespace {

TEST(Removal, ForgetsTheContactsOfBodiesThatLeave) {
  World world;
  for (int k = 0; k < 4; ++k) world.bodies.add({});
  for (const ContactKey key :
       {ContactKey{0, 1, 0}, ContactKey{0, 2, 1}, ContactKey{1, 3, 0}, ContactKey{2, 3, 0}}) {
    world.memory.push_back({key});
    world.plastic.push_back({key, {}});
  }
  remove_bodies(world, [](const Info& info) { return info.uid == 2; });
  EXPECT_EQ(world.bodies.size(), 3u);
  EXPECT_EQ(world.bodies.local(2), kNoBody);
  ASSERT_EQ(world.memory.size(), 2u);
  EXPECT_EQ(world.memory[0].key, (ContactKey{0, 1, 0}));
  EXPECT_EQ(world.memory[1].key, (ContactKey{1, 3, 0}));
  EXPECT_EQ(world.plastic.size(), 2u);
}

}  // namespace
}  // namespace cairn
