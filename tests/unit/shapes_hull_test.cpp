// Convex hulls: counts of known solids, convexity, merged faces, refusals.
#include <gtest/gtest.h>

#include "base/error.h"
#include "shapes/polyhedron.h"
#include "tolerances.h"
#include "unit/solid_samples.h"

namespace cairn {
namespace {

constexpr double kSevenDigits = 1e-6;  // coordinates in single precision

using namespace samples;

struct Counts {
  std::size_t vertices, edges, faces;
  bool operator==(const Counts&) const = default;
};

Counts counts(const Polyhedron& p) { return {p.vertices.size(), p.edges.size(), p.faces.size()}; }

// Every given point is behind every plane, and the structure hangs together.
void expect_convex(const PlacedPolyhedron& made, std::span<const Vec3> points, double tolerance = 1e-12) {
  const Polyhedron& p = made.polyhedron;
  for (const Vec3& x : points) {
    const Vec3 y = rotate_back(made.turn, x - made.offset);
    for (const Polyhedron::Face& face : p.faces) ASSERT_LE(dot(face.normal, y), face.offset + tolerance);
  }
  for (std::size_t f = 0; f < p.faces.size(); ++f) {
    const Polyhedron::Face& face = p.faces[f];
    const std::span<const int> loop = p.corners(face), edges = p.edges_of(face);
    ASSERT_GE(loop.size(), 3u);
    ASSERT_GT(face.offset, 0) << "the centre of mass is inside";
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const int a = loop[k], b = loop[(k + 1) % loop.size()], c = loop[(k + 2) % loop.size()];
      const Vec3 &va = p.vertices[static_cast<std::size_t>(a)], &vb = p.vertices[static_cast<std::size_t>(b)],
                 &vc = p.vertices[static_cast<std::size_t>(c)];
      EXPECT_GT(dot(cross(vb - va, vc - vb), face.normal), 0)
          << "counter-clockwise and without straight corners";
      EXPECT_NEAR(dot(face.normal, va), face.offset, tolerance);
      const Polyhedron::Edge& edge = p.edges[static_cast<std::size_t>(edges[k])];
      const bool forward = edge.a == a && edge.b == b && edge.left == static_cast<int>(f);
      const bool backward = edge.a == b && edge.b == a && edge.right == static_cast<int>(f);
      EXPECT_TRUE(forward || backward);
    }
  }
  EXPECT_EQ(p.vertices.size() + p.faces.size(), p.edges.size() + 2);
  EXPECT_EQ(p.neighbours.size(), 2 * p.edges.size());
}

TEST(ShapesHull, CubeWithPointsOnItsFacesEdgesAndInside) {
  std::vector<Vec3> points;
  for (int i = 0; i <= 6; ++i)
    for (int j = 0; j <= 6; ++j)
      for (int k = 0; k <= 6; ++k) points.push_back({i / 6.0, j / 6.0, k / 6.0});
  const PlacedPolyhedron made = make_polyhedron(points);
  EXPECT_EQ(counts(made.polyhedron), (Counts{8, 12, 6}));
  EXPECT_NEAR(made.polyhedron.mass.volume, 1, kTensOfRoundings);
  EXPECT_NEAR(made.polyhedron.mass.moments.x, 1.0 / 6, kTensOfRoundings);
  EXPECT_LT(norm(made.offset - Vec3{0.5, 0.5, 0.5}), kTensOfRoundings);
  EXPECT_EQ(made.turn, Quat{});
  expect_convex(made, points);
}

TEST(ShapesHull, TurnedAndRoundedToSevenDigitsItIsStillACube) {
  Random random(7);
  for (int trial = 0; trial < 50; ++trial) {
    const Quat turn = random_orientation(random);
    std::vector<Vec3> points;
    for (int i = 0; i <= 3; ++i)
      for (int j = 0; j <= 3; ++j)
        for (int k = 0; k <= 3; ++k) {
          const Vec3 x = rotate(turn, {i / 3.0, j / 3.0, k / 3.0}) + Vec3{2, 1, 0};
          points.push_back({static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z)});
        }
    const PlacedPolyhedron made = make_polyhedron(points);
    EXPECT_EQ(counts(made.polyhedron), (Counts{8, 12, 6})) << trial;
    EXPECT_NEAR(made.polyhedron.mass.volume, 1, kSevenDigits);
    expect_convex(made, points, kSevenDigits);
  }
}

TEST(ShapesHull, PlatonicSolids) {
  const double g = std::numbers::phi, h = 1 / g;
  std::vector<Vec3> icosahedron, dodecahedron = cube_corners(1), octahedron;
  for (const double s : {-1.0, 1.0}) {
    octahedron.insert(octahedron.end(), {{s, 0, 0}, {0, s, 0}, {0, 0, s}});
    for (const double t : {-1.0, 1.0}) {
      icosahedron.insert(icosahedron.end(), {{0, s, t * g}, {s, t * g, 0}, {t * g, 0, s}});
      dodecahedron.insert(dodecahedron.end(), {{0, s * h, t * g}, {s * h, t * g, 0}, {t * g, 0, s * h}});
    }
  }
  EXPECT_EQ(counts(make_polyhedron(octahedron).polyhedron), (Counts{6, 12, 8}));
  EXPECT_EQ(counts(make_polyhedron(icosahedron).polyhedron), (Counts{12, 30, 20}));
  const PlacedPolyhedron made = make_polyhedron(dodecahedron);
  EXPECT_EQ(counts(made.polyhedron), (Counts{20, 30, 12}));
  expect_convex(made, dodecahedron);
  const double edge = 2 * h;  // V = (15 + 7√5)/4 a³
  EXPECT_NEAR(made.polyhedron.mass.volume, (15 + 7 * std::sqrt(5.0)) / 4 * edge * edge * edge,
              kHundredsOfRoundings);
}

TEST(ShapesHull, RandomPointsOnASphereAreAllCorners) {
  Random random(9);
  for (const int n : {4, 5, 10, 100, 1000}) {
    const std::vector<Vec3> points = points_on_sphere(random, n);
    const PlacedPolyhedron made = make_polyhedron(points);
    EXPECT_EQ(made.polyhedron.vertices.size(), static_cast<std::size_t>(n));
    EXPECT_EQ(made.polyhedron.faces.size(), 2u * static_cast<std::size_t>(n) - 4);
    expect_convex(made, points);
  }
}

TEST(ShapesHull, RandomPointsInACubeOfAnySizeAndPlace) {
  Random random(10);
  for (const double size : {1e-6, 1.0, 1e5})
    for (int trial = 0; trial < 20; ++trial) {
      std::vector<Vec3> points;
      for (int i = 0; i < 200; ++i)
        points.push_back(size * (Vec3{10, -20, 5} + random_in_box(random, {0, 0, 0}, {1, 1, 1})));
      expect_convex(make_polyhedron(points), points, 2e-6 * size);
    }
}

TEST(ShapesHull, HillClimbingFindsTheFarthestVertex) {
  Random random(11);
  const Polyhedron pebble = make_polyhedron(points_on_sphere(random, 500)).polyhedron;
  for (int k = 0; k < 1000; ++k) {
    const Vec3 d{random.normal(), random.normal(), random.normal()};
    double farthest = -kInfinity;
    for (const Vec3& v : pebble.vertices) farthest = std::max(farthest, dot(v, d));
    EXPECT_EQ(dot(support(pebble, d), d), farthest);
    const int start = static_cast<int>(random.next() % 500);
    EXPECT_EQ(dot(pebble.vertices[static_cast<std::size_t>(support_vertex(pebble, d, start))], d), farthest);
  }
}

std::string refusal(const std::vector<Vec3>& points) {
  try {
    (void)make_polyhedron(points);
  } catch (const InputError& error) {
    return error.message();
  }
  return "";
}

TEST(ShapesHull, DegenerateInputIsRefused) {
  EXPECT_EQ(refusal({}), "a hull needs at least 4 points, got 0");
  EXPECT_EQ(refusal({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), "a hull needs at least 4 points, got 3");
  EXPECT_EQ(refusal(std::vector<Vec3>(9, {1, 2, 3})),
            "all points of the hull are the same; it needs 4 that lie in no plane");
  EXPECT_EQ(refusal({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}),
            "the points of the hull lie on a line; it needs 4 that lie in no plane");
  EXPECT_EQ(refusal({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.3, 0.2, 1e-9}}),
            "the points of the hull lie in a plane; it needs one beside it");
  const double nan = std::nan(""), far = kInfinity;
  EXPECT_EQ(refusal({{0, 0, 0}, {1, 0, 0}, {0, nan, 0}, {1, 1, 1}}), "point 3 of the hull is not finite");
  EXPECT_EQ(refusal({{far, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1}}), "point 1 of the hull is not finite");
}

}  // namespace
}  // namespace cairn
