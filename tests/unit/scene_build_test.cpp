// From scenes to worlds: masses, flags, materials, drives, loads, and every refusal with its place.
#include <gtest/gtest.h>

#include <fstream>
#include <numbers>

#include "scene/colours.h"
#include "scene/domain.h"
#include "scene/events.h"
#include "scene/inlets.h"
#include "scene/measures.h"
#include "scene/method.h"
#include "scene/stop.h"
#include "scene/world.h"
#include "scene_build_sample.h"
#include "scratch.h"
#include "tolerances.h"

namespace cairn {
namespace {

using sample::build_refusal;
using sample::kHead;
using sample::one_body;
using sample::scene_of;
using sample::world_of;

constexpr double kPi = std::numbers::pi;
const std::string kBall = "material: glass, shape: {sphere: {radius: 0.1}}";

// --- Bodies
TEST(SceneBuild, ABallHasItsMassAndState) {
  const World world = world_of(one_body(
      "name: ball, " + kBall + ", position: [1, 2, 3], velocity: [4, 5, 6], angular_velocity: [1, 0, 2]"));
  ASSERT_EQ(world.bodies.size(), 1u);
  const Bodies::Body ball = world.bodies.get(0);
  EXPECT_EQ(ball.place.position, Vec3(1, 2, 3));
  EXPECT_EQ(ball.place.radius, 0.1);
  EXPECT_EQ(ball.motion.velocity, Vec3(4, 5, 6));
  EXPECT_EQ(ball.motion.spin, Vec3(1, 0, 2));
  const double m = 2500 * 4 * kPi / 3 * 1e-3;
  EXPECT_NEAR(mass(ball.inertia), m, kThousandsOfRoundings);
  EXPECT_NEAR(1 / ball.inertia.inverse_moments.x, 0.4 * m * 0.01, kTensOfRoundings);
  EXPECT_EQ(ball.info.flags, 0);
  EXPECT_EQ(ball.info.uid, 0u);
  EXPECT_EQ(world.gravity, Vec3(0, 0, -9.81));
}

TEST(SceneBuild, FlagsOfWallsDrivenBodiesAndLocks) {
  const World world = world_of(
      "bodies:\n"
      "  - {name: floor, material: wall, shape: plane, position: [0, 0, 0], fixed: true}\n"
      "  - {name: arm, material: wall, shape: {box: {size: [1, 1, 1]}}, position: [0, 0, 5], motion: "
      "{translation: {velocity: [1, 0, 0]}}}\n"
      "  - {name: bead, " +
      kBall +
      ", position: [0, 0, 9], lock: [x, rz]}\n"
      "  - {name: cone, material: glass, shape: {cone: {radius: 0.1, height: 0.3}}, position: [0, 0, 20]}\n");
  EXPECT_EQ(world.bodies.info[0].flags, kFixed | kTurned);
  EXPECT_EQ(world.bodies.info[1].flags, kDriven | kTurned);
  EXPECT_EQ(world.bodies.info[2].flags, kLockX | kLockSpinZ);
  EXPECT_EQ(world.bodies.info[3].flags, kTurned);
  EXPECT_EQ(world.bodies.inertia[0].inverse_mass, 0);
  EXPECT_EQ(world.bodies.inertia[1].inverse_mass, 0);
  EXPECT_GT(world.bodies.inertia[3].inverse_mass, 0);
  EXPECT_EQ(world.bodies.place[0].radius, kInfinity);
}

TEST(SceneBuild, OrientationTurnsTheShape) {
  const World world = world_of(
      "bodies:\n"
      "  - {name: a, material: wall, shape: {plane: {normal: [1, 0, 0]}}, position: [0, 0, 0], fixed: true}\n"
      "  - {name: b, material: wall, shape: {plane: {normal: [1, 0, 0]}}, position: [0, 0, 0], fixed: true, "
      "orientation: {axis: [0, 0, 5], angle: 90 deg}}\n"
      "  - {name: c, " +
      kBall + ", position: [1, 1, 0], orientation: [0, 0, 0, 2]}\n");
  EXPECT_NEAR(norm(z_axis(world.bodies.orientation[0]) - Vec3(1, 0, 0)), 0, kFewRoundings);
  EXPECT_NEAR(norm(z_axis(world.bodies.orientation[1]) - Vec3(0, 1, 0)), 0, kFewRoundings);
  EXPECT_EQ(world.bodies.orientation[2], (Quat{0, 0, 0, 1}));
}

TEST(SceneBuild, MaterialsGoByIndexModuloTheList) {
  Warnings warnings;
  const World world =
      build_world(Scene::from_text(
                      "materials: {soft: {density: 1}, hard: {density: 2}}\n"
                      "method: {explicit: {law: hooke, stiffness: 1000}}\ntime: {end: 1}\n"
                      "bodies:\n  - {materials: [soft, hard, hard], shape: {sphere: {radius: 0.1}}, lattice: "
                      "{spacing: 1, counts: [7, 1, 1]}}\n",
                      "scene.yaml"),
                  warnings);
  ASSERT_EQ(world.bodies.size(), 7u);
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(world.bodies.info[i].material, i % 3 == 0 ? 0 : 1);
  EXPECT_EQ(world.groups[0], "bodies[0]");
  EXPECT_NEAR(mass(world.bodies.inertia[1]), 2 * mass(world.bodies.inertia[0]), kFewRoundings);
}

TEST(SceneBuild, ColoursAreNamesOrCodes) {
  const std::string lines = "bodies:\n  - {name: a, colour: Teal, " + kBall +
                            "}\n  - {name: b, colour: \"#FF8800\", " + kBall +
                            ", position: [9, 0, 0]}\n  - {name: c, " + kBall + ", position: [0, 0, 9]}\n";
  const Scene scene = scene_of(lines);
  Warnings warnings;
  const World world = build_world(scene, warnings);
  EXPECT_EQ(group_colours(scene, world.groups), (std::vector<std::string>{"#008080", "#ff8800", ""}));
  EXPECT_NE(scene.resolved().find("colour: \"#FF8800\""), std::string::npos) << scene.resolved();
  const auto refusal = [](const std::string& colour) -> std::string {
    try {
      world_of(one_body("name: a, " + kBall + ", colour: " + colour));
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_NE(refusal("tael").find("did you mean 'teal'?"), std::string::npos) << refusal("tael");
  EXPECT_NE(refusal("tael").find("scene.yaml:7:"), std::string::npos) << refusal("tael");
  EXPECT_NE(refusal("\"#ff88\"").find("\"#ff8800\""), std::string::npos) << refusal("\"#ff88\"");
  EXPECT_NE(refusal("7").find("got '7'"), std::string::npos);
  try {
    world_of("bodies:\n  - name: a\n    colour: #ff0000\n");
    FAIL() << "a comment is no colour";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("put it in quotes"), std::string::npos) << error.what();
  }
}

TEST(SceneBuild, PyramidFixesItsBase) {
  const World world = world_of(one_body(
      "name: pile, " + kBall + ", position: [0, 0, 1], pyramid: {base: 3, gap: 0.01, fix_base: true}"));
  ASSERT_EQ(world.bodies.size(), 14u);
  for (std::size_t i = 0; i < 14; ++i) EXPECT_EQ(is_immobile(world.bodies.info[i]), i < 9) << i;
  EXPECT_EQ(world.bodies.place[0].position, Vec3(0, 0, 1));
  EXPECT_NEAR(world.bodies.place[13].position.z, 1 + 2 * (0.2 / std::sqrt(2.0) + 0.01), kFewRoundings);
}

TEST(SceneBuild, PlacesASingleBodyAtTheOriginByDefault) {
  const World world = world_of(one_body("name: a, material: glass, shape: {sphere: {radius: 1}}"));
  ASSERT_EQ(world.bodies.size(), 1u);
  EXPECT_EQ(world.bodies.place[0].position, Vec3());
}

TEST(SceneBuild, RefusesBodiesWithoutWhatTheyNeed) {
  EXPECT_CONTAINS(
      build_refusal(one_body("name: a, material: wall, shape: {sphere: {radius: 1}}, position: [0, 0, 0]")),
      "scene.yaml:7:25: error: 'a': a body that moves freely needs a mass, and material 'wall' has no "
      "density");
  EXPECT_CONTAINS(
      build_refusal(one_body("name: a, material: wall, shape: plane, position: [0, 0, 0]")),
      "scene.yaml:7:38: error: 'a': a plane has no mass: say 'fixed: true' or give it a 'motion'");
  EXPECT_CONTAINS(build_refusal(one_body("name: a, shape: {sphere: {radius: 1}}, position: [0, 0, 0]")),
                  "'a': needs the key 'material'");
  EXPECT_CONTAINS(build_refusal(one_body("name: a, material: glass, position: [0, 0, 0]")),
                  "'a': needs the key 'shape'");
  EXPECT_CONTAINS(
      build_refusal(one_body("name: a, material: glas, shape: plane, position: [0, 0, 0], fixed: true")),
      "scene.yaml:7:25: error: unknown material 'glas'; did you mean 'glass'?");
  EXPECT_CONTAINS(build_refusal(one_body(
                      "material: glass, materials: [wall], shape: plane, position: [0, 0, 0], fixed: true")),
                  "exclude each other");
  EXPECT_CONTAINS(build_refusal(one_body(
                      "name: a, material: glass, shape: {sphere: {radius: 1e-200}}, position: [0, 0, 0]")),
                  "shape.sphere.radius: must be >= 1e-12 m");
}

TEST(SceneBuild, NumbersAtTheEdgeAreRefusedOrHarmless) {
  const auto refusal = [](const std::string& fields) {
    return build_refusal(one_body("name: a, " + kBall + ", " + fields));
  };
  EXPECT_CONTAINS(refusal("fill: {box: {min: [-1e308, 0, 0], max: [1e308, 1, 1]}, count: 3}"),
                  "fill.box.min[0]: must be >= -1e+12 m");
  EXPECT_CONTAINS(refusal("lattice: {spacing: 1e308, counts: [3, 1, 1]}"), "spacing: must be <= 1e+12 m");
  EXPECT_CONTAINS(refusal("position: [.nan, 0, 0]"), "scene.yaml:7:");
  EXPECT_CONTAINS(refusal("position: [1e999, 0, 0]"), "scene.yaml:7:");
  EXPECT_CONTAINS(refusal("lattice: {spacing: 1, counts: [1e7, 1e7, 1e7]}"), "more than the limit of 1e7");
  EXPECT_CONTAINS(refusal("position: [0, -1e308, 5e-324]"), "position[1]: must be >= -1e+12 m");
  EXPECT_EQ(refusal("position: [1e12, -1e12, 5e-324]"), "accepted");
}

TEST(SceneBuild, RefusesContradictions) {
  const std::string a = "name: a, " + kBall + ", position: [0, 0, 0], ";
  EXPECT_CONTAINS(build_refusal(one_body(a + "fixed: true, motion: {translation: {velocity: [1, 0, 0]}}")),
                  "'fixed' and 'motion' exclude each other");
  EXPECT_CONTAINS(build_refusal(one_body(a + "fixed: true, velocity: [1, 0, 0]")),
                  "no 'velocity' of its own");
  EXPECT_CONTAINS(build_refusal(one_body(a + "orientation: {axis: [0, 0, 0], angle: 1}")),
                  "an axis cannot be zero");
  EXPECT_CONTAINS(build_refusal(one_body(a + "orientation: [0, 0, 0, 0]")), "a quaternion needs a length");
  EXPECT_CONTAINS(build_refusal(one_body(a + "motion: {rotation: {axis: [0, 0, 0], speed: 1}}")),
                  "an axis cannot be zero");
  EXPECT_CONTAINS(build_refusal(one_body(a + "fixed: true, force: [1, 0, 0]")), "would move nothing");
  EXPECT_CONTAINS(build_refusal(one_body(a + "lock: [w]")), "lock");
  EXPECT_CONTAINS(build_refusal("bodies:\n  - {" + a + "relax: true}\n  - {" + a + "relax: true}\n"),
                  "scene.yaml:8:12: error: the name 'a' is taken");
  EXPECT_CONTAINS(build_refusal(one_body("name: ground, " + kBall + ", position: [0, 0, 0]")), "reserved");
  EXPECT_CONTAINS(build_refusal(one_body(
                      "name: a, " + kBall +
                      ", position: [0, 0, 0], lattice: {spacing: 1, counts: [1, 1, 1]}, pyramid: {base: 2}")),
                  "exclude each other");
}

// --- Overlap at the start
TEST(SceneBuild, RefusesOverlapAndNamesBothBodies) {
  const std::string two =
      "bodies:\n  - {name: a, " + kBall + ", position: [0, 0, 0]}\n  - {name: b, " + kBall;
  const std::string message = build_refusal(two + ", position: [0.15, 0, 0]}\n");
  EXPECT_CONTAINS(
      message,
      "scene.yaml:8:5: error: 'a' and 'b' overlap by 0.05 m at the start, 50 % of the smaller radius");
  EXPECT_CONTAINS(message, "relax: true");
  EXPECT_CONTAINS(build_refusal(two + ", position: [0, 0, 0]}\n"), "their centres coincide");
  EXPECT_EQ(build_refusal(two + ", position: [0.1995, 0, 0]}\n"), "accepted") << "half a per cent";
  EXPECT_EQ(build_refusal(two + ", position: [0.15, 0, 0], relax: true}\n"), "accepted");
  EXPECT_EQ(build_refusal(two + ", position: [0.15, 0, 0]}\ncollide: {except: [[a, b]]}\n"), "accepted");
}

TEST(SceneBuild, RefusesOverlapWithWallsAndInsideEntries) {
  const std::string floor =
      "bodies:\n  - {name: floor, material: wall, shape: plane, position: [0, 0, 0], fixed: true}\n";
  EXPECT_CONTAINS(build_refusal(floor + "  - {name: b, " + kBall + ", position: [0, 0, 0.05]}\n"),
                  "'floor' and 'b' overlap by 0.05 m");
  EXPECT_CONTAINS(build_refusal(floor + "  - {name: b, " + kBall +
                                ", position: [0, 0, 1], lattice: {spacing: 0.1, counts: [3, 1, 1]}}\n"),
                  "'b[0]' and 'b[1]' overlap by 0.1 m");
  EXPECT_CONTAINS(build_refusal("bodies:\n  - {name: box, material: wall, shape: {container: {size: [1, 1, "
                                "1]}}, position: [0, 0, 0], fixed: true}\n"
                                "  - {name: b, " +
                                kBall + ", position: [0.7, 0, 0]}\n"),
                  "'box' and 'b' overlap");
}

TEST(SceneBuild, RelaxPushesBodiesApartAndOutOfWalls) {
  const World world = world_of(
      "bodies:\n"
      "  - {name: floor, material: wall, shape: plane, position: [0, 0, 0], fixed: true}\n"
      "  - {name: pin, " +
      kBall +
      ", position: [0, 0, 0.1], fixed: true}\n"
      "  - {name: b, " +
      kBall + ", position: [0, 0, 0.05], lattice: {spacing: 0.12, counts: [4, 4, 1]}, relax: true}\n");
  EXPECT_EQ(world.bodies.place[1].position, Vec3(0, 0, 0.1));
  for (std::size_t i = 2; i < world.bodies.size(); ++i) {
    EXPECT_GE(world.bodies.place[i].position.z, 0.1 * (1 - 2e-3));
    for (std::size_t j = 1; j < i; ++j)
      EXPECT_GE(norm(world.bodies.place[i].position - world.bodies.place[j].position), 0.2 * (1 - 1e-3));
  }
}

// --- Materials and pairs
TEST(SceneBuild, CombinesMaterials) {
  Warnings warnings;
  const World world = build_world(
      Scene::from_text("materials:\n  a: {friction: 0.5, restitution: 0.9}\n  b: {friction: 0.2}\n  c-d: {}\n"
                       "pairs:\n  b-c-d: {friction: 0.7}\n  a-a: {restitution: 0.1}\n"
                       "method: {explicit: {law: hooke, stiffness: 1}}\ntime: {end: 1}\n",
                       "scene.yaml"),
      warnings);
  const Materials& m = world.materials;
  EXPECT_EQ(m.at(0, 1).friction, 0.2) << "the smaller";
  EXPECT_EQ(m.at(0, 1).restitution, 0.9) << "the only one";
  EXPECT_EQ(m.at(1, 1).restitution, 0) << "none";
  EXPECT_EQ(m.at(0, 2).friction, 0.5);
  EXPECT_EQ(m.at(1, 2).friction, 0.7) << "given";
  EXPECT_EQ(m.at(2, 1).friction, 0.7);
  EXPECT_EQ(m.at(0, 0).restitution, 0.1);
  EXPECT_EQ(m.at(0, 0).friction, 0.5);
}

TEST(SceneBuild, RefusesPairsOfUnknownMaterials) {
  EXPECT_CONTAINS(build_refusal("pairs:\n  glas-wall: {friction: 1}\n"),
                  "scene.yaml:7:3: error: pair 'glas-wall': unknown material 'glas'; did you mean 'glass'?");
  EXPECT_CONTAINS(build_refusal("pairs:\n  glass-wal: {friction: 1}\n"), "did you mean 'wall'?");
  EXPECT_CONTAINS(build_refusal("pairs:\n  glass: {friction: 1}\n"), "two materials joined by '-'");
  EXPECT_CONTAINS(build_refusal("pairs:\n  glass-wall: {friction: 1}\n  wall-glass: {friction: 2}\n"),
                  "is given twice");
  EXPECT_CONTAINS(build_refusal("pairs:\n  glass-wall: {density: 1}\n"), "unknown key 'density'");
}

// --- Drives, loads, springs
TEST(SceneBuild, MotionsAreNumbersExpressionsAndTables) {
  Scratch scratch;
  std::ofstream(scratch.file("v.csv")) << "t,value\n0,1\n2,5\n4,5\n";
  const World world =
      world_of(one_body("name: a, material: wall, shape: plane, position: [0, 0, 0], motion: {translation: "
                        "{velocity: [2, 3*t + 1 m/s, {table: v.csv}]}, rotation: {axis: [0, 0, 2], speed: "
                        "60 rpm, center: [1, 0, 0]}}"),
               scratch.folder());
  ASSERT_EQ(world.drives.size(), 1u);
  const Drive& drive = world.drives[0];
  EXPECT_EQ(drive.velocity[0](7), 2);
  EXPECT_EQ(drive.velocity[1](2), 7);
  EXPECT_EQ(drive.velocity[2](-1), 1);
  EXPECT_EQ(drive.velocity[2](0.5), 2);
  EXPECT_EQ(drive.velocity[2](9), 5);
  EXPECT_NEAR(drive.speed(0), 2 * kPi, kTensOfRoundings);
  EXPECT_EQ(drive.axis, Vec3(0, 0, 1));
  EXPECT_EQ(drive.center, Vec3(1, 0, 0));
  EXPECT_FALSE(drive.about_body);
}

TEST(SceneBuild, TablesThatAreNoFunctionsAreRefused) {
  Scratch scratch;
  const auto refusal = [&](const std::string& text) {
    std::ofstream(scratch.file("v.csv")) << text;
    return build_refusal(one_body("name: a, material: wall, shape: plane, position: [0, 0, 0], motion: "
                                  "{rotation: {axis: [0, 0, 1], "
                                  "speed: {table: v.csv}}}"),
                         scratch.folder());
  };
  EXPECT_CONTAINS(refusal("t,value\n0,1\n0,2\n"), "v.csv:3:1: error: t must grow from row to row");
  EXPECT_CONTAINS(refusal("a,b\n0,1\n"),
                  "v.csv:1:1: error: a table of a function has the two columns t and value");
  EXPECT_CONTAINS(refusal("t,value\n"), "at least one row");
  EXPECT_EQ(refusal("t,value\n0,1\n"), "accepted");
}

TEST(SceneBuild, ForcesTorquesAndSprings) {
  const World world = world_of(
      "bodies:\n"
      "  - {name: a, " +
      kBall +
      ", position: [0, 0, 0], force: [1, 2*t, 0], torque: [0, 0, 3], spring: {to: [0, 0, 2], stiffness: 5}}\n"
      "  - {name: b, " +
      kBall +
      ", position: [3, 0, 0], spring: [{to: a, to_point: [0.1, 0, 0], point: [-0.1, 0, 0], stiffness: 7, "
      "damping: 1, length: 1}]}\n");
  ASSERT_EQ(world.loads.size(), 1u);
  EXPECT_EQ(world.loads[0].force[1](4), 8);
  EXPECT_EQ(world.loads[0].torque[2](0), 3);
  ASSERT_EQ(world.springs.size(), 2u);
  EXPECT_TRUE(world.springs[0].to_world);
  EXPECT_EQ(world.springs[0].length, 2) << "the distance at the start";
  EXPECT_FALSE(world.springs[1].to_world);
  EXPECT_EQ(world.springs[1].other, 0u);
  EXPECT_EQ(world.springs[1].length, 1);
  EXPECT_CONTAINS(
      build_refusal(one_body("name: a, " + kBall + ", position: [0, 0, 0], spring: {to: b, stiffness: 5}")),
      "unknown body 'b'");
}

// --- Two dimensions
TEST(SceneBuild, TwoDimensionsLockThePlane) {
  const World world = world_of(
      "dimension: 2\n" + one_body("name: d, material: glass, shape: {disc: {radius: 0.1}}, fill: {box: {min: "
                                  "[0, -1, 0], max: [1, 1, 1]}, count: 5}"));
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(world.bodies.info[i].flags, kLockPlane);
    EXPECT_EQ(world.bodies.place[i].position.y, 0);
  }
  EXPECT_NEAR(mass(world.bodies.inertia[0]), 2500 * kPi * 0.01, kThousandsOfRoundings);
  const auto refusal = [](const std::string& fields) {
    return build_refusal("dimension: 2\n" +
                         one_body("name: d, material: glass, shape: {disc: {radius: 0.1}}, " + fields));
  };
  EXPECT_CONTAINS(refusal("position: [0, 1, 0]"),
                  "scene.yaml:8:72: error: 'd': in a 2-D scene bodies lie at y = 0");
  EXPECT_CONTAINS(refusal("position: [0, 0, 0], velocity: [0, 1, 0]"), "nothing moves along y");
  EXPECT_CONTAINS(refusal("position: [0, 0, 0], angular_velocity: [1, 0, 0]"), "turn about y alone");
  EXPECT_CONTAINS(refusal("fill: {box: {min: [0, 1, 0], max: [1, 2, 1]}, count: 1}"),
                  "does not meet the plane y = 0");
  EXPECT_CONTAINS(refusal("position: [0, 0, 0]}\ngravity: [0, 1, 0]\n#"), "gravity has no y component");
  EXPECT_CONTAINS(
      build_refusal(one_body("name: d, material: glass, shape: {disc: {radius: 0.1}}, position: [0, 0, 0]")),
      "a disc needs a 2-D scene");
}

// --- The rest of the scene
TEST(SceneBuild, DomainStopExceptionsAndGroups) {
  const std::string ball = one_body("name: a, " + kBall + ", position: [0, 0, 0]");
  EXPECT_CONTAINS(build_refusal(ball + "domain: {min: [1, 1, 1], max: [2, 2, 2]}\n"),
                  "'a' lies outside the domain at the start");
  EXPECT_EQ(build_refusal(ball + "domain: {min: [1, 1, 1], max: [2, 2, 2], outside: ignore}\n"), "accepted");
  EXPECT_CONTAINS(build_refusal(ball + "domain: {min: [1, 1, 1], max: [2, 1, 2]}\n"), "the domain is empty");
  EXPECT_CONTAINS(build_refusal(ball + "collide: {except: [[a, bb]]}\n"),
                  "scene.yaml:8:24: error: unknown body 'bb'");
  EXPECT_CONTAINS(build_refusal(ball + "collide: {except: [[a]]}\n"), "a list of 2");
  EXPECT_CONTAINS(build_refusal(ball + "output: {groups: [aa]}\n"), "did you mean 'a'?");
  EXPECT_CONTAINS(build_refusal(ball + "stop: {when: kinetic_enrgy < 1}\n"),
                  "did you mean 'kinetic_energy'?");
  EXPECT_CONTAINS(build_refusal(ball + "stop: {when: now}\n"),
                  "stop.when: expected a condition such as 'kinetic_energy < 2 mJ', got 'now'");
  EXPECT_CONTAINS(build_refusal(ball + "stop: {when: flow.mass > 1}\n"), "no measure gives 'flow.mass'");
  EXPECT_CONTAINS(build_refusal(ball + "measure: {flow: {mass_below: {z: 0}}}\nstop: {when: flow.mas > 1}\n"),
                  "did you mean 'flow.mass'?");
  EXPECT_EQ(build_refusal(ball + "measure: {flow: {mass_below: {z: 0}}}\nstop: {when: flow.mass > 1}\n"),
            "accepted");
  const World world =
      world_of("bodies:\n  - {name: a, " + kBall + ", position: [0, 0, 0]}\n  - {name: b, " + kBall +
               ", position: [1, 0, 0]}\ncollide: {except: [[b, a], [b, b], [a, b]]}\n");
  EXPECT_EQ(world.apart, (std::vector<std::pair<int, int>>{{0, 1}, {1, 1}}));
}

TEST(SceneBuild, MeasuresByNameAlone) {
  const std::string ball = one_body("name: a, " + kBall + ", position: [0, 0, 0]");
  const Scene scene =
      scene_of(ball + "measure: {energy: {}, e2: {energy: {}, every: 0.5}}\noutput: {frames: 0.25}\n");
  Warnings warnings;
  const std::vector<NamedMeasure> measures = build_measures(scene, build_world(scene, warnings));
  ASSERT_EQ(measures.size(), 2u);
  EXPECT_EQ(measures[0].every, 0.25) << "as often as frames";
  EXPECT_EQ(measures[1].every, 0.5);
  EXPECT_EQ(measures[0].measure->columns().size(), measures[1].measure->columns().size());
  EXPECT_CONTAINS(build_refusal(ball + "measure: {enrgy: {every: 1}}\n"),
                  "scene.yaml:8:11: error: measure.enrgy: what is measured?");
  EXPECT_CONTAINS(build_refusal(ball + "measure: {enrgy: {every: 1}}\n"), "did you mean 'energy'?");
  EXPECT_CONTAINS(build_refusal(ball + "measure: {a.b: {energy: {}}}\n"), "letters, digits");
}

TEST(SceneBuild, WarnsOfWhatWillNotHappen) {
  Warnings warnings;
  build_world(
      scene_of(one_body("name: a, " + kBall + ", position: [0, 0, 0]") + "events:\n  - {at: 3, remove: a}\n"),
      warnings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_CONTAINS(warnings[0], "scene.yaml:9: warning: the event comes at or after the end");
}

}  // namespace
}  // namespace cairn
