// Faces of boxes that lie flat on each other, named by what one would see.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/random.h"
#include "collide/contact.h"
#include "math/quat.h"
#include "scene/paths.h"
#include "shapes/box.h"
#include "simulate.h"
#include "unit/scratch.h"

namespace cairn {
namespace {

constexpr double kUlpOfAGap =
    2e-16;  // m: sums of two gaps, each to half an ulp of 0.1 m and rounded once more

// Faces that hover over each other by less than a billionth of their size, and lean as little.
TEST(FlatFaces, FourContactsOfAFaceAreNotOnOnePlane) {
  const Box box{{0.05, 0.05, 0.05}};
  Random random(1);
  const auto small = [&] { return 1e-10 * (random.uniform() - 0.5); };
  for (int k = 0; k < 1000; ++k) {
    const Quat low = rotation({small(), small(), small()}), high = rotation({small(), small(), small()});
    const Vec3 above{small(), small(), 0.1 + 0.2 * small()};
    ContactPoints found;
    find_contacts({box, {}, low, 0.087}, {box, above, high, 0.087}, 1e-3, found);
    ASSERT_EQ(found.count, 4);
    // Sums over the two diagonals: the points are the corners of a square.
    double along[2] = {};
    for (int i = 0; i < 4; ++i)
      along[found.point[i].point.x * found.point[i].point.y > 0] += found.point[i].gap;
    ASSERT_NEAR(along[0], along[1], kUlpOfAGap) << k;
  }
}

// The gripper of the guide holds its block as a box; the same block as a mesh lost the forces of two of four
// contacts of each finger in every step, hung on one pair of corners, turned and fell.
TEST(FlatFaces, AGripperLosesABlockThatIsAMesh) {
  const Scratch scratch;
  const std::string file = scratch.file("block.obj");
  std::string text;
  for (int k = 0; k < 8; ++k)
    text += fmt::format("v {} {} {}\n", k & 1 ? 30 : -30, k & 2 ? 50 : -50, k & 4 ? 50 : -50);
  for (const char* face : {"1 3 4", "1 4 2", "5 6 8", "5 8 7", "1 2 6", "1 6 5", "3 7 8", "3 8 4", "1 5 7",
                           "1 7 3", "2 4 8", "2 8 6"})
    text += fmt::format("f {}\n", face);
  std::ofstream(file) << text;
  for (const char* solver : {"auto", "nlgs"})
    for (const char* grip : {"9 N", "12 N", "20 N"}) {
      test::SceneRun run = test::SceneRun::shipped(
          "guide/gripper.yaml",
          {fmt::format("bodies.block.shape={{mesh: {{file: {}, unit: 1 mm}}}}", file),
           fmt::format("method.implicit.solver={}", solver), fmt::format("let.grip={}", grip)},
          {.allowed = allowed_folders({std::filesystem::path(file).parent_path().string()}), .results = {}});
      double fastest = 0;
      run.until([&](const Simulation&) {
        fastest = std::max(fastest, norm(run.spin(1)));
        return false;
      });
      const double kLifted = 0.11366, kSlip = 1e-4;  // [m]
      EXPECT_NEAR(run.position(1).z, kLifted, kSlip) << solver << " " << grip;
      EXPECT_LT(fastest, 0.05) << solver << " " << grip;  // [rad/s]
    }
}

}  // namespace
}  // namespace cairn
