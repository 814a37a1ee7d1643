// A law that is asked for a largest overlap keeps it, whatever pushes the bodies together.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "simulate.h"

namespace cairn::test {
namespace {

struct Pressed {
  const char* name;
  const char* scene;  // bodies, and what else the scene has
};

constexpr const char* kFloor =
    "  - {name: floor, material: glass, shape: {plane: {}}, position: [0, 0, 0], fixed: true}\n";

const Pressed kScenes[] = {
    {"FallFromAHeight", R"yaml(
time: {end: 0.36}
bodies:
  - {name: balls, material: glass, shape: {sphere: {radius: 0.01}}, position: [0, 0, 0.5], lattice: {spacing: 0.021, counts: [2, 2, 2], jitter: 0.02}}
)yaml"},
    {"Inlet", R"yaml(
time: {end: 0.3}
inlet: {material: glass, shape: {sphere: {radius: 0.01}}, region: {box: {min: [-0.02, -0.02, 0.3], max: [0.02, 0.02, 0.4]}}, rate: 40, velocity: [0, 0, -2]}
bodies:
)yaml"},
    {"SizeDistribution", R"yaml(
time: {end: 0.12}
bodies:
  - {name: tube, material: glass, shape: {container: {size: [0.06, 0.06, 0.6]}}, position: [0, 0, 0.3], fixed: true}
  - {name: balls, material: glass, shape: sphere, fill: {box: {min: [-0.03, -0.03, 0], max: [0.03, 0.03, 0.15]}, count: 20, seed: 1, sizes: {uniform: [0.006, 0.02]}}}
)yaml"},
    {"BallOnWall", R"yaml(
time: {end: 0.3}
bodies:
  - {name: ball, material: glass, shape: {sphere: {radius: 0.01}}, position: [0, 0, 0.2]}
)yaml"},
    {"DrivenPlate", R"yaml(
time: {end: 0.2}
bodies:
  - {name: plate, material: glass, shape: {box: {size: [0.1, 0.1, 0.01]}}, position: [0, 0, 0.1], motion: {translation: {velocity: [0, 0, "2*cos(40*t)"]}}}
  - {name: ball, material: glass, shape: {sphere: {radius: 0.01}}, position: [0, 0, 0.1161]}
)yaml"},
    {"InitialVelocity", R"yaml(
time: {end: 0.05}
gravity: [0, 0, 0]
bodies:
  - {name: left, material: glass, shape: {sphere: {radius: 0.01}}, position: [-0.05, 0, 0.5], velocity: [3, 0, 0]}
  - {name: right, material: glass, shape: {sphere: {radius: 0.01}}, position: [0.05, 0, 0.5], velocity: [-3, 0, 0]}
  - {name: small, material: glass, shape: {sphere: {radius: 0.005}}, position: [0, 0, 0.5]}
)yaml"},
    {"Drum", R"yaml(
time: {end: 0.15}
bodies:
  - {name: drum, material: glass, shape: {drum: {radius: 0.05, length: 0.03, axis: y}}, position: [0, 0, 0.2], motion: {rotation: {axis: [0, 1, 0], speed: 60 rpm}}}
  - {name: balls, material: glass, shape: {sphere: {radius: 0.005}}, fill: {box: {min: [-0.03, -0.014, 0.17], max: [0.03, 0.014, 0.23]}, count: 40, seed: 1}}
)yaml"},
    {"HeavyLid", R"yaml(
time: {end: 0.1}
bodies:
  - {name: balls, material: glass, shape: {sphere: {radius: 0.01}}, position: [-0.025, -0.025, 0.01], lattice: {spacing: 0.025, counts: [3, 3, 1]}}
  - {name: lid, material: lead, shape: {box: {size: [0.09, 0.09, 0.05]}}, position: [0, 0, 0.07]}
)yaml"},
    {"Discs", R"yaml(
time: {end: 0.25}
dimension: 2
bodies:
  - {name: discs, material: glass, shape: {disc: {radius: 0.01}}, fill: {box: {min: [-0.05, -1, 0], max: [0.05, 1, 0.3]}, count: 40, seed: 1}}
  - {name: left, material: glass, shape: {plane: {normal: [1, 0, 0]}}, position: [-0.05, 0, 0], fixed: true}
  - {name: right, material: glass, shape: {plane: {normal: [-1, 0, 0]}}, position: [0.05, 0, 0], fixed: true}
)yaml"},
    {"GravityColumn", R"yaml(
time: {end: 0.1}
bodies:
  - {name: balls, material: glass, shape: {sphere: {radius: 0.01}}, lock: [x, y], position: [0, 0, 0.01], lattice: {spacing: 0.02, counts: [1, 1, 20]}}
)yaml"},
    {"BodyAddedLater", R"yaml(
time: {end: 0.25}
events: [{at: 0.05, add: {name: heavy, material: lead, shape: {sphere: {radius: 0.02}}, position: [0, 0, 0.3], velocity: [0, 0, -1]}}]
bodies:
  - {name: ball, material: glass, shape: {sphere: {radius: 0.01}}, position: [0, 0, 0.01]}
)yaml"},
};

class AskedOverlap : public testing::TestWithParam<Pressed> {};

TEST_P(AskedOverlap, IsNotPassed) {
  for (const char* law : {"hooke", "hertz_mindlin"}) {
    std::string scene = GetParam().scene;
    scene.insert(scene.find("bodies:\n") + 8, kFloor);
    SceneRun run(
        std::string("materials:\n"
                    "  glass: {density: 2500, young: 1e9, poisson: 0.3, friction: 0.3, restitution: 0.9}\n"
                    "  lead: {density: 11000, young: 1e9, poisson: 0.3, friction: 0.3, restitution: 0.9}\n"
                    "method: {explicit: {law: ") +
        law + ", overlap: 0.02}}" + scene);
    double reached = 0;
    run.until([&](const Simulation& simulation) {
      reached = std::max(reached, simulation.report().max_overlap);
      return false;
    });
    EXPECT_LE(reached, 0.02) << law << ", " << run.simulation.step() << " steps: " << run.simulation.log()[0];
    EXPECT_GT(reached, 0) << law;
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, AskedOverlap, testing::ValuesIn(kScenes),
                         [](const auto& scene) { return std::string(scene.param.name); });

}  // namespace
}  // namespace cairn::test
