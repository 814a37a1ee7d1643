// Scenes that nobody thought of: shapes, materials, drives, cells, meshes, joints, bonds and events at
// random, for one method. The same seed gives the same scene.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::random_scenes {

struct Method {
  std::string name, yaml;
  std::uint64_t steps = 0;
  bool is_explicit = false, is_impact = false, is_compliant = false;
};
const std::vector<Method>& methods();

// Sections whose items may be left out one by one, which is how a failing scene is made small.
struct RandomScene {
  std::string head;  // everything that must stay
  std::vector<std::string> bodies, joints, bonds, events, others;
  bool is_isolated = false;  // nothing from outside changes its momentum
  std::uint64_t steps = 0;

  std::string text() const;
};
RandomScene random_scene(const Method& method, std::uint64_t seed);

}  // namespace cairn::random_scenes
