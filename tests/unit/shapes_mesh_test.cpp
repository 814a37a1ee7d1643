// Meshes: STL and OBJ files, inspection, mass properties, hierarchy of boxes.
#include <gtest/gtest.h>

#include <cstring>

#include "base/error.h"
#include "base/file.h"
#include "shapes/inspect.h"
#include "shapes/mesh.h"
#include "shapes/mesh_file.h"
#include "shapes/moments.h"
#include "tolerances.h"
#include "unit/scratch.h"
#include "unit/solid_samples.h"

namespace cairn {
namespace {

using namespace samples;

Surface cube(const Vec3& half, const Vec3& at = {}) {
  Surface surface = Box{half}.surface(0);
  for (Vec3& v : surface.vertices) v += at;
  return surface;
}

std::string ascii_stl(const Surface& surface) {
  std::string text = "solid cube\n";
  for (const auto& t : surface.triangles) {
    text += "  facet normal 0 0 0\n    outer loop\n";
    for (const int k : t) {
      const Vec3& v = surface.vertices[static_cast<std::size_t>(k)];
      text += "      vertex " + std::to_string(v.x) + " " + std::to_string(v.y) + " " + std::to_string(v.z) +
              "\r\n";
    }
    text += "    endloop\n  endfacet\n";
  }
  return text + "endsolid cube\n";
}

std::string binary_stl(const Surface& surface) {
  std::string bytes(80, ' ');
  bytes.replace(0, 5, "solid");  // as some programs begin it
  const auto put = [&](auto value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
  put(static_cast<std::uint32_t>(surface.triangles.size()));
  for (const auto& t : surface.triangles) {
    for (int i = 0; i < 3; ++i) put(0.0f);
    for (const int k : t)
      for (int axis = 0; axis < 3; ++axis)
        put(static_cast<float>(surface.vertices[static_cast<std::size_t>(k)][axis]));
    put(std::uint16_t{0});
  }
  return bytes;
}

std::string obj(const Surface& surface) {
  std::string text = "# a comment\no cube\nvn 0 0 1\n";
  for (const Vec3& v : surface.vertices)
    text += "v " + std::to_string(v.x) + " " + std::to_string(v.y) + " +" + std::to_string(v.z + 9) + "\n";
  text += "s off\nf 1/1/1 3/1/1 4/1/1 2/1/1\nf -4//1 -3//1 -1//1 -2//1\n";  // bottom and top as squares
  for (std::size_t t = 0; t < 8; ++t) {
    const auto& [a, b, c] = surface.triangles[t];
    text += "f " + std::to_string(a + 1) + " " + std::to_string(b + 1) + " " + std::to_string(c + 1) + "\n";
  }
  return text;
}

TEST(ShapesMesh, FilesInAllThreeFormsGiveTheSameSolid) {
  const Scratch folder;
  const Surface surface = cube({0.5, 1, 0.25}, {2, 0, 0});
  const std::vector<std::pair<std::string, std::string>> files{
      {"a.stl", ascii_stl(surface)}, {"b.STL", binary_stl(surface)}, {"c.obj", obj(surface)}};
  for (const auto& [name, content] : files) {
    const std::string path = folder.file(name);
    write_replacing(path, bytes_of(content));
    const Surface read = read_mesh_file(path, name, 0.1);
    EXPECT_EQ(read.vertices.size(), 8u) << name;
    EXPECT_EQ(read.triangles.size(), 12u) << name;
    EXPECT_TRUE(inspect(read).empty()) << name;
    const PlacedMesh made = make_mesh(read, MeshKind::solid);
    EXPECT_NEAR(made.mesh.mass.volume, 1e-3, kThousandsOfRoundings) << name;
    EXPECT_NEAR(made.offset.x, 0.2, kThousandsOfRoundings) << name;
  }
}

std::string failure(const std::string& name, const std::string& content) {
  try {
    name.ends_with("obj") ? read_obj(content, name) : read_stl(content, name);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ShapesMesh, BadFilesAreRefusedWithTheirLine) {
  EXPECT_TRUE(
      failure("a.stl", "facet\nvertex 1 2\n").starts_with("a.stl:2:1: error: expected three numbers"));
  EXPECT_TRUE(failure("a.stl", "facet\nvertex 1 2 x3\n")
                  .starts_with("a.stl:2:1: error: expected a number, got 'x3'"));
  EXPECT_TRUE(failure("a.stl", "facet\nvertex 1 nan 3\n")
                  .starts_with("a.stl:2:1: error: a coordinate is not finite"));
  EXPECT_TRUE(failure("a.stl", "facet\nvertex 1 1e999 3\n").starts_with("a.stl:2:1: error: "));
  EXPECT_TRUE(failure("a.stl", "facet\nvertex 1 2 3\nendfacet\n")
                  .starts_with("a.stl:3:1: error: expected a triangle, got 1"));
  EXPECT_TRUE(failure("a.stl", "facet\nvertex 1 2 3")
                  .starts_with("a.stl:2:1: error: the file ends within a triangle"));
  EXPECT_NE(failure("a.stl", "hello").find("is no STL file"), std::string::npos);
  std::string cut = binary_stl(cube({1, 1, 1}));
  cut.pop_back();
  EXPECT_NE(failure("a.stl", cut).find("is no STL file"), std::string::npos);
  std::string bad = binary_stl(cube({1, 1, 1}));
  const float nan = std::nanf("");
  std::memcpy(bad.data() + 84 + 50 * 3 + 12, &nan, sizeof nan);
  EXPECT_NE(failure("a.stl", bad).find("triangle 4 is not finite"), std::string::npos);
  EXPECT_TRUE(
      failure("a.obj", "v 0 0 0\nf 1 2 3\n").starts_with("a.obj:2:1: error: '2' is none of the 1 vertices"));
  EXPECT_TRUE(failure("a.obj", "v 0 0 0\nf 0 1 1\n").starts_with("a.obj:2:1: error: '0' is none"));
  EXPECT_TRUE(failure("a.obj", "v 0 0 0\nf -2 1 1\n").starts_with("a.obj:2:1: error: '-2' is none"));
  EXPECT_TRUE(failure("a.obj", "v 0 0 0\nf 1 1\n")
                  .starts_with("a.obj:2:1: error: expected a face of at least three"));
}

// --- Inspection
std::string finding(const Surface& surface, MeshFault fault) {
  for (const MeshFinding& found : inspect(surface))
    if (found.fault == fault) return found.message;
  return "";
}

TEST(ShapesMesh, FaultsAreFoundWithTheirTriangle) {
  const Surface good = cube({1, 1, 1});
  ASSERT_TRUE(inspect(good).empty());

  Surface open = good;
  open.triangles.erase(open.triangles.begin() + 4);
  EXPECT_EQ(finding(open, MeshFault::open), "triangle 4 has an edge without a neighbour");
  EXPECT_EQ(finding(open, MeshFault::inverted), "");

  Surface turned = good;
  std::swap(turned.triangles[7][0], turned.triangles[7][1]);
  EXPECT_NE(finding(turned, MeshFault::inverted).find("8"), std::string::npos);
  Surface inward = good;
  for (auto& t : inward.triangles) std::swap(t[0], t[1]);
  EXPECT_NE(finding(inward, MeshFault::inverted).find("face inwards"), std::string::npos);

  Surface flat = good;
  flat.triangles.push_back({0, 0, 1});
  EXPECT_EQ(finding(flat, MeshFault::degenerate), "triangle 13 has no area");
  EXPECT_EQ(without_degenerate(flat).triangles.size(), 12u);

  Surface fin = good;
  fin.vertices.push_back({3, 0, 0});
  fin.triangles.push_back({0, 1, 8});
  EXPECT_NE(finding(fin, MeshFault::non_manifold).find("13 share an edge"), std::string::npos);

  // a second cube that cuts through a face of the first; one beside it; one inside, turned inside out: a
  // cavity
  const auto with_second = [&](const Surface& second) {
    Surface both = good;
    for (const Vec3& v : second.vertices) both.vertices.push_back(v);
    for (const auto& [a, b, c] : second.triangles) both.triangles.push_back({a + 8, b + 8, c + 8});
    return both;
  };
  EXPECT_NE(finding(with_second(cube({0.2, 0.3, 0.1}, {1.05, 0.1, 0.2})), MeshFault::self_intersecting), "");
  EXPECT_TRUE(inspect(with_second(cube({1, 1, 1}, {3, 0, 0}))).empty());
  Surface cavity = cube({0.5, 0.5, 0.5});
  for (auto& t : cavity.triangles) std::swap(t[0], t[1]);
  const Surface hollow = with_second(cavity);
  EXPECT_TRUE(inspect(hollow).empty());
  EXPECT_NEAR(make_mesh(hollow, MeshKind::solid).mesh.mass.volume, 7, kHundredsOfRoundings);
}

TEST(ShapesMesh, TwistedVertexPyramidsThatFoldBackAreFound) {
  // a tetrahedron whose apex is pulled through its base by a neighbour that shares one vertex
  Surface surface;
  surface.vertices = {{0, 0, 0},        {1, 0, 0},     {0, 1, 0},    {0.2, 0.2, 1},
                      {0.2, 0.2, -0.5}, {0.3, 0.1, 1}, {0.1, 0.3, 1}};
  surface.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}, {4, 5, 6}};
  EXPECT_NE(finding(surface, MeshFault::self_intersecting).find("and 5 cross"), std::string::npos);
}

// --- Mass and neighbours
TEST(ShapesMesh, ClosedMeshesHaveExactMassInPrincipalAxes) {
  const Quat turn = rotation({0.4, -0.8, 0.3});
  Surface surface = cube({0.5, 0.8, 0.3});
  for (Vec3& v : surface.vertices) v = Vec3{100, -50, 20} + rotate(turn, v);
  const PlacedMesh made = make_mesh(surface, MeshKind::solid);
  const MassProperties box = Box{{0.5, 0.8, 0.3}}.mass_properties(), found = made.mesh.mass;
  EXPECT_NEAR(found.volume, box.volume, kThousandsOfRoundings);
  std::array<double, 3> a{found.moments.x, found.moments.y, found.moments.z},
      b{box.moments.x, box.moments.y, box.moments.z};
  std::ranges::sort(a), std::ranges::sort(b);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], kThousandsOfRoundings);
  EXPECT_LT(norm(made.offset - Vec3{100, -50, 20}), kThousandsOfRoundings);
  // the vertices go back to where they were
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_LT(norm(made.offset + rotate(made.turn, made.mesh.vertices[i]) - surface.vertices[i]),
              kThousandsOfRoundings);
  EXPECT_TRUE(made.mesh.closed);
  EXPECT_FALSE(is_wall(made.mesh));
}

TEST(ShapesMesh, NeighboursNormalsAndSheets) {
  const PlacedMesh made = make_mesh(cube({1, 1, 1}), MeshKind::solid);
  for (int t = 0; t < 12; ++t)
    for (const int other : made.mesh.across[static_cast<std::size_t>(t)]) {
      ASSERT_GE(other, 0);
      const auto& back = made.mesh.across[static_cast<std::size_t>(other)];
      EXPECT_NE(std::ranges::find(back, t), back.end());
    }
  for (int t = 0; t < 12; ++t)
    EXPECT_GT(dot(made.mesh.normals[static_cast<std::size_t>(t)], made.mesh.corners(t)[0]), 0.99);
  EXPECT_NEAR(thickness(made.mesh), 2 * 8.0 / 24, kTensOfRoundings);

  Surface sheet{{{5, 0, 0}, {6, 0, 0}, {5, 1, 0}}, {{0, 1, 2}}};
  const PlacedMesh wall = make_mesh(sheet, MeshKind::sheet);
  EXPECT_TRUE(is_wall(wall.mesh));
  EXPECT_EQ(wall.offset, Vec3{});
  EXPECT_EQ(wall.mesh.across[0], (std::array<int, 3>{-1, -1, -1}));
  EXPECT_EQ(mass_properties(wall.mesh).volume, 0);
  EXPECT_EQ(thickness(wall.mesh), 0);
  EXPECT_DOUBLE_EQ(bounding_radius(wall.mesh), 6);
}

TEST(ShapesMesh, SurfaceOfAnySolidHasItsMass) {
  for (const auto& [name, shape] : convex_solids()) {
    if (!std::holds_alternative<Polyhedron>(shape) || rounding(shape) > 0) continue;
    const PlacedMesh made = make_mesh(surface(shape, 1), MeshKind::solid);
    EXPECT_NEAR(made.mesh.mass.volume, mass_properties(shape).volume, kHundredsOfRoundings) << name;
    EXPECT_NEAR(made.mesh.mass.moments.x, mass_properties(shape).moments.x, kHundredsOfRoundings) << name;
  }
}

TEST(ShapesMesh, HierarchyFindsWhatALoopFinds) {
  Random random(12);
  std::vector<Bounds> items;
  for (int i = 0; i < 300; ++i) {
    const Vec3 low = random_in_box(random, {-1, -1, -1}, {1, 1, 1});
    items.push_back({low, low + random_in_box(random, {0, 0, 0}, {0.2, 0.2, 0.2})});
  }
  const Bvh bvh = build_bvh(items);
  for (int k = 0; k < 100; ++k) {
    const Vec3 low = random_in_box(random, {-1, -1, -1}, {1, 1, 1});
    const Bounds box{low, low + Vec3{0.3, 0.1, 0.2}};
    std::vector<int> found, expected;
    for_each_in(bvh, box, [&](int i) {
      if (overlap(items[static_cast<std::size_t>(i)], box)) found.push_back(i);
    });
    for (int i = 0; i < 300; ++i)
      if (overlap(items[static_cast<std::size_t>(i)], box)) expected.push_back(i);
    std::ranges::sort(found);
    EXPECT_EQ(found, expected);
  }
}

}  // namespace
}  // namespace cairn
