// The broad phase against brute force: every pair that can meet within the skin, and no other, whatever the
// sizes and places of the bodies, the order they come in, and the number of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

#include "base/random.h"
#include "collide/order.h"
#include "collide/verlet.h"
#include "tolerances.h"

namespace cairn {
namespace {

enum ShapeIndex : std::uint32_t { kSphere, kPlane, kContainer, kDrum, kBox, kFunnel };
enum class Layout { scattered, clustered, coincident, far_away };

Vec3 random_vector(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}
Quat random_turn(Random& random) {
  return unit(Quat{random.normal(), random.normal(), random.normal(), random.normal()});
}

World empty_world() {
  World world;
  world.shapes = {Sphere{}, Plane{}, Container{{8, 8, 8}}, Drum{6, 5}, Box{{3, 2, 0.2}}, Funnel{4, 1, 3}};
  world.groups = {"a", "b", "c", "d"};
  return world;
}

Uid add(World& world, std::uint32_t shape, const Vec3& position, const Quat& turn, unsigned flags,
        std::uint16_t group, double radius = 0) {
  Bodies::Body body;
  body.place = {position, shape == kSphere ? radius : bounding_radius(world.shapes[shape])};
  body.orientation = turn;
  if (!(flags & (kFixed | kDriven))) body.inertia = {1, {1, 1, 1}};
  body.info.shape = shape;
  body.info.group = group;
  body.info.flags = static_cast<std::uint16_t>(flags | (shape == kSphere ? 0 : kTurned));
  return world.bodies.add(body);
}

Vec3 place_in(Layout layout, Random& random) {
  static const Vec3 far[] = {{}, {1e6, -1e6, 0}, {-3e11, 2e11, 1e11}, {1e6, -1e6, 1}};
  switch (layout) {
    case Layout::scattered:
      return 7 * random_vector(random);
    case Layout::clustered:
      return 3 * random_vector(random) * random.uniform() * random.uniform() * random.uniform();
    case Layout::coincident:
      return Vec3{1, 2, 3} * static_cast<double>(random.next() % 3);
    case Layout::far_away:
      return far[random.next() % 4] + 2 * random_vector(random);
  }
  return {};
}

void add_spheres(World& world, int count, double smallest, double ratio, Layout layout, Random& random) {
  for (int k = 0; k < count; ++k) {
    const double radius = smallest * std::pow(ratio, std::pow(random.uniform(), 3));  // few are large
    const unsigned flags = random.next() % 5 == 0 ? kFixed : 0;
    add(world, kSphere, place_in(layout, random), {}, flags, random.next() % 4, radius);
  }
}

void add_walls(World& world, Random& random) {
  add(world, kPlane, {0, 0, -6}, {}, kFixed, 3);
  add(world, kPlane, {1, 0, 0}, random_turn(random), kDriven, 2);
  add(world, kContainer, {}, random_turn(random), kDriven, 3);
  add(world, kDrum, {}, random_turn(random), kDriven, 0);
  add(world, kFunnel, {}, random_turn(random), kFixed, 1);
  for (int k = 0; k < 12; ++k) {
    const unsigned flags = std::array<unsigned, 3>{kFixed, kDriven, 0}[k % 3];
    add(world, kBox, 6 * random_vector(random), random_turn(random), flags, random.next() % 4);
  }
}

void shuffle(World& world, Random& random) {
  std::vector<std::uint32_t> order(world.bodies.size());
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[random.next() % k]);
  world.bodies.reorder(order);
}

// --- Pairs by uid
using UidPair = std::pair<Uid, Uid>;
struct UidPairs {
  std::vector<UidPair> spheres, general;
  bool operator==(const UidPairs&) const = default;
};

void sort(UidPairs& pairs) {
  std::ranges::sort(pairs.spheres);
  std::ranges::sort(pairs.general);
}

bool may_meet(const World& world, std::uint32_t i, std::uint32_t j) {
  const Info &p = world.bodies.info[i], &q = world.bodies.info[j];
  if (is_immobile(p) && is_immobile(q)) return false;
  for (const auto& [g, h] : world.apart) {
    if ((p.group == g && q.group == h) || (p.group == h && q.group == g)) return false;
  }
  return true;
}

// What counts near a thin round wall is the ball around a body: it may be half through.
PlacedShape seen_from(const World& world, std::uint32_t i, std::uint32_t other) {
  const PlacedShape own = placed(world, i);
  const bool as_ball = world.bodies.info[other].shape == kFunnel && world.bodies.info[i].shape == kBox;
  return {as_ball ? world.shapes[kSphere] : own.shape, own.position, own.orientation, own.radius};
}

// All pairs within the margin, found the simple way: bounding spheres, then surfaces if one is not a sphere.
UidPairs brute_force(const World& world, double margin) {
  UidPairs result;
  const Bodies& bodies = world.bodies;
  ContactPoints contacts;
  for (const std::uint32_t i : bodies.by_uid()) {
    for (const std::uint32_t j : bodies.by_uid()) {
      if (bodies.info[i].uid >= bodies.info[j].uid || !may_meet(world, i, j)) continue;
      const double reach = bodies.place[i].radius + bodies.place[j].radius + margin;
      if (!(norm2(bodies.place[i].position - bodies.place[j].position) < reach * reach)) continue;
      const UidPair pair{bodies.info[i].uid, bodies.info[j].uid};
      if (bodies.info[i].shape == kSphere && bodies.info[j].shape == kSphere) {
        result.spheres.push_back(pair);
        continue;
      }
      find_contacts(seen_from(world, i, j), seen_from(world, j, i), margin, contacts);
      if (contacts.count > 0) result.general.push_back(pair);
    }
  }
  return result;
}

// In the order of the list.
std::vector<UidPair> by_uid(const Bodies& bodies, const PairList& list) {
  std::vector<UidPair> result;
  for (const Pair& pair : list.pairs)
    result.emplace_back(std::minmax(bodies.info[pair.a].uid, bodies.info[pair.b].uid));
  return result;
}

UidPairs by_uid(const World& world, const VerletList& list) {
  return {by_uid(world.bodies, list.spheres), by_uid(world.bodies, list.general)};
}

VerletList build(World& world, Threads& threads, double skin) {
  ListBuilder builder;
  VerletList list;
  builder.build(world, threads, skin, list);
  return list;
}

// Every pair belongs to the body that found it, in local order of the other. Of spheres the finder comes
// first, of general pairs the smaller uid.
enum class First { finder, smaller_uid };
void expect_well_formed(const Bodies& bodies, const PairList& list, First first) {
  ASSERT_EQ(list.begin.size(), bodies.size() + 1);
  ASSERT_EQ(list.begin.back(), list.pairs.size());
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    std::uint32_t last = 0;
    for (const Pair& pair : list.of(i)) {
      ASSERT_TRUE((pair.a == i) != (pair.b == i));
      EXPECT_TRUE(first == First::finder ? pair.a == i : bodies.info[pair.a].uid < bodies.info[pair.b].uid);
      const std::uint32_t other = pair.a == i ? pair.b : pair.a;
      EXPECT_TRUE(&pair == list.of(i).data() || last < other);
      last = other;
    }
  }
}

void expect_complete(World world, double skin) {
  Threads threads(2);
  const VerletList list = build(world, threads, skin);
  UidPairs found = by_uid(world, list);
  sort(found);
  const UidPairs expected = brute_force(world, skin);
  EXPECT_EQ(found.spheres, expected.spheres);
  EXPECT_EQ(found.general, expected.general);
  EXPECT_EQ(list.skin, skin);
  expect_well_formed(world.bodies, list.spheres, First::finder);
  expect_well_formed(world.bodies, list.general, First::smaller_uid);
}

class VerletProperty : public testing::TestWithParam<std::tuple<double, Layout>> {};

TEST_P(VerletProperty, ListIsBruteForce) {
  const auto [ratio, layout] = GetParam();
  Random random(static_cast<std::uint64_t>(ratio) + 1000 * static_cast<std::uint64_t>(layout));
  std::size_t sphere_pairs = 0;
  for (const double skin : {0.0, 0.02, 0.3, 5.0}) {
    for (const int count : {1, 2, 17, 250}) {
      World world = empty_world();
      add_spheres(world, count, ratio > 10 ? 0.03 : 0.2, ratio, layout, random);
      if (random.next() % 2) world.apart = {{0, 1}, {1, 3}, {2, 2}};
      if (random.next() % 2) shuffle(world, random);
      sphere_pairs += brute_force(world, skin).spheres.size();
      expect_complete(std::move(world), skin);
    }
  }
  EXPECT_GT(sphere_pairs, 1000u);  // there was something to find
}

INSTANTIATE_TEST_SUITE_P(SizesAndPlaces, VerletProperty,
                         testing::Combine(testing::Values(1, 10, 100, 1e5),
                                          testing::Values(Layout::scattered, Layout::clustered,
                                                          Layout::coincident, Layout::far_away)));

TEST(Verlet, WallsAndLargeBodies) {
  Random random(7);
  std::size_t general_pairs = 0;
  for (int round = 0; round < 12; ++round) {
    World world = empty_world();
    add_walls(world, random);
    add_spheres(world, 150, 0.1, round % 2 ? 3 : 60, Layout::scattered, random);
    if (round % 3 == 0) world.apart = {{0, 3}, {1, 1}};
    shuffle(world, random);
    const double skin = random.uniform(0.01, 1);
    general_pairs += brute_force(world, skin).general.size();
    expect_complete(std::move(world), skin);
  }
  EXPECT_GT(general_pairs, 1000u);
}

// --- Cells that repeat
Cell cell_of(const Edges& edge, std::array<std::uint8_t, 3> periodic = {1, 1, 1}) {
  Cell cell;
  cell.periodic = periodic;
  cell.centre = {0.3, -0.2, 0.1};
  cell.edge = edge;
  return cell;
}

// Small and bigger balls, and boxes, anywhere in the cell.
World repeating_world(const Cell& cell, Random& random) {
  World world = empty_world();
  world.shapes.push_back(Box{{0.2, 0.3, 0.1}});
  world.cell = cell;
  for (int k = 0; k < 200; ++k) {
    Vec3 s = 0.5 * random_vector(random);
    for (int axis = 0; axis < 3 && k % 2 == 0; ++axis)
      s[axis] = std::copysign(0.5, s[axis]) * (1 - 0.2 * s[axis] * s[axis]);
    const Vec3 x = cell.centre + cell.axes() * s;  // every other one near a corner
    if (k % 10 == 0) {
      add(world, static_cast<std::uint32_t>(world.shapes.size() - 1), x, random_turn(random), 0, 0);
    } else {
      add(world, kSphere, x, {}, k % 7 == 0 ? kFixed : 0, 0, random.uniform(0.1, 0.4));
    }
  }
  return world;
}

// A pair and the image of the one with the larger uid that meets the other.
using ImagePair = std::tuple<Uid, Uid, int>;

std::vector<ImagePair> with_images(const Bodies& bodies, const PairList& list) {
  std::vector<ImagePair> result;
  EXPECT_EQ(list.image.size(), list.pairs.size());
  for (std::size_t p = 0; p < list.pairs.size(); ++p) {
    const Uid a = bodies.info[list.pairs[p].a].uid, b = bodies.info[list.pairs[p].b].uid;
    result.emplace_back(std::min(a, b), std::max(a, b), a < b ? list.image[p] : opposite(list.image[p]));
  }
  std::ranges::sort(result);
  return result;
}

// Every image of every pair.
std::array<std::vector<ImagePair>, 2> brute_force_images(const World& world, double margin) {
  std::array<std::vector<ImagePair>, 2> result;  // spheres, general
  const Bodies& bodies = world.bodies;
  ContactPoints contacts;
  for (int image = 0; image < kImages; ++image) {
    const Vec3 shift = world.cell.shift(static_cast<CellImage>(image));
    const int n[] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
    bool exists = true;
    for (int k = 0; k < 3; ++k) exists = exists && (n[k] == 0 || world.cell.periodic[k]);
    for (const std::uint32_t i : bodies.by_uid()) {
      for (const std::uint32_t j : bodies.by_uid()) {
        if (!exists || bodies.info[i].uid >= bodies.info[j].uid || !may_meet(world, i, j)) continue;
        PlacedShape b = placed(world, j);
        b.position += shift;
        const double reach = bodies.place[i].radius + bodies.place[j].radius + margin;
        if (!(norm2(bodies.place[i].position - b.position) < reach * reach)) continue;
        const bool round = bodies.info[i].shape == kSphere && bodies.info[j].shape == kSphere;
        if (!round) find_contacts(placed(world, i), b, margin, contacts);
        if (round || contacts.count > 0)
          result[round ? 0 : 1].emplace_back(bodies.info[i].uid, bodies.info[j].uid, image);
      }
    }
  }
  for (auto& pairs : result) std::ranges::sort(pairs);
  return result;
}

TEST(VerletImages, ListIsBruteForceOverAllImages) {
  const Edges upright{{{5, 0, 0}, {0, 4, 0}, {0, 0, 4.5}}}, tilted{{{5, 0, 0}, {2.4, 5, 0}, {-2.3, 1.9, 5}}};
  const std::array<std::uint8_t, 3> two{1, 0, 1}, one{0, 1, 0};
  Random random(21);
  for (const Cell& cell : {cell_of(upright), cell_of(tilted), cell_of(upright, two), cell_of(upright, one),
                           cell_of(tilted, two)}) {
    std::array<int, 4> crossed{};  // pairs across no face, a face, an edge, a corner
    for (const double skin : {0.0, 0.05, 0.3}) {
      World world = repeating_world(cell, random);
      shuffle(world, random);
      ASSERT_GT(std::min({cell.widths().x, cell.widths().y, cell.widths().z}), 2 * (0.8 + skin));
      Threads threads(2);
      const VerletList list = build(world, threads, skin);
      const auto expected = brute_force_images(world, skin);
      EXPECT_EQ(with_images(world.bodies, list.spheres), expected[0]);
      EXPECT_EQ(with_images(world.bodies, list.general), expected[1]);
      expect_well_formed(world.bodies, list.spheres, First::finder);
      expect_well_formed(world.bodies, list.general, First::smaller_uid);
      for (const auto& pairs : expected) {
        for (const auto& [a, b, image] : pairs)
          ++crossed[(image % 3 != 1) + (image / 3 % 3 != 1) + (image / 9 != 1)];
      }
    }
    const int axes = cell.periodic[0] + cell.periodic[1] + cell.periodic[2];
    for (int k = 0; k < 4; ++k) EXPECT_EQ(crossed[k] > 0, k <= axes) << k;
  }
}

// A pair across each face, edge and corner, by hand: once, and by the image across.
TEST(VerletImages, PairsAcrossEveryFaceEdgeAndCornerOnce) {
  const Edges edges[] = {Edges{{{5, 0, 0}, {0, 5, 0}, {0, 0, 5}}},
                         Edges{{{5, 0, 0}, {2, 5, 0}, {-2, 1.5, 5}}}};
  Threads threads(1);
  for (const Edges& edge : edges) {
    const Cell cell = cell_of(edge);
    for (int image = 0; image < kImages; ++image) {
      if (image == kHere) continue;
      // From one ball by less than two radii towards the neighbour cell, and back by its edges.
      const Vec3 n(image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1), towards = unit(cell.axes() * n);
      World world = empty_world();
      world.cell = cell;
      const Vec3 face = cell.centre + cell.axes() * (0.5 * n);
      add(world, kSphere, face - 0.3 * towards, {}, 0, 0, 0.35);
      add(world, kSphere, face + 0.3 * towards - cell.axes() * n, {}, 0, 0, 0.35);
      const VerletList list = build(world, threads, 0);
      EXPECT_EQ(with_images(world.bodies, list.spheres), (std::vector<ImagePair>{{0, 1, image}}));
    }
  }
}

// A fixed body as wide as the cell is listed once per neighbour, whichever of its images is near.
TEST(VerletImages, AFloorAsWideAsTheCellIsMetOnce) {
  const Cell cell = cell_of(Edges{{{6, 0, 0}, {0, 4, 0}, {0, 0, 9}}}, {1, 1, 0});
  for (const int balls : {1, 40}) {  // a floor among few bodies is in the grid, among many a large body
    World world = empty_world();
    world.cell = cell;
    add(world, kBox, cell.centre, {}, kFixed, 0);  // 6 x 4 x 0.4
    Random random(4);
    for (int k = 0; k < balls; ++k) {
      const Vec3 flat = k == 0 ? Vec3{1, 1, 0} : random_vector(random);
      const Vec3 x = cell.centre + cell.axes() * (0.4999999 * Vec3{flat.x, flat.y, 0});
      add(world, kSphere, x + Vec3{0, 0, 0.45}, {}, 0, static_cast<std::uint16_t>(1 + k % 3), 0.24);
    }
    world.apart = {{1, 1}, {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}};
    Threads threads(1);
    const VerletList list = build(world, threads, 0.05);
    EXPECT_EQ(list.general.pairs.size(), static_cast<std::size_t>(balls));
    EXPECT_TRUE(list.spheres.pairs.empty());
  }
}

TEST(Verlet, NothingAndWallsAlone) {
  expect_complete(empty_world(), 0.1);
  World world = empty_world();
  add(world, kPlane, {}, {}, kFixed, 0);
  add(world, kContainer, {}, {}, kDriven, 0);
  expect_complete(world, 0.1);
  add(world, kSphere, {0, 0, 0.5}, {}, 0, 1, 0.45);
  Threads threads(1);
  EXPECT_EQ(by_uid(world, build(world, threads, 0.1)).general, (std::vector<UidPair>{{0, 2}}));
}

TEST(Verlet, ExclusionsAndImmobilePairsByHand) {
  World world = empty_world();
  add(world, kSphere, {0, 0, 0}, {}, 0, 0, 1);
  add(world, kSphere, {0, 0, 0}, {}, kFixed, 1, 1);
  add(world, kSphere, {0, 0, 0}, {}, kDriven, 2, 1);
  add(world, kSphere, {0, 0, 0}, {}, 0, 2, 1);
  Threads threads(1);
  UidPairs pairs = by_uid(world, build(world, threads, 0.1));
  sort(pairs);
  EXPECT_EQ(pairs.spheres, (std::vector<UidPair>{{0, 1}, {0, 2}, {0, 3}, {1, 3}, {2, 3}}));
  world.apart = {{0, 2}, {2, 2}};
  pairs = by_uid(world, build(world, threads, 0.1));
  sort(pairs);
  EXPECT_EQ(pairs.spheres, (std::vector<UidPair>{{0, 1}, {1, 3}}));
}

// Several parts of bodies, small and large.
World large_world(std::uint64_t seed) {
  Random random(seed);
  World world = empty_world();
  add_walls(world, random);
  add_spheres(world, 3000, 0.08, 40, Layout::scattered, random);
  return world;
}

TEST(Verlet, SameListOnOneToFourThreadsAndFromAnyOrder) {
  const World start = large_world(3);
  World first = start;
  Threads one(1);
  const VerletList expected = build(first, one, 0.05);
  const UidPairs expected_pairs = by_uid(first, expected);
  UidPairs sorted = expected_pairs;
  sort(sorted);
  EXPECT_EQ(sorted, brute_force(first, 0.05));
  for (int count = 1; count <= 4; ++count) {
    Threads threads(count);
    World world = start;
    Random random(static_cast<std::uint64_t>(count));
    shuffle(world, random);
    const VerletList list = build(world, threads, 0.05);
    EXPECT_TRUE(by_uid(world, list) == expected_pairs) << count << " threads";
    EXPECT_EQ(list.spheres.begin, expected.spheres.begin);
    EXPECT_EQ(list.general.begin, expected.general.begin);
    EXPECT_EQ(list.small, expected.small);
    EXPECT_EQ(list.reach, expected.reach);
    EXPECT_EQ(state_hash(world), state_hash(start));
  }
}

TEST(Verlet, LargeBodiesComeLastAndBuilderCanBeUsedAgain) {
  Threads threads(2);
  ListBuilder builder;
  VerletList list;
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    World world = large_world(seed);
    if (seed == 2) world.bodies.reorder(std::vector<std::uint32_t>{3000, 20, 21, 22, 0, 5, 2});
    builder.build(world, threads, 0.04, list);
    UidPairs found = by_uid(world, list);
    sort(found);
    EXPECT_EQ(found, brute_force(world, 0.04));
    for (std::uint32_t i = 0; i < list.small; ++i) EXPECT_LT(world.bodies.place[i].radius, HUGE_VAL);
    for (std::uint32_t i = list.small + 1; i < world.bodies.size(); ++i) {
      EXPECT_LT(world.bodies.info[i - 1].uid, world.bodies.info[i].uid);
    }
  }
}

void expect_same(const PairList& found, const PairList& expected) {
  EXPECT_EQ(found.begin, expected.begin);
  EXPECT_EQ(found.image, expected.image);
  EXPECT_TRUE(std::ranges::equal(found.pairs, expected.pairs,
                                 [](Pair p, Pair q) { return p.a == q.a && p.b == q.b; }));
}

// Whatever bodies and cell have done since, the pairs of a list follow from what it keeps.
void expect_listed_again(World& world, Random& random) {
  Threads threads(2);
  const VerletList expected = build(world, threads, 0.05);
  EXPECT_FALSE(expected.spheres.pairs.empty() || expected.general.pairs.empty());
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    world.bodies.place[i].position += random_vector(random);
    if (i >= expected.reference.size() - expected.reference_turn.size())
      world.bodies.orientation[i] = random_turn(random);
  }
  for (Vec3& edge : world.cell.edge) edge = 1.1 * edge;
  const World moved = world;
  VerletList list = expected;
  list.spheres = list.general = {};
  ListBuilder().list_again(world, threads, list);
  expect_same(list.spheres, expected.spheres);
  expect_same(list.general, expected.general);
  EXPECT_EQ(list.reference, expected.reference);
  EXPECT_EQ(list.reference_turn, expected.reference_turn);
  EXPECT_EQ(list.reference_edge, expected.reference_edge);
  EXPECT_EQ(state_hash(world), state_hash(moved));
  EXPECT_EQ(world.cell.edge, moved.cell.edge);
}

TEST(Verlet, PairsAreListedAgainFromReferencePoses) {
  Random random(8);
  World large = large_world(4);
  expect_listed_again(large, random);
  World repeating = repeating_world(cell_of({{{5, 0, 0}, {2.4, 5, 0}, {-2.3, 1.9, 5}}}), random);
  expect_listed_again(repeating, random);
}

// The smallest body decides the levels of the grid, and thereby who finds a pair: also after it has left.
TEST(Verlet, PairsAreListedAgainWithoutTheSmallestBody) {
  World world = empty_world();
  Random random(2);
  add(world, kSphere, {0, 0, 9}, {}, 0, 0, 0.01);
  for (int k = 0; k < 300; ++k)
    add(world, kSphere, 3 * random_vector(random), {}, 0, 0, random.uniform(0.2, 0.5));
  Threads threads(1);
  VerletList list = build(world, threads, 0.05);
  const std::vector<UidPair> expected = by_uid(world.bodies, list.spheres);
  std::vector<std::uint32_t> kept;
  for (std::uint32_t i = 0; i < world.bodies.size(); ++i)
    if (world.bodies.info[i].uid != 0) kept.push_back(i);
  ASSERT_EQ(kept.size() + 1, world.bodies.size());
  // Its leaf is one body shorter, and those behind it begin one body earlier.
  const std::uint32_t gone = world.bodies.local(0);
  for (std::uint32_t& begin : list.parts.begin)
    if (begin > gone) --begin;
  std::vector<Vec3> reference;
  for (const std::uint32_t i : kept) reference.push_back(list.reference[i]);
  world.bodies.reorder(kept);
  list.reference = reference, list.small -= 1;
  ListBuilder().list_again(world, threads, list);
  EXPECT_EQ(by_uid(world.bodies, list.spheres), expected);
}

TEST(Verlet, SpatialOrderKeepsNeighboursTogether) {
  // Along a Morton curve most steps are short: a bed of 16³ cells, mean step well below the mean distance.
  Random random(5);
  World world = empty_world();
  for (int k = 0; k < 4096; ++k) add(world, kSphere, 8 * random_vector(random), {}, 0, 0, 0.4);
  const SpatialOrder sorted = spatial_order(world);
  EXPECT_EQ(sorted.small, 4096u);
  world.bodies.reorder(sorted.order);
  double steps = 0;
  for (std::size_t k = 1; k < 4096; ++k) {
    steps += norm(world.bodies.place[k].position - world.bodies.place[k - 1].position);
  }
  EXPECT_LT(steps / 4095, 2.0);  // random order: 10.6
}

// A leaf holds the bodies of one box, no more than leaf_size(); the large ones are a part of their own.
TEST(Verlet, LeavesAreBoxesOfSpace) {
  World world = large_world(9);
  const SpatialOrder sorted = spatial_order(world);
  world.bodies.reorder(sorted.order);
  const Parts& parts = sorted.parts;
  ASSERT_EQ(parts.bodies(), world.bodies.size());
  EXPECT_EQ(parts.begin[parts.count() - 1], sorted.small);
  EXPECT_GT(parts.count(), 8u);
  std::vector<Bounds> boxes;
  for (std::size_t k = 0; k + 1 < parts.count(); ++k) {
    EXPECT_GT(parts.begin[k + 1], parts.begin[k]);
    EXPECT_LE(parts.begin[k + 1] - parts.begin[k], leaf_size(sorted.small));
    Bounds box{world.bodies.place[parts.begin[k]].position, world.bodies.place[parts.begin[k]].position};
    for (std::uint32_t i = parts.begin[k]; i < parts.begin[k + 1]; ++i) {
      box = {min(box.low, world.bodies.place[i].position), max(box.high, world.bodies.place[i].position)};
      EXPECT_EQ(parts.of(i), k);
    }
    for (const Bounds& other : boxes) {
      bool apart = false;
      for (int axis = 0; axis < 3; ++axis)
        apart = apart || box.low[axis] > other.high[axis] || other.low[axis] > box.high[axis];
      EXPECT_TRUE(apart) << "two leaves lie in each other";
    }
    boxes.push_back(box);
  }
}

// A body stays where it is in the order when others, far away, come and go.
TEST(Verlet, OrderOfBodiesDoesNotDependOnTheOthers) {
  Random random(11);
  World world = empty_world();
  for (int k = 0; k < 300; ++k) add(world, kSphere, 8 * random_vector(random), {}, 0, 0, 0.4);
  const auto order_of = [&](std::size_t bodies) {
    std::vector<Uid> uids;
    for (const std::uint32_t i : spatial_order(world).order)
      if (world.bodies.info[i].uid < bodies) uids.push_back(world.bodies.info[i].uid);
    return uids;
  };
  const std::vector<Uid> alone = order_of(300);
  for (int k = 0; k < 100; ++k) add(world, kSphere, Vec3{-70, 3, -20} + random_vector(random), {}, 0, 0, 0.4);
  EXPECT_EQ(order_of(300), alone);
}

// Each pair has a slot of its own, but all pairs of one part with one large body share theirs.
TEST(SlotPlan, EveryForeignShareHasItsPlace) {
  World world = large_world(9);
  Threads threads(2);
  const VerletList list = build(world, threads, 0.1);
  int shared = 0;
  for (const PairList* pairs : {&list.spheres, &list.general}) {
    SlotPlan plan;
    plan.build(*pairs, list.parts, list.small);
    const std::vector<std::uint32_t> part_of = list.parts.by_body();
    const auto leaves = static_cast<std::uint32_t>(list.parts.count() - 1);  // there are large bodies
    std::map<std::uint32_t, std::uint32_t> finders;                          // part of the finders by slot
    for (std::uint32_t i = 0; i < world.bodies.size(); ++i) {
      for (std::uint32_t p = pairs->begin[i]; p < pairs->begin[i + 1]; ++p) {
        const std::uint32_t other = pairs->pairs[p].a == i ? pairs->pairs[p].b : pairs->pairs[p].a;
        const std::uint32_t slot = plan.slot[p], part = part_of[other];
        ASSERT_EQ(slot == kOwnPart, part == part_of[i]);
        if (slot == kOwnPart) continue;
        EXPECT_EQ(plan.target[slot], other);
        const std::uint32_t receiver = other < list.small ? part : leaves + other - list.small;
        EXPECT_GE(slot, plan.begin[receiver]);
        EXPECT_LT(slot, plan.begin[receiver + 1]);
        const auto [known, is_new] = finders.emplace(slot, part_of[i]);
        EXPECT_EQ(known->second, part_of[i]);
        EXPECT_TRUE(is_new || other >= list.small);
        shared += !is_new;
      }
    }
    EXPECT_EQ(finders.size(), plan.target.size());
    EXPECT_GT(finders.size(), 0u);
    // No part has two slots for one large body.
    std::set<std::pair<std::uint32_t, std::uint32_t>> large;
    for (const auto& [slot, part] : finders)
      EXPECT_TRUE(plan.target[slot] < list.small || large.emplace(part, plan.target[slot]).second);
  }
  EXPECT_GT(shared, 100) << "hardly any pair with a wall";
}

// --- How long a list lasts
bool has_expired(const World& world, const VerletList& list) {
  double free = 0, driven = 0;
  for (std::uint32_t i = 0; i < world.bodies.size(); ++i) {
    double& largest = world.bodies.info[i].flags & kDriven ? driven : free;
    largest = std::max(largest, moved(world, list, i));
  }
  return free + std::max(free, driven) > list.skin;
}

void move_a_little(World& world, double shift, double turn, Random& random) {
  for (std::uint32_t i = 0; i < world.bodies.size(); ++i) {
    if (world.bodies.info[i].flags & kFixed) continue;
    world.bodies.place[i].position += shift * random_vector(random);
    Quat& q = world.bodies.orientation[i];
    q = unit(rotation(turn * random_vector(random)) * q);
  }
}

TEST(Verlet, NoContactIsMissedWhileAListLasts) {
  Random random(11);
  Threads threads(1);
  int lasting = 0, new_contacts = 0;
  for (int round = 0; round < 150; ++round) {
    World world = empty_world();
    const Vec3 origin = round % 2 ? Vec3{} : 20 * random_vector(random);
    for (int k = 0; k < 3; ++k) {
      add(world, kBox, origin + 2 * random_vector(random), random_turn(random), 0, 0);
      add(world, kPlane, origin + 3 * random_vector(random), random_turn(random), kDriven, 0);
    }
    add(world, kContainer, origin, random_turn(random), kDriven, 0);
    add(world, kFunnel, origin, random_turn(random), kDriven, 0);
    for (int k = 0; k < 30; ++k) {
      add(world, kSphere, origin + 7 * random_vector(random), {}, 0, 0, random.uniform(0.05, 1));
    }
    const double skin = random.uniform(0.05, 0.4);
    const VerletList list = build(world, threads, skin);
    const UidPairs before = brute_force(world, 0), listed = by_uid(world, list);
    const std::set<UidPair> spheres(listed.spheres.begin(), listed.spheres.end());
    const std::set<UidPair> general(listed.general.begin(), listed.general.end());
    const double part = random.uniform();
    for (int step = 0; step < 10; ++step) {
      move_a_little(world, 0.1 * part * skin, 0.1 * (1 - part) * skin / 4, random);
      if (has_expired(world, list)) break;
      ++lasting;
      const UidPairs touching = brute_force(world, 0);
      for (const UidPair& pair : touching.spheres) EXPECT_TRUE(spheres.contains(pair));
      for (const UidPair& pair : touching.general) EXPECT_TRUE(general.contains(pair));
      new_contacts += touching != before;
    }
  }
  EXPECT_GT(lasting, 300);
  EXPECT_GT(new_contacts, 50);
}

TEST(Verlet, ATiltingPlateIsSeen) {
  // A plate (half length 3) whose centre is close to a plane: its rim comes down although its centre stays.
  for (const Vec3& origin : {Vec3{}, Vec3{50, -20, 10}}) {
    World world = empty_world();
    const Uid plate = add(world, kBox, origin + Vec3{0, 0, 0.5}, {}, 0, 0);
    add(world, kPlane, origin, {}, kFixed, 1);
    Threads threads(1);
    const VerletList list = build(world, threads, 0.28);
    ASSERT_TRUE(list.general.pairs.empty());
    world.bodies.orientation[world.bodies.local(plate)] = rotation({0, 0.12, 0});
    ASSERT_EQ(brute_force(world, 0).general.size(), 1u);
    EXPECT_TRUE(has_expired(world, list));
  }
}

TEST(Verlet, MovedByHand) {
  World world = empty_world();
  add(world, kSphere, {0, 0, 0}, {}, 0, 0, 1);
  add(world, kDrum, {0, 0, 0}, {}, kDriven, 1);
  Threads threads(1);
  const VerletList list = build(world, threads, 0.1);
  const std::uint32_t sphere = world.bodies.local(0), drum = world.bodies.local(1);
  world.bodies.place[sphere].position = {0.3, 0, -0.4};
  world.bodies.orientation[sphere] = rotation({1, 2, 3});
  EXPECT_NEAR(moved(world, list, sphere), 0.5, kFewRoundings);
  // Turning about its own axis moves no surface of a drum.
  world.bodies.orientation[drum] = rotation({0, 0, 1});
  EXPECT_NEAR(moved(world, list, drum), 0, kFewRoundings);
  world.bodies.orientation[drum] = rotation({0.01, 0, 0});
  EXPECT_GT(moved(world, list, drum), 0.0099);  // at least the radius of the sphere away from the axis
}

}  // namespace
}  // namespace cairn
