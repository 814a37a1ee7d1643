// What tells one built world from another.
#include <gtest/gtest.h>

#include "base/error.h"
#include "run/folder.h"
#include "run/results.h"

namespace cairn {
namespace {

World one_ball() {
  World world;
  world.shapes = {Sphere{1}};
  world.groups = {"balls"};
  Bodies::Body body;
  body.place = {{1, 2, 3}, 1};
  body.inertia.inverse_mass = 2;
  world.bodies.add(body);
  return world;
}

TEST(BuiltHash, SeesWhatTheStateHashDoesNot) {
  const World world = one_ball();
  World larger = one_ball(), heavier = one_ball(), other = one_ball();
  larger.bodies.place[0].radius = 1.5;
  heavier.bodies.inertia[0].inverse_mass = 1;
  other.bodies.info[0].material = 1;
  for (const World* changed : {&larger, &heavier, &other}) {
    EXPECT_EQ(state_hash(*changed), state_hash(world));
    EXPECT_NE(built_hash(*changed), built_hash(world));
  }
  EXPECT_EQ(built_hash(one_ball()), built_hash(world));
}

}  // namespace
}  // namespace cairn
