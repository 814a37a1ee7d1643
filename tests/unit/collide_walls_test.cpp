// Convex bodies against every wall: the deepest point of the body, found among thousands on its surface, and
// the wall's distance of a point (that of a ball of no size).
#include <gtest/gtest.h>

#include "collide/contact.h"
#include "unit/direction_oracle.h"
#include "unit/solid_samples.h"

namespace cairn {
namespace {

constexpr double kSmallestBall = 1e-9;  // m: points are balls of this radius

using namespace samples;

constexpr double kBetweenPoints = 3e-3;  // of a distance between two surfaces, one of them sampled

std::vector<NamedSample> bodies() {
  return {{"box", Box{{0.15, 0.2, 0.1}}},
          {"rounded box", Box{{0.1, 0.15, 0.05}, 0.05}},
          {"cylinder", Cylinder{0.15, 0.2}},
          {"cone", Cone{0.2, 0.3}},
          {"ellipsoid", Ellipsoid{{0.25, 0.15, 0.1}}},
          {"capsule", Capsule{0.1, 0.15}},
          {"superellipsoid", Superellipsoid{{0.2, 0.15, 0.15}, 3, 4}},
          {"wedge", scaled(make_polyhedron(wedge()).polyhedron, 0.3)},
          {"mesh", make_mesh(surface(Box{{0.15, 0.2, 0.1}}, 1), MeshKind::solid).mesh}};
}

// Farthest points along many directions, and points all over the triangles of the surface.
std::vector<Vec3> points_of(const Shape& shape) {
  constexpr int kDirections = 20000, kGrid = 12;
  std::vector<Vec3> points;
  for (int k = 0; k < kDirections && is_convex(shape); ++k) {
    const Vec3 u = on_spiral(k, kDirections);
    points.push_back(support(shape, u) + rounding(shape) * u);
  }
  const Surface drawn = surface(shape, 1);
  const int grid = drawn.triangles.size() > 100 ? 6 : kGrid;
  for (const auto& [a, b, c] : drawn.triangles) {
    const Vec3 p = drawn.vertices[a], q = drawn.vertices[b], r = drawn.vertices[c];
    for (int i = 0; i <= grid; ++i)
      for (int j = 0; i + j <= grid; ++j)
        points.push_back(p + (1.0 * i / grid) * (q - p) + (1.0 * j / grid) * (r - p));
  }
  return points;
}

double smallest_gap(const ContactPoints& found) {
  double least = kInfinity;
  for (int k = 0; k < found.count; ++k) least = std::min(least, found.point[k].gap);
  return least;
}

// Walls that a body can only be inside of.
TEST(Walls, InsideOfWhatIsSolidAllAround) {
  Random random(1);
  for (const NamedSample& wall : sample_shapes()) {
    if (!is_solid_outside(wall.shape)) continue;
    for (const NamedSample& body : bodies()) {
      const std::vector<Vec3> points = points_of(body.shape);
      for (int k = 0; k < 3; ++k) {
        const Vec3 at = random_in_box(random, {-0.8, -0.8, -0.4}, {0.8, 0.8, 0.9});
        const Quat q = random_orientation(random);
        ContactPoints found, of_point;
        find_contacts({body.shape, at, q, 0}, {wall.shape, {}, {}, 0}, kInfinity, found);
        double expected = kInfinity;
        for (const Vec3& p : points) {
          find_contacts({Sphere{}, at + rotate(q, p), {}, 1e-9}, {wall.shape, {}, {}, 0}, kInfinity,
                        of_point);
          expected = std::min(expected, smallest_gap(of_point) + 1e-9);
        }
        EXPECT_LT(smallest_gap(found), expected + kSmallestBall) << body.name << " in " << wall.name;
        EXPECT_GT(smallest_gap(found), expected - 2e-4) << body.name << " in " << wall.name;  // of the sample
      }
    }
  }
}

// Sheets from either side and at rims: with no overlap, the distance of the two surfaces.
TEST(Walls, DistanceFromThinSheets) {
  Random random(2);
  int compared = 0;
  for (const NamedSample& wall : sample_shapes()) {
    if (!is_wall(wall.shape) || is_solid_outside(wall.shape)) continue;
    for (const NamedSample& body : bodies()) {
      if (body.name == "mesh") continue;
      const std::vector<Vec3> points = points_of(body.shape);
      for (int k = 0; k < 4; ++k) {
        const Vec3 at = random_in_box(random, {-1.3, -1.3, -1}, {1.3, 1.3, 1.4});
        const Quat q = random_orientation(random);
        double expected = kInfinity;
        bool crosses = false;
        ContactPoints found, of_point;
        find_contacts({Sphere{}, at, {}, 1e-9}, {wall.shape, {}, {}, 0}, kInfinity, of_point);
        const double from_centre = smallest_gap(of_point);
        for (const Vec3& p : points) {
          find_contacts({Sphere{}, at + rotate(q, p), {}, 1e-9}, {wall.shape, {}, {}, 0}, kInfinity,
                        of_point);
          expected = std::min(expected, smallest_gap(of_point) + 1e-9);
        }
        crosses = expected < 0.02 || from_centre < 0.3;
        if (crosses) continue;  // the sheet may pass through the body
        find_contacts({body.shape, at, q, 0}, {wall.shape, {}, {}, 0}, kInfinity, found);
        const double gap = smallest_gap(found);
        EXPECT_LT(gap, expected + kSmallestBall) << body.name << ", " << wall.name << " " << k;
        EXPECT_GT(gap, expected - kBetweenPoints) << body.name << ", " << wall.name << " " << k;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 80);
}

TEST(Walls, RestingInsideKeepsSeveralContacts) {
  const auto count = [](const Shape& body, const Vec3& at, const Quat& q, const Shape& wall) {
    ContactPoints found;
    find_contacts({body, at, q, 0.3}, {wall, {}, {}, 0}, 0, found);
    return found.count;
  };
  const Container tray{{1, 1, 0.5}, 1 << 5}, closed{{1, 1, 0.5}, 0};
  const Box box{{0.2, 0.2, 0.2}};
  EXPECT_EQ(count(box, {0, 0, -0.3 - 1e-4}, {}, tray), 4);
  EXPECT_EQ(count(box, {0, 0, -0.3 - 1e-4}, {}, closed), 4);
  EXPECT_EQ(count(box, {0.8 + 1e-4, 0, -0.3 - 1e-4}, {}, tray), 8);  // in the corner of bottom and side
  EXPECT_EQ(count(Cylinder{0.2, 0.2}, {0, 0, 0.2 - 1e-4}, {}, Cup{0.8, 1}), 4);
  // Along the axis of a drum a cylinder touches with a line, a box with an edge or two.
  EXPECT_EQ(count(Cylinder{0.2, 0.3}, {0.8 + 1e-4, 0, 0}, {}, Drum{1, 2}), 2);
  EXPECT_EQ(count(box, {std::sqrt(1 - 0.04) - 0.2 + 1e-4, 0, 0}, {}, Drum{1, 2}), 4);
  // A large plate on the rim of a cup.
  EXPECT_GE(count(Box{{1.5, 1.5, 0.1}}, {0, 0, 1.1 - 1e-4}, {}, Cup{0.8, 1}), 1);
  // A body that falls through the opening meets no lid.
  EXPECT_EQ(count(Ellipsoid{{0.2, 0.2, 0.3}}, {0, 0, 1}, {}, Cup{0.8, 1}), 0);
}

}  // namespace
}  // namespace cairn
