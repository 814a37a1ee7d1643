// Gaps against the signed distance of FCL, the Flexible Collision Library: all pairs it knows, apart; boxes
// and polyhedra, overlapping too. Its distances of curved shapes are good to about 1e-6, and their overlaps
// are not exact: collide_convex_test.cpp has another oracle for these.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "unit/long_tests.h"
#include "unit/solid_samples.h"

#ifdef CAIRN_HAS_FCL
#include <fcl/fcl.h>

#include "collide/contact.h"
#include "unit/direction_oracle.h"

namespace cairn {
namespace {

using namespace samples;
using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

constexpr double kFlat = 1e-8, kCurved = 2e-5;  // what FCL's iterations leave
// Its iterations for curved shapes stop early now and then: the best of many directions is the judge.
constexpr double kJudged = 1e-9, kShareJudged = 1e-4;
constexpr int kDirections = 20000;

struct FclShape {
  Geometry geometry;
  Vec3 shift;  // from the body's origin to FCL's
  double rounding = 0;
  bool curved = true;
};

Geometry convex(const Polyhedron& shape) {
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  for (const Vec3& v : shape.vertices) vertices->push_back({v.x, v.y, v.z});
  auto faces = std::make_shared<std::vector<int>>();
  for (const Polyhedron::Face& face : shape.faces) {
    faces->push_back(face.count);
    for (const int corner : shape.corners(face)) faces->push_back(corner);
  }
  return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(shape.faces.size()), faces, true);
}

struct MakeFcl {
  FclShape operator()(const Sphere& s) const { return {std::make_shared<fcl::Sphered>(s.radius), {}}; }
  FclShape operator()(const Box& s) const {
    return {std::make_shared<fcl::Boxd>(2 * s.half.x, 2 * s.half.y, 2 * s.half.z), {}, s.rounding, false};
  }
  FclShape operator()(const Cylinder& s) const {
    return {std::make_shared<fcl::Cylinderd>(s.radius, 2 * s.half_height), {}, s.rounding};
  }
  FclShape operator()(const Cone& s) const {
    if (s.top > 0) return {};
    return {std::make_shared<fcl::Coned>(s.radius, s.height), {0, 0, s.base() + 0.5 * s.height}, s.rounding};
  }
  FclShape operator()(const Ellipsoid& s) const {
    return {std::make_shared<fcl::Ellipsoidd>(s.radii.x, s.radii.y, s.radii.z), {}, s.rounding};
  }
  FclShape operator()(const Capsule& s) const {
    return {std::make_shared<fcl::Capsuled>(s.radius, 2 * s.half_length), {}};
  }
  FclShape operator()(const Polyhedron& s) const { return {convex(s), {}, s.rounding, false}; }
  template <class T>
  FclShape operator()(const T&) const {
    return {};
  }
};

fcl::Transform3d placed(const FclShape& shape, const Vec3& at, const Quat& q) {
  const Vec3 place = at + rotate(q, shape.shift);
  fcl::Transform3d pose = fcl::Transform3d::Identity();
  pose.translation() = fcl::Vector3d(place.x, place.y, place.z);
  pose.linear() = fcl::Quaterniond(q.w, q.x, q.y, q.z).toRotationMatrix();
  return pose;
}

double fcl_distance(const FclShape& a, const fcl::Transform3d& at_a, const FclShape& b,
                    const fcl::Transform3d& at_b) {
  fcl::DistanceRequestd request;
  request.enable_signed_distance = true;
  request.distance_tolerance = 1e-9;
  fcl::DistanceResultd result;
  fcl::distance(a.geometry.get(), at_a, b.geometry.get(), at_b, request, result);
  return result.min_distance - a.rounding - b.rounding;
}

double smallest_gap(const ContactPoints& found) {
  double least = kInfinity;
  for (int k = 0; k < found.count; ++k) least = std::min(least, found.point[k].gap);
  return least;
}

TEST(Fcl, SignedDistanceOfAllPairs) {
  const int poses = sample_or_all(40, 10000);
  Random random(21);
  double worst_flat = 0, worst_curved = 0;
  int apart = 0, overlapping = 0, judged = 0;
  double worst_judged = 0;
  const std::vector<NamedSample> solids = convex_solids();
  for (std::size_t i = 0; i < solids.size(); ++i)
    for (std::size_t j = i; j < solids.size(); ++j) {
      const Shape &a = solids[i].shape, &b = solids[j].shape;
      const FclShape fcl_a = std::visit(MakeFcl{}, a), fcl_b = std::visit(MakeFcl{}, b);
      if (!fcl_a.geometry || !fcl_b.geometry) continue;
      const bool curved = fcl_a.curved || fcl_b.curved;
      const double reach = bounding_radius(a) + bounding_radius(b);
      for (int k = 0; k < poses; ++k) {
        const Vec3 at_a = random_in_box(random, {-1, -1, -1}, {1, 1, 1}),
                   at_b = at_a + random_in_box(random, -reach * Vec3{1, 1, 1}, reach * Vec3{1, 1, 1});
        const Quat turn_a = random_orientation(random), turn_b = random_orientation(random);
        ContactPoints found;
        const PlacedShape first{a, at_a, turn_a, 0.7}, second{b, at_b, turn_b, 0.7};
        find_contacts(first, second, kInfinity, found);
        const double gap = smallest_gap(found), core = gap + fcl_a.rounding + fcl_b.rounding;
        if (core < (curved ? 1e-3 : -0.3)) continue;  // overlaps of curved shapes, and those of great depth
        const double expected =
            fcl_distance(fcl_a, placed(fcl_a, at_a, turn_a), fcl_b, placed(fcl_b, at_b, turn_b));
        if (curved && std::abs(gap - expected) > kCurved) {
          ASSERT_NEAR(gap, best_of_directions(first, second, kDirections), kJudged)
              << solids[i].name << ", " << solids[j].name << " pose " << k;
          ++judged, worst_judged = std::max(worst_judged, std::abs(gap - expected));
          continue;
        }
        ASSERT_NEAR(gap, expected, curved ? kCurved : kFlat)
            << solids[i].name << ", " << solids[j].name << " pose " << k;
        (core > 0 ? apart : overlapping) += 1;
        double& worst = curved ? worst_curved : worst_flat;
        worst = std::max(worst, std::abs(gap - expected));
      }
    }
  fmt::print("{} poses apart, {} overlapping; largest disagreement: flat {:.1e}, curved {:.1e}\n", apart,
             overlapping, worst_flat, worst_curved);
  fmt::print("FCL stopped early in {} of them, by up to {:.1e}\n", judged, worst_judged);
  EXPECT_LE(judged, kShareJudged * apart);
  EXPECT_GT(apart, 1000);
  EXPECT_GT(overlapping, 20);
}

}  // namespace
}  // namespace cairn
#else
TEST(Fcl, SignedDistanceOfAllPairs) { GTEST_SKIP() << "libfcl-dev is not installed"; }
#endif
