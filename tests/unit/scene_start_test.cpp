// Starting from another run's last frame: who is there, as what, and what a new entry may change.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "scene/colours.h"
#include "scene/groups.h"
#include "scene/start.h"
#include "scene_build_sample.h"
#include "scratch.h"
#include "tolerances.h"

namespace cairn {
namespace {

const std::string kFirst =
    "materials: {glass: {density: 2500, friction: 0.5}, wall: {friction: 0.3}}\n"
    "pairs: {glass-wall: {friction: 0.9}}\n"
    "method: {explicit: {law: hooke, stiffness: 1000}}\ntime: {end: 1}\n"
    "bodies:\n"
    "  - {name: floor, material: wall, shape: {plane: {normal: [0, 1, 1]}}, position: [0, 0, -9], fixed: "
    "true}\n"
    "  - {name: arm, material: wall, shape: {box: {size: [1, 1, 1]}}, position: [5, 0, 0], motion: "
    "{rotation: {axis: "
    "[0, 0, 1], speed: 2}}}\n"
    "  - {name: beads, material: glass, shape: sphere, fill: {box: {min: [0, 0, 0], max: [2, 2, 2]}, count: "
    "10, sizes: "
    "{uniform: [0.1, 0.2]}}}\n"
    "  - {name: cone, material: glass, shape: {cone: {radius: 0.1, height: 0.3}}, position: [0, 9, 0], lock: "
    "[x]}\n";

const std::string kSecond =
    "method: {explicit: {law: hooke, stiffness: 1000}}\ntime: {end: 1}\nstart: {from: first.run}\n";

class SceneStart : public testing::Test {
 protected:
  // Leaves a run whose bodies have moved and of which one is gone.
  World write_run(const std::string& name, const std::string& yaml) {
    std::filesystem::create_directories(scratch_.file(name));
    const Scene scene = Scene::from_text(yaml, "first.yaml", scratch_.folder());
    std::ofstream(scratch_.file(name + "/scene.yaml")) << scene.resolved();
    Warnings warnings;
    World world = build_world(scene, warnings);
    const std::string path = scratch_.file(name + "/run.h5");
    RunFile file = RunFile::create(path, world);
    file.append(world, frame_of(world));
    std::vector<std::uint32_t> kept;
    for (std::uint32_t i = 0; i < world.bodies.size(); ++i) {
      if (i != 4) kept.push_back(i);
      if (is_immobile(world.bodies.info[i])) continue;
      world.bodies.place[i].position += {0, 0, 100};
      world.bodies.motion[i] = {{1, static_cast<double>(i), 0}, {0, 0, 3}};
    }
    world.bodies.reorder(kept);
    world.time = 1, world.step = 10;
    file.append(world, frame_of(world));
    return world;
  }
  World start(const std::string& lines) {
    Warnings warnings;
    return build_world(Scene::from_text(kSecond + lines, "second.yaml", scratch_.folder()), warnings);
  }
  std::string refusal(const std::string& lines) {
    try {
      start(lines);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  }

  Scratch scratch_;
};

TEST_F(SceneStart, ColoursOfTheEarlierRunStayUnlessTheyAreGivenAnew) {
  const World old = write_run("first.run", kFirst);
  std::vector<std::string> colours(old.groups.size(), "#112233");
  colours[1] = "";
  RunFile::create(scratch_.file("first.run/run.h5"), old, {}, colours).append(old, frame_of(old));
  const Scene scene = Scene::from_text(
      kSecond +
          "bodies:\n  - {name: floor, colour: red}\n  - {name: new, colour: blue, material: glass, "
          "shape: {sphere: {radius: 1}}, position: [0, 0, 900]}\n",
      "second.yaml", scratch_.folder());
  const std::vector<std::string> groups{"floor", "arm", "beads", "new"};
  EXPECT_EQ(group_colours(scene, groups), (std::vector<std::string>{"#ff0000", "", "#112233", "#0000ff"}));
}

TEST_F(SceneStart, BodiesOfTheLastFrameComeFirstAsTheyWere) {
  const World old = write_run("first.run", kFirst);
  const World world = start(
      "bodies:\n  - {name: ball, material: glass, shape: {sphere: {radius: 0.1}}, position: [9, 9, 9]}\n");
  ASSERT_EQ(world.bodies.size(), 13u);
  EXPECT_EQ(world.time, 0);
  EXPECT_EQ(world.groups, (std::vector<std::string>{"floor", "arm", "beads", "cone", "ball"}));
  for (std::size_t i = 0; i < 12; ++i) {
    const Bodies::Body now = world.bodies.get(i), then = old.bodies.get(i);
    EXPECT_EQ(now.info.uid, i);
    EXPECT_EQ(now.place.position, then.place.position);
    EXPECT_EQ(now.place.radius, then.place.radius);
    EXPECT_EQ(now.orientation, then.orientation);
    EXPECT_EQ(now.motion.velocity, is_immobile(then.info) ? Vec3() : then.motion.velocity);
    EXPECT_EQ(now.info.flags, then.info.flags);
    EXPECT_NEAR(now.inertia.inverse_mass, then.inertia.inverse_mass,
                kTensOfRoundings * then.inertia.inverse_mass);
    EXPECT_EQ(world.materials.list[now.info.material].name, old.materials.list[then.info.material].name);
    EXPECT_EQ(world.shapes[now.info.shape].index(), old.shapes[then.info.shape].index());
  }
  ASSERT_EQ(world.drives.size(), 1u);
  EXPECT_EQ(world.drives[0].speed(0), 2);
  const int glass = world.materials.find("glass"), wall = world.materials.find("wall");
  EXPECT_EQ(world.materials.at(glass, wall).friction, 0.9) << "pairs come with their materials";
}

TEST_F(SceneStart, EntriesOfTheSameNameRedefine) {
  write_run("first.run", kFirst);
  const World world = start(
      "materials: {iron: {density: 7800, friction: 0.1}}\n"
      "bodies:\n"
      "  - {name: arm, fixed: true}\n"
      "  - {name: floor, motion: {translation: {velocity: [0, 0, t]}}}\n"
      "  - {name: beads, material: iron, lock: [y], force: [0, 0, 1]}\n"
      "  - {name: cone, fixed: true}\n");
  ASSERT_EQ(world.bodies.size(), 12u);
  EXPECT_EQ(world.bodies.info[0].flags, kDriven | kTurned);
  EXPECT_EQ(world.bodies.info[1].flags, kFixed | kTurned);
  EXPECT_EQ(world.bodies.info[2].flags, kLockY);
  EXPECT_EQ(world.materials.list[world.bodies.info[2].material].name, "iron");
  const double volume = 4 * M_PI / 3 * std::pow(world.bodies.place[2].radius, 3);
  EXPECT_NEAR(mass(world.bodies.inertia[2]), 7800 * volume, kThousandsOfRoundings);
  EXPECT_EQ(world.bodies.motion[2].velocity.x, 1) << "velocities stay";
  EXPECT_TRUE(world.bodies.info[11].flags & kFixed);
  ASSERT_EQ(world.drives.size(), 1u);
  EXPECT_EQ(world.drives[0].body, 0u);
  EXPECT_EQ(world.loads.size(), 9u);
}

TEST_F(SceneStart, ChainsOfRunsLeadBackToTheDefinition) {
  write_run("first.run", kFirst);
  write_run("second.run", kSecond + "bodies:\n  - {name: arm, fixed: true}\n");
  Warnings warnings;
  const Scene third = Scene::from_text(
      "method: {explicit: {law: hooke, stiffness: 1000}}\ntime: {end: 1}\nstart: {from: second.run}\n",
      "third.yaml", scratch_.folder());
  const World world = build_world(third, warnings);
  ASSERT_EQ(world.bodies.size(), 11u);
  EXPECT_TRUE(world.bodies.info[1].flags & kFixed);
  EXPECT_TRUE(world.drives.empty());
}

TEST_F(SceneStart, RefusesWhatAnEarlierRunDecides) {
  EXPECT_CONTAINS(refusal(""), "second.yaml:3:15: error: 'first.run' cannot be read");
  write_run("first.run", kFirst);
  EXPECT_EQ(refusal(""), "accepted");
  EXPECT_CONTAINS(refusal("bodies:\n  - {name: arm, position: [0, 0, 0]}\n"),
                  "second.yaml:5:27: error: 'arm' comes from the run this scene starts from");
  EXPECT_CONTAINS(refusal("bodies:\n  - {name: arm, velocity: [0, 0, 0]}\n"), "'arm' comes from the run");
  EXPECT_CONTAINS(refusal("bodies:\n  - {name: floor, fixed: false}\n"), "its shape has no mass");
  EXPECT_CONTAINS(refusal("bodies:\n  - {name: arms, fixed: true}\n"), "needs the key 'shape'");
  EXPECT_CONTAINS(refusal("dimension: 2\n"), "another dimension");
  std::ofstream(scratch_.file("first.run/run.h5")) << "no frames";
  EXPECT_CONTAINS(refusal(""), "cannot start from 'first.run'");
}

}  // namespace
}  // namespace cairn
