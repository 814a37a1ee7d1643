// Convex solids and compounds: mass properties against closed forms, sampling and each other; support
// functions, curvatures and surfaces against the definition.
#include <gtest/gtest.h>

#include <map>

#include "base/error.h"
#include "shapes/moments.h"
#include "shapes/support.h"
#include "tolerances.h"
#include "unit/solid_samples.h"

namespace cairn {
namespace {

constexpr double kCoreOfNothing = 1e-10;  // a core of 1e-12 is nearly none
constexpr double kQuadrature = 1e-11;     // volumes that are integrals
constexpr double kQuadratureOfDifferences = 2e-12, kQuadratureOverSteps = 1e-9;  // fourth; third, over 0.006
constexpr double kRoundOffOverSteps = 1e-10;  // of a third difference over 0.006
constexpr double kNewtonsMethod = 1e-9;       // where the search for a point of given normal stops
constexpr double kDifferenceQuotient = 2e-4;  // of radii of curvature, steps of 1e-5
constexpr double kFacetsOfSupport = 0.02, kFacetsOfRadius = 0.01,
                 kFacetsOfVolume = 0.015;  // that facets cut off

using namespace samples;

constexpr double kRoundingOfSums = 1e-12;

void expect_near(const MassProperties& found, const MassProperties& expected, double relative) {
  EXPECT_NEAR(found.volume, expected.volume, relative * expected.volume);
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(found.moments[i], expected.moments[i], relative * expected.moments[i]) << "axis " << i;
}

// --- Mass
// Volume, centre of mass and ∫x xᵀ dV by random points.
template <class Inside>
void expect_sampled(const Shape& shape, Inside&& is_inside) {
  constexpr int samples = 100000;
  constexpr double kSamplingError = 0.025;  // five standard deviations of 1e5 points
  Random random(21);
  const Bounds bounds = local_bounds(shape);
  const Vec3 size = bounds.high - bounds.low;
  Moments sum;
  for (int i = 0; i < samples; ++i) {
    const Vec3 p = random_in_box(random, bounds.low, bounds.high);
    if (is_inside(p)) sum += {1, p, outer(p, p)};
  }
  const MassProperties mass = mass_properties(shape);
  const Moments found = size.x * size.y * size.z / samples * sum;
  const Mat3& s = found.second;
  expect_near({found.volume, {s.row1.y + s.row2.z, s.row2.z + s.row0.x, s.row0.x + s.row1.y}}, mass,
              kSamplingError);
  const double r = bounding_radius(shape), small = 0.02 * mass.volume * r;
  EXPECT_LT(norm(found.first), small) << "the centre of mass is not the origin";
  for (const double product : {s.row0.y, s.row1.z, s.row2.x})
    EXPECT_NEAR(product, 0, small * r) << "the axes are not principal";
}

TEST(ShapesSolids, ConvexOnesBySampling) {
  for (const auto& [name, shape] : convex_solids()) {
    SCOPED_TRACE(name);
    expect_sampled(shape, [&](const Vec3& p) { return is_in_convex(shape, p); });
  }
}

// A frustum as the difference of two cones.
TEST(ShapesSolids, FrustumIsAConeWithoutItsTip) {
  const double r = 0.7, t = 0.3, h = 0.9, tip = h * t / (r - t);
  const Cone frustum{r, h, t}, whole{r, h + tip}, cut{t, tip};
  Moments difference = placed(moments_of(whole.mass_properties()), {}, {0, 0, -whole.base()});
  difference += -1 * placed(moments_of(cut.mass_properties()), {}, {0, 0, h - cut.base()});
  const PrincipalAxes axes = principal_axes(difference);
  expect_near(frustum.mass_properties(), axes.mass, kRoundingOfSums);
  EXPECT_NEAR(axes.offset.z, -frustum.base(), kRoundingOfSums);
}

TEST(ShapesSolids, RoundedBoxesAgreeWithRoundedPolyhedra) {
  for (const Vec3& half : {Vec3{0.5, 0.5, 0.5}, Vec3{0.5, 0.8, 0.3}, Vec3{1, 0.02, 0.1}})
    for (const double rounding : {0.0, 0.1, 2.0}) {
      std::vector<Vec3> corners;
      for (int k = 0; k < 8; ++k) corners.push_back(box_vertex(half, k) + Vec3{3, -2, 1});
      const PlacedPolyhedron made = make_polyhedron(corners, rounding);
      expect_near(made.polyhedron.mass, Box(half, rounding).mass_properties(), kRoundingOfSums);
      EXPECT_EQ(made.turn, Quat{});
      EXPECT_LT(norm(made.offset - Vec3{3, -2, 1}), kTensOfRoundings);
    }
}

TEST(ShapesSolids, RoundedOnesBecomeKnownShapes) {
  // a ball and a ball
  expect_near(Ellipsoid({0.5, 0.5, 0.5}, 0.3).mass, Sphere{0.8}.mass_properties(), kRoundingOfSums);
  // a thread and a ball
  expect_near(Cylinder(1e-12, 0.5, 0.3).mass_properties(), Capsule{0.3, 0.5}.mass_properties(),
              kCoreOfNothing);
  expect_near(Box({1e-12, 1e-12, 0.5}, 0.3).mass_properties(), Capsule{0.3, 0.5}.mass_properties(),
              kCoreOfNothing);
  // an ellipsoid and its superellipsoid; a rounded spheroid about its axis
  expect_near(Superellipsoid({0.3, 0.4, 0.5}, 2, 2).mass, Ellipsoid({0.3, 0.4, 0.5}).mass, kRoundingOfSums);
  EXPECT_DOUBLE_EQ(Superellipsoid({0.3, 0.4, 0.5}, 2, 2).radius, 0.5);
  const MassProperties spheroid = Ellipsoid({0.3, 0.3, 0.9}, 0.1).mass;
  EXPECT_NEAR(spheroid.moments.x, spheroid.moments.y, kRoundingOfSums * spheroid.moments.x);
}

// A spheroid's parallel body by slices in the angle of the normal: ρ and z of the outline are those of the
// ellipse plus r n.
TEST(ShapesSolids, RoundedSpheroidByItsOutline) {
  const double a = 0.3, c = 0.9, r = 0.1;
  constexpr int n = 20000;
  MassProperties sum;
  const auto at = [&](double t) {  // eccentric angle
    const double nr = c * std::sin(t), nz = a * std::cos(t), l = std::hypot(nr, nz);
    return std::array{a * std::sin(t) + r * nr / l, -c * std::cos(t) - r * nz / l};
  };
  for (int i = 0; i < n; ++i) {
    const auto p = at(std::numbers::pi * i / n), m = at(std::numbers::pi * (i + 0.5) / n),
               q = at(std::numbers::pi * (i + 1) / n);
    const double s[3] = {p[0] * p[0], m[0] * m[0], q[0] * q[0]}, z[3] = {p[1], m[1], q[1]};
    const double w[3] = {(-3 * z[0] + 4 * z[1] - z[2]) / 6, 4 * (z[2] - z[0]) / 6,
                         (z[0] - 4 * z[1] + 3 * z[2]) / 6};
    for (int k = 0; k < 3; ++k) {
      const double dv = std::numbers::pi * s[k] * w[k], across = dv * (s[k] / 4 + z[k] * z[k]);
      sum.volume += dv;
      sum.moments += {across, across, dv * s[k] / 2};
    }
  }
  expect_near(Ellipsoid({a, a, c}, r).mass, sum, kQuadrature);
}

// Steiner's polynomial: V(r) of a parallel body is cubic in r, and its slope at 0 is the area.
TEST(ShapesSolids, VolumesOfParallelBodiesAreCubicInTheRadius) {
  const auto volume = [](double r) { return Superellipsoid({0.6, 0.5, 0.3}, 4.5, 2.5, r).mass.volume; };
  const auto wedge_volume = [](double r) { return make_polyhedron(wedge(), r).polyhedron.mass.volume; };
  const auto fourth_difference = [](auto&& v) {
    return v(0.0) - 4 * v(0.1) + 6 * v(0.2) - 4 * v(0.3) + v(0.4);
  };
  EXPECT_NEAR(fourth_difference(volume), 0, kQuadratureOfDifferences);
  EXPECT_NEAR(fourth_difference(wedge_volume), 0, kHundredsOfRoundings);
  // the cubic term is that of the ball
  const auto third = [](auto&& v) { return (v(0.3) - 3 * v(0.2) + 3 * v(0.1) - v(0.0)) / 0.006; };
  EXPECT_NEAR(third(volume), 4 * std::numbers::pi / 3, kQuadratureOverSteps);
  EXPECT_NEAR(third(wedge_volume), 4 * std::numbers::pi / 3, kRoundOffOverSteps);
}

TEST(ShapesSolids, TheCrossOfSevenCubesIsExact) {
  const double a = 0.2, cube = a * a * a;
  const PlacedCompound made = make_compound(cross_of_cubes(a));
  // 7 cubes of a²/6 each; two of them a away on each of the two other axes
  const double moment = cube * (7 * a * a / 6 + 4 * a * a);
  expect_near(made.compound.mass, {7 * cube, {moment, moment, moment}}, kTensOfRoundings);
  EXPECT_EQ(made.turn, Quat{});
  EXPECT_EQ(made.offset, Vec3{});
  EXPECT_NEAR(made.compound.bounding_radius(), a * std::sqrt(1.5 * 1.5 + 0.5), kFewRoundings);
}

TEST(ShapesSolids, OverlapOfTwoBallsCountsOnce) {
  for (const double d : {0.3, 0.6, 0.85}) {
    const PlacedCompound made = make_compound({ball_at(0.5, {1, 0, 0}), ball_at(0.4, {1, 0, d})});
    // V = V₁ + V₂ - π (r + s - d)² (d² + 2d(r + s) - 3(r - s)²)/(12 d)
    const double lens = std::numbers::pi * std::pow(0.9 - d, 2) * (d * d + 1.8 * d - 0.03) / (12 * d);
    EXPECT_NEAR(made.compound.mass.volume, 4 * std::numbers::pi / 3 * (0.125 + 0.064) - lens,
                kTensOfRoundings);
    SCOPED_TRACE(d);
    expect_sampled(made.compound, [&](const Vec3& p) {
      return std::ranges::any_of(made.compound.parts,
                                 [&](const Part& part) { return norm(p - part.position) < part.radius; });
    });
  }
}

TEST(ShapesSolids, OverlapOfBoxesCountsOnce) {
  const Box one{{0.5, 0.2, 0.2}}, two{{0.2, 0.5, 0.2}};
  const PlacedCompound made = make_compound({{one, {}, {}, 1}, {two, {0.1, 0.1, 0}, {}, 1}});
  EXPECT_NEAR(made.compound.mass.volume, 0.16 + 0.16 - 0.064, kFewRoundings);
  expect_sampled(made.compound, [&](const Vec3& p) {
    return std::ranges::any_of(made.compound.parts, [&](const Part& part) {
      return is_in_convex(part.shape, rotate_back(part.orientation, p - part.position));
    });
  });
}

bool in_a_ball(const Compound& compound, const Vec3& p) {
  return std::ranges::any_of(compound.parts,
                             [&](const Part& part) { return norm(p - part.position) < part.radius; });
}

TEST(ShapesSolids, UnionOfManyBallsCountsOnce) {
  // In a row, the lens of the outer two lies inside the one between: only neighbours' lenses count.
  const double d = 0.5, lens = std::numbers::pi * std::pow(2 - d, 2) * (d * d + 4 * d) / (12 * d);
  for (const Vec3& along : {Vec3{0, 0, 1}, Vec3{1, 0, 0}, unit(Vec3{1, 2, 3})}) {
    const PlacedCompound row =
        make_compound({ball_at(1, {}), ball_at(1, d * along), ball_at(1, 2 * d * along)});
    EXPECT_NEAR(row.compound.mass.volume, 4 * std::numbers::pi - 2 * lens, kQuadrature);
  }
  // One more inside the others, or the same one again, changes nothing.
  const std::vector<Part> three{ball_at(1, {}), ball_at(0.8, {1, 0.1, 0}), ball_at(0.9, {0.5, 0.8, 0.3})};
  std::vector<Part> five = three;
  five.push_back(ball_at(0.3, {0.4, 0.2, 0.1})), five.push_back(three[1]);
  const PlacedCompound made = make_compound(three), same = make_compound(five);
  expect_near(same.compound.mass, made.compound.mass, kThousandsOfRoundings);
  EXPECT_LT(norm(same.offset - made.offset), kThousandsOfRoundings);
  expect_sampled(made.compound, [&](const Vec3& p) { return in_a_ball(made.compound, p); });
  // Turned as a whole, the slices are others.
  std::vector<Part> turned = three;
  for (Part& part : turned) part.position = rotate(rotation({0.4, 0.9, -0.3}), part.position);
  MassProperties one = make_compound(turned).compound.mass, other = made.compound.mass;
  for (Vec3* m : {&one.moments, &other.moments}) {
    if (m->x > m->y) std::swap(m->x, m->y);
    if (m->y > m->z) std::swap(m->y, m->z);
    if (m->x > m->y) std::swap(m->x, m->y);
  }
  expect_near(one, other, kThousandsOfRoundings);
}

TEST(ShapesSolids, UnionOfManyBoxesIsExact) {
  // Three bars through each other: each square tunnel shares the cube in the middle.
  const Vec3 half[3] = {{0.5, 0.1, 0.1}, {0.1, 0.5, 0.1}, {0.1, 0.1, 0.5}};
  const Quat turn = rotation({0.3, 0.2, 0.1});
  std::vector<Part> bars;
  for (const Vec3& h : half) bars.push_back({Box{h}, {0.2, 0, 0}, turn, norm(h)});
  const double arm = 0.04 * 0.4, cube = 0.008;
  // Six arms, 0.3 from the centre, and the cube.
  const double across = arm * (0.04 + 0.04) / 12, along = arm * ((0.04 + 0.16) / 12 + 0.09);
  const double moment = cube * 0.08 / 12 + 2 * across + 4 * along;
  expect_near(make_compound(bars).compound.mass, {6 * arm + cube, {moment, moment, moment}},
              kHundredsOfRoundings);
}

std::string refusal(std::vector<Part> parts) {
  try {
    (void)make_compound(std::move(parts));
  } catch (const InputError& error) {
    return error.message();
  }
  return "";
}

TEST(ShapesSolids, OtherOverlapsAreRefusedOrCounted) {
  const Box box{{0.5, 0.5, 0.5}};
  const std::vector<Part> mixed{{box, {}, {}, 1}, {box, {3, 0, 0}, {}, 1}, ball_at(0.5, {0.9, 0, 0})};
  EXPECT_EQ(refusal(mixed), "parts 1 and 3 overlap; move them apart, or say 'overlap: count'");
  EXPECT_NEAR(make_compound(mixed, PartOverlap::count).compound.mass.volume, 2 + std::numbers::pi / 6,
              kTensOfRoundings);
  EXPECT_NE(refusal({}), "");
}

// --- Support, curvature, bounds and surfaces
TEST(ShapesSolids, SupportIsTheFarthestPoint) {
  Random random(3);
  for (const auto& [name, shape] : convex_solids()) {
    const Surface mesh = surface(shape, 1);
    for (int k = 0; k < 200; ++k) {
      const Vec3 d = unit(Vec3{random.normal(), random.normal(), random.normal()});
      const double h = dot(support(shape, d), d) + rounding(shape);
      double farthest = -kInfinity;
      for (const Vec3& v : mesh.vertices) farthest = std::max(farthest, dot(v, d));
      EXPECT_LE(farthest, h + kThousandsOfRoundings) << name;
      EXPECT_NEAR(farthest, h, kFacetsOfSupport * bounding_radius(shape)) << name;
      EXPECT_LT(norm(support(shape, 1e-3 * d) - support(shape, d)), kThousandsOfRoundings) << name;
    }
  }
}

TEST(ShapesSolids, SupportOfSmoothOnesLiesOnTheCoreWithTheRightNormal) {
  Random random(4);
  const Superellipsoid shape{{0.8, 0.5, 0.6}, 3, 5};
  for (int k = 0; k < 1000; ++k) {
    const Vec3 d = unit(Vec3{random.normal(), random.normal(), random.normal()}), x = support(shape, d);
    EXPECT_NEAR(shape.gauge(x), 1, kThousandsOfRoundings);
    EXPECT_LT(norm(cross(unit(shape.gauge_gradient(x)), d)), kNewtonsMethod);
  }
  EXPECT_EQ(support(shape, {0, 0, -2}), Vec3(0, 0, -0.6));
  EXPECT_EQ(support(shape, {3, 0, 0}), Vec3(0.8, 0, 0));
}

// Curvatures against the change of the support point with the direction: dx = R dn.
TEST(ShapesSolids, CurvaturesAreThoseOfTheSupportMap) {
  Random random(6);
  for (const Shape& shape :
       {Shape(Ellipsoid{{0.9, 0.5, 0.3}}), Shape(Ellipsoid({0.8, 0.4, 0.2}, 0.2)),
        Shape(Superellipsoid({0.8, 0.5, 0.6}, 3, 5)), Shape(Superellipsoid({0.8, 0.5, 0.6}, 4, 2.5, 0.1))})
    for (int k = 0; k < 100; ++k) {
      const Vec3 n = unit(Vec3{random.normal(), random.normal(), random.normal()});
      const Vec3 t = perpendicular(n), b = cross(n, t);
      const double step = 1e-5, r = rounding(shape);
      const auto slope = [&](const Vec3& along) {
        const Vec3 dx = support(shape, n + step * along) - support(shape, n - step * along);
        return dx / (2 * step) + r * along;
      };
      const Vec3 dt = slope(t), db = slope(b);
      const double sum = dot(dt, t) + dot(db, b), product = dot(dt, t) * dot(db, b) - dot(dt, b) * dot(db, t);
      const Curvatures found = curvatures(shape, support(shape, n) + r * n, n);
      EXPECT_NEAR(1 / found.largest + 1 / found.smallest, sum, kDifferenceQuotient * sum);
      EXPECT_NEAR(1 / (found.largest * found.smallest), product, kDifferenceQuotient * product);
    }
}

TEST(ShapesSolids, CurvaturesOfSidesRimsAndCorners) {
  const auto expect = [](const Shape& shape, const Vec3& at, const Vec3& n, double large, double small) {
    const Curvatures found = curvatures(shape, at, n);
    EXPECT_NEAR(found.largest, large, kThousandsOfRoundings);
    EXPECT_NEAR(found.smallest, small, kThousandsOfRoundings);
  };
  const double diagonal = std::sqrt(0.5);
  expect(Sphere{0.5}, {0, 0, 0.5}, {0, 0, 1}, 2, 2);
  expect(Box{{1, 1, 1}}, {1, 1, 1}, unit(Vec3{1, 1, 1}), 0, 0);
  expect(Box({1, 1, 1}, 0.5), {1.5, 0, 0}, {1, 0, 0}, 0, 0);
  expect(Box({1, 1, 1}, 0.5), {}, {diagonal, 0, diagonal}, 2, 0);
  expect(Box({1, 1, 1}, 0.5), {}, unit(Vec3{1, 1, 1}), 2, 2);
  expect(Cylinder{0.5, 1}, {0.5, 0, 0.2}, {1, 0, 0}, 2, 0);
  expect(Cylinder{0.5, 1}, {0, 0, 1}, {0, 0, 1}, 0, 0);
  expect(Cylinder(0.5, 1, 0.25), {}, {0, diagonal, diagonal}, 4, diagonal / (0.5 + 0.25 * diagonal));
  expect(Capsule{0.5, 1}, {0.5, 0, 0.9}, {1, 0, 0}, 2, 0);
  expect(Capsule{0.5, 1}, {0, 0, 1.5}, {0, 0, 1}, 2, 2);
  expect(Cone{1, 1}, {0.5, 0, 0.25}, {diagonal, 0, diagonal}, diagonal / 0.5, 0);
  expect(Cone{1, 1}, {0, 0, -0.25}, {0, 0, -1}, 0, 0);
  expect(Cone(1, 1, 0, 0.1), {}, {0, 0, 1}, 10, 10);
  const Shape cube = make_polyhedron(cube_corners(1), 0.5).polyhedron;
  expect(cube, {}, {0, 0, 1}, 0, 0);
  expect(cube, {}, {diagonal, 0, diagonal}, 2, 0);
  expect(cube, {}, unit(Vec3{1, 1, 1}), 2, 2);
}

TEST(ShapesSolids, BoundsAndRadiusHoldTheSurfaceAndTouchIt) {
  for (const auto& [name, shape] : convex_solids()) {
    const Bounds bounds = local_bounds(shape);
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 d;
      d[axis] = 1;
      EXPECT_NEAR(bounds.high[axis], support(shape, d)[axis] + rounding(shape), kTensOfRoundings) << name;
      EXPECT_NEAR(bounds.low[axis], support(shape, -d)[axis] - rounding(shape), kTensOfRoundings) << name;
    }
    double farthest = 0;
    for (const Vec3& v : surface(shape, 1).vertices) farthest = std::max(farthest, norm(v));
    EXPECT_GE(bounding_radius(shape), farthest - 1e-12) << name;
    EXPECT_NEAR(bounding_radius(shape), farthest, kFacetsOfRadius * farthest) << name;
    EXPECT_LE(thickness(shape), 2 * bounding_radius(shape) + kFewRoundings) << name;
  }
}

// Of a closed surface by the divergence theorem; every edge is run through once in each direction.
TEST(ShapesSolids, SurfacesAreClosedAndHoldNearlyTheVolume) {
  for (const auto& [name, shape] : convex_solids()) {
    const Surface mesh = surface(shape, 1);
    std::map<std::pair<int, int>, int> edges;
    double volume = 0;
    for (const auto& t : mesh.triangles) {
      volume += tetrahedron(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]).volume;
      for (int i = 0; i < 3; ++i) edges[{t[i], t[(i + 1) % 3]}]++;
    }
    for (const auto& [edge, count] : edges) {
      ASSERT_EQ(count, 1) << name;
      ASSERT_TRUE(edges.contains({edge.second, edge.first})) << name;
    }
    const double exact = mass_properties(shape).volume;
    EXPECT_LE(volume, exact * (1 + kThousandsOfRoundings)) << name;
    EXPECT_NEAR(volume, exact, kFacetsOfVolume * exact) << name;
  }
}

TEST(ShapesSolids, CoarseSurfacesHaveFewTrianglesOnTheShape) {
  for (const auto& [name, shape] : convex_solids()) {
    const Surface few = coarse_surface(shape, 1);
    EXPECT_LE(few.triangles.size(), 200u) << name;
    double volume = 0;
    for (const auto& [a, b, c] : few.triangles)
      volume += tetrahedron(few.vertices[a], few.vertices[b], few.vertices[c]).volume;
    const double exact = mass_properties(shape).volume;
    EXPECT_LE(volume, exact * (1 + kThousandsOfRoundings)) << name;
    EXPECT_GT(volume, 0.85 * exact) << name;
  }
}

TEST(ShapesSolids, ScalingScalesEverything) {
  std::vector<NamedSample> all = convex_solids();
  all.push_back({"cross", make_compound(cross_of_cubes(0.2)).compound});
  for (const auto& [name, shape] : all) {
    SCOPED_TRACE(name);
    const Shape twice = scaled(shape, 2);
    EXPECT_DOUBLE_EQ(bounding_radius(twice), 2 * bounding_radius(shape));
    EXPECT_DOUBLE_EQ(thickness(twice), 2 * thickness(shape));
    EXPECT_DOUBLE_EQ(local_bounds(twice).high.x, 2 * local_bounds(shape).high.x);
    expect_near(mass_properties(twice), scaled(mass_properties(shape), 2), kHundredsOfRoundings);
  }
}

TEST(ShapesSolids, ApartMeansApart) {
  Random random(8);
  int apart = 0, together = 0;
  for (int k = 0; k < 2000; ++k) {
    const double a = random.uniform(0.1, 1), b = random.uniform(0.1, 1);
    const Vec3 at = random_in_box(random, {-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5});
    if (std::abs(norm(at) - a - b) < 1e-6) continue;
    const Shape one = k % 2 == 0 ? Shape(Sphere{a}) : Shape(Ellipsoid({a, a, a})), two = Ellipsoid({b, b, b});
    const bool found = are_apart(one, two, at, random_orientation(random));
    EXPECT_EQ(found, norm(at) > a + b);
    (found ? apart : together)++;
  }
  EXPECT_GT(std::min(apart, together), 300);
}

}  // namespace
}  // namespace cairn
