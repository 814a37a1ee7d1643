// The vocabulary of scenes: the example of the documentation, defaults, refusals of keys and values.
#include <gtest/gtest.h>

#include <functional>

#include "scene_build_sample.h"
#include "text/schema.h"
#include "tolerances.h"

namespace cairn {
namespace {

using sample::build_refusal;
using sample::kHead;
using sample::one_body;
using sample::scene_of;

// Everything a hopper needs, in every way of writing.
const char* const kHopper = R"(title: Hopper, glass beads
let: {d: 0.5 mm, gap: 2 mm}
dimension: 3
gravity: [0, 0, -9.81]
materials:
  glass: {density: 2500 kg/m3, friction: 0.7, restitution: 0.5, young: 1e8 Pa, poisson: 0.3}
  wall:  {friction: 0.7}
pairs:
  glass-wall: {friction: 0.5}
method: {explicit: {law: hooke, stiffness: 500 N/m}}
time: {step: auto, end: 2 s}
domain: {min: [-0.1, -0.1, -0.2], max: [0.1, 0.1, 0.3], outside: remove}
bodies:
  - {name: beads, material: glass, shape: {sphere: {diameter: d}}, fill: {box: {min: [1 mm, 1 mm, 20 mm], max: [39 mm, 9 mm, 60 mm]}, count: 300, seed: 1}}
  - {name: slope, material: wall, shape: {box: {size: [60 mm, 12 mm, 2 mm]}}, position: [25 mm, 5 mm, 18 mm], orientation: {axis: [0, 1, 0], angle: -45 deg}, fixed: true}
  - {name: back, material: wall, shape: {plane: {normal: [1, 0, 0]}}, position: [0, 0, 0], fixed: true}
  - {name: gate, material: wall, shape: {box: {size: [4 mm, 12 mm, 1 mm]}}, position: [1 mm, 5 mm, -1 mm], fixed: true}
  - {name: probe, material: glass, shape: {cone: {radius: 3 mm, height: 12 mm}}, position: [20 mm, 5 mm, 90 mm]}
  - {name: drum, material: wall, shape: {drum: {radius: 50 mm, length: 6 mm, axis: y}}, position: [0, 0, 0.2], motion: {rotation: {axis: [0, 1, 0], speed: 40 rpm}}}
collide: {except: [[drum, beads], [drum, probe]]}
events:
  - {at: 0.3 s, remove: gate}
measure:
  flow: {mass_below: {z: -1 mm}, every: 5 ms}
  energy: {every: 10 ms}
output: {frames: 20 ms, contacts: true, checkpoint: 60 s}
stop: {when: kinetic_energy < 1e-9 J, after: 0.1 s}
)";

TEST(SceneVocabulary, ReadsTheExampleOfTheDocumentation) {
  const Scene scene = Scene::from_text(kHopper, "hopper.yaml");
  Warnings warnings;
  const World world = build_world(scene, warnings);
  EXPECT_EQ(warnings, Warnings());
  ASSERT_EQ(world.bodies.size(), 305u);
  EXPECT_EQ(world.groups, (std::vector<std::string>{"beads", "slope", "back", "gate", "probe", "drum"}));
  EXPECT_EQ(world.materials.at(0, 1).friction, 0.5);
  EXPECT_EQ(world.materials.at(0, 1).restitution, 0.5);
  EXPECT_EQ(world.bodies.place[0].radius, 0.25e-3);
  EXPECT_EQ(world.drives.size(), 1u);
  EXPECT_NEAR(world.drives[0].speed(0), 40 * 2 * M_PI / 60, kTensOfRoundings);

  const std::vector<Event> events = build_events(scene, world);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].what, "remove gate");
  const std::vector<NamedMeasure> measures = build_measures(scene, world);
  ASSERT_EQ(measures.size(), 2u);
  EXPECT_EQ(measures[0].name, "flow");
  EXPECT_EQ(measures[0].every, 0.005);
  const std::optional<Rule> stop = build_stop(scene, measures);
  ASSERT_TRUE(stop);
  EXPECT_EQ(stop->when.condition.text(), "kinetic_energy < 1e-9 J");
  EXPECT_EQ(stop->when.condition.inputs(), std::vector<std::string>{"kinetic_energy"});
  EXPECT_EQ(stop->after, 0.1);
  EXPECT_EQ(build_domain(scene)->outside, Outside::remove);
}

TEST(SceneVocabulary, ResolvedTextMeansTheSame) {
  const Scene scene = Scene::from_text(kHopper, "hopper.yaml", ".", {"let.d=0.6mm", "time.end=1 s"});
  const Scene again = Scene::from_text(scene.resolved(), "scene.yaml");
  EXPECT_EQ(again.resolved(), scene.resolved());
  Warnings warnings;
  EXPECT_EQ(state_hash(build_world(again, warnings)), state_hash(build_world(scene, warnings)));
  EXPECT_EQ(again["time"]["end"].number(), 1);
  EXPECT_EQ(again["bodies"].items()[0]["shape"]["diameter"].number(), 0.6e-3);
  EXPECT_EQ(scene.resolved().find("let"), std::string::npos);
}

TEST(SceneVocabulary, DefaultsAreThoseOfTheReference) {
  const Scene scene = scene_of("");
  EXPECT_EQ(scene["title"].text(), "");
  EXPECT_EQ(scene["dimension"].integer(), 3);
  EXPECT_EQ(Vec3(scene["gravity"].vector()), Vec3(0, 0, -9.81));
  EXPECT_EQ(scene["time"]["step"].chosen(), "auto");
  EXPECT_FALSE(scene["time"]["allow_unstable"].flag());
  EXPECT_FALSE(scene["domain"]);
  EXPECT_EQ(scene["damping"]["global"].number(), 0);
  EXPECT_EQ(scene["output"]["checkpoint"].number(), 60);
  EXPECT_FALSE(scene["output"]["contacts"].flag());
  EXPECT_FALSE(scene["stop"]);
  EXPECT_TRUE(scene["events"].items().empty());
}

// Every key says what it means, whatever its depth.
void expect_meanings(const Option& option, const std::string& path) {
  EXPECT_FALSE(option.meaning.empty()) << path;
  for (const Option& child : option.children) expect_meanings(child, path + "." + child.name);
}

TEST(SceneVocabulary, EveryKeyHasAMeaning) {
  for (const Option& child : scene_vocabulary().children) expect_meanings(child, child.name);
}

TEST(SceneVocabulary, SchemaAndReferenceHoldEverySection) {
  const std::string schema = json_schema(scene_vocabulary(), "scene"),
                    page = reference_page(scene_vocabulary(), "scene");
  for (const char* key :
       {"materials", "solid_fraction", "fix_base", "hooke", "mass_below", "inlet", "relax", "release"}) {
    EXPECT_CONTAINS(schema, std::string("\"") + key + "\"");
    EXPECT_CONTAINS(page, key);
  }
}

TEST(SceneVocabulary, UnknownKeysGetTheNearestName) {
  EXPECT_CONTAINS(build_refusal("materals: {}\n"), "scene.yaml:6:1: error: unknown key 'materals'");
  EXPECT_CONTAINS(build_refusal("materals: {}\n"), "did you mean 'materials'?");
  EXPECT_CONTAINS(build_refusal(one_body("nmae: a")),
                  "scene.yaml:7:6: error: unknown key 'nmae' in 'bodies[0]'");
  EXPECT_CONTAINS(build_refusal(one_body("name: a, shape: {sphre: {radius: 1}}")), "did you mean 'sphere'?");
  EXPECT_CONTAINS(build_refusal("events:\n  - {at: 1, remoe: a}\n"), "did you mean 'remove'?");
  EXPECT_CONTAINS(build_refusal("jonts: []\n"), "did you mean 'joints'?");
}

TEST(SceneVocabulary, MethodsThatDoNotExistAreUnknown) {
  const std::string rest = "materials: {}\ntime: {end: 1}\n";
  const auto refusal = [&](const std::string& method) {
    try {
      Scene::from_text(rest + method + "\n", "scene.yaml");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_CONTAINS(refusal("method: {magic: {law: cone}}"), "unknown method 'magic'");
  EXPECT_CONTAINS(refusal("method: {implicit: {law: cone, solver: pgss}}"), "did you mean 'pgs'?");
  EXPECT_CONTAINS(refusal("method: {implicit: {law: columb}}"), "did you mean 'coulomb'?");
  EXPECT_CONTAINS(refusal("method: {implicit: {law: cone, tolerance: 0}}"), "tolerance");
  EXPECT_CONTAINS(refusal("method: {explict: {law: hooke}}"), "did you mean 'explicit'?");
  EXPECT_CONTAINS(refusal("method: {explicit: {law: hook}}"), "did you mean 'hooke'?");
  EXPECT_CONTAINS(refusal("title: a"), "needs the key 'method'");
}

TEST(SceneVocabulary, BoundsOfMaterials) {
  const auto refusal = [](const std::string& property) {
    try {
      Scene::from_text("materials:\n  m: {" + property + "}\n", "scene.yaml");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_CONTAINS(refusal("restitution: 1.1"),
                  "scene.yaml:2:20: error: materials.m.restitution: must be >= 0 and <= 1");
  EXPECT_CONTAINS(refusal("restitution: -0.1"), "must be");
  EXPECT_CONTAINS(refusal("friction: -0.1"), "must be >= 0");
  EXPECT_CONTAINS(refusal("density: 0"), "must be > 0");
  EXPECT_CONTAINS(refusal("young: -1 Pa"), "must be > 0");
  EXPECT_CONTAINS(refusal("poisson: 0.6"), "must be");
  EXPECT_CONTAINS(refusal("density: 2 mm"), "expected a density");
}

}  // namespace
}  // namespace cairn
