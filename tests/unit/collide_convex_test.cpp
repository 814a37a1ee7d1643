// Convex shapes against each other: gap, normal and points of random poses, apart and overlapping.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "collide/contact.h"
#include "tolerances.h"
#include "unit/direction_oracle.h"
#include "unit/long_tests.h"
#include "unit/solid_samples.h"

namespace cairn {
namespace {

constexpr double kIteration = 1e-10;        // where the search for the normal stops
constexpr double kNormalOfAMinimum = 1e-4;  // a gap is flat at its normal: √ of its error, and as much again
constexpr double kGrazing = 1e-6;           // of a step: iteration against steps of 1e-4

using namespace samples;

constexpr double kSupportSum = 1e-11;      // a gap against the support functions at its own normal
constexpr double kBetterDirection = 1e-9;  // by which no other direction may be better

constexpr double kPoint = 1e-6;  // of a point along the normal
// Of overlapping poses with a rim: those where another way out is a little shorter than the one found.
constexpr double kShareOfMisses = 2e-5, kMiss = 1e-3;  // share; of the thinner shape

struct Pose {
  Shape a, b;
  Vec3 at_a, at_b;
  Quat turn_a, turn_b;
  double radius = 0.7;  // of spheres

  PlacedShape first() const { return {a, at_a, turn_a, radius}; }
  PlacedShape second() const { return {b, at_b, turn_b, radius}; }
  ContactPoints contacts(double margin = kInfinity) const {
    ContactPoints found;
    find_contacts(first(), second(), margin, found);
    return found;
  }
};

Pose random_pose(const Shape& a, const Shape& b, Random& random) {
  const double reach = 0.7 * (bounding_radius(a) + bounding_radius(b));
  const Vec3 at = random_in_box(random, {-3, -3, -3}, {3, 3, 3});
  return {a,
          b,
          at,
          at + random_in_box(random, -reach * Vec3{1, 1, 1}, reach * Vec3{1, 1, 1}),
          random_orientation(random),
          random_orientation(random)};
}

// Moved along the normal until the gap is what is asked for.
void part(Pose& pose, double gap) {
  for (int k = 0; k < 3; ++k) {
    const ContactPoints found = pose.contacts();
    const auto deepest = std::min_element(found.point.begin(), found.point.begin() + found.count,
                                          [](auto& p, auto& q) { return p.gap < q.gap; });
    pose.at_b += (gap - deepest->gap) * deepest->normal;
  }
}

double smallest_gap(const ContactPoints& found) {
  double least = kInfinity;
  for (int k = 0; k < found.count; ++k) least = std::min(least, found.point[k].gap);
  return least;
}

template <class Visit>
void each_pair(Visit&& visit) {
  const std::vector<NamedSample> solids = convex_solids();
  for (std::size_t i = 0; i < solids.size(); ++i)
    for (std::size_t j = i; j < solids.size(); ++j) visit(solids[i], solids[j]);
}

// Far apart, at random, and overlapping by up to 1 % of the thinner shape.
Pose pose_of_kind(const Shape& a, const Shape& b, int k, Random& random) {
  Pose pose = random_pose(a, b, random);
  if (k % 2 == 1) part(pose, -random.uniform(0, 0.01) * std::min(thickness(a), thickness(b)));
  return pose;
}

// Neither two polyhedra nor two smooth bodies.
bool has_rim(const Shape& a, const Shape& b) {
  const auto flat = [](const Shape& s) {
    return std::holds_alternative<Box>(s) || std::holds_alternative<Polyhedron>(s);
  };
  const auto smooth = [](const Shape& s) {
    return std::holds_alternative<Sphere>(s) || std::holds_alternative<Ellipsoid>(s) ||
           std::holds_alternative<Superellipsoid>(s);
  };
  return !(flat(a) && flat(b)) && !(smooth(a) && smooth(b));
}

TEST(Convex, NoDirectionIsBetterThanTheNormal) {
  const int poses = sample_or_all(2, 10000), directions = sample_or_all(2000, 100000);
  Random random(1);
  double worst = 0;
  int all = 0, misses = 0;
  each_pair([&](const NamedSample& a, const NamedSample& b) {
    for (int k = 0; k < poses; ++k) {
      const Pose pose = pose_of_kind(a.shape, b.shape, k, random);
      const ContactPoints found = pose.contacts();
      ASSERT_GE(found.count, 1);
      const double gap = smallest_gap(found),
                   own = apart_along(pose.first(), pose.second(), found.point[0].normal);
      ASSERT_NEAR(norm(found.point[0].normal), 1, kTensOfRoundings);
      ASSERT_NEAR(gap, own, kSupportSum) << a.name << ", " << b.name << " pose " << k;
      const double best = best_of_directions(pose.first(), pose.second(), directions);
      ++all;
      if (gap < 0 && best > gap + kBetterDirection && has_rim(a.shape, b.shape)) {
        EXPECT_LT(best, gap + kMiss * std::min(thickness(a.shape), thickness(b.shape)));
        ++misses;
        continue;
      }
      ASSERT_LT(best, gap + kBetterDirection) << a.name << ", " << b.name << " pose " << k;
      worst = std::max(worst, best - gap);
    }
  });
  fmt::print(
      "largest disagreement with the best of {} directions: {:.1e}; another way out in {} of {} poses\n",
      directions, worst, misses, all);
  EXPECT_LE(misses, kShareOfMisses * all);
}

TEST(Convex, PointsLieMidwayBetweenTheSurfaces) {
  Random random(2);
  each_pair([&](const NamedSample& a, const NamedSample& b) {
    for (int k = 0; k < 4; ++k) {
      const Pose pose = pose_of_kind(a.shape, b.shape, k, random);
      const ContactPoints found = pose.contacts(1e-3);
      for (int c = 0; c < found.count; ++c) {
        const ContactPoint& p = found.point[c];
        // Half a gap towards B and A: no farther out than either surface along the normal.
        const PlacedShape first = pose.first(), second = pose.second();
        const double top_a = dot(p.normal, far_point(first, p.normal)) + rounding_of(first);
        const double low_b = dot(p.normal, far_point(second, -p.normal)) - rounding_of(second);
        const Vec3 on_a = p.point - 0.5 * p.gap * p.normal, on_b = p.point + 0.5 * p.gap * p.normal;
        EXPECT_LT(dot(p.normal, on_a), top_a + kPoint) << a.name << ", " << b.name;
        EXPECT_GT(dot(p.normal, on_b), low_b - kPoint) << a.name << ", " << b.name;
        if (p.gap < -0.1) continue;  // deep inside, the points of both are where they may
        const Vec3 local = rotate_back(first.orientation, on_a - first.position);
        EXPECT_FALSE(are_apart(first.shape, Sphere{1e-3}, local, {})) << a.name << ", " << b.name;
      }
    }
  });
}

TEST(Convex, SwappingTurnsTheNormalRound) {
  Random random(3);
  each_pair([&](const NamedSample& a, const NamedSample& b) {
    for (int k = 0; k < 4; ++k) {
      const Pose pose = pose_of_kind(a.shape, b.shape, k, random);
      ContactPoints back;
      find_contacts(pose.second(), pose.first(), kInfinity, back);
      const ContactPoints forth = pose.contacts();
      EXPECT_NEAR(smallest_gap(forth), smallest_gap(back), kIteration) << a.name << ", " << b.name;
      const Vec3 n = -back.point[0].normal;  // two directions may be as good as each other
      EXPECT_NEAR(apart_along(pose.first(), pose.second(), n), smallest_gap(forth), kIteration);
    }
  });
}

TEST(Convex, MovingBothMovesTheContacts) {
  Random random(4);
  each_pair([&](const NamedSample& a, const NamedSample& b) {
    for (int k = 0; k < 4; ++k) {
      const Pose pose = pose_of_kind(a.shape, b.shape, k, random);
      const Quat q = random_orientation(random);
      const Vec3 shift = random_in_box(random, {-5, -5, -5}, {5, 5, 5});
      Pose moved = pose;
      moved.at_a = shift + rotate(q, pose.at_a), moved.at_b = shift + rotate(q, pose.at_b);
      moved.turn_a = q * pose.turn_a, moved.turn_b = q * pose.turn_b;
      const ContactPoints before = pose.contacts(), after = moved.contacts();
      EXPECT_NEAR(smallest_gap(before), smallest_gap(after), kIteration) << a.name << ", " << b.name;
      const Vec3 n = rotate_back(q, after.point[0].normal);
      EXPECT_NEAR(apart_along(pose.first(), pose.second(), n), smallest_gap(before), kIteration);
    }
  });
}

// Moving a body by dx changes the gap by no more than |dx|, and by -n·dx if it is smooth.
TEST(Convex, GapIsContinuousThroughTouching) {
  Random random(5);
  each_pair([&](const NamedSample& a, const NamedSample& b) {
    Pose pose = random_pose(a.shape, b.shape, random);
    const double size = std::min(thickness(a.shape), thickness(b.shape)), step = 1e-4 * size;
    part(pose, 20 * step);
    const Vec3 way =
        -unit(pose.contacts().point[0].normal + 0.3 * random_in_box(random, {-1, -1, -1}, {1, 1, 1}));
    double before = smallest_gap(pose.contacts());
    for (int k = 0; k < 40; ++k) {
      pose.at_b += step * way;
      const double gap = smallest_gap(pose.contacts());
      ASSERT_NEAR(gap, before, step * (1 + kGrazing)) << a.name << ", " << b.name << " step " << k;
      ASSERT_LT(gap, before) << a.name << ", " << b.name << " step " << k;
      before = gap;
    }
  });
}

TEST(Convex, EqualRadiiMakeAnEllipsoidASphere) {
  Random random(6);
  for (const NamedSample& other : convex_solids()) {
    for (int k = 0; k < 6; ++k) {
      const Pose pose = pose_of_kind(Ellipsoid{{0.7, 0.7, 0.7}}, other.shape, k, random);
      Pose ball = pose;
      ball.a = Sphere{0.7};
      const ContactPoints found = pose.contacts(), expected = ball.contacts();
      EXPECT_NEAR(smallest_gap(found), smallest_gap(expected), kIteration) << other.name;
      EXPECT_LT(norm(found.point[0].normal - expected.point[0].normal), kNormalOfAMinimum) << other.name;
    }
  }
}

TEST(Convex, EightCornersMakeAPolyhedronABox) {
  Random random(7);
  const Vec3 half{0.3, 0.5, 0.8};
  std::vector<Vec3> corners;
  for (int k = 0; k < 8; ++k) corners.push_back(box_vertex(half, k));
  const PlacedPolyhedron hull = make_polyhedron(corners);
  for (const NamedSample& other : convex_solids()) {
    for (int k = 0; k < 6; ++k) {
      const Pose pose = pose_of_kind(Box{half}, other.shape, k, random);
      Pose same = pose;
      same.a = hull.polyhedron;
      same.turn_a = pose.turn_a * hull.turn;
      const ContactPoints found = same.contacts(0.01), expected = pose.contacts(0.01);
      ASSERT_EQ(found.count, expected.count) << other.name << " pose " << k;
      EXPECT_NEAR(smallest_gap(same.contacts()), smallest_gap(pose.contacts()), kIteration) << other.name;
    }
  }
}

}  // namespace
}  // namespace cairn
