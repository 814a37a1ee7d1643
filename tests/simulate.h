// Runs a scene given as text, for tests that compare with theory.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "places.h"
#include "run/simulation.h"
#include "scene/scene.h"

namespace cairn::test {

struct SceneRun {
  explicit SceneRun(std::string yaml, int threads = 1, std::vector<std::string> overrides = {})
      : SceneRun(Scene::from_text(std::move(yaml), "test.yaml", ".", overrides), threads) {}
  explicit SceneRun(Scene scene, int threads = 1) : simulation(std::move(scene), threads) {
    simulation.start();
  }
  // One of the scenes that come with the program.
  static SceneRun shipped(const std::string& path, const std::vector<std::string>& overrides = {},
                          const Reach& reach = {}) {
    return SceneRun(Scene::from_file(in_source_tree("scenes/") + path, overrides, reach));
  }
  // Steps until the end of the scene, or until `stop` says so.
  template <class Stop>
  void until(Stop&& stop) {
    while (!simulation.done() && !stop(simulation)) simulation.advance();
  }
  void to_end() {
    until([](const Simulation&) { return false; });
  }

  const World& world() { return simulation.world(); }
  Bodies::Body body(Uid uid) { return world().bodies.get(world().bodies.local(uid)); }
  Vec3 position(Uid uid) { return body(uid).place.position; }
  Vec3 velocity(Uid uid) { return body(uid).motion.velocity; }
  Vec3 spin(Uid uid) { return body(uid).motion.spin; }

  Simulation simulation;
};

}  // namespace cairn::test
