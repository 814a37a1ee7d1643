// The closed form of a sphere on a mesh against the general search, which treats the sphere as any convex
// body and each triangle as a sheet.
#include <gtest/gtest.h>

#include "collide/merge.h"
#include "collide/pairs.h"
#include "tolerances.h"
#include "unit/solid_samples.h"

namespace cairn {
namespace {

using namespace samples;

constexpr double kSearch = 1e-7;  // the general search ends when a gap grows by no more than this of the size

// Hills on a lattice of n x n squares: edges of all kinds, hollow, sharp and flat.
Mesh hills(int n, Random& random) {
  Surface floor;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i)
      floor.vertices.push_back({i - 0.5 * n, j - 0.5 * n, i % 3 == 0 ? 0 : 0.5 * random.uniform()});
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const int p = j * (n + 1) + i, q = p + n + 1;
      floor.triangles.push_back({p, p + 1, q + 1});
      floor.triangles.push_back({p, q + 1, q});
    }
  return make_mesh(floor, MeshKind::sheet).mesh;
}

struct Both {
  ContactPoints closed_form, search;
};

Both meet_both(const Mesh& mesh, const Quat& turn, const Vec3& centre, double radius, double margin) {
  const Shape sheet = mesh, ball = Sphere{radius};
  const PlacedShape of_mesh{sheet, {0.1, -0.2, 0.3}, turn, mesh.radius}, of_ball{ball, centre, {}, radius};
  Both both;
  sphere_mesh(of_ball, of_mesh, margin, both.closed_form);
  mesh_convex(of_mesh, of_ball, margin, both.search);
  sort_contacts(both.closed_form), sort_contacts(both.search);
  return both;
}

// Counts the contacts of spheres of all sizes around the mesh.
int compare(const Mesh& mesh, Random& random) {
  int contacts = 0;
  for (int k = 0; k < 3000; ++k) {
    const Quat turn = random_orientation(random);
    const Vec3 centre = random_in_box(random, {-2, -2, -2}, {2, 2, 2});
    const double radius = std::exp(-3 * random.uniform()), margin = k % 3 == 0 ? 0.1 * radius : 0;
    const Both both = meet_both(mesh, turn, centre, radius, margin);
    EXPECT_EQ(both.closed_form.count, both.search.count) << k;
    if (both.closed_form.count != both.search.count) continue;
    for (int c = 0; c < both.search.count; ++c) {
      const ContactPoint &found = both.closed_form.point[c], &asked = both.search.point[c];
      EXPECT_EQ(found.feature, asked.feature) << k;
      EXPECT_NEAR(found.gap, asked.gap, kSearch) << k;
      EXPECT_LT(norm(found.normal + asked.normal), kSearch / radius) << k;
      EXPECT_LT(norm(found.point - asked.point), kSearch) << k;
      EXPECT_EQ(found.curvature_a, asked.curvature_b);
      EXPECT_EQ(found.curvature_b, asked.curvature_a);
    }
    contacts += both.search.count;
  }
  return contacts;
}

TEST(SphereOnMesh, IsTheGeneralSearchInClosedForm) {
  Random random(7);
  constexpr int kEnough = 200;
  EXPECT_GT(compare(hills(6, random), random), kEnough);
  EXPECT_GT(compare(make_mesh(surface(Box{{0.6, 0.5, 0.4}}, 1), MeshKind::solid).mesh, random), kEnough);
  EXPECT_GT(compare(make_mesh(surface(Cylinder{0.7, 0.4}, 1), MeshKind::solid).mesh, random), kEnough);
}

// Over a triangle the gap is the height of the centre less the radius, to the last bits, however deep.
TEST(SphereOnMesh, StandsOnAFaceByItsHeight) {
  const PlacedMesh cube = make_mesh(surface(Box{{1, 1, 1}}, 1), MeshKind::solid);
  for (const double height : {0.49, 0.2, 1e-9, 0.0, -1e-9, -0.2}) {
    ContactPoints found;
    const Shape ball = Sphere{0.5}, shape = cube.mesh;
    const Vec3 centre{0.3, 0.2, 1 + height};
    find_contacts({ball, centre, {}, 0.5}, {shape, cube.offset, cube.turn, 2}, 0, found);
    ASSERT_EQ(found.count, 1) << height;
    EXPECT_NEAR(found.point[0].gap, height - 0.5, kTensOfRoundings);
    EXPECT_NEAR(found.point[0].normal.z, -1, kTensOfRoundings);
    EXPECT_NEAR(found.point[0].point.z, 0.75 + 0.5 * height, kTensOfRoundings);
  }
}

}  // namespace
}  // namespace cairn
