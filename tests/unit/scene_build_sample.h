// Scenes for the tests of the build: a head with materials, method and time, to which a test adds its lines,
// and what building all of it says.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "scene/domain.h"
#include "scene/events.h"
#include "scene/inlets.h"
#include "scene/measures.h"
#include "scene/method.h"
#include "scene/scene.h"
#include "scene/stop.h"
#include "scene/world.h"

namespace cairn::sample {

// Five lines, so that what a test adds begins at line 6.
inline const std::string kHead =
    "materials:\n"
    "  glass: {density: 2500, friction: 0.5, restitution: 0.6}\n"
    "  wall: {friction: 0.3}\n"
    "method: {explicit: {law: hooke, stiffness: 1000}}\n"
    "time: {end: 1}\n";

inline Scene scene_of(const std::string& lines, const std::string& folder = ".") {
  return Scene::from_text(kHead + lines, "scene.yaml", folder);
}

inline World world_of(const std::string& lines, const std::string& folder = ".") {
  Warnings warnings;
  return build_world(scene_of(lines, folder), warnings);
}

inline void build_all(const Scene& scene) {
  Warnings warnings;
  const World world = build_world(scene, warnings);
  build_stepper(scene, world);
  build_events(scene, world);
  build_inlets(scene, world);
  const std::vector<NamedMeasure> measures = build_measures(scene, world);
  build_domain(scene);
  build_stop(scene, measures);
  build_conditional_events(scene, world, measures);
}

// The message of lines that must be refused.
inline std::string build_refusal(const std::string& lines, const std::string& folder = ".") {
  try {
    build_all(scene_of(lines, folder));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

// One body entry in flow style.
inline std::string one_body(const std::string& fields) { return "bodies:\n  - {" + fields + "}\n"; }

}  // namespace cairn::sample

#ifndef EXPECT_CONTAINS
#define EXPECT_CONTAINS(text, part) EXPECT_NE((text).find(part), std::string::npos) << "in: " << (text)
#endif
