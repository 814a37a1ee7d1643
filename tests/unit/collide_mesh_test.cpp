// Compounds and meshes: the same bodies as those they are made of, no ghosts, names that stay.
#include <gtest/gtest.h>

#include <set>

#include "collide/contact.h"
#include "tolerances.h"
#include "unit/solid_samples.h"

namespace cairn {
namespace {

constexpr double kNormalOfAMinimum = 1e-7;  // a gap is flat at its normal, which is found to fewer digits

using namespace samples;

ContactPoints meet(const Shape& a, const Vec3& at_a, const Quat& turn_a, const Shape& b, const Vec3& at_b,
                   const Quat& turn_b, double margin = 0) {
  ContactPoints found;
  find_contacts({a, at_a, turn_a, 0.3}, {b, at_b, turn_b, 0.3}, margin, found);
  return found;
}

double smallest_gap(const ContactPoints& found) {
  double least = kInfinity;
  for (int k = 0; k < found.count; ++k) least = std::min(least, found.point[k].gap);
  return least;
}

// A flat sheet of n x n squares of size a, each of two triangles.
Mesh floor_mesh(int n, double a) {
  Surface floor;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) floor.vertices.push_back({a * (i - 0.5 * n), a * (j - 0.5 * n), 0});
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const int p = j * (n + 1) + i, q = p + n + 1;
      floor.triangles.push_back({p, p + 1, q + 1});
      floor.triangles.push_back({p, q + 1, q});
    }
  return make_mesh(floor, MeshKind::sheet).mesh;
}

// A principal-axes turn of a mesh of a box is a permutation: compare in world axes through both.
TEST(Mesh, OfABoxMeetsLikeTheBox) {
  Random random(1);
  const Vec3 half{0.3, 0.5, 0.8};
  const PlacedMesh placed = make_mesh(surface(Box{half}, 1), MeshKind::solid);
  for (const NamedSample& other : convex_solids()) {
    for (int k = 0; k < 10; ++k) {
      const Vec3 at = random_in_box(random, {-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5});
      const Quat turn = random_orientation(random);
      const double gap = smallest_gap(meet(Box{half}, {}, {}, other.shape, at, turn, kInfinity));
      if (gap < 0.001) continue;
      const ContactPoints found =
          meet(placed.mesh, placed.offset, placed.turn, other.shape, at, turn, kInfinity);
      EXPECT_NEAR(smallest_gap(found), gap, kMillionsOfRoundings) << other.name;
    }
  }
}

// Shallow overlaps on a face: the same depth, normal and number of contacts as the box itself.
TEST(Mesh, OfABoxIsMetOnItsFaceLikeTheBox) {
  const Vec3 half{0.6, 0.5, 0.4};
  const PlacedMesh placed = make_mesh(surface(Box{half}, 1), MeshKind::solid);
  Random random(2);
  for (const NamedSample& other : convex_solids()) {
    // Standing on the top face with the point that is lowest, well inside.
    for (int k = 0; k < 5; ++k) {
      const Quat turn = random_orientation(random);
      const Vec3 low = rotate(turn, support(other.shape, rotate_back(turn, {0, 0, -1})));
      const double r = std::holds_alternative<Sphere>(other.shape) ? 0.3 : rounding(other.shape);
      const Vec3 at{0.1 - low.x, 0.05 - low.y, half.z - 1e-4 - low.z + r};
      const ContactPoints of_box = meet(Box{half}, {}, {}, other.shape, at, turn),
                          of_mesh = meet(placed.mesh, placed.offset, placed.turn, other.shape, at, turn);
      ASSERT_EQ(of_mesh.count, of_box.count) << other.name;
      EXPECT_NEAR(smallest_gap(of_mesh), -1e-4, kMillionsOfRoundings) << other.name;
      for (int c = 0; c < of_mesh.count; ++c)
        EXPECT_LT(norm(of_mesh.point[c].normal - Vec3{0, 0, 1}), kNormalOfAMinimum) << other.name;
    }
  }
}

TEST(Mesh, SlidingOverAFloorOfTrianglesMeetsNoGhosts) {
  const Mesh floor = floor_mesh(8, 0.25);
  Random random(3);
  for (const NamedSample& body : convex_solids()) {
    for (int k = 0; k < 20; ++k) {
      const Quat turn = random_orientation(random);
      const Vec3 low = rotate(turn, support(body.shape, rotate_back(turn, {0, 0, -1})));
      const double r = std::holds_alternative<Sphere>(body.shape) ? 0.3 : rounding(body.shape);
      const Vec3 at =
          random_in_box(random, {-0.3, -0.3, 0}, {0.3, 0.3, 0}) + Vec3{-low.x, -low.y, r - low.z - 1e-3};
      const ContactPoints found = meet(floor, {}, {}, body.shape, at, turn);
      ASSERT_GE(found.count, 1) << body.name;
      EXPECT_NEAR(smallest_gap(found), -1e-3, kMillionsOfRoundings) << body.name;
      for (int c = 0; c < found.count; ++c)
        EXPECT_LT(norm(found.point[c].normal - Vec3{0, 0, 1}), kNormalOfAMinimum)
            << body.name << " " << found.point[c].gap;
    }
  }
}

TEST(Mesh, BoxOnAFloorOfTrianglesKeepsFourNames) {
  const Mesh floor = floor_mesh(8, 0.25);
  const Box box{{0.3, 0.2, 0.1}};
  std::set<std::uint32_t> names;
  for (int k = 0; k < 200; ++k) {
    const ContactPoints found = meet(floor, {}, {}, box, {-0.5 + 0.005 * k, 0.1, 0.1 - 1e-4}, {});
    ASSERT_EQ(found.count, 4);
    std::set<std::uint32_t> now;
    for (int c = 0; c < 4; ++c) now.insert(found.point[c].feature);
    if (k == 0) names = now;
    EXPECT_EQ(now, names) << k;
  }
}

// A box lies on a side of a block and reaches beyond its edge. The triangles of the next side touch it there
// too; which of the two is deeper is noise, and must not choose the name.
TEST(Mesh, KeepsTheNamesOfContactsAtItsEdges) {
  const Vec3 half{0.03, 0.05, 0.05};
  const PlacedMesh block = make_mesh(surface(Box{half}, 1), MeshKind::solid);
  const Shape finger = Box{{0.01, 0.03, 0.05}};
  Random random(3);
  std::set<std::uint32_t> names;
  for (int k = 0; k < 1000; ++k) {
    const double noise = std::pow(10.0, -11 + k % 6);
    const auto small = [&] { return noise * (random.uniform() - 0.5); };
    const Vec3 at{0.04 + 0.05 * small(), small(), 0.045};
    const ContactPoints found =
        meet(block.mesh, block.offset, block.turn, finger, at, rotation({small(), small(), small()}), 1e-3);
    ASSERT_EQ(found.count, 4) << k;
    for (const ContactPoint& contact : found) names.insert(contact.feature);
    ASSERT_EQ(names.size(), 4u) << k;
  }
}

TEST(Mesh, TwoMeshesMeetLikeTwoBoxes) {
  const Vec3 half_a{0.5, 0.4, 0.3}, half_b{0.2, 0.3, 0.25};
  const PlacedMesh a = make_mesh(surface(Box{half_a}, 1), MeshKind::solid),
                   b = make_mesh(surface(Box{half_b}, 1), MeshKind::solid);
  const auto compare = [&](const Quat& turn_a, const Vec3& at, const Quat& turn_b) {
    const ContactPoints boxes = meet(Box{half_a}, {}, turn_a, Box{half_b}, at, turn_b);
    const ContactPoints meshes = meet(a.mesh, rotate(turn_a, a.offset), turn_a * a.turn, b.mesh,
                                      at + rotate(turn_b, b.offset), turn_b * b.turn);
    ASSERT_GT(boxes.count, 0);
    ASSERT_EQ(meshes.count, boxes.count);
    EXPECT_NEAR(smallest_gap(meshes), smallest_gap(boxes), kMillionsOfRoundings);
    EXPECT_LT(norm(meshes.point[0].normal - boxes.point[0].normal), kMillionsOfRoundings);
  };
  compare({}, {0.05, 0.02, 0.55 - 1e-4}, {});  // flat on top
  const Quat corner = rotation_between(unit(half_b), unit(Vec3{0.1, 0, -1}));
  const Vec3 low = rotate(corner, half_b);
  compare({}, {0, 0, 0.3 - low.z - 5e-3}, corner);  // a corner on the face
  // Edge across edge: A's along y on top, B's along x below.
  const Quat up = rotation({0, 0.8, 0}), across = rotation({0.7, 0, 0});
  const double top = 0.5 * std::sin(0.8) + 0.3 * std::cos(0.8),
               bottom = 0.3 * std::sin(0.7) + 0.25 * std::cos(0.7);
  const double side = 0.5 * std::cos(0.8) - 0.3 * std::sin(0.8);
  compare(up, {-side, 0.1, top + bottom - 5e-3}, across);
}

TEST(Compound, CrossOfCubesRestsLikeItsCubes) {
  const PlacedCompound cross = make_compound(cross_of_cubes(0.2));
  // On a plane: the four corners of the lowest cube.
  const ContactPoints found = meet(cross.compound, {0, 0, 0.3 - 1e-4}, {}, Plane{}, {}, {});
  ASSERT_EQ(found.count, 4);
  std::set<std::uint32_t> names;
  for (int k = 0; k < 4; ++k) names.insert(found.point[k].feature);
  EXPECT_EQ(names.size(), 4u);
  // Lying in the arms of another one, by parts.
  const ContactPoints pair =
      meet(cross.compound, {}, {}, cross.compound, {0.2 - 1e-4, 0.2 - 1e-4, 0.2 - 1e-4}, {});
  EXPECT_GT(pair.count, 4);
  for (int k = 0; k < pair.count; ++k) EXPECT_NEAR(pair.point[k].gap, -1e-4, kMillionsOfRoundings);
}

TEST(Compound, GapIsThatOfTheNearestPart) {
  Random random(4);
  const std::vector<Part> parts{ball_at(0.3, {0.4, 0, 0}),
                                ball_at(0.2, {-0.5, 0.1, 0}),
                                {Box{{0.1, 0.2, 0.1}}, {0, 0.6, 0.2}, rotation({0.3, 0.2, 0.1}), 0.3}};
  const PlacedCompound placed = make_compound(parts);
  for (const NamedSample& other : convex_solids())
    for (int k = 0; k < 5; ++k) {
      const Vec3 at = random_in_box(random, {-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5});
      const Quat turn = random_orientation(random);
      double expected = kInfinity;
      for (const Part& part : parts) {
        ContactPoints found;
        find_contacts({part.shape, part.position, part.orientation, part.radius},
                      {other.shape, at, turn, 0.3}, kInfinity, found);
        expected = std::min(expected, smallest_gap(found));
      }
      const ContactPoints found =
          meet(placed.compound, placed.offset, placed.turn, other.shape, at, turn, kInfinity);
      EXPECT_NEAR(smallest_gap(found), expected, kMillionsOfRoundings) << other.name;
    }
}

}  // namespace
}  // namespace cairn
