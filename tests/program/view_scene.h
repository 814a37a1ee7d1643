// The scene of the tests of `cairn view` and `cairn export`.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "places.h"
#include "program/program.h"

namespace cairn::program {

// Beads and a brick that slide and settle in a box, with contacts in every frame. One bead slides on the
// floor from the start.
inline std::string box_scene(const std::string& end, const std::string& frames) {
  return fmt::format(R"(title: Beads in a box
materials:
  glass: {{density: 2500 kg/m3, friction: 0.5, restitution: 0.3, young: 1e7 Pa, poisson: 0.3}}
method: {{explicit: {{law: hooke, stiffness: 500 N/m}}}}
time: {{step: 1e-5 s, end: {}}}
bodies:
  - {{name: slider, material: glass, shape: {{sphere: {{diameter: 4 mm}}}}, position: [5 mm, 5 mm, 1.999 mm],
      velocity: [0.3, 0, 0]}}
  - {{name: beads, material: glass, shape: {{sphere: {{diameter: 4 mm}}}},
      fill: {{box: {{min: [0, 0, 5 mm], max: [20 mm, 20 mm, 20 mm]}}, count: 30, seed: 1}}}}
  - {{name: brick, material: glass, shape: {{box: {{size: [5 mm, 5 mm, 4 mm]}}}}, position: [10 mm, 10 mm, 25 mm]}}
  - {{name: floor, material: glass, shape: {{plane: {{normal: [0, 0, 1]}}}}, fixed: true}}
  - {{name: walls, material: glass, shape: {{container: {{size: [21 mm, 21 mm, 40 mm], open: [top]}}}},
      position: [10 mm, 10 mm, 20 mm], fixed: true}}
measure:
  energy: {{every: 1 ms}}
events:
  - {{at: 0.9 s, remove: brick}}
output: {{frames: {}, contacts: true, checkpoint: 0.2 s}}
)",
                     end, frames);
}

// A test that lacks a program is skipped, but not where CAIRN_NO_SKIPS is set, as in continuous integration.
inline bool may_skip() { return std::getenv("CAIRN_NO_SKIPS") == nullptr; }

// What a script of tests/python says in a folder with these words.
inline Outcome script(const TemporaryFolder& folder, const std::string& name, const Words& words) {
  Words all{"/usr/bin/env", "CAIRN_PROGRAM=" + cairn_program(), "PYTHONDONTWRITEBYTECODE=1",
            "/usr/bin/python3", in_source_tree("tests/python/" + name)};
  all.insert(all.end(), words.begin(), words.end());
  return run_other(folder, all);
}

}  // namespace cairn::program
