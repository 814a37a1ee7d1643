// Shapes in scenes: places of bodies given by coordinates, files, faulty meshes, fills of solids and
// mixtures.
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "pack/obstacles.h"
#include "tolerances.h"
#include "unit/scene_build_sample.h"
#include "unit/scratch.h"
#include "unit/solid_samples.h"

namespace cairn {
namespace {

constexpr double kHalfABody = 0.51;                // and round-off: the nearest number of bodies
constexpr double kDeviationOfCosineSquared = 0.3;  // of one random direction: √(4/45)

using namespace sample;

// A cube of edge 2 with a corner at the origin.
const std::string kCube =
    "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 2 2 0\nv 0 0 2\nv 2 0 2\nv 0 2 2\nv 2 2 2\n"
    "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";

void write(const Scratch& scratch, const std::string& name, const std::string& text) {
  std::ofstream(scratch.file(name)) << text;
}

TEST(SceneShapes, CoordinatesAreAboutTheScenePosition) {
  const Scratch scratch;
  write(scratch, "cube.obj", kCube);
  for (const std::string shape :
       {"polyhedron: {file: cube.obj, unit: 10 cm}", "mesh: {file: cube.obj, unit: 10 cm}"}) {
    const World world =
        world_of(one_body("name: a, material: glass, shape: {" + shape +
                          "}, position: [1, 2, 3], orientation: {axis: [0, 0, 1], angle: 90 deg}"),
                 scratch.folder());
    // the corner stays at the position; the centre is (0.1, 0.1, 0.1) from it, turned
    EXPECT_LT(norm(world.bodies.place[0].position - Vec3{0.9, 2.1, 3.1}), kTensOfRoundings) << shape;
    EXPECT_NEAR(mass(world.bodies.inertia[0]), 2500 * 0.008, kHundredThousandsOfRoundings) << shape;
    EXPECT_NEAR(1 / world.bodies.inertia[0].inverse_moments.x, 2500 * 0.008 * 0.04 / 6,
                kHundredThousandsOfRoundings)
        << shape;
    // the shape's surface lies where the coordinates say
    const Surface mesh = surface(world.shapes[0], 1);
    Vec3 low{9, 9, 9}, high{-9, -9, -9};
    for (const Vec3& v : mesh.vertices) {
      const Vec3 x = world.bodies.place[0].position + rotate(world.bodies.orientation[0], v);
      low = min(low, x), high = max(high, x);
    }
    EXPECT_LT(norm(low - Vec3{0.8, 2, 3}), kTensOfRoundings) << shape;
    EXPECT_LT(norm(high - Vec3{1, 2.2, 3.2}), kTensOfRoundings) << shape;
  }
}

TEST(SceneShapes, CompoundsTakePartsWithPlacesOfTheirOwn) {
  const World world =
      world_of(one_body("name: a, material: glass, position: [0, 0, 1], shape: {compound: {parts: ["
                        "{shape: {box: {size: [2, 1, 1]}}, position: [1, 0, 0]}, "
                        "{shape: {box: {size: [1, 1, 2]}}, position: [3, 0, 0], orientation: {axis: [0, 1, "
                        "0], angle: 90 deg}}]}}"));
  // two bars of the same size in a row: a bar from 0 to 4, the second one turned into the row
  EXPECT_NEAR(mass(world.bodies.inertia[0]), 2500 * 4, kMillionsOfRoundings);
  const auto& compound = std::get<Compound>(world.shapes[0]);
  EXPECT_EQ(compound.parts.size(), 2u);
  EXPECT_NEAR(world.bodies.place[0].position.x, 2, kThousandsOfRoundings);
}

TEST(SceneShapes, FilesOutsideTheFolderAndBadFilesAreRefused) {
  const Scratch scratch;
  write(scratch, "bad.obj", "v 0 0 0\nv 1 0 x\n");
  write(scratch, "flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 3 4\n");
  write(scratch, "cube.txt", kCube);
  const auto refusal = [&](const std::string& shape) {
    return build_refusal(one_body("name: a, material: glass, position: [0, 0, 0], shape: {" + shape + "}"),
                         scratch.folder());
  };
  EXPECT_CONTAINS(refusal("polyhedron: {file: ../cube.obj}"), "leads out of the scene's folder");
  EXPECT_CONTAINS(refusal("mesh: {file: /etc/passwd}"), "scene.yaml:7:");
  EXPECT_CONTAINS(refusal("mesh: {file: none.stl}"), "cannot be read");
  EXPECT_CONTAINS(refusal("mesh: {file: bad.obj}"), "bad.obj:2:1: error: expected a number, got 'x'");
  EXPECT_CONTAINS(refusal("mesh: {file: cube.txt}"), ".stl or .obj");
  EXPECT_CONTAINS(refusal("polyhedron: {file: flat.obj}"), "scene.yaml:7:");
  EXPECT_CONTAINS(refusal("polyhedron: {file: flat.obj}"), "lie in a plane");
  EXPECT_CONTAINS(refusal("polyhedron: {vertices: [[0, 0, 0]]}"),
                  "expected at least 4 vertices that lie in no plane, got 1");
}

TEST(SceneShapes, BadSizesAreRefusedWithKeyAndPlace) {
  const auto refusal = [&](const std::string& shape) {
    return build_refusal(one_body("name: a, material: glass, position: [0, 0, 0], shape: {" + shape + "}"));
  };
  for (const std::string shape :
       {"ellipsoid: {radii: [1, 0, 1]}", "ellipsoid: {radii: [1, -1, 1]}", "capsule: {radius: 1, length: 0}",
        "superellipsoid: {radii: [1, 1, 1], exponents: [1.5, 2]}",
        "superellipsoid: {radii: [1, 1, 1], exponents: [2]}", "box: {size: [1, 1, 1], rounding: -1}",
        "cone: {radius: 1, height: 1, top_radius: -1}",
        "polyhedron: {vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}",
        "polyhedron: {vertices: [[0, 0, 0], [1, 0, nan]]}", "compound: {parts: []}",
        "mesh: {vertices: [[0, 0, 0]], triangles: [[0, 0, 7]]}",
        "polyhedron: {vertices: [[0, 0, 0], [1e200, 0, 0], [0, 1, 0], [0, 0, 1]]}",
        "mesh: {kind: sheet, vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles: [[0, 1, 2]], "
        "equivalent_diameter: 1}",
        "box: {size: [1, 1, 1], equivalent_diameter: 0}"})
    EXPECT_CONTAINS(refusal(shape), "scene.yaml:7:") << shape;
  EXPECT_CONTAINS(refusal("ellipsoid: {radii: [1, 0, 1]}"), "radii");
}

// --- Faulty meshes
const std::string kOpen = "mesh: {file: open.obj}";

TEST(SceneShapes, FaultyMeshesMayStandButNotMove) {
  const Scratch scratch;
  write(scratch, "open.obj", kCube.substr(0, kCube.rfind("f ")));
  const auto body = [&](const std::string& more, const std::string& shape) {
    return one_body("name: a, material: glass, position: [0, 0, 0], shape: {" + shape + "}" + more);
  };
  const std::string message = build_refusal(body("", kOpen), scratch.folder());
  EXPECT_CONTAINS(message, "a mesh that moves freely must be closed and whole, but triangle");
  EXPECT_CONTAINS(message, "has an edge without a neighbour");
  Warnings warnings;
  const World world = build_world(scene_of(body(", fixed: true", kOpen), scratch.folder()), warnings);
  EXPECT_TRUE(is_wall(world.shapes[0]));
  ASSERT_FALSE(warnings.empty());
  EXPECT_CONTAINS(warnings[0], "'a': the mesh is no solid and taken as a thin sheet: triangle");
  warnings.clear();
  build_world(scene_of(body(", fixed: true", "mesh: {file: open.obj, kind: sheet}"), scratch.folder()),
              warnings);
  for (const std::string& warning : warnings) EXPECT_EQ(warning.find("sheet"), std::string::npos) << warning;
  EXPECT_CONTAINS(build_refusal(body("", "mesh: {file: open.obj, kind: sheet}"), scratch.folder()),
                  "has no mass");
}

// --- Fills
void expect_all_apart(const World& world) {
  const Bodies& bodies = world.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      ASSERT_TRUE(are_apart(placed(world, i), placed(world, j))) << i << " " << j;
}

TEST(SceneShapes, FillsOfSolidsHaveRandomTurnsAndDoNotOverlap) {
  for (const std::string fraction : {"0.02", "0.15"}) {  // balls fit; only the solids do
    const World world = world_of(one_body(
        "name: a, material: glass, orientation: random, shape: {capsule: {radius: 0.03, length: 0.18}}, "
        "fill: {box: {min: [0, 0, 0], max: [1, 1, 1]}, solid_fraction: " +
        fraction + ", seed: 3}"));
    const double each = mass_properties(world.shapes[0]).volume;
    EXPECT_NEAR(static_cast<double>(world.bodies.size()) * each, std::stod(fraction), kHalfABody * each);
    expect_all_apart(world);
    // turns are uniform: the mean of cos² is 1/3 along each axis
    Vec3 sum;
    for (const Quat& q : world.bodies.orientation) sum += scaled(z_axis(q), z_axis(q));
    const auto n = static_cast<double>(world.bodies.size());
    for (int axis = 0; axis < 3; ++axis)
      EXPECT_NEAR(sum[axis] / n, 1.0 / 3, 4 * kDeviationOfCosineSquared / std::sqrt(n));
  }
}

TEST(SceneShapes, FillsGoRoundSolidsWithTheirOwnForm) {
  const World world = world_of(
      "bodies:\n"
      "  - {name: bar, material: glass, shape: {ellipsoid: {radii: [0.45, 0.1, 0.1]}}, position: [0.5, 0.5, "
      "0.5]}\n"
      "  - {name: a, material: glass, orientation: random, shape: {box: {size: [0.2, 0.05, 0.02]}}, "
      "fill: {box: {min: [0, 0, 0], max: [1, 1, 1]}, solid_fraction: 0.1}}\n");
  expect_all_apart(world);
}

TEST(SceneShapes, MixturesHaveTheirFractions) {
  const World world =
      world_of(one_body("name: a, material: glass, orientation: random, shape: {sphere: {diameter: 0.05}}, "
                        "fill: {box: {min: [0, 0, 0], max: [1, 1, 1]}, count: 200, mixture: ["
                        "{fraction: 0.3, shape: {ellipsoid: {radii: [2, 1, 1], equivalent_diameter: 0.05}}}, "
                        "{fraction: 0.1, shape: {polyhedron: {vertices: [[0, 0, 0], [0.06, 0, 0], [0, 0.06, "
                        "0], [0, 0, 0.06]]}}}]}"));
  std::map<std::uint32_t, int> count;
  for (const Info& info : world.bodies.info) ++count[info.shape];
  EXPECT_EQ(count, (std::map<std::uint32_t, int>{{0, 120}, {1, 60}, {2, 20}}));
  expect_all_apart(world);
  const double ball = mass_properties(Sphere{0.025}).volume;
  EXPECT_NEAR(mass_properties(world.shapes[1]).volume, ball, kThousandsOfRoundings * ball);
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const bool is_sphere = world.bodies.info[i].shape == 0;
    EXPECT_EQ((world.bodies.info[i].flags & kTurned) == 0, is_sphere);
    const Vec3& x = world.bodies.place[i].position;
    EXPECT_LE(x.x + world.bodies.place[i].radius, 1 + kThousandsOfRoundings);
  }
}

TEST(SceneShapes, MixturesThatMakeNoSenseAreRefused) {
  const auto refusal = [](const std::string& mixture) {
    return build_refusal(
        one_body("name: a, material: glass, shape: {sphere: {diameter: 0.05}}, fill: {box: {min: [0, 0, 0], "
                 "max: [1, 1, 1]}, count: 20, mixture: [" +
                 mixture + "]}"));
  };
  EXPECT_CONTAINS(
      refusal("{fraction: 0.7, shape: {box: {size: [1 mm, 1 mm, 1 mm]}}}, {fraction: 0.4, shape: {sphere: "
              "{radius: 1 mm}}}"),
      "more than 1 in all");
  EXPECT_CONTAINS(refusal("{fraction: 0.2, shape: plane}"), "takes solid bodies");
  EXPECT_CONTAINS(refusal("{fraction: 0.2, shape: sphere}"), "solids with a size");
}

TEST(SceneShapes, InThePlaneBodiesTurnAboutYAndStayInIt) {
  const World world = world_of("dimension: 2\n" +
                               one_body("name: a, material: glass, orientation: random, shape: {box: {size: "
                                        "[0.1, 0.1, 0.05]}}, position: [0, 0, 0], "
                                        "lattice: {spacing: 0.2, counts: [5, 1, 5]}"));
  for (const Quat& q : world.bodies.orientation) EXPECT_EQ(std::abs(q.x) + std::abs(q.z), 0);
  EXPECT_NE(world.bodies.orientation[0], world.bodies.orientation[1]);
  EXPECT_CONTAINS(build_refusal("dimension: 2\n" +
                                one_body("name: a, material: glass, position: [0, 0, 0], shape: {polyhedron: "
                                         "{vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}}")),
                  "the centre of mass lies at y = 0");
}

TEST(SceneShapes, TooManySolidsAreRefused) {
  EXPECT_CONTAINS(build_refusal(one_body(
                      "name: a, material: glass, orientation: random, shape: {box: {size: [0.3, 0.3, 0.3]}}, "
                      "fill: {box: {min: [0, 0, 0], max: [1, 1, 1]}, solid_fraction: 0.8}")),
                  "bodies fitted without overlap");
}

}  // namespace
}  // namespace cairn
