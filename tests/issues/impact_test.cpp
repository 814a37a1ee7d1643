// Runs of the impact stepper that are easily wrong, named by what one would see.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "simulate.h"
#include "tolerances.h"

namespace cairn::test {
namespace {

constexpr double kPermittedOverlap = 1e-3, kTwoContactDistances = 2e-3;  // of the radius; m
constexpr double kRestsNearly = 1e-3;                                    // m/s
constexpr double kGenerousForBudget = 1e-2;  // of the loss or work, which closes to ten digits

// A block falls on four balls that are lighter by the ratio.
TEST(ImpactIssues, LightBallsArePressedIntoTheFloorByAHeavyBlock) {
  for (const char* ratio : {"1e3", "1e5", "1e7"}) {
    SceneRun run(std::string("let: {ratio: ") + ratio + R"yaml(}
gravity: [0, 0, -9.81]
materials: {light: {density: 1000, friction: 0.3, restitution: 0.5}, heavy: {density: 20*ratio, friction: 0.3, restitution: 0.5}}
method: {impact: {}}
time: {step: 1 ms, end: 0.6}
bodies:
  - {name: floor, material: light, shape: {plane: {}}, position: [0, 0, 0], fixed: true}
  - {name: balls, material: light, shape: {sphere: {radius: 0.1}}, position: [0, 0, 0.1], lattice: {kind: cubic, spacing: 0.5, counts: [2, 2, 1]}}
  - {name: block, material: heavy, shape: {box: {size: [1, 1, 0.2]}}, position: [0.25, 0.25, 0.32]}
)yaml");
    double overlap = 0;
    run.until([&](const Simulation& simulation) {
      overlap = std::max(overlap, simulation.report().max_overlap);
      return false;
    });
    EXPECT_LE(overlap, kPermittedOverlap) << ratio;
    EXPECT_NEAR(run.position(5).z, 0.3, kTwoContactDistances) << ratio;
    EXPECT_LE(norm(run.velocity(5)), kRestsNearly) << ratio;
    const Energy energy = run.simulation.energy();
    EXPECT_NEAR(energy.imbalance, 0, kGenerousForBudget * energy.impact) << ratio;
  }
}

// Nothing can move the post along the normal of the floor that it stands on.
TEST(ImpactIssues, ALockedBodyOnAWallBreaksAContract) {
  for (const char* solver : {"etm", "sqm", "smm"}) {
    SceneRun run(std::string("method: {impact: {solver: ") + solver + R"yaml(}}
gravity: [0, 0, -9.81]
materials: {stone: {density: 2500, friction: 0.5, restitution: 0.5}}
time: {step: 1 ms, end: 0.2}
bodies:
  - {name: floor, material: stone, shape: {plane: {}}, position: [0, 0, 0], fixed: true}
  - {name: post, material: stone, shape: {sphere: {radius: 6 mm}}, position: [0, 0, 0.006], lock: [z]}
  - {name: ball, material: stone, shape: {sphere: {radius: 6 mm}}, position: [0.001, 0, 0.05]}
)yaml");
    run.to_end();
    EXPECT_EQ(run.position(1).z, 0.006) << solver;
    EXPECT_GE(run.position(2).z, 0.0059) << solver;
  }
}

// A box at rest has no energy to compare with before it is pushed.
TEST(ImpactIssues, TheBalanceOfABoxPushedFromRestIsHuge) {
  SceneRun run(R"yaml(
gravity: [0, 0, -9.81]
materials: {stone: {density: 1000, friction: 0.3, restitution: 0.5}}
method: {impact: {}}
time: {step: 1 ms, end: 0.5}
bodies:
  - {name: floor, material: stone, shape: {plane: {}}, position: [0, 0, 0], fixed: true}
  - {name: wall, material: stone, shape: {box: {size: [0.1, 1, 1]}}, position: [-0.5, 0, 0.51], motion: {translation: {velocity: [1, 0, 0]}}}
  - {name: box, material: stone, shape: {box: {size: [0.2, 0.2, 0.2]}}, position: [0, 0, 0.1]}
)yaml");
  run.to_end();
  EXPECT_GT(run.simulation.report().impacts.impacts, 0u);
  EXPECT_LE(run.simulation.report().impacts.worst_balance, kThousandsOfRoundings);
  EXPECT_NEAR(run.simulation.energy().imbalance, 0,
              kGenerousForBudget * run.simulation.energy().work_of_drives);
}

// Free flight keeps energy and angular momentum, however a body tumbles.
TEST(ImpactIssues, ATumblingBoxLosesEnergy) {
  SceneRun run(R"yaml(
gravity: [0, 0, 0]
materials: {stone: {density: 1000}}
method: {impact: {}}
time: {step: 5 ms, end: 50}
bodies:
  - {name: box, material: stone, shape: {box: {size: [0.4, 0.1, 0.2]}}, position: [0, 0, 0], velocity: [1, 0, 0], angular_velocity: [3, 1, 12]}
)yaml");
  const double before = run.simulation.energy().kinetic;
  run.to_end();
  EXPECT_NEAR(run.simulation.energy().kinetic, before, kTenThousandsOfRoundings * before);
}

TEST(ImpactIssues, ElasticBoxesCoolDownInABox) {
  SceneRun run(R"yaml(
gravity: [0, 0, 0]
materials: {stone: {density: 1000, restitution: 1}}
method: {impact: {threshold: 0}}
time: {step: 1 ms, end: 10}
bodies:
  - {name: room, material: stone, shape: {container: {size: [1, 1, 1]}}, position: [0, 0, 0], fixed: true}
  - {name: boxes, material: stone, orientation: random, shape: {box: {size: [0.2, 0.1, 0.15]}},
     fill: {box: {min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5]}, count: 15, seed: 1, spread: [2, 2, 2]}}
)yaml");
  const double before = run.simulation.energy().kinetic;
  run.to_end();
  EXPECT_GT(run.simulation.report().impacts.impacts, 1000u);
  EXPECT_NEAR(run.simulation.energy().kinetic, before, kHundredThousandsOfRoundings * before);
}

// There is no motion that the lid allows; the steps end all the same, and nothing flies apart.
TEST(ImpactIssues, AStepTakesForEverWhereALidLeavesNoRoom) {
  SceneRun run(R"yaml(
gravity: [0, 0, -9.81]
materials: {stone: {density: 1000, friction: 0.3, restitution: 0.5}}
method: {impact: {}}
time: {step: 1 ms, end: 0.32, allow_overlap: true}
bodies:
  - {name: tube, material: stone, shape: {container: {size: [0.3, 0.3, 1]}}, position: [0, 0, 0.5], fixed: true}
  - {name: lid, material: stone, shape: {box: {size: [0.29, 0.29, 0.1]}}, position: [0, 0, 0.6], motion: {translation: {velocity: [0, 0, -1.5]}}}
  - {name: balls, material: stone, shape: {sphere: {diameter: 0.1}}, position: [-0.1, -0.1, 0.05], lattice: {kind: cubic, spacing: 0.1, counts: [3, 3, 1]}}
)yaml");
  run.to_end();
  EXPECT_GT(run.simulation.report().impacts.completions, 0u);
  EXPECT_LT(run.simulation.report().impacts.impulses, 100'000'000u);
  for (Uid uid = 2; uid < 11; ++uid) EXPECT_LE(norm(run.velocity(uid)), 100);
}

// Whatever grains do, the box takes up their weight and their change of momentum.
TEST(ImpactIssues, GrainsThatCollideWeighLessThanTheyShould) {
  SceneRun run = SceneRun::shipped("papers/TG14/packing_spheres.yaml",
                                   {"let.count=60", "let.width=9", "let.depth=9", "time.end=4"});
  const double h = 1.0 / 600;
  Vec3 push, weight, momentum;
  while (!run.simulation.done()) {
    run.simulation.advance();
    const Bodies& bodies = run.world().bodies;
    momentum = {};
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      if (is_immobile(bodies.info[i])) {
        push -= h * bodies.load[i].force;
      } else {
        momentum += mass(bodies.inertia[i]) * bodies.motion[i].velocity;
        weight += h * mass(bodies.inertia[i]) * run.world().gravity;
      }
    }
  }
  EXPECT_LE(norm(momentum - push - weight), kThousandsOfRoundings * norm(weight));
  EXPECT_NEAR(run.simulation.energy().imbalance, 0, kMillionsOfRoundings * run.simulation.energy().impact);
}

}  // namespace
}  // namespace cairn::test
