// Code for wide vectors computes the same bits as code for the usual ones, with every part of a force law.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "simulate.h"

namespace cairn {
namespace {

using test::SceneRun;

std::uint64_t hash_of(const std::string& law, Vectors vectors) {
  SceneRun run(fmt::format(R"yaml(
gravity: [1, 2, -9.81]
materials:
  soft: {{density: 2500, friction: 0.5, restitution: 0.4, young: 5e6, poisson: 0.3, rolling_friction: 0.1, work_of_adhesion: 0.05}}
  hard: {{density: 4000, friction: 0.3, restitution: 0.8, young: 2e7, poisson: 0.25, work_of_adhesion: 0.02}}
method: {{explicit: {{{}}}}}
time: {{step: 1e-5, end: 10}}
bodies:
  - {{name: floor, material: hard, shape: plane, position: [0, 0, 0], fixed: true}}
  - {{name: side, material: hard, shape: {{plane: {{normal: [-1, 0, 0]}}}}, position: [13 mm, 0, 0], motion: {{translation: {{velocity: [-0.1, 0, 0.1]}}}}}}
  - {{name: bin, material: hard, shape: {{container: {{size: [30 mm, 30 mm, 60 mm]}}}}, position: [0, 0, 29 mm], fixed: true}}
  - {{name: balls, materials: [soft, hard], shape: sphere, velocity: [0.2, 0.1, -1],
     fill: {{box: {{min: [-12 mm, -12 mm, 0], max: [12 mm, 12 mm, 30 mm]}}, count: 250, seed: 3, sizes: {{uniform: [3 mm, 5 mm]}}}}}}
)yaml",
                           law));
  run.simulation.use_vectors(vectors);
  while (run.world().step < 400) run.simulation.advance();
  EXPECT_GT(run.simulation.report().contacts, 100u) << law;  // it is about contacts
  return run.simulation.hash();
}

TEST(Vectors, WideOnesGiveTheBitsOfTheUsualOnes) {
  if (best_vectors() != Vectors::wide) GTEST_SKIP() << "this processor or build has no wide vectors";
  std::vector<std::string> laws;
  for (const char* damping : {"restitution", "root, damping_coefficient: 1e8", "none"}) {
    for (const char* tangential :
         {"mindlin", "mindlin, rescale: loading", "hooke, tangential_stiffness: 500", "none"}) {
      laws.push_back(fmt::format("law: hertz_mindlin, damping: {}, tangential: {}", damping, tangential));
      laws.push_back(laws.back() + ", adhesion: jkr");
    }
    laws.push_back(fmt::format("law: hooke, stiffness: 3000, damping: {}", damping));
    laws.push_back(fmt::format("law: hooke, stiffness: 3000, damping: {}, tangential: none", damping));
  }
  laws.push_back("law: hertz_mindlin, adhesion: dmt, rolling: spring");
  laws.push_back("law: hooke, stiffness: 3000, adhesion: cohesion, cohesion: 1e-4 N, rolling: constant");
  laws.push_back("law: hooke, stiffness: 3000, adhesion: bridge, liquid_share: 0.01");
  laws.push_back("law: hertz_mindlin, adhesion: van_der_waals, hamaker: 1e-15, separation: 1 um");
  laws.push_back("law: luding, stiffness: 1000, adhesive_ratio: 0.5, rolling: spring");
  laws.push_back("law: edinburgh, adhesive_ratio: 0.5, adhesion: bridge, liquid_volume: 0.1 mm3");
  for (const std::string& law : laws)
    EXPECT_EQ(hash_of(law, Vectors::wide), hash_of(law, Vectors::usual)) << law;
}

}  // namespace
}  // namespace cairn
