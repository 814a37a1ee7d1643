// What the impact stepper does not do is refused where it is asked for: at the start, by an event, or brought
// along by an earlier run.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "results/frames.h"
#include "scene_build_sample.h"
#include "scratch.h"

namespace cairn {
namespace {

using sample::build_all;

std::string message_of(const std::string& yaml, const std::string& folder = ".") {
  try {
    build_all(Scene::from_text(yaml, "scene.yaml", folder));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

// A wall and a ball; what a test adds is line 6.
const std::string kBodies =
    "method: {impact: {}}\n"
    "time: {step: 1 ms, end: 1}\n"
    "bodies:\n"
    "  - {name: wall, material: stone, shape: {box: {size: [1, 1, 1]}}, position: [0, 0, -1], fixed: true}\n"
    "  - {name: ball, material: stone, shape: {sphere: {radius: 0.1}}, position: [0, 0, 2]}\n";
const std::string kStone = "materials: {stone: {density: 2500}}\n";
const std::string kCell = "periodic: {min: [-3, -3, -3], max: [3, 3, 3]";

TEST(SceneImpactScope, WhatIsThereAtTheStart) {
  struct Case {
    std::string line, what, place;
  };
  for (const Case& c : {
           Case{"joints: [{ball: {bodies: [wall, ball], point: [0, 0, 2]}}]", "joints", "6:9"},
           Case{"damping: {local: 0.5}", "damping.local", "6:18"},
           Case{kCell + ", strain_rate: [0, 0, -1]}", "deforming cell", "6:"},
           Case{kCell + ", shear_rate: {xz: 1}}", "deforming cell", "6:"},
           Case{"pairs: {stone-stone: {cohesion: 1}}", "cohesion", "6:33"},
           Case{"pairs: {stone-stone: {rolling_friction: 0.1}}", "rolling_friction", "6:41"},
       }) {
    const std::string message = message_of(kBodies + c.line + "\n" + kStone);
    EXPECT_CONTAINS(message, "scene.yaml:" + c.place);
    EXPECT_CONTAINS(message, "method impact has no " + c.what);
  }
  for (const char* property :
       {"rolling_friction", "twisting_friction", "work_of_adhesion", "restitution_tangential"}) {
    const std::string message =
        message_of(kBodies + "materials: {stone: {density: 2500, " + property + ": 0.1}}\n");
    EXPECT_CONTAINS(message, "scene.yaml:6:");
    EXPECT_CONTAINS(message, std::string("method impact has no ") + property);
    EXPECT_EQ(message_of(kBodies + "materials: {stone: {density: 2500, " + property + ": 0}}\n"), "accepted");
  }
}

TEST(SceneImpactScope, WhatComesByEvents) {
  struct Case {
    std::string action, what;
  };
  const std::string servo = "{servo: {force: 1, axis: [0, 0, 1]}}";
  for (const Case& c : {
           Case{"motion: {wall: " + servo + "}", "servo walls"},
           Case{"add: {name: lid, material: stone, shape: {box: {size: [1, 1, 1]}}, position: [0, 0, 5], "
                "motion: " +
                    servo + "}",
                "servo walls"},
           Case{"deform: {strain_rate: [0, 0, -1]}", "deforming cell"},
           Case{"deform: {shear_rate: {xy: 0.1}}", "deforming cell"},
           Case{"damping: {local: 0.5}", "damping.local"},
           Case{"materials: {stone: {rolling_friction: 0.1}}", "rolling_friction"},
           Case{"materials: {stone: {work_of_adhesion: 1}}", "work_of_adhesion"},
           Case{"pairs: {stone-stone: {cohesion: 1}}", "cohesion"},
       }) {
    const std::string message =
        message_of(kBodies + "events: [{at: 0.5, " + c.action + "}]\n" + kStone + kCell + "}\n");
    EXPECT_CONTAINS(message, "scene.yaml:6:");
    EXPECT_CONTAINS(message, "method impact has no " + c.what);
  }
  for (const std::string action : {"motion: {wall: {translation: {velocity: [0, 0, 1]}}}", "deform: {}",
                                   "damping: {global: 0.5}", "materials: {stone: {friction: 0.1}}"})
    EXPECT_EQ(message_of(kBodies + "events: [{at: 0.5, " + action + "}]\n" + kStone + kCell + "}\n"),
              "accepted");
}

TEST(SceneImpactScope, WhatAnEarlierRunBringsAlong) {
  const Scratch scratch;
  const auto leave_run = [&](const std::string& name, const std::string& stone, const std::string& wall) {
    const std::string yaml =
        "materials: {stone: {density: 2500" + stone +
        "}}\nmethod: {explicit: {law: hooke, stiffness: 1000}}\ntime: {end: 1}\nbodies:\n"
        "  - {name: wall, material: stone, shape: {box: {size: [1, 1, 1]}}, position: "
        "[0, 0, -1], " +
        wall +
        "}\n"
        "  - {name: ball, material: stone, shape: {sphere: {radius: 0.1}}, position: "
        "[0, 0, 2]}\n";
    std::filesystem::create_directories(scratch.file(name));
    const Scene scene = Scene::from_text(yaml, "first.yaml", scratch.folder());
    std::ofstream(scratch.file(name + "/scene.yaml")) << scene.resolved();
    Warnings warnings;
    const World world = build_world(scene, warnings);
    RunFile::create(scratch.file(name + "/run.h5"), world).append(world, frame_of(world));
    return message_of("method: {impact: {}}\ntime: {step: 1 ms, end: 1}\nstart: {from: " + name + "}\n",
                      scratch.folder());
  };
  EXPECT_EQ(leave_run("plain.run", "", "fixed: true"), "accepted");
  const std::string rolls = leave_run("rolls.run", ", rolling_friction: 0.1", "fixed: true");
  EXPECT_CONTAINS(rolls, "scene.yaml:3:");
  EXPECT_CONTAINS(rolls, "method impact has no rolling_friction");
  const std::string pushes = leave_run("pushes.run", "", "motion: {servo: {force: 1, axis: [0, 0, 1]}}");
  EXPECT_CONTAINS(pushes, "scene.yaml:3:");
  EXPECT_CONTAINS(pushes, "method impact has no servo walls");
}

}  // namespace
}  // namespace cairn
