// Bounds, radii, widths and triangles of every shape against points of its true surface.
#include <gtest/gtest.h>

#include <map>

#include "tolerances.h"
#include "unit/surface_oracle.h"

namespace cairn {
namespace {

constexpr double kDirections = 0.02;     // of a width, over 2400 directions
constexpr double kPatternSearch = 1e-7;  // of distances found by the oracle

using namespace samples;

constexpr double kExtent = 5;

// Points of the exact surface, off the disc's missing flat sides.
std::vector<Vec3> points_of(const Shape& shape) {
  std::vector<Vec3> points;
  for (const Patch& patch : oracle_of(shape).patches)
    for (int i = 0; i <= 24; ++i)
      for (int j = 0; j <= 24; ++j) points.push_back(patch.at(i / 24.0, j / 24.0));
  if (std::holds_alternative<Disc>(shape))
    for (Vec3& p : points) p.y = 0;
  return points;
}

double signed_volume(const Surface& surface) {
  double sum = 0;
  for (const auto& [a, b, c] : surface.triangles)
    sum += dot(surface.vertices[a], cross(surface.vertices[b], surface.vertices[c])) / 6;
  return sum;
}

// Each edge of a closed surface is run through once in each direction.
bool is_closed(const Surface& surface) {
  std::map<std::pair<int, int>, int> edges;
  for (const auto& t : surface.triangles)
    for (int i = 0; i < 3; ++i) edges[{t[i], t[(i + 1) % 3]}]++;
  return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
    return edge.second == 1 && edges.contains({edge.first.second, edge.first.first});
  });
}

TEST(ShapesSurface, BoundsHoldTheSurfaceAndTouchIt) {
  for (const auto& [name, shape] : sample_shapes()) {
    const Bounds bounds = local_bounds(shape);
    Vec3 low{9, 9, 9}, high{-9, -9, -9};
    for (const Vec3& p : points_of(shape)) low = min(low, p), high = max(high, p);
    for (int i = 0; i < 3; ++i) {
      EXPECT_GE(low[i], bounds.low[i] - 1e-14) << name;
      EXPECT_LE(high[i], bounds.high[i] + kTensOfRoundings) << name;
      if (std::isfinite(bounds.low[i])) {
        EXPECT_NEAR(low[i], bounds.low[i], kThousandsOfRoundings) << name;
      }
      if (std::isfinite(bounds.high[i])) {
        EXPECT_NEAR(high[i], bounds.high[i], kThousandsOfRoundings) << name;
      }
    }
  }
}

TEST(ShapesSurface, BoundingRadiusIsThatOfTheFarthestPoint) {
  for (const auto& [name, shape] : sample_shapes()) {
    double farthest = 0;
    for (const Vec3& p : points_of(shape)) farthest = std::max(farthest, norm(p));
    if (std::isfinite(bounding_radius(shape)))
      EXPECT_NEAR(bounding_radius(shape), farthest, kThousandsOfRoundings) << name;
    else
      EXPECT_TRUE(name == "plane" || name == "endless drum") << name;
  }
}

TEST(ShapesSurface, ThicknessOfSolidsIsTheSmallestWidth) {
  for (const auto& [name, shape] : sample_shapes()) {
    if (is_wall(shape) || std::holds_alternative<Disc>(shape)) continue;
    const std::vector<Vec3> points = points_of(shape);
    double least = kInfinity;
    for (int i = 0; i <= 100; ++i)
      for (int j = 0; j < 24; ++j) {
        const double polar = std::numbers::pi * i / 100, s = std::sin(polar);
        const double phi = std::numbers::pi * j / 12;
        const Vec3 u{s * std::cos(phi), s * std::sin(phi), std::cos(polar)};
        double low = kInfinity, high = -kInfinity;
        for (const Vec3& p : points) low = std::min(low, dot(u, p)), high = std::max(high, dot(u, p));
        least = std::min(least, high - low);
      }
    EXPECT_NEAR(thickness(shape), least, kDirections * least) << name;
  }
}

TEST(ShapesSurface, WallsAreThinSheetsOrWithoutEnd) {
  EXPECT_EQ(thickness(Plane{}), kInfinity);
  EXPECT_EQ(thickness(Container{{1, 1, 1}, 0}), kInfinity);
  EXPECT_EQ(thickness(Container{{1, 1, 1}, 32}), 0);
  EXPECT_EQ(thickness(Drum{1, 1}), kInfinity);
  EXPECT_EQ(thickness(Drum{1, 1, true}), 0);
  EXPECT_EQ(thickness(Drum{1, kInfinity, true}), kInfinity);
  EXPECT_EQ(thickness(Tube{1, 1}), 0);
}

TEST(ShapesSurface, AxisymmetricShapesLookTheSameWhenTurned) {
  for (const auto& [name, shape] : sample_shapes()) {
    const Oracle oracle = oracle_of(shape);
    if (std::holds_alternative<Disc>(shape)) {
      EXPECT_FALSE(is_axisymmetric(shape));
      continue;
    }
    double change = 0;
    for (const double angle : {0.3, 1.0, 2.2})
      for (const double z : {0.1, 0.4}) {
        const Vec3 p{0.55, 0.1, z};
        change = std::max(change,
                          std::abs(oracle.distance(rotate(rotation({0, 0, angle}), p)) - oracle.distance(p)));
      }
    EXPECT_EQ(is_axisymmetric(shape), change < 1e-6) << name;
  }
}

TEST(ShapesSurface, VerticesLieOnTheShape) {
  for (const auto& [name, shape] : sample_shapes()) {
    const Oracle oracle = oracle_of(shape);
    const Surface mesh = surface(shape, kExtent);
    ASSERT_FALSE(mesh.triangles.empty()) << name;
    double off = 0;
    for (std::size_t i = 0; i < mesh.vertices.size(); i += 7)
      off = std::max(off, std::abs(oracle.distance(mesh.vertices[i])));
    EXPECT_LT(off, kPatternSearch) << name;
    for (const auto& [a, b, c] : mesh.triangles) {
      const Vec3 &va = mesh.vertices[a], &vb = mesh.vertices[b], &vc = mesh.vertices[c];
      ASSERT_GT(norm(cross(vb - va, vc - va)), 1e-9) << name << ": a triangle without area";
    }
  }
}

TEST(ShapesSurface, TrianglesFaceTheFreeSide) {
  constexpr double kFacets = 0.01;  // volume that 48 facets cut off
  for (const auto& [name, shape] : sample_shapes()) {
    const Surface mesh = surface(shape, kExtent);
    if (!is_wall(shape) && !std::holds_alternative<Disc>(shape)) {
      const double volume = mass_properties(shape).volume;
      EXPECT_TRUE(is_closed(mesh)) << name;
      EXPECT_NEAR(signed_volume(mesh), volume, kFacets * volume) << name;
    }
  }
  EXPECT_TRUE(is_closed(surface(Container{{1, 1, 1}, 0}, 1)));
  EXPECT_NEAR(signed_volume(surface(Container{{1, 1, 1}, 0}, 1)), -8, kThousandsOfRoundings);
  EXPECT_TRUE(is_closed(surface(Drum{1, 1}, 9)));
  EXPECT_NEAR(signed_volume(surface(Drum{1, 1}, 9)), -2 * std::numbers::pi, 2 * std::numbers::pi * kFacets);
  const auto normal = [](const Surface& mesh) {
    const auto [a, b, c] = mesh.triangles[0];
    return unit(cross(mesh.vertices[b] - mesh.vertices[a], mesh.vertices[c] - mesh.vertices[a]));
  };
  EXPECT_EQ(normal(surface(Plane{}, 2)), Vec3(0, 0, 1));
  EXPECT_LT(norm(normal(surface(Disc{1}, 2)) - Vec3{0, -1, 0}), kThousandsOfRoundings);
  EXPECT_GT(normal(surface(Tube{1, 1}, 2)).x, 0.9);
}

TEST(ShapesSurface, OpenFacesAreNotDrawnAndInfiniteOnesCut) {
  EXPECT_EQ(surface(Container{{1, 1, 1}, 0}, 1).triangles.size(), 12u);
  EXPECT_EQ(surface(Container{{1, 1, 1}, 32}, 1).triangles.size(), 10u);
  for (const Shape& shape : {Shape(Plane{}), Shape(Drum{0.5})}) {
    double farthest = 0;
    for (const Vec3& v : surface(shape, 4).vertices)
      farthest = std::max({farthest, std::abs(v.x), std::abs(v.z)});
    EXPECT_EQ(farthest, 4);
  }
}

}  // namespace
}  // namespace cairn
