// The pair table as a whole: symmetry, invariance, margins, features, curvatures, boxes on planes.
#include <gtest/gtest.h>

#include <cstring>

#include "collide/contact.h"
#include "tolerances.h"
#include "unit/solid_samples.h"

namespace cairn {
namespace {

using namespace samples;

bool same_bits(const Vec3& a, const Vec3& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

ContactPoints meet(const Shape& a, const Vec3& at, double radius, const Shape& b, double margin = 0) {
  ContactPoints found;
  find_contacts({a, at, {}, radius}, {b, {}, {}, bounding_radius(b)}, margin, found);
  return found;
}

std::vector<std::uint32_t> features(const ContactPoints& found) {
  std::vector<std::uint32_t> list;
  for (int i = 0; i < found.count; ++i) list.push_back(found.point[i].feature);
  return list;
}
using Features = std::vector<std::uint32_t>;

TEST(PairTable, EverySolidMeetsEverythingAndWallsNeverMeet) {
  std::vector<NamedSample> all = sample_shapes();
  for (const NamedSample& solid : convex_solids()) all.push_back(solid);
  all.push_back({"cross", make_compound(cross_of_cubes(0.4)).compound});
  all.push_back({"mesh", make_mesh(surface(Box{{0.4, 0.5, 0.6}}, 1), MeshKind::solid).mesh});
  for (const auto& [name_a, a] : all)
    for (const auto& [name_b, b] : all) {
      EXPECT_EQ(can_collide(a, b), !is_wall(a) || !is_wall(b)) << name_a << " " << name_b;
      EXPECT_EQ(can_collide(a, b), can_collide(b, a));
    }
  ContactPoints found;
  found.count = 3;
  find_contacts({Plane{}, {}, {}, 0}, {Plane{}, {}, {}, 0}, 1, found);
  EXPECT_EQ(found.count, 0);
}

TEST(PairTable, SwappingNegatesTheNormalBitByBit) {
  Random random(1);
  int compared = 0;
  for (const auto& [name_a, a] : sample_shapes())
    for (const auto& [name_b, b] : sample_shapes())
      for (int k = 0; k < 20 && can_collide(a, b) && (a.index() < 2 || b.index() < 2); ++k) {
        const PlacedShape first{a, random_in_box(random, {-1, -1, -1}, {1, 1, 1}), random_orientation(random),
                                0.3};
        const PlacedShape second{b, random_in_box(random, {-1, -1, -1}, {1, 1, 1}),
                                 random_orientation(random), 0.4};
        ContactPoints forth, back;
        find_contacts(first, second, 0.5, forth);
        find_contacts(second, first, 0.5, back);
        ASSERT_EQ(forth.count, back.count);
        for (int i = 0; i < forth.count; ++i, ++compared) {
          const ContactPoint &p = forth.point[i], &q = back.point[i];
          EXPECT_TRUE(p.normal == -q.normal && same_bits(p.point, q.point) && p.gap == q.gap)
              << name_a << name_b;
          EXPECT_EQ(p.feature, q.feature);
          EXPECT_TRUE(p.curvature_a == q.curvature_b && p.curvature_b == q.curvature_a);
        }
      }
  EXPECT_GT(compared, 1000);
}

TEST(PairTable, MovingBothBodiesMovesTheContacts) {
  constexpr double kRoundingOfTwoRotations = 1e-12;
  Random random(2);
  for (const auto& [name, b] : sample_shapes())
    for (const Shape& a : {Shape(Sphere{}), Shape(Box{{0.2, 0.3, 0.4}})})
      // What is found by iteration is compared in collide_convex_test.cpp.
      for (int k = 0; k < 30 && can_collide(a, b) && (a.index() == 0 || b.index() < 3); ++k) {
        const Vec3 pa = random_in_box(random, {-1, -1, -1}, {1, 1, 1}),
                   pb = random_in_box(random, {-1, -1, -1}, {1, 1, 1});
        const Quat qa = random_orientation(random), qb = random_orientation(random),
                   q = random_orientation(random);
        const Vec3 shift = random_in_box(random, {-5, -5, -5}, {5, 5, 5});
        if (std::holds_alternative<Disc>(b)) continue;  // lives in the x-z plane
        ContactPoints before, after;
        find_contacts({a, pa, qa, 0.3}, {b, pb, qb, 0.4}, 1, before);
        find_contacts({a, shift + rotate(q, pa), q * qa, 0.3}, {b, shift + rotate(q, pb), q * qb, 0.4}, 1,
                      after);
        ASSERT_EQ(before.count, after.count) << name;
        for (int i = 0; i < before.count; ++i) {
          const ContactPoint &m = before.point[i], &n = after.point[i];
          EXPECT_LT(norm(shift + rotate(q, m.point) - n.point), kRoundingOfTwoRotations) << name;
          EXPECT_LT(norm(rotate(q, m.normal) - n.normal), kRoundingOfTwoRotations) << name;
          EXPECT_NEAR(m.gap, n.gap, kRoundingOfTwoRotations) << name;
          EXPECT_EQ(m.feature, n.feature) << name;
          EXPECT_NEAR(m.curvature_b, n.curvature_b, kMillionsOfRoundings) << name;
        }
      }
}

TEST(PairTable, OnlyGapsBelowTheMarginCount) {
  EXPECT_EQ(meet(Sphere{}, {0, 0, 1.5}, 1, Plane{}, 0.5).count, 0);
  EXPECT_EQ(meet(Sphere{}, {0, 0, 1.5}, 1, Plane{}, 0.5000001).count, 1);
  EXPECT_EQ(meet(Sphere{}, {0, 0, 1.5}, 1, Plane{}, -0.1).count, 0);
}

TEST(PairTable, SphereTakesItsSizeFromItsPlaceNotFromItsShape) {
  const ContactPoints found = meet(Sphere{7}, {0, 0, 1.5}, 1, Plane{}, 1);
  ASSERT_EQ(found.count, 1);
  EXPECT_EQ(found.point[0].gap, 0.5);
  EXPECT_EQ(found.point[0].normal, Vec3(0, 0, -1));
  EXPECT_EQ(found.point[0].point, Vec3(0, 0, 0.25));
}

TEST(PairTable, FeaturesAreFacesOfContainers) {
  const Container closed{{1, 2, 3}, 0}, tray{{1, 2, 3}, 1 << 5};
  EXPECT_EQ(features(meet(Sphere{}, {0.95, 1.95, -2.95}, 0.1, closed)), (Features{1, 3, 4}));
  EXPECT_EQ(features(meet(Sphere{}, {-0.95, -1.95, 2.95}, 0.1, closed)), (Features{0, 2, 5}));
  EXPECT_EQ(features(meet(Sphere{}, {0.95, 1.95, -2.95}, 0.1, tray)), (Features{1, 3, 4}));
  EXPECT_EQ(features(meet(Sphere{}, {-0.95, -1.95, 2.95}, 0.1, tray)), (Features{0, 2}));
  // Above the rim, at its corner, and outside of an edge and of a vertex: one contact each.
  EXPECT_EQ(features(meet(Sphere{}, {1, 0, 3.05}, 0.1, tray)), (Features{1}));
  EXPECT_EQ(features(meet(Sphere{}, {1.02, 2.02, 3.05}, 0.1, tray)), (Features{1}));
  EXPECT_EQ(features(meet(Sphere{}, {1.02, 0, -3.05}, 0.1, tray)), (Features{1}));
  EXPECT_EQ(features(meet(Sphere{}, {-1.02, 2.02, -3.05}, 0.1, tray)), (Features{0}));
  // Outside, beside a wall and below the bottom: the sheet behind the edge is no second contact.
  EXPECT_EQ(features(meet(Sphere{}, {1.05, 0, -2.95}, 0.1, tray)), (Features{1}));
  EXPECT_EQ(features(meet(Sphere{}, {0.95, 0, -3.05}, 0.1, tray)), (Features{4}));
  EXPECT_EQ(meet(Sphere{}, {1.05, 0, 0}, 0.1, tray).point[0].normal, Vec3(-1, 0, 0));
  EXPECT_EQ(meet(Sphere{}, {0, 0, -3.05}, 0.1, tray).point[0].normal, Vec3(0, 0, 1));
}

TEST(PairTable, FeaturesOfDrumAndCup) {
  EXPECT_EQ(features(meet(Sphere{}, {0.95, 0, 1.95}, 0.1, Drum{1, 2})), (Features{0, 2}));
  EXPECT_EQ(features(meet(Sphere{}, {0, 0.95, -1.95}, 0.1, Drum{1, 2})), (Features{0, 1}));
  EXPECT_EQ(features(meet(Sphere{}, {0.95, 0, 1.95}, 0.1, Drum{1})), (Features{0}));
  EXPECT_EQ(features(meet(Sphere{}, {0.95, 0, 2.02}, 0.1, Drum{1, 2, true})), (Features{0}));
  EXPECT_EQ(features(meet(Sphere{}, {0.95, 0, 0.05}, 0.1, Cup{1, 2})), (Features{0, 1}));
  EXPECT_EQ(features(meet(Sphere{}, {1.02, 0, -0.05}, 0.1, Cup{1, 2})),
            (Features{0}));  // bottom edge, outside
  EXPECT_EQ(features(meet(Sphere{}, {1.05, 0, 1}, 0.1, Cup{1, 2})), (Features{1}));
  EXPECT_EQ(features(meet(Sphere{}, {1.05, 0, 0.05}, 0.1, Cup{1, 2})), (Features{1}));   // beside it
  EXPECT_EQ(features(meet(Sphere{}, {0.95, 0, -0.05}, 0.1, Cup{1, 2})), (Features{0}));  // below it
  EXPECT_EQ(features(meet(Sphere{}, {1, 0, 2.05}, 0.1, Cup{1, 2})), (Features{1}));      // rim
}

TEST(PairTable, CurvatureIsTheMeanOfThePrincipalOnes) {
  const auto curvature = [](const Vec3& at, const Shape& shape, double r = 0.1) {
    const ContactPoints found = meet(Sphere{}, at, r, shape, 0.1);
    EXPECT_EQ(found.count, 1);
    EXPECT_EQ(found.point[0].curvature_a, 1 / r);
    return found.point[0].curvature_b;
  };
  EXPECT_EQ(curvature({0, 0, 0.1}, Plane{}), 0);
  EXPECT_EQ(curvature({0, 1.1, 0}, Box{{1, 1, 1}}), 0);
  EXPECT_DOUBLE_EQ(curvature({2.1, 0, 0}, Cylinder{2, 3}), 1 / 4.0);
  EXPECT_DOUBLE_EQ(curvature({0.12, 0, 0}, Cylinder{0.02, 3}), 1 / 0.04);  // thinner than the ball: no limit
  EXPECT_EQ(curvature({1, 0, 3.1}, Cylinder{2, 3}), 0);
  EXPECT_EQ(curvature({2.05, 0, 3.05}, Cylinder{2, 3}), 0);  // edge
  EXPECT_DOUBLE_EQ(curvature({1.9, 0, 0}, Drum{2, 3}), -1 / 4.0);
  EXPECT_DOUBLE_EQ(curvature({1.9, 0, 0}, Tube{2, 3}), -1 / 4.0);
  EXPECT_DOUBLE_EQ(curvature({2.1, 0, 0}, Tube{2, 3}), 1 / 4.0);
  // Cone of half angle 45°: at ρ = 1 the outward normal has u_ρ = √½, so that κ = √½/1 and its mean √½/2.
  const double s = std::sqrt(0.5);
  const Cone cone{2, 2};
  EXPECT_NEAR(curvature({1 + 0.1 * s, 0, 0.5 + 0.1 * s}, cone), 0.5 * s, kThousandsOfRoundings);
  // Near the tip the limits hold: 1/(2r) outside, -1/(2r) in the tip of a funnel.
  EXPECT_DOUBLE_EQ(curvature({0.01 + 0.1 * s, 0, 1.49 + 0.1 * s}, cone), 5);
  EXPECT_DOUBLE_EQ(curvature({0, 0, -1 + 0.1 / s}, Funnel{2, 0, 2}), -5);
}

TEST(PairTable, DiscHasNoFlatSides) {
  const Container narrow{{1, 0.05, 1}, 0};
  EXPECT_EQ(features(meet(Sphere{}, {0.95, 0, 0}, 0.1, narrow)), (Features{1, 2, 3}));
  EXPECT_EQ(features(meet(Disc{}, {0.95, 0, 0}, 0.1, narrow)), (Features{1}));
  ContactPoints found;
  find_contacts({narrow, {}, {}, 0}, {Disc{}, {0.95, 0, 0}, {}, 0.1}, 0, found);
  EXPECT_EQ(features(found), (Features{1}));
}

TEST(PairTable, BoxRestsOnAPlaneByFourVertices) {
  const Box box{{1, 2, 3}};
  const ContactPoints found = meet(box, {5, 6, 2.99}, 0, Plane{}, 0.001);
  ASSERT_EQ(features(found), (Features{0, 1, 2, 3}));
  EXPECT_EQ(found.point[3].normal, Vec3(0, 0, -1));
  EXPECT_NEAR(found.point[3].gap, -0.01, kFewRoundings);
  EXPECT_LT(norm(found.point[3].point - Vec3{6, 8, -0.005}), kTensOfRoundings);
}

TEST(PairTable, BoxOnPlaneAgainstItsVerticesOneByOne) {
  Random random(3);
  for (int k = 0; k < 200; ++k) {
    const Box box{random_in_box(random, {0.1, 0.1, 0.1}, {1, 1, 1})};
    const Vec3 p = random_in_box(random, {-1, -1, -1}, {1, 1, 1}),
               o = random_in_box(random, {-1, -1, -1}, {1, 1, 1});
    const Quat q = random_orientation(random), t = random_orientation(random);
    ContactPoints found;
    find_contacts({box, p, q, 0}, {Plane{}, o, t, 0}, 0, found);
    int count = 0;
    for (int v = 0; v < 8; ++v) {
      const Vec3 corner{(v & 1 ? 1 : -1) * box.half.x, (v & 2 ? 1 : -1) * box.half.y,
                        (v & 4 ? 1 : -1) * box.half.z};
      const Vec3 at = p + matrix(q) * corner, n = matrix(t) * Vec3{0, 0, 1};
      const double gap = dot(at - o, n);
      if (gap >= 0) continue;
      ASSERT_LT(count, found.count);
      const ContactPoint& c = found.point[count++];
      EXPECT_EQ(c.feature, static_cast<std::uint32_t>(v));
      EXPECT_NEAR(c.gap, gap, kTensOfRoundings);
      EXPECT_LT(norm(c.point - (at - 0.5 * gap * n)), kTensOfRoundings);
    }
    EXPECT_EQ(count, found.count);
  }
}

}  // namespace
}  // namespace cairn
