// A sphere against every shape, compared with the brute-force distance of surface_oracle.h.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "collide/contact.h"
#include "tolerances.h"
#include "unit/surface_oracle.h"

namespace cairn {
namespace {

using namespace samples;

constexpr double kPatternSearchError = 1e-7;     // of distances found by the oracle
constexpr double kSecondDifferenceError = 1e-5;  // of a central difference with step 1e-6 at curvature < 1e3

constexpr int kCases = 60;  // of each shape

struct Scene {
  Shape ball;
  Shape shape;
  Vec3 centre, position;
  Quat orientation, ball_orientation;
  double radius;

  ContactPoints contacts(const Vec3& c, double margin = kInfinity) const {
    ContactPoints found;
    find_contacts({ball, c, ball_orientation, radius}, {shape, position, orientation, bounding_radius(shape)},
                  margin, found);
    return found;
  }
  double gap(const Vec3& c) const {
    double least = kInfinity;
    const ContactPoints found = contacts(c);
    for (int i = 0; i < found.count; ++i) least = std::min(least, found.point[i].gap);
    return least;
  }
  Vec3 local(const Vec3& p) const { return rotate_back(orientation, p - position); }
  Vec3 world(const Vec3& p) const { return position + rotate(orientation, p); }
};

// Inside, on and around the shape; inside alone for walls that have no outside.
Scene random_scene(const Shape& shape, Random& random) {
  Bounds bounds = local_bounds(shape);
  const double grow = is_solid_outside(shape) && !std::holds_alternative<Plane>(shape) ? 1 : 1.6;
  const Vec3 low = max(grow * bounds.low, {-2, -2, -2}), high = min(grow * bounds.high, {2, 2, 2});
  Scene scene{Sphere{},
              shape,
              {},
              random_in_box(random, {-3, -3, -3}, {3, 3, 3}),
              random_orientation(random),
              random_orientation(random),
              random.uniform(0.05, 0.5)};
  do scene.centre = random_in_box(random, low - Vec3{0, 0, 0.2}, high + Vec3{0, 0, 0.2});
  while (is_solid_outside(shape) && !std::holds_alternative<Plane>(shape) &&
         oracle_of(shape).is_inside(scene.centre));
  // As if the ball's centre were given in the shape's axes.
  scene.centre = scene.world(scene.centre);
  if (std::holds_alternative<Sphere>(shape) || std::holds_alternative<Disc>(shape)) scene.shape = Sphere{0.7};
  return scene;
}

TEST(PairTableOracle, SmallestGapIsTheDistanceToTheSurface) {
  Random random(11);
  double worst = 0;
  for (const auto& [name, shape] : sample_shapes()) {
    const Oracle oracle = oracle_of(shape);
    for (int k = 0; k < kCases; ++k) {
      const Scene scene = random_scene(shape, random);
      const double expected = oracle.distance(scene.local(scene.centre)) - scene.radius;
      const double found = scene.gap(scene.centre);
      ASSERT_NEAR(found, expected, kPatternSearchError) << name << " case " << k;
      worst = std::max(worst, std::abs(found - expected));
    }
  }
  RecordProperty("worst", fmt::format("{:.2e}", worst));
}

TEST(PairTableOracle, EveryContactTouchesTheSurfaceAndItsPointLiesMidway) {
  Random random(12);
  for (const auto& [name, shape] : sample_shapes()) {
    const Oracle oracle = oracle_of(shape);
    for (int k = 0; k < 30; ++k) {
      const Scene scene = random_scene(shape, random);
      const ContactPoints found = scene.contacts(scene.centre);
      ASSERT_GE(found.count, 1) << name;
      for (int i = 0; i < found.count; ++i) {
        const ContactPoint& c = found.point[i];
        const Vec3 on_ball = scene.centre + scene.radius * c.normal, foot = on_ball + c.gap * c.normal;
        EXPECT_NEAR(norm(c.normal), 1, kTensOfRoundings) << name;
        EXPECT_LT(norm(c.point - 0.5 * (on_ball + foot)), kTensOfRoundings) << name;
        const double off = std::abs(oracle.distance(scene.local(foot)));
        EXPECT_LT(off, kPatternSearchError) << name << " case " << k << " contact " << i;
        if (i > 0) {
          EXPECT_LT(found.point[i - 1].feature, c.feature) << name;
        }
      }
    }
  }
}

// Moving the centre by dx changes the gap of a contact by -n·dx.
TEST(PairTableOracle, NormalIsTheGradientOfTheGap) {
  Random random(13);
  constexpr double h = 1e-6;
  for (const auto& [name, shape] : sample_shapes()) {
    int smooth = 0;
    for (int k = 0; k < 60; ++k) {
      const Scene scene = random_scene(shape, random);
      const ContactPoints at = scene.contacts(scene.centre);
      for (int i = 0; i < at.count; ++i) {
        if (at.point[i].gap != scene.gap(scene.centre)) continue;
        Vec3 gradient;
        double kink = 0;
        for (int axis = 0; axis < 3; ++axis) {
          Vec3 e;
          e[axis] = h;
          const double plus = scene.gap(scene.centre + e), minus = scene.gap(scene.centre - e);
          gradient[axis] = (plus - minus) / (2 * h);
          kink = std::max(kink, std::abs(plus + minus - 2 * at.point[i].gap) / h);
        }
        if (kink > 1e-3) continue;  // within h of an edge of the distance field
        ++smooth;
        EXPECT_LT(norm(gradient + at.point[i].normal), kSecondDifferenceError) << name << " case " << k;
      }
    }
    EXPECT_GT(smooth, 50) << name;
  }
}

// The gap is a distance: it never changes faster than the centre moves, through surfaces, edges and axes
// alike.
TEST(PairTableOracle, GapIsContinuousAlongPaths) {
  Random random(14);
  for (const auto& [name, shape] : sample_shapes()) {
    for (int k = 0; k < 12; ++k) {
      const Scene scene = random_scene(shape, random);
      // Every other path runs through the origin, where axes and centres are.
      const Vec3 from = random_in_box(random, {-2, -2, -2}, {2, 2, 2});
      const Vec3 to = k % 2 == 0 ? -from : random_in_box(random, {-2, -2, -2}, {2, 2, 2});
      constexpr int steps = 500;
      double before = scene.gap(scene.world(from));
      for (int i = 1; i <= steps; ++i) {
        const double now = scene.gap(scene.world(from + 1.0 * i / steps * (to - from)));
        ASSERT_LE(std::abs(now - before), norm(to - from) / steps + kHundredsOfRoundings)
            << name << " step " << i;
        before = now;
      }
    }
  }
}

// However far outside a ball has been pressed, walls without an outside push it back by all that is missing.
TEST(PairTableOracle, ClosedWallsPushBackFromAnyDepth) {
  Random random(15);
  for (const auto& [name, shape] : sample_shapes()) {
    if (!is_solid_outside(shape) || std::holds_alternative<Plane>(shape)) continue;
    for (int k = 0; k < 50; ++k) {
      Scene scene = random_scene(shape, random);
      scene.radius = 0.1;
      scene.centre = scene.world(random_in_box(random, {-9, -9, -9}, {9, 9, 9}));
      // Each contact moves the ball to the free side of its own wall; the walls are independent of each
      // other.
      const ContactPoints found = scene.contacts(scene.centre, 0);
      Vec3 c = scene.centre;
      for (int i = 0; i < found.count; ++i) c += found.point[i].gap * found.point[i].normal;
      EXPECT_GT(scene.gap(c), -1e-12) << name;
    }
  }
}

}  // namespace
}  // namespace cairn
