// First contact of moving bodies against dense stepping.
#include <gtest/gtest.h>

#include "collide/time_of_impact.h"
#include "tolerances.h"
#include "unit/solid_samples.h"

namespace cairn {
namespace {

constexpr double kDistanceOverSpeed = 2e-9;  // s: twice 1e-6 m at 1000 m/s
constexpr double kTimeOfABillionth = 1e-9;   // s: 1e-9 m at speeds above 1 m/s

using namespace samples;

constexpr double kTolerance = 1e-6;

double gap_at(const Flight& a, const Flight& b, double t) {
  ContactPoints found;
  find_contacts(a.at(t), b.at(t), kInfinity, found);
  double least = kInfinity;
  for (int k = 0; k < found.count; ++k) least = std::min(least, found.point[k].gap);
  return least;
}

// The first of many times at which the gap is at most the tolerance, then halved down.
std::optional<double> by_dense_steps(const Flight& a, const Flight& b, int steps) {
  for (int k = 1; k <= steps; ++k) {
    if (gap_at(a, b, 1.0 * k / steps) > kTolerance) continue;
    double low = (k - 1.0) / steps, high = 1.0 * k / steps;
    for (int i = 0; i < 30; ++i)
      (gap_at(a, b, 0.5 * (low + high)) > kTolerance ? low : high) = 0.5 * (low + high);
    return high;
  }
  return {};
}

Flight fly(const Shape& shape, const Vec3& at, const Quat& turn, const Motion& motion) {
  const double radius = std::holds_alternative<Sphere>(shape) ? 0.3 : bounding_radius(shape);
  return {{shape, at, turn, radius}, motion};
}

void compare(const Shape& first, const Shape& second, bool wall, Random& random, int& hits, int& misses) {
  const auto any = [&](double size) {
    return random_in_box(random, -size * Vec3{1, 1, 1}, size * Vec3{1, 1, 1});
  };
  const Vec3 from = wall ? any(0.2) : 2.2 * unit(any(1));
  const Motion fast{wall ? any(2) : -2.2 * unit(from) + any(1), any(3)};
  const Flight a = fly(first, from, random_orientation(random), fast),
               b = fly(second, {}, wall ? Quat{} : random_orientation(random), {{}, wall ? Vec3{} : any(2)});
  if (gap_at(a, b, 0) <= kTolerance) return;
  const std::optional<Impact> impact = time_of_impact(a, b, 1, kTolerance).impact;
  const std::optional<double> expected = by_dense_steps(a, b, 500);
  // Dense steps may miss a short touch, never invent one.
  if (expected && (!impact || impact->time > *expected + 1e-6)) ADD_FAILURE() << "late";
  if (!impact) {
    ++misses;
    return;
  }
  ++hits;
  EXPECT_LE(gap_at(a, b, impact->time), kTolerance);
  if (expected && std::abs(impact->time - *expected) > 1e-6) {
    EXPECT_LE(gap_at(a, b, impact->time), kTolerance);  // an earlier touch between two of the steps
    EXPECT_LT(impact->time, *expected);
  }
}

TEST(TimeOfImpact, ConvexBodiesAgainstDenseSteps) {
  Random random(1);
  int hits = 0, misses = 0;
  const std::vector<NamedSample> solids = convex_solids();
  for (std::size_t i = 0; i < solids.size(); i += 2)
    for (std::size_t j = i; j < solids.size(); j += 3) {
      SCOPED_TRACE(solids[i].name + ", " + solids[j].name);
      compare(solids[i].shape, solids[j].shape, false, random, hits, misses);
    }
  EXPECT_GT(hits, 10);
  EXPECT_GT(misses, 0);
}

TEST(TimeOfImpact, WallsCompoundsAndMeshes) {
  Random random(2);
  int hits = 0, misses = 0;
  const Shape cross = make_compound(cross_of_cubes(0.2)).compound,
              mesh = make_mesh(surface(Box{{0.4, 0.5, 0.6}}, 1), MeshKind::solid).mesh;
  for (int k = 0; k < 4; ++k) {
    compare(cross, Box{{0.5, 0.4, 0.3}}, false, random, hits, misses);
    compare(cross, mesh, false, random, hits, misses);
    compare(Ellipsoid{{0.3, 0.2, 0.1}}, mesh, false, random, hits, misses);
    compare(Box{{0.3, 0.2, 0.1}}, Container{{1, 1, 1}, 0}, true, random, hits, misses);
    compare(Cylinder{0.1, 0.2}, Drum{1, 1}, true, random, hits, misses);
    compare(Sphere{0.3}, Cup{1, 1}, true, random, hits, misses);
  }
  EXPECT_GT(hits, 10);
}

// A mesh that spins about the normal of a plane, two tolerances above it: the bound of its surface speed
// holds for every point, so that each advance is tiny, though nothing comes nearer.
TEST(TimeOfImpact, SaysThatItGaveUp) {
  const Shape mesh = make_mesh(surface(Box{{0.4, 0.5, 0.6}}, 1), MeshKind::solid).mesh, plane = Plane{};
  const Flight a{{mesh, {0, 0, -local_bounds(mesh).low.z + 2e-6}, {}, bounding_radius(mesh)},
                 {{}, {0, 0, 10}}},
      b = fly(plane, {}, {}, {});
  const ImpactSearch search = time_of_impact(a, b, 1, 1e-6);
  EXPECT_FALSE(search.impact);
  EXPECT_TRUE(search.gave_up);
  const ImpactSearch still = time_of_impact({a.start, {}}, b, 1, 1e-6);
  EXPECT_FALSE(still.impact);
  EXPECT_FALSE(still.gave_up);
}

TEST(TimeOfImpact, ABulletDoesNotPassThroughAPlate) {
  const Shape bullet = Sphere{0.3}, plate = Box{{1, 1, 0.001}};
  const Flight a = fly(bullet, {0.1, 0.2, 5}, {}, {{0, 0, -1000}, {}}), b = fly(plate, {}, {}, {});
  const std::optional<Impact> impact = time_of_impact(a, b, 1, 1e-6).impact;
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, (5 - 0.3 - 0.001) / 1000, kDistanceOverSpeed);
  EXPECT_LT(norm(impact->contact.normal - Vec3{0, 0, -1}), kThousandsOfRoundings);
}

// In a container the bound is that of every point: a ball that skims the floor advances by its gap.
TEST(TimeOfImpact, SaysThatItGaveUpInAContainer) {
  const double tolerance = 1e-6;
  const Shape ball = Sphere{0.3}, container = Container{{1, 1, 1}, 0};
  const Flight a = fly(ball, {-0.5, 0, -0.7 + 2 * tolerance}, {}, {{1, 0, 0}, {}}),
               b = fly(container, {}, {}, {});
  const ImpactSearch search = time_of_impact(a, b, 1, tolerance);
  EXPECT_FALSE(search.impact);
  EXPECT_TRUE(search.gave_up);
}

// h − R = −v t + ½ g t²: once thrown up and once down, over a plane and over a ball.
TEST(TimeOfImpact, AThrownBallFalls) {
  const double g = 9.81, tolerance = 1e-9;
  const Shape ball = Sphere{0.3}, plane = Plane{},
              cross =
                  make_compound({{Box{{0.5, 0.2, 0.2}}, {}, {}, 0.6}, {Box{{0.2, 0.2, 0.5}}, {}, {}, 0.6}})
                      .compound;
  for (const double v : {-3.0, 0.0, 4.0}) {
    for (const Shape& target : {plane, ball, cross}) {
      const double top = std::holds_alternative<Sphere>(target)     ? 0.3
                         : std::holds_alternative<Compound>(target) ? 0.5
                                                                    : 0;
      Flight a = fly(ball, {0, 0, 2 + 0.3 + top}, {}, {{0, 0, v}, {}});
      a.acceleration = {0, 0, -g};
      const std::optional<Impact> impact = time_of_impact(a, fly(target, {}, {}, {}), 3, tolerance).impact;
      ASSERT_TRUE(impact);
      EXPECT_NEAR(impact->time, (v + std::sqrt(v * v + 2 * g * 2)) / g, kTimeOfABillionth);
      // Nothing is reached before the ball has come back.
      if (v > 0) {
        EXPECT_FALSE(time_of_impact(a, fly(target, {}, {}, {}), 2 * v / g, tolerance).impact);
      }
    }
  }
}

TEST(TimeOfImpact, BodiesThatTouchAndPartDoNotHit) {
  const Shape ball = Sphere{0.3};
  const Flight a = fly(ball, {}, {}, {}), leaving = fly(ball, {0.6, 0, 0}, {}, {{1, 0, 0}, {}}),
               coming = fly(ball, {0.6, 0, 0}, {}, {{-1, 0, 0}, {}});
  EXPECT_FALSE(time_of_impact(a, leaving, 1, 1e-6).impact);
  ASSERT_TRUE(time_of_impact(a, coming, 1, 1e-6).impact);
  EXPECT_EQ(time_of_impact(a, coming, 1, 1e-6).impact->time, 0);
}

}  // namespace
}  // namespace cairn
