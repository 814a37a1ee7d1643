// Events and inlets: what they do to a world, and what is refused before the run begins.
#include <gtest/gtest.h>

#include <numbers>

#include "run/simulation.h"
#include "scene/groups.h"
#include "scene_build_sample.h"
#include "tolerances.h"

namespace cairn {
namespace {

using sample::build_refusal;
using sample::scene_of;

const std::string kBall = "material: glass, shape: {sphere: {radius: 0.1}}";
const std::string kBodies =
    "bodies:\n  - {name: ball, " + kBall +
    ", position: [0, 0, 5]}\n  - {name: gate, material: wall, shape: {box: {size: [1, 1, 1]}}, "
    "position: [0, 0, 0], fixed: true}\n";

// A scene with its world, to which events are applied in turn.
struct Stage {
  explicit Stage(const std::string& lines) : scene(scene_of(kBodies + lines)) {
    Warnings warnings;
    world = build_world(scene, warnings);
    events = build_events(scene, world);
  }
  void apply_all() {
    for (const Event& event : events) {
      if (event.apply) event.apply(world);
      if (event.define) event.define(world, 0);
    }
  }
  Scene scene;
  World world;
  std::vector<Event> events;
};

TEST(SceneEvents, AreSortedByTimeAndThenAsWritten) {
  const Stage stage(
      "events:\n  - {at: 0.5, remove: gate}\n  - {at: 0.1, gravity: [0, 0, 1]}\n  - {at: 0.5, remove: "
      "ball}\n");
  ASSERT_EQ(stage.events.size(), 3u);
  EXPECT_EQ(stage.events[0].what, "gravity (0, 0, 1) m/s2");
  EXPECT_EQ(stage.events[1].what, "remove gate");
  EXPECT_EQ(stage.events[2].what, "remove ball");
  EXPECT_EQ(stage.events[1].at, 0.5);
}

TEST(SceneEvents, RemoveTakesBodiesAndTheirContacts) {
  Stage stage("events:\n  - {at: 0, remove: gate}\n");
  stage.world.memory.resize(1);
  stage.world.memory[0].key = {0, 1, 0};
  stage.apply_all();
  EXPECT_EQ(stage.world.bodies.size(), 1u);
  EXPECT_EQ(stage.world.bodies.local(1), kNoBody);
  EXPECT_TRUE(stage.world.memory.empty());
}

TEST(SceneEvents, AddUsesShapesAndGroupsThatAreThereFromTheStart) {
  Stage stage("events:\n  - {at: 0.1, add: {name: late, " + kBall +
              ", position: [0, 0, 9], velocity: [1, 0, 0], force: [0, 0, 2]}}\n"
              "  - {at: 0.2, add: {name: cloud, material: glass, shape: sphere, fill: {box: {min: [3, 3, 3], "
              "max: [5, 5, 5]}, "
              "count: 20, sizes: {uniform: [0.1, 0.2]}}}}\n");
  EXPECT_EQ(stage.world.groups, (std::vector<std::string>{"ball", "gate", "late", "cloud"}));
  const std::size_t shapes = stage.world.shapes.size();
  EXPECT_EQ(shapes, 4u);
  stage.apply_all();
  EXPECT_EQ(stage.world.shapes.size(), shapes);
  ASSERT_EQ(stage.world.bodies.size(), 23u);
  const Bodies::Body late = stage.world.bodies.get(2);
  EXPECT_EQ(stage.world.groups[late.info.group], "late");
  EXPECT_EQ(late.motion.velocity, Vec3(1, 0, 0));
  EXPECT_GT(late.inertia.inverse_mass, 0);
  ASSERT_EQ(stage.world.loads.size(), 1u);
  EXPECT_EQ(stage.world.loads[0].body, 2u);
  EXPECT_EQ(members(stage.world, 3).size(), 20u);
}

TEST(SceneEvents, FillsOfEventsGoRoundWhatIsThereThen) {
  Stage stage("events:\n  - {at: 0.2, add: {name: cloud, " + kBall +
              ", fill: {box: {min: [0, 0, 4.5], max: [1, 1, 5.5]}, count: 30}}}\n");
  stage.world.bodies.place[0].position = {0.5, 0.5, 5};
  stage.apply_all();
  for (std::size_t i = 2; i < stage.world.bodies.size(); ++i)
    EXPECT_GE(norm(stage.world.bodies.place[i].position - Vec3{0.5, 0.5, 5}), 0.2);
  Stage crowded("events:\n  - {at: 0.2, add: {name: cloud, " + kBall +
                ", fill: {box: {min: [0, 0, 4], max: [0.5, 0.5, 4.5]}, count: 30}}}\n");
  EXPECT_THROW(crowded.apply_all(), RunError);
}

TEST(SceneEvents, MotionFixAndRelease) {
  Stage stage(
      "events:\n  - {at: 0.1, motion: {gate: {translation: {velocity: [0, 0, t]}}}}\n  - {at: 0.2, fix: "
      "ball}\n");
  stage.apply_all();
  EXPECT_TRUE(stage.world.bodies.info[1].flags & kDriven);
  EXPECT_FALSE(stage.world.bodies.info[1].flags & kFixed);
  ASSERT_EQ(stage.world.drives.size(), 1u);
  EXPECT_EQ(stage.world.drives[0].velocity[2](3), 3);
  EXPECT_TRUE(stage.world.bodies.info[0].flags & kFixed);
  EXPECT_EQ(stage.world.bodies.inertia[0].inverse_mass, 0);

  Stage free("events:\n  - {at: 0.1, motion: {ball: {}}}\n  - {at: 0.2, release: [ball]}\n");
  const double inverse_mass = free.world.bodies.inertia[0].inverse_mass;
  free.apply_all();
  EXPECT_EQ(free.world.bodies.info[0].flags, 0);
  EXPECT_EQ(free.world.bodies.inertia[0].inverse_mass, inverse_mass);
  EXPECT_TRUE(free.world.drives.empty());
}

TEST(SceneEvents, ForceTorqueGravityAndDamping) {
  Stage stage(
      "events:\n  - {at: 0.1, force: {ball: [1, 0, 0]}}\n  - {at: 0.2, torque: {ball: [0, 2, 0]}}\n"
      "  - {at: 0.3, force: {ball: [t, 0, 0]}}\n  - {at: 0.4, gravity: [0, 0, 0]}\n  - {at: 0.5, damping: "
      "{local: 0.3}}\n");
  stage.apply_all();
  ASSERT_EQ(stage.world.loads.size(), 1u);
  EXPECT_EQ(stage.world.loads[0].force[0](4), 4);
  EXPECT_EQ(stage.world.loads[0].torque[1](4), 2);
  EXPECT_EQ(stage.world.gravity, Vec3());
  EXPECT_EQ(stage.world.damping.local, 0.3);
  EXPECT_EQ(stage.world.damping.global, 0);
}

TEST(SceneEvents, MaterialsChangeAndGivenPairsStay) {
  Stage stage(
      "pairs: {glass-wall: {restitution: 0.9}}\n"
      "events:\n  - {at: 0.1, materials: {glass: {friction: 0.1, restitution: 0.2}}}\n"
      "  - {at: 0.2, pairs: {glass-glass: {friction: 0.8}}}\n  - {at: 0.3, materials: {glass: {friction: "
      "0.05}}}\n");
  const Materials& m = stage.world.materials;
  stage.events[0].apply(stage.world);
  EXPECT_EQ(m.at(0, 0).friction, 0.1);
  EXPECT_EQ(m.at(0, 1).friction, 0.1);
  EXPECT_EQ(m.at(0, 1).restitution, 0.9) << "given for the pair";
  EXPECT_EQ(m.at(0, 0).restitution, 0.2);
  stage.events[1].apply(stage.world);
  EXPECT_EQ(m.at(0, 0).friction, 0.8);
  stage.events[2].apply(stage.world);
  EXPECT_EQ(m.at(0, 0).friction, 0.8) << "given for the pair by an event";
  EXPECT_EQ(m.at(1, 0).friction, 0.05);
  EXPECT_EQ(m.at(1, 0).restitution, 0.9);
}

TEST(SceneEvents, RefuseUnknownNamesAndWhatCanNotBe) {
  const auto refusal = [](const std::string& event) {
    return build_refusal(kBodies + "events:\n  - {at: 0.1, " + event + "}\n");
  };
  EXPECT_CONTAINS(refusal("remove: gat"),
                  "scene.yaml:10:23: error: unknown body 'gat'; did you mean 'gate'?");
  EXPECT_CONTAINS(refusal("remove: [gate, bal]"), "did you mean 'ball'?");
  EXPECT_CONTAINS(refusal("motion: {bal: {}}"), "did you mean 'ball'?");
  EXPECT_CONTAINS(refusal("force: {bal: [0, 0, 0]}"), "did you mean 'ball'?");
  EXPECT_CONTAINS(refusal("materials: {glas: {friction: 1}}"), "did you mean 'glass'?");
  EXPECT_CONTAINS(refusal("materials: {glass: {density: 1}}"), "unknown key 'density'");
  EXPECT_CONTAINS(refusal("pairs: {glass-wal: {friction: 1}}"), "did you mean 'wall'?");
  EXPECT_CONTAINS(refusal("release: gate"), "'gate': a body that moves freely needs a mass");
  EXPECT_CONTAINS(refusal("add: {name: ball, " + kBall + ", position: [0, 0, 9]}"),
                  "the name 'ball' is taken");
  EXPECT_CONTAINS(
      refusal("add: {name: c, " + kBall + ", position: [9, 9, 9], spring: {to: ball, stiffness: 1}}"),
      "needs its 'length'");
  EXPECT_CONTAINS(refusal("remove: gate, gravity: [0, 0, 0]"), "exclude each other");
  EXPECT_CONTAINS(build_refusal(kBodies + "events:\n  - {at: -1, remove: gate}\n"), "must be >= 0");
  EXPECT_CONTAINS(build_refusal(kBodies + "events:\n  - {at: 1}\n"), "needs one of remove, add");
}

TEST(SceneEvents, AResumedRunReplaysWhatTheyDefined) {
  const std::string yaml = sample::kHead + "gravity: [0, 0, 0]\n" + kBodies +
                           "events:\n"
                           "  - {at: 0.01, add: {name: arm, " +
                           kBall +
                           ", position: [2, 0, 0], motion: {translation: {velocity: "
                           "[0, t, 0]}, rotation: {axis: [0, 0, 1], speed: 3, center: [1, 0, 0]}}}}\n"
                           "  - {at: 0.02, add: {name: late, " +
                           kBall +
                           ", position: [3, 3, 3], force: [1, 0, 0]}}\n"
                           "  - {at: 0.03, motion: {gate: {rotation: {axis: [1, 0, 0], speed: 10*t}}}}\n"
                           "  - {at: 0.04, force: {ball: [0, t, 0]}}\n"
                           "  - {at: 0.05, remove: gate}\n";
  const auto simulation = [&] {
    return std::make_unique<Simulation>(Scene::from_text(yaml, "scene.yaml"), 1);
  };
  const auto go_to = [](Simulation& run, double t) {
    while (run.world().time < t) run.advance();
  };
  const auto whole = simulation();
  whole->start();
  go_to(*whole, 0.1);
  for (const double stop : {0.015, 0.025, 0.035, 0.045, 0.06}) {
    const auto first = simulation(), second = simulation();
    first->start();
    go_to(*first, stop);
    Record record;
    first->save(record);
    second->load(record);
    go_to(*second, 0.1);
    EXPECT_EQ(second->hash(), whole->hash()) << "resumed at " << stop;
  }
}

// --- Inlets
const std::string kInlet =
    "inlet: {name: rain, material: glass, shape: sphere, sizes: {uniform: [0.05, 0.1]}, region: {box: {min: "
    "[2, 2, 2], max: "
    "[3, 3, 3]}}, velocity: [0, 0, -1], ";

TEST(SceneInlet, GivesBodiesAtItsRateUntilItsEnd) {
  Stage stage(kInlet + "rate: 100, from: 0.1, until: 0.4, seed: 4}\n");
  std::vector<Inlet> inlets = build_inlets(stage.scene, stage.world);
  ASSERT_EQ(inlets.size(), 1u);
  EXPECT_EQ(inlets[0].until, 0.4);
  std::uint64_t placed = 0;
  for (int k = 0; k < 60; ++k) placed += inlets[0].feed(inlets[0], stage.world, 0.01 * k, 0.01);
  EXPECT_EQ(placed, 30u);
  EXPECT_EQ(inlets[0].placed, 30u);
  const std::vector<Uid> uids = members(stage.world, 2);
  ASSERT_EQ(uids.size(), 30u);
  for (const Uid uid : uids) {
    const Bodies::Body body = stage.world.bodies.get(stage.world.bodies.local(uid));
    EXPECT_TRUE(body.place.radius >= 0.025 && body.place.radius <= 0.05);
    EXPECT_EQ(body.motion.velocity, Vec3(0, 0, -1));
    for (const Uid other : uids)
      if (other < uid) {
        const Place& p = stage.world.bodies.place[stage.world.bodies.local(other)];
        EXPECT_GE(norm(p.position - body.place.position), p.radius + body.place.radius);
      }
  }
}

TEST(SceneInlet, WaitsForRoomAndOwesTheRest) {
  Stage stage(
      "inlet: {material: glass, shape: {sphere: {radius: 0.4}}, region: {box: {min: [2, 2, 2], max: [3, 3, "
      "3]}}, rate: 10}\n");
  std::vector<Inlet> inlets = build_inlets(stage.scene, stage.world);
  EXPECT_EQ(inlets[0].feed(inlets[0], stage.world, 0, 1), 1u);
  EXPECT_NEAR(inlets[0].due, 9, kThousandsOfRoundings);
  EXPECT_EQ(inlets[0].feed(inlets[0], stage.world, 1, 1e-9), 0u);
  stage.world.bodies.place.back().position = {9, 9, 9};
  EXPECT_EQ(inlets[0].feed(inlets[0], stage.world, 1, 1e-9), 1u);
}

TEST(SceneInlet, MayCountMassAndHaveALimit) {
  Stage stage(
      "inlet:\n  - {material: glass, shape: {sphere: {radius: 0.1}}, region: {sphere: {center: [5, 5, 5], "
      "radius: 2}}, mass_rate: 100}\n"
      "  - {material: glass, shape: {sphere: {radius: 0.1}}, region: {cylinder: {center: [-5, 5, 5], radius: "
      "2, height: 2}}, rate: 100, count: 7}\n");
  EXPECT_EQ(stage.world.groups[2], "inlet");
  EXPECT_EQ(stage.world.groups[3], "inlet[1]");
  std::vector<Inlet> inlets = build_inlets(stage.scene, stage.world);
  const double mass = 2500 * 4 * std::numbers::pi / 3 * 1e-3;  // 10.5 kg
  EXPECT_EQ(inlets[0].feed(inlets[0], stage.world, 0, 1), static_cast<std::uint64_t>(100 / mass));
  EXPECT_EQ(inlets[1].feed(inlets[1], stage.world, 0, 1), 7u);
}

TEST(SceneInlet, IsTheSameForTheSameStream) {
  Stage a(kInlet + "rate: 100}\n"), b(kInlet + "rate: 100}\n");
  std::vector<Inlet> first = build_inlets(a.scene, a.world), second = build_inlets(b.scene, b.world);
  first[0].feed(first[0], a.world, 0, 0.1);
  second[0].feed(second[0], b.world, 0, 0.1);
  EXPECT_EQ(state_hash(a.world), state_hash(b.world));
}

TEST(SceneInlet, RefusesWhatCanNotEnter) {
  const auto refusal = [](const std::string& fields) {
    return build_refusal(kBodies + "inlet: {" + fields + "}\n");
  };
  const std::string region = ", region: {box: {min: [2, 2, 2], max: [3, 3, 3]}}, rate: 1";
  EXPECT_CONTAINS(refusal("material: glass, shape: {sphere: {radius: 1}}" + region),
                  "the region is too small");
  EXPECT_CONTAINS(refusal("material: wall, shape: {sphere: {radius: 0.1}}" + region), "has no density");
  EXPECT_CONTAINS(refusal("material: glass, shape: plane" + region), "a plane has no mass");
  EXPECT_CONTAINS(refusal("material: glass, shape: {sphere: {radius: 0.1}}, from: 2, until: 1" + region),
                  "ends before it begins");
  EXPECT_CONTAINS(refusal("material: glass, shape: {sphere: {radius: 0.1}}, mass_rate: 1" + region),
                  "exclude each other");
  EXPECT_CONTAINS(refusal("name: ball, material: glass, shape: {sphere: {radius: 0.1}}" + region),
                  "the name 'ball' is taken");
}

}  // namespace
}  // namespace cairn
