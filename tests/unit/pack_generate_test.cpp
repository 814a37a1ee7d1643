// Fills, lattices and pyramids: how many, where, and that nothing overlaps.
#include <gtest/gtest.h>

#include <numbers>
#include <set>

#include "pack/generate.h"
#include "pack/relax.h"
#include "scene_build_sample.h"
#include "tolerances.h"

namespace cairn {
namespace {

constexpr double kOneSphere = 5.3e-4, kHalfADisc = 7e-4;         // of the fraction
constexpr double kDeviation = 0.1, kDeviationOfUniform = 0.289;  // of the distributions
constexpr double kSamplingOfDeviation = 0.002;                   // four standard errors of 20 000
constexpr double kUlpOfAMillimetre = 1e-18;                      // m
constexpr double kPermittedOverlap = 1e-3;                       // of the radius, where relaxation stops

using sample::build_refusal;
using sample::one_body;
using sample::world_of;

FillRequest box_fill(double edge, Sizes sizes) {
  FillRequest request;
  request.region = {Bounds{{0, 0, 0}, {edge, edge, edge}}, 3};
  request.sizes = std::move(sizes);
  return request;
}

Obstacles none(const FillRequest& request) { return {Shape(Sphere{}), request.region.bounds()}; }

void expect_no_overlap(const std::vector<Place>& places) {
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      ASSERT_GE(norm(places[i].position - places[j].position) - places[i].radius - places[j].radius, 0)
          << i << " and " << j;
}

void expect_inside(const FillRequest& request, const std::vector<Place>& places) {
  for (const Place& place : places) ASSERT_TRUE(request.region.holds(place.position, place.radius));
}

// --- Fills
TEST(SceneFill, PlacesTheCountAskedForWithoutOverlap) {
  FillRequest request = box_fill(1, Sizes::fixed(0.04));
  request.count = 500;  // a solid fraction of 0.13: one by one
  const FillResult result = fill(request, none(request));
  ASSERT_EQ(result.places.size(), 500u);
  EXPECT_NEAR(result.solid_fraction, 500 * 4 * std::numbers::pi / 3 * 0.04 * 0.04 * 0.04,
              kThousandsOfRoundings);
  expect_no_overlap(result.places);
  expect_inside(request, result.places);
}

TEST(SceneFill, ReachesDenseSolidFractionsByPushing) {
  for (const double fraction : {0.3, 0.45, 0.55}) {
    FillRequest request = box_fill(1, Sizes::fixed(0.05));
    request.solid_fraction = fraction;
    const FillResult result = fill(request, none(request));
    ASSERT_EQ(result.places.size(), result.wanted);
    EXPECT_NEAR(result.solid_fraction, fraction, kOneSphere) << "the nearest number of spheres of this size";
    expect_no_overlap(result.places);
    expect_inside(request, result.places);
  }
}

TEST(SceneFill, DependsOnTheSeedAlone) {
  for (const double fraction : {0.1, 0.4}) {
    FillRequest request = box_fill(1, {Sizes::Kind::uniform, 0.03, 0.06, 0.045, 0, {}, {}, 0});
    request.solid_fraction = fraction;
    const std::vector<Place> first = fill(request, none(request)).places,
                             second = fill(request, none(request)).places;
    request.seed = 2;
    const std::vector<Place> other = fill(request, none(request)).places;
    ASSERT_EQ(first.size(), second.size());
    bool differs = first.size() != other.size();
    for (std::size_t i = 0; i < first.size(); ++i) {
      EXPECT_EQ(first[i].position, second[i].position);
      EXPECT_EQ(first[i].radius, second[i].radius);
      differs |= i < other.size() && first[i].position != other[i].position;
    }
    EXPECT_TRUE(differs);
  }
}

TEST(SceneFill, GoesRoundSpheresAndWalls) {
  for (const double fraction : {0.08, 0.3}) {
    FillRequest request = box_fill(1, Sizes::fixed(0.05));
    request.solid_fraction = fraction;
    Obstacles obstacles = none(request);
    obstacles.add_sphere({{0.5, 0.5, 0.5}, 0.3});
    const Shape plane = Plane{};
    const Quat tilt = rotation({0, -std::numbers::pi / 4, 0});
    obstacles.add({plane, {0.3, 0, 0}, tilt, kInfinity});
    const Vec3 normal = rotate(tilt, {0, 0, 1});
    const FillResult result = fill(request, obstacles);
    ASSERT_EQ(result.places.size(), result.wanted);
    expect_no_overlap(result.places);
    for (const Place& place : result.places) {
      EXPECT_GE(norm(place.position - Vec3{0.5, 0.5, 0.5}), 0.35);
      EXPECT_GE(dot(place.position - Vec3{0.3, 0, 0}, normal), 0.05);
    }
  }
}

TEST(SceneFill, SaysHowManyFitted) {
  FillRequest request = box_fill(1, Sizes::fixed(0.2));
  request.count = 40;  // 8 is all there can be of a cubic lattice; 1.3 in solid fraction
  const FillResult result = fill(request, none(request));
  EXPECT_EQ(result.wanted, 40u);
  EXPECT_LT(result.places.size(), 40u);
  request.sizes = Sizes::fixed(0.6);
  EXPECT_EQ(fill(request, none(request)).places.size(), 0u);
  request.sizes = Sizes::fixed(1e-9);
  request.count.reset();
  request.solid_fraction = 0.5;
  EXPECT_GT(fill(request, none(request)).wanted, kMostBodies);
}

TEST(SceneFill, FillsBallsAndCylinders) {
  for (const RegionShape& shape :
       {RegionShape(BallRegion{{1, 2, 3}, 1}), RegionShape(CylinderRegion{{1, 2, 3}, 0, 0.5, 1})}) {
    for (const double fraction : {0.15, 0.4}) {
      FillRequest request = box_fill(1, Sizes::fixed(0.1));
      request.region.shape = shape;
      request.solid_fraction = fraction;
      const FillResult result = fill(request, none(request));
      ASSERT_EQ(result.places.size(), result.wanted);
      expect_no_overlap(result.places);
      expect_inside(request, result.places);
    }
  }
}

TEST(SceneFill, InThePlaneCountsAreas) {
  FillRequest request = box_fill(1, Sizes::fixed(0.02));
  request.region = {Bounds{{0, 0, 0}, {1, 0, 1}}, 2};
  request.solid_fraction = 0.7;
  const FillResult result = fill(request, none(request));
  EXPECT_NEAR(static_cast<double>(result.places.size()) * std::numbers::pi * 4e-4, 0.7, kHalfADisc);
  expect_no_overlap(result.places);
  for (const Place& place : result.places) EXPECT_EQ(place.position.y, 0);
}

// --- Regions and sizes
TEST(FillRegion, VolumesAndSections) {
  EXPECT_DOUBLE_EQ((FillRegion{Bounds{{0, 0, 0}, {1, 2, 3}}, 3}.volume()), 6);
  EXPECT_DOUBLE_EQ((FillRegion{BallRegion{{}, 2}, 3}.volume()), 32 * std::numbers::pi / 3);
  EXPECT_DOUBLE_EQ((FillRegion{CylinderRegion{{}, 2, 2, 3}, 3}.volume()), 24 * std::numbers::pi);
}

TEST(Sizes, FollowTheirDistribution) {
  Random random(5);
  const Sizes normal{Sizes::Kind::normal, 0.7, 1.3, 1, 0.1, {}, {}, 0},
      uniform{Sizes::Kind::uniform, 1, 2, 1.5, 0, {}, {}, 0};
  double sum = 0, square = 0, flat = 0;
  const int n = 20'000;
  for (int i = 0; i < n; ++i) {
    const double r = normal.radius(0, random), u = uniform.radius(0, random);
    ASSERT_TRUE(r >= 0.7 && r <= 1.3 && u >= 1 && u <= 2);
    sum += r, square += (r - 1) * (r - 1), flat += u;
  }
  EXPECT_NEAR(sum / n, 1, 4 * kDeviation / std::sqrt(n)) << "four standard errors";
  EXPECT_NEAR(std::sqrt(square / n), 0.0986, kSamplingOfDeviation) << "cut at three deviations";
  EXPECT_NEAR(flat / n, 1.5, 4 * kDeviationOfUniform / std::sqrt(n));
  const Sizes list{Sizes::Kind::list, 1, 3, 0, 0, {1, 2, 3}, {}, 0};
  EXPECT_EQ(list.radius(4, random), 2);
}

// --- Lattices
std::vector<Vec3> lattice_of(const char* kind) { return lattice({kind, 2.0, {4, 5, 6}, 0, 1, 3}); }

TEST(SceneLattice, NeighboursAreOneSpacingApart) {
  const std::vector<std::pair<const char*, int>> kinds = {
      {"cubic", 6}, {"bcc", 8}, {"fcc", 12}, {"hex", 12}, {"triangular", 8}};
  for (const auto& [kind, neighbours] : kinds) {
    const std::vector<Vec3> points = lattice_of(kind);
    EXPECT_EQ(points.size(), 120u);
    EXPECT_EQ(points[0], Vec3());
    EXPECT_NEAR(norm(points[1] - points[0]), std::string(kind) == "bcc" ? 4 / std::sqrt(3.0) : 2,
                kTensOfRoundings);
    std::size_t most = 0;
    double nearest = 1e9;
    for (const Vec3& a : points) {
      std::size_t touching = 0;
      for (const Vec3& b : points) {
        if (a == b) continue;
        nearest = std::min(nearest, norm(b - a));
        touching += norm(b - a) < 2 * (1 + 1e-9);
      }
      most = std::max(most, touching);
    }
    EXPECT_NEAR(nearest, 2, kThousandsOfRoundings) << kind;
    EXPECT_EQ(most, static_cast<std::size_t>(neighbours)) << kind;
  }
}

TEST(SceneLattice, JitterMovesEveryPointALittleAndKeepsThePlane) {
  LatticeRequest request{"cubic", 1.0, {10, 1, 10}, 0.1, 3, 2};
  const std::vector<Vec3> points = lattice(request), again = lattice(request);
  EXPECT_EQ(points, again);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Vec3 site{static_cast<double>(k % 10), 0, static_cast<double>(k / 10)};
    EXPECT_EQ(points[k].y, 0);
    EXPECT_LE(std::max(std::abs(points[k].x - site.x), std::abs(points[k].z - site.z)), 0.1);
    EXPECT_NE(points[k], site);
  }
}

// --- Pyramid
TEST(ScenePyramid, LayersFromTheBottomRowByRow) {
  const double d = 2.5e-3, gap = 0.0625e-3;
  const std::vector<Vec3> points = pyramid(20, d, gap);
  ASSERT_EQ(points.size(), 2870u);  // 20 * 21 * 41 / 6
  EXPECT_EQ(points[0], Vec3());
  EXPECT_EQ(points[1], Vec3(d, 0, 0));
  EXPECT_EQ(points[20], Vec3(0, d, 0));
  const Vec3 first_of_layer_1 = points[400], top = points.back();
  EXPECT_NEAR(norm(first_of_layer_1 - Vec3(d / 2, d / 2, d / std::sqrt(2.0) + gap)), 0, kUlpOfAMillimetre);
  EXPECT_NEAR(norm(top - Vec3(9.5 * d, 9.5 * d, 19 * (d / std::sqrt(2.0) + gap))), 0, kFewRoundings);
  EXPECT_NEAR(norm(pyramid(2, d, 0)[4] - pyramid(2, d, 0)[0]), d, kUlpOfAMillimetre)
      << "touching without a gap";
}

// --- In scenes
TEST(SceneFill, InASceneAvoidsEntriesBeforeAndAfterIt) {
  const World world = world_of(
      "bodies:\n"
      "  - {name: beads, material: glass, shape: {sphere: {diameter: 0.1}}, fill: {box: {min: [0, 0, 0], "
      "max: [1, 1, 1]}, count: 200}}\n"
      "  - {name: block, material: wall, shape: {box: {size: [0.5, 0.5, 0.5]}}, position: [0.5, 0.5, 0.5], "
      "fixed: true}\n"
      "  - {name: more, material: glass, shape: sphere, fill: {box: {min: [0, 0, 0], max: [1, 1, 1]}, count: "
      "50, seed: 9, sizes: {uniform: [0.05, 0.1]}}}\n");
  ASSERT_EQ(world.bodies.size(), 251u);
  EXPECT_EQ(world.bodies.info[0].group, 0);
  EXPECT_EQ(world.groups[world.bodies.info[200].group], "block");
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    if (i == 200) continue;
    const Place& place = world.bodies.place[i];
    const Vec3 out = abs(place.position - Vec3{0.5, 0.5, 0.5}) - Vec3{0.25, 0.25, 0.25};
    EXPECT_GE(norm(max(out, Vec3{})), place.radius * (1 - 1e-12)) << "no sphere in the block";
  }
}

TEST(SceneFill, ThatDoesNotFitSaysWhatDid) {
  const std::string message =
      build_refusal(one_body("name: beads, material: glass, shape: {sphere: {diameter: 0.4}}, fill: {box: "
                             "{min: [0, 0, 0], max: [1, 1, 1]}, count: 25}"));
  EXPECT_CONTAINS(message, "scene.yaml:7:");
  EXPECT_CONTAINS(message, "'beads': ");
  EXPECT_CONTAINS(message, " of 25 bodies fitted without overlap, at a solid fraction of 0.");
  EXPECT_CONTAINS(message, "make the region larger");
  EXPECT_CONTAINS(build_refusal(one_body("name: a, material: glass, shape: {sphere: {diameter: 2}}, "
                                         "fill: {box: {min: [0, 0, 0], max: [1, 1, 1]}, count: 1}")),
                  "too small for even one body of diameter 2 m");
  EXPECT_CONTAINS(
      build_refusal(one_body("name: a, material: glass, shape: {sphere: {diameter: 1 um}}, "
                             "fill: {box: {min: [0, 0, 0], max: [1, 1, 1]}, solid_fraction: 0.3}")),
      "more than the limit of 1e7 bodies");
  EXPECT_CONTAINS(build_refusal(one_body("name: a, material: glass, shape: {sphere: {diameter: 1}}, "
                                         "fill: {box: {min: [0, 0, 0], max: [1, 0, 1]}, count: 1}")),
                  "the box is empty");
}

TEST(SceneFill, SizesBelongToBallsWithoutASize) {
  const std::string fill = "fill: {box: {min: [0, 0, 0], max: [1, 1, 1]}, count: 1, sizes: {fixed: 0.1}}";
  EXPECT_CONTAINS(build_refusal(one_body("name: a, material: glass, shape: {sphere: {radius: 1}}, " + fill)),
                  "the shape has a size already");
  EXPECT_CONTAINS(
      build_refusal(one_body("name: a, material: glass, shape: {box: {size: [1, 1, 1]}}, " + fill)),
      "'sizes' are diameters of spheres or discs");
  EXPECT_CONTAINS(build_refusal(one_body("name: a, material: glass, shape: sphere, position: [0, 0, 0]")),
                  "expected either 'radius' or 'diameter'");
  EXPECT_CONTAINS(
      build_refusal(one_body("name: a, material: glass, shape: sphere, fill: {box: {min: [0, 0, 0], max: "
                             "[1, 1, 1]}, count: 1, sizes: {uniform: [2 mm, 1 mm]}}")),
      "expected the smaller diameter first");
  EXPECT_CONTAINS(
      build_refusal(one_body("name: a, material: glass, shape: sphere, fill: {box: {min: [0, 0, 0], max: "
                             "[1, 1, 1]}, count: 1, sizes: {normal: {mean: 1 mm, deviation: 0.5 mm}}}")),
      "give 'min'");
}

// --- Relaxation
TEST(Relax, PushesApartAndLeavesTheFixedWhereTheyAre) {
  std::vector<Place> spheres = {{{0, 0, 0}, 1}, {{0, 0, 0}, 1}, {{0.5, 0, 0}, 1}, {{50, 0, 0}, 1}};
  const std::vector<std::uint8_t> movable = {0, 1, 1, 1};
  const RelaxReport report = relax(spheres, movable, 3, [](const Place& p) { return p.position; });
  EXPECT_LE(report.overlap, kPermittedOverlap);
  EXPECT_EQ(spheres[0].position, Vec3());
  EXPECT_EQ(spheres[3].position, Vec3(50, 0, 0));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < i; ++j) EXPECT_GE(norm(spheres[i].position - spheres[j].position), 2 - 2e-3);
}

}  // namespace
}  // namespace cairn
