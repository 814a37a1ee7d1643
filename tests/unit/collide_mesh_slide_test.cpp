// Meshes that slide over each other: the energy of the contacts' springs, ½ Σ gap², never jumps, and no
// overlap is lost.
#include <gtest/gtest.h>

#include <set>

#include "collide/contact.h"
#include "tolerances.h"
#include "unit/solid_samples.h"

namespace cairn {
namespace {

using namespace samples;

// An L of two boxes with the same axes as the compound below.
Surface bracket_surface() {
  Surface s;
  const double x[6] = {0, 2, 2, 0.8, 0.8, 0}, y[6] = {0, 0, 0.8, 0.8, 2, 2};
  for (int z = 0; z < 2; ++z)
    for (int k = 0; k < 6; ++k) s.vertices.push_back({x[k], y[k], 1.0 * z});
  const auto quad = [&](int a, int b, int c, int d) {
    s.triangles.push_back({a, b, c}), s.triangles.push_back({a, c, d});
  };
  quad(3, 2, 1, 0), quad(5, 4, 3, 0), quad(6, 7, 8, 9), quad(6, 9, 10, 11);
  for (int k = 0; k < 6; ++k) quad(k, (k + 1) % 6, 6 + (k + 1) % 6, 6 + k);
  return s;
}

// A solid whose surface was given in axes of its own: placed so that these are turned and moved as told.
struct Placed {
  Shape shape;
  Quat turn;
  Vec3 offset;
  explicit Placed(const PlacedMesh& m) : shape(m.mesh), turn(m.turn), offset(m.offset) {}
  explicit Placed(const PlacedCompound& c) : shape(c.compound), turn(c.turn), offset(c.offset) {}
  PlacedShape at(const Vec3& place, const Quat& q) const {
    return {shape, place + rotate(q, offset), q * turn, 0};
  }
};

Placed bracket() { return Placed(make_mesh(bracket_surface(), MeshKind::solid)); }
Placed bracket_of_boxes() {
  return Placed(make_compound(
      {{Box{{1, 0.4, 0.5}}, {1, 0.4, 0.5}, {}, 0}, {Box{{0.4, 0.6, 0.5}}, {0.4, 1.4, 0.5}, {}, 0}}));
}
Placed box(const Vec3& half) { return Placed(make_mesh(surface(Box{half}, 1), MeshKind::solid)); }

struct Pair {
  const Placed &a, &b;
  Quat turn_a, turn_b;
  ContactPoints contacts(const Vec3& at) const {
    ContactPoints found;
    find_contacts(a.at({}, turn_a), b.at(at, turn_b), 0, found);
    return found;
  }
};

struct Springs {
  double energy = 0, depth = 0, deepest = 0;
  explicit Springs(const ContactPoints& found) {
    for (int k = 0; k < found.count; ++k) {
      const double gap = found.point[k].gap;
      energy += 0.5 * gap * gap, depth -= gap, deepest = std::max(deepest, -gap);
    }
  }
};

// Moved by `way` in steps: a spring that is pushed by dx gains no more than depth·dx. Returns the steps in
// which the energy changed by more.
int jumps(const Pair& pair, Vec3 at, const Vec3& way, int steps, double limit = kInfinity) {
  const Vec3 step = way / steps;
  const double dx = norm(step);
  int count = 0;
  Springs before(pair.contacts(at));
  for (int k = 0; k < steps; ++k) {
    at += step;
    const Springs now(pair.contacts(at));
    if (now.energy == 0 || now.deepest > limit) break;
    const double most = 1.05 * dx * (std::max(before.depth, now.depth) + dx);
    if (std::abs(now.energy - before.energy) > most) ++count;
    before = now;
  }
  return count;
}

// A pyramid with its tip at the origin, which opens towards +z.
Placed spike() {
  Surface s;
  s.vertices = {{0, 0, 0}, {0.2, 0.2, 1}, {-0.2, 0.2, 1}, {-0.2, -0.2, 1}, {0.2, -0.2, 1}};
  s.triangles = {{0, 2, 1}, {0, 3, 2}, {0, 4, 3}, {0, 1, 4}, {1, 2, 3}, {1, 3, 4}};
  return Placed(make_mesh(s, MeshKind::solid));
}

TEST(MeshSlide, CornerUnderAFaceFromTheSide) {
  const Placed block = box({1, 1, 0.5}), tip = spike();
  const Pair pair{block, tip, {}, rotation_between({0, 0, 1}, unit(Vec3{1, 0, 1}))};
  // 0.01 below the top, from beside the block to the middle of its top.
  const Vec3 from{1.01, 0.1, 0.49};
  EXPECT_EQ(pair.contacts(from).count, 0);
  const ContactPoints first = pair.contacts(from - Vec3{0.012, 0, 0});  // 0.002 in, 0.01 deep
  ASSERT_EQ(first.count, 1);
  EXPECT_NEAR(first.point[0].gap, -0.002, kMillionsOfRoundings);
  EXPECT_NEAR(first.point[0].normal.x, 1, kMillionsOfRoundings);
  EXPECT_EQ(jumps(pair, from - Vec3{0.011, 0, 0}, {-1, 0, 0}, 5000), 0);
  const ContactPoints last = pair.contacts(from - Vec3{1, 0, 0});
  ASSERT_EQ(last.count, 1);
  EXPECT_NEAR(last.point[0].gap, -0.01, kMillionsOfRoundings);
}

TEST(MeshSlide, EdgeOverAnEdgeToItsEnd) {
  const Placed block = box({1, 0.5, 0.5}), bar = box({0.8, 0.2, 0.2});
  // Both stand on edge; the bar lies across the ridge of the block and is drawn along itself.
  const double quarter = 0.25 * std::numbers::pi;
  const Pair pair{block, bar, rotation({quarter, 0, 0}), rotation({0, 0, 1.1}) * rotation({quarter, 0, 0})};
  const double height = std::sqrt(0.5) + 0.2 * std::sqrt(2.0) - 0.005;
  const Vec3 along = rotate(rotation({0, 0, 1.1}), {1, 0, 0});
  const ContactPoints first = pair.contacts({0, 0, height});
  ASSERT_EQ(first.count, 1);
  EXPECT_NEAR(first.point[0].gap, -0.005, kMillionsOfRoundings);
  EXPECT_EQ(jumps(pair, {0, 0, height}, 1.2 * along, 6000), 0);
  EXPECT_EQ(jumps(pair, {0, 0, height}, {1.4, 0, 0}, 6000), 0);
}

TEST(MeshSlide, CornerIntoAHollow) {
  const Placed corner = bracket(), tip = spike();
  // Down into the floor of the hollow (the face y = 0.8), then against its wall (the face x = 0.8).
  const Pair pair{corner, tip, {}, rotation_between({0, 0, 1}, unit(Vec3{1, 1, 0.1}))};
  const Vec3 from{1.2, 0.797, 0.5};
  EXPECT_EQ(jumps(pair, from, {-0.404, 0, 0}, 4000), 0);
  const ContactPoints found = pair.contacts(from - Vec3{0.404, 0, 0});
  ASSERT_EQ(found.count, 2);
  Vec3 push;
  for (int k = 0; k < 2; ++k) push -= found.point[k].gap * found.point[k].normal;
  EXPECT_LT(norm(push - Vec3{0.004, 0.003, 0}), kMillionsOfRoundings);
}

TEST(MeshSlide, EdgeIntoAHollow) {
  const Placed corner = bracket(), bar = box({0.1, 0.1, 1});
  // Out of line with the hollow, so that the bar passes above the corner of its end.
  const Pair pair{corner, bar, {}, rotation({0.3, -0.35, 0}) * rotation({0, 0, 0.6})};
  const ContactPoints none = pair.contacts({1.3, 1.3, 1});
  EXPECT_EQ(none.count, 0);
  Vec3 at{1.3, 1.3, 1};
  while (pair.contacts(at).count == 0 && at.x > 0.8) at -= Vec3{1e-3, 0.9e-3, 0};
  ASSERT_GT(pair.contacts(at).count, 0);
  for (const Vec3& way : {Vec3{-0.1, 0.1, 0}, Vec3{0.1, -0.1, 0}, Vec3{-0.01, -0.01, 0}})
    EXPECT_EQ(jumps(pair, at, way, 4000), 0) << way.x;
}

// Brought together from a random side until the boxes that they are made of touch.
Vec3 touching(const Pair& boxes, Random& random) {
  const Vec3 way = unit(random_in_box(random, {-1, -1, -1}, {1, 1, 1}));
  Vec3 at = random_in_box(random, {-1, -1, -1}, {1, 1, 1}) + 5 * way;
  for (int k = 0; k < 500 && boxes.contacts(at).count == 0; ++k) at -= 0.02 * way;
  double apart = 0.02, overlapping = 0;
  for (int k = 0; k < 30; ++k) {
    const double half = 0.5 * (apart + overlapping);
    (boxes.contacts(at + half * way).count > 0 ? overlapping : apart) = half;
  }
  return at + overlapping * way;
}

TEST(MeshSlide, TwoBracketsAtRandom) {
  const Placed mesh = bracket(), boxes = bracket_of_boxes();
  Random random(5);
  int all = 0;
  for (int k = 0; k < 40; ++k) {
    const Pair pair{mesh, mesh, random_orientation(random), random_orientation(random)};
    Vec3 at = touching({boxes, boxes, pair.turn_a, pair.turn_b}, random);
    const Vec3 n = Pair{boxes, boxes, pair.turn_a, pair.turn_b}.contacts(at).point[0].normal;
    at -= 2e-3 * n;
    const Vec3 side = unit(cross(n, random_in_box(random, {-1, -1, -1}, {1, 1, 1})));
    EXPECT_EQ(jumps(pair, at, 0.04 * side, 800, 0.02), 0) << k;
    ++all;
  }
  EXPECT_EQ(all, 40);
}

TEST(MeshSlide, BracketsTouchWhereTheirBoxesDo) {
  const Placed mesh = bracket(), boxes = bracket_of_boxes();
  Random random(6);
  for (int k = 0; k < 60; ++k) {
    const Pair pair{mesh, mesh, random_orientation(random), random_orientation(random)},
        of_boxes{boxes, boxes, pair.turn_a, pair.turn_b};
    const Vec3 touch = touching(of_boxes, random), n = of_boxes.contacts(touch).point[0].normal;
    for (const double depth : {1e-5, 1e-4, 1e-3}) {
      const Vec3 at = touch - depth * n;
      EXPECT_NEAR(Springs(pair.contacts(at)).deepest, Springs(of_boxes.contacts(at)).deepest,
                  kMillionsOfRoundings)
          << k;
    }
  }
}

TEST(MeshSlide, NoOverlapIsTooDeepToBeFound) {
  const Placed mesh = bracket(), boxes = bracket_of_boxes();
  Random random(7);
  int deep = 0;
  for (int k = 0; k < 300; ++k) {
    const Pair pair{mesh, mesh, random_orientation(random), random_orientation(random)},
        of_boxes{boxes, boxes, pair.turn_a, pair.turn_b};
    const Vec3 at = random_in_box(random, {-2, -2, -2}, {2, 2, 2});
    const double depth = Springs(of_boxes.contacts(at)).deepest;
    EXPECT_EQ(pair.contacts(at).count > 0, depth > 0) << k << " " << depth;
    if (depth > 0.3) ++deep;
  }
  EXPECT_GT(deep, 50);
}

TEST(MeshSlide, LyingFlatAllCornersTouchTheTray) {
  const Placed mesh = bracket();
  const Container tray{{3, 3, 3}, 1 << 5};
  std::set<std::uint32_t> names;
  for (int k = 0; k < 50; ++k) {
    // Rocking a little, so that each corner is the deepest one in turn.
    const Quat turn = rotation({1e-5 * std::cos(k), 1e-5 * std::sin(k), 0});
    ContactPoints found;
    find_contacts(mesh.at({-1 + 0.02 * k, -1, -3 - 1e-3}, turn), {tray, {}, {}, 0}, 0, found);
    ASSERT_EQ(found.count, 6);
    std::set<std::uint32_t> now;
    for (int c = 0; c < 6; ++c) now.insert(found.point[c].feature);
    if (k == 0) names = now;
    EXPECT_EQ(now, names) << k;
  }
}

}  // namespace
}  // namespace cairn
