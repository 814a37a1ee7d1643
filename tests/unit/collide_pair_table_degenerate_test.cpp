// Places where the normal is not defined: it is finite, of length 1 and the documented one.
#include <gtest/gtest.h>

#include "collide/contact.h"
#include "tolerances.h"
#include "unit/shape_samples.h"

namespace cairn {
namespace {

using namespace samples;

ContactPoints meet(const Vec3& at, double radius, const Shape& shape, const Quat& orientation = {}) {
  const Shape ball = Sphere{};
  ContactPoints found;
  find_contacts({ball, rotate(orientation, at), {}, radius}, {shape, {}, orientation, 0.7}, 0, found);
  return found;
}

// Centres, axis points, corners, edges, tips, points of sheets, and all of these plus almost nothing.
std::vector<Vec3> special_points(const Shape& shape) {
  const Bounds bounds = local_bounds(shape);
  const Vec3 low = max(bounds.low, {-3, -3, -3}), high = min(bounds.high, {3, 3, 3}),
             middle = 0.5 * (low + high);
  std::vector<Vec3> points{{0, 0, 0}};
  for (const double x : {low.x, middle.x, high.x})
    for (const double y : {low.y, middle.y, high.y})
      for (const double z : {low.z, 0.0, middle.z, high.z}) points.push_back({x, y, z});
  const std::size_t exact = points.size();
  for (const double tiny : {1e-17, 1e-150, 3e-162, 1e-308, 5e-324})
    for (std::size_t i = 0; i < exact; ++i) {
      points.push_back(points[i] + Vec3{tiny, 0, 0});
      points.push_back(points[i] + Vec3{-tiny, tiny, -tiny});
    }
  return points;
}

TEST(PairTableDegenerate, EverythingStaysFinite) {
  Random random(5);
  for (const auto& [name, shape] : sample_shapes()) {
    int contacts = 0;
    for (const Vec3& at : special_points(shape))
      for (const Quat& q : {Quat{}, random_orientation(random)})
        for (const double radius : {0.01, 0.5, 3.0}) {
          const ContactPoints found = meet(at, radius, shape, q);
          for (int i = 0; i < found.count; ++i, ++contacts) {
            const ContactPoint& c = found.point[i];
            EXPECT_NEAR(norm(c.normal), 1, kTensOfRoundings) << name;
            EXPECT_TRUE(is_finite(c.point) && std::isfinite(c.gap) && std::isfinite(c.curvature_b)) << name;
            EXPECT_GE(c.curvature_b, -0.5 / radius * (1 + 1e-14)) << name;
          }
        }
    EXPECT_GT(contacts, 100) << name;
  }
}

TEST(PairTableDegenerate, CoincidentCentresPartAlongZ) {
  const ContactPoints found = meet({}, 0.3, Sphere{});
  ASSERT_EQ(found.count, 1);
  EXPECT_EQ(found.point[0].normal, Vec3(0, 0, 1));
  EXPECT_EQ(found.point[0].gap, -1);
}

TEST(PairTableDegenerate, CentreOfABoxLeavesByItsNearestFace) {
  EXPECT_EQ(meet({}, 0.1, Box{{1, 2, 3}}).point[0].normal, Vec3(-1, 0, 0));
  EXPECT_EQ(meet({}, 0.1, Box{{1, 2, 3}}).point[0].gap, -1.1);
  EXPECT_EQ(meet({}, 0.1, Box{{1, 1, 1}}).point[0].normal, Vec3(0, 0, -1));
  EXPECT_EQ(meet({}, 0.1, Box{{2, 1, 2}}).point[0].normal, Vec3(0, -1, 0));
  EXPECT_EQ(meet({-0.5, 0, 0.4}, 0.1, Box{{1, 1, 1}}).point[0].normal, Vec3(1, 0, 0));
  // On a face, and on an edge of it.
  EXPECT_EQ(meet({0, 2, 0}, 0.1, Box{{1, 2, 3}}).point[0].normal, Vec3(0, -1, 0));
  EXPECT_EQ(meet({0, 2, 3}, 0.1, Box{{1, 2, 3}}).point[0].normal, Vec3(0, 0, -1));
}

TEST(PairTableDegenerate, OnTheAxisTheHalfPlaneIsThatOfX) {
  EXPECT_EQ(meet({}, 0.1, Cylinder{1, 2}).point[0].normal, Vec3(-1, 0, 0));
  EXPECT_EQ(meet({}, 0.1, Cylinder{1, 2}).point[0].gap, -1.1);
  EXPECT_EQ(meet({}, 1.5, Drum{1}).point[0].normal, Vec3(1, 0, 0));
  EXPECT_EQ(meet({}, 1.5, Tube{1, 1}).point[0].normal, Vec3(1, 0, 0));
  EXPECT_EQ(meet({}, 1.5, Tube{1, 1}).point[0].gap, -0.5);
}

TEST(PairTableDegenerate, InASheetTheNormalLeavesTheAxis) {
  EXPECT_EQ(meet({1, 0, 0}, 0.1, Tube{1, 1}).point[0].normal, Vec3(-1, 0, 0));
  EXPECT_EQ(meet({1, 0, 1}, 0.1, Tube{1, 1}).point[0].normal, Vec3(-1, 0, 0));  // on the rim
  EXPECT_EQ(meet({1, 0, 0}, 0.1, Tube{1, 1}).point[0].gap, -0.1);
  // In a sheet of a container: to the inside.
  const Container tray{{1, 1, 1}, 1 << 5};
  EXPECT_EQ(meet({1, 0, 0}, 0.1, tray).point[0].normal, Vec3(1, 0, 0));
}

TEST(PairTableDegenerate, TipOfACone) {
  // Exactly at the apex: out through the side, towards x; just above it: along the axis.
  const Cone cone{3, 4};
  const ContactPoint apex = meet({0, 0, 3}, 0.1, cone).point[0];
  EXPECT_LT(norm(apex.normal - Vec3{-0.8, 0, -0.6}), kFewRoundings);
  EXPECT_NEAR(apex.gap, -0.1, kFewRoundings);
  const ContactPoint above = meet({0, 0, 3.05}, 0.1, cone).point[0];
  EXPECT_EQ(above.normal, Vec3(0, 0, -1));
  EXPECT_NEAR(above.gap, -0.05, kFewRoundings);
  EXPECT_EQ(above.curvature_b, 0);
}

}  // namespace
}  // namespace cairn
