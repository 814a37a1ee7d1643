// The laboratory scenes of a body in a bed, against published laws: penetration, impact, segregation.
#include <gtest/gtest.h>

#include <cmath>

#include "lab_scene.h"

namespace cairn::test {
namespace {

// The deeper a rod, the harder it is pushed back.
TEST(Lab, PenetrationForceGrowsWithDepth) {
  constexpr double d = 4e-3;
  LabScene scene("penetration", {});
  scene.to(0.1);
  const double surface = scene("bed", "mean");
  const auto depth_of = [&](const Simulation& now) { return surface - (seen(now, "end", "z") - 10 * d); };
  std::vector<double> force;
  for (const double depth : {2 * d, 4 * d, 6 * d}) {
    scene.run.until([&](const Simulation& now) { return depth_of(now) >= depth - 0.5 * d; });
    double sum = 0;
    int count = 0;
    scene.run.until([&](const Simulation& now) {
      sum += seen(now, "rod", "z");
      ++count;
      return depth_of(now) >= depth + 0.5 * d;
    });
    force.push_back(sum / count);
  }
  EXPECT_GT(force[0], 0);
  EXPECT_GT(force[1], force[0]);
  EXPECT_GT(force[2], force[1]);
}

// The depth of a crater grows as the cube root of the whole drop [UE03].
TEST(Lab, ImpactDepthGrowsAsTheCubeRootOfTheDrop) {
  constexpr double kCubeRoot = 1.0 / 3, kBand = 0.08, d = 4e-3, radius = 2.5 * d;
  std::vector<double> log_drop, log_depth;
  for (const double height : {0.02, 0.08, 0.32}) {
    LabScene scene("impact", {"let.h=" + std::to_string(height) + " m"});
    scene.to(0.1);
    const double surface = scene("bed", "mean");
    double lowest = 15 * d;
    scene.run.until([&](const Simulation& now) {
      const double z = seen(now, "ball", "z");
      if (z < lowest) lowest = z;
      return false;
    });
    const double depth = surface - (lowest - radius);
    log_drop.push_back(std::log(height + 15 * d - radius - surface + depth));
    log_depth.push_back(std::log(depth));
  }
  EXPECT_NEAR(slope_of(log_drop, log_depth), kCubeRoot, kBand);
}

// The largest one rises when shaken [RO87].
TEST(Lab, TheLargestDiscRises) {
  LabScene scene("shaker", {});
  const double before = scene("large", "z") - scene("bed", "z");
  scene.run.to_end();
  EXPECT_LT(before, 0);
  EXPECT_GT(scene("large", "z"), scene("bed", "z"));
}

}  // namespace
}  // namespace cairn::test
