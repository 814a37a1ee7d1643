// Bodies that lie flat on each other: several contacts, well spread, with names that stay.
#include <gtest/gtest.h>

#include <set>

#include "collide/contact.h"
#include "tolerances.h"
#include "unit/solid_samples.h"

namespace cairn {
namespace {

using namespace samples;

using Features = std::set<std::uint32_t>;

ContactPoints meet(const Shape& a, const Vec3& at_a, const Quat& turn_a, const Shape& b, const Vec3& at_b,
                   const Quat& turn_b, double margin = 0) {
  ContactPoints found;
  find_contacts({a, at_a, turn_a, 0.5}, {b, at_b, turn_b, 0.5}, margin, found);
  return found;
}

Features features(const ContactPoints& found) {
  Features names;
  for (int k = 0; k < found.count; ++k) names.insert(found.point[k].feature);
  EXPECT_EQ(names.size(), static_cast<std::size_t>(found.count));
  return names;
}

Quat about(const Vec3& axis, double angle) { return rotation(angle * axis); }

// B lies on A: tiny leans and shifts must change neither the number nor the names of contacts.
void expect_rest(const Shape& a, const Shape& b, const Vec3& at, const Quat& turn, int count) {
  constexpr double kDepth = 1e-4;
  const Vec3 low = at - Vec3{0, 0, kDepth};
  const ContactPoints flat = meet(a, {}, {}, b, low, turn);
  ASSERT_EQ(flat.count, count);
  Vec3 middle;
  for (int k = 0; k < count; ++k) {
    EXPECT_LT(norm(flat.point[k].normal - Vec3{0, 0, 1}), kMillionsOfRoundings);
    EXPECT_NEAR(flat.point[k].gap, -kDepth, kMillionsOfRoundings);
    middle += flat.point[k].point / count;
  }
  EXPECT_LT(std::hypot(middle.x - at.x, middle.y - at.y), 0.02);
  const Features names = features(flat);
  Random random(1);
  for (int k = 0; k < 200; ++k) {
    const Quat lean = rotation(1e-7 * random_in_box(random, {-1, -1, -1}, {1, 1, 1}));
    const Vec3 shift = 1e-6 * random_in_box(random, {-1, -1, 0}, {1, 1, 0});
    EXPECT_EQ(features(meet(a, {}, {}, b, low + shift, lean * turn)), names) << k;
  }
}

TEST(Manifold, BoxOnBox) {
  const Box box{{0.5, 0.4, 0.3}};
  expect_rest(box, box, {0, 0, 0.6}, {}, 4);  // corner on corner
  expect_rest(box, Box{{0.2, 0.1, 0.3}}, {0.1, 0.1, 0.6}, about({0, 0, 1}, 0.4), 4);
  expect_rest(Box{{0.2, 0.2, 0.3}}, Box{{0.2, 0.2, 0.3}}, {0, 0, 0.6}, about({0, 0, 1}, std::numbers::pi / 4),
              4);
}

TEST(Manifold, PolyhedronOnBox) {
  std::vector<Vec3> corners = cube_corners(0.3);
  corners.push_back({0.5, 0, 0});
  const PlacedPolyhedron hull = make_polyhedron(corners);
  const Vec3 at = rotate(hull.turn, {}) + hull.offset;
  const ContactPoints found =
      meet(Box{{1, 1, 0.3}}, {}, {}, hull.polyhedron, {at.x, at.y, 0.6 - 1e-4 + at.z}, hull.turn);
  ASSERT_EQ(found.count, 4);
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(found.point[k].gap, -1e-4, kThousandsOfRoundings);
}

TEST(Manifold, CylinderOnBoxAndOnCylinder) {
  const Box table{{1, 1, 0.2}};
  const Cylinder cylinder{0.3, 0.5};
  const Quat lying = about({1, 0, 0}, std::numbers::pi / 2);
  expect_rest(table, cylinder, {0, 0, 0.7}, {}, 4);                 // on its end
  expect_rest(table, cylinder, {0.1, 0, 0.5}, lying, 2);            // on its side
  expect_rest(table, Capsule{0.3, 0.5}, {0.1, 0, 0.5}, lying, 2);   // a capsule likewise
  expect_rest(cylinder, cylinder, {0, 0, 1.0}, {}, 4);              // end on end
  expect_rest(table, Cone{0.4, 0.8}, {0, 0, 0.4}, {}, 4);           // a cone on its base
  expect_rest(table, Cylinder{0.3, 0.5, 0.1}, {0, 0, 0.8}, {}, 4);  // rounded
  expect_rest(table, Box{{0.3, 0.2, 0.1}, 0.1}, {0, 0, 0.4}, {}, 4);
}

TEST(Manifold, ParallelCylindersSideBySide) {
  const Cylinder cylinder{0.3, 0.5};
  const ContactPoints found = meet(cylinder, {}, {}, cylinder, {0.6 - 1e-4, 0, 0.2}, {});
  ASSERT_EQ(found.count, 2);
  for (int k = 0; k < 2; ++k) EXPECT_NEAR(found.point[k].gap, -1e-4, kThousandsOfRoundings);
  const double low = std::min(found.point[0].point.z, found.point[1].point.z),
               high = std::max(found.point[0].point.z, found.point[1].point.z);
  EXPECT_NEAR(low, -0.3, kMillionsOfRoundings);
  EXPECT_NEAR(high, 0.5, kMillionsOfRoundings);
  EXPECT_NEAR(found.point[0].curvature_a, 1 / 0.6, kMillionsOfRoundings);
}

TEST(Manifold, ConeOnItsSide) {
  const Cone cone{0.3, 0.8};
  const double angle = std::atan2(0.3, 0.8);
  // Turned so that a line of the side lies below: its outward normal points down.
  const Vec3 normal{std::cos(angle), 0, std::sin(angle)};
  const Quat turn = rotation_between(normal, {0, 0, -1});
  ContactPoints found = meet(cone, {0, 0, 0}, turn, Plane{}, {}, {}, kInfinity);
  ASSERT_EQ(found.count, 2);
  EXPECT_NEAR(found.point[0].gap, found.point[1].gap, kThousandsOfRoundings);
  EXPECT_NEAR(norm(found.point[0].point - found.point[1].point), std::hypot(0.3, 0.8), kMillionsOfRoundings);
}

TEST(Manifold, EdgeOnEdgeIsOnePoint) {
  const Box box{{0.5, 0.5, 0.5}};
  const Quat up = about({0, 1, 0}, std::numbers::pi / 4),
             across = about({0, 0, 1}, std::numbers::pi / 2) * up;
  const double edge = std::sqrt(0.5);
  const ContactPoints found = meet(box, {}, up, box, {0.1, 0.2, 2 * edge - 0.01}, across);
  ASSERT_EQ(found.count, 1);
  EXPECT_NEAR(found.point[0].gap, -0.01, kThousandsOfRoundings);
  EXPECT_LT(norm(found.point[0].normal - Vec3{0, 0, 1}), kThousandsOfRoundings);
  EXPECT_LT(norm(found.point[0].point - Vec3{0, 0.2, edge - 0.005}), kMillionsOfRoundings);
}

// A cylinder that leans more and more: the lowest point is on the rim to the last bit.
TEST(Manifold, LeaningCylinderStandsOnItsLowestPoint) {
  const double radius = 0.3;
  const Cylinder cylinder{radius, 0.5};
  for (double lean = 1e-7; lean < 0.5; lean *= 1.7) {
    const Quat turn = about(unit(Vec3{0.3, 0.8, 0}), lean);
    const Vec3 down = rotate_back(turn, {0, 0, -1});
    const double height = dot(support(cylinder, down), down);
    const ContactPoints found = meet(cylinder, {0, 0, 0}, turn, Plane{}, {}, {}, kInfinity);
    double least = kInfinity;
    for (int k = 0; k < found.count; ++k) least = std::min(least, found.point[k].gap);
    const bool upright = lean < 1e-5;  // there the corners keep their place on the rim
    EXPECT_NEAR(least, -height, upright ? radius * lean : kFewRoundings) << lean;
  }
}

}  // namespace
}  // namespace cairn
