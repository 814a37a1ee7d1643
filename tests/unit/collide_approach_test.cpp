// Approach says how long a Verlet list holds: until then no pair that it lacks can touch, however the bodies
// have moved. Bodies that move together do not approach.
#include <gtest/gtest.h>

#include <set>

#include "base/random.h"
#include "collide/approach.h"

namespace cairn {
namespace {

struct Flow {
  const char* name;
  Vec3 drift;           // of all small bodies
  double shear, noise;  // along x by height; of every body by itself
};
constexpr Flow kFlows[] = {{"noise", {}, 0, 1},
                           {"shear", {}, 1, 0.1},
                           {"shear in a stream", {5, 0, 0}, 0.5, 0.2},
                           {"fall", {0, 0, -8}, 0, 0.3}};

enum class Around { nothing, walls, cell };

Vec3 random_vector(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

void add(World& world, std::uint32_t shape, const Vec3& at, double radius, unsigned flags) {
  Bodies::Body body;
  body.place = {at, radius};
  if (!(flags & (kFixed | kDriven))) body.inertia = {1, {1, 1, 1}};
  body.info.shape = shape, body.info.flags = static_cast<std::uint16_t>(flags);
  world.bodies.add(body);
}

World grains(Around around, Random& random) {
  World world;
  world.shapes = {Sphere{}, Capsule{0.2, 0.2}, Plane{}, Cup{6, 12}, Box{{4, 4, 0.3}}};
  world.groups = {"all"};
  for (int k = 0; k < 500; ++k) {
    const Vec3 at = scaled({4, 4, 6}, random_vector(random)) + Vec3{0, 0, 6};
    if (k % 25 == 0)
      add(world, 1, at, 0.4, kTurned);
    else
      add(world, 0, at, random.uniform(0.15, 0.3), k % 31 == 0 ? unsigned{kFixed} : 0u);
  }
  if (around == Around::cell) {
    world.cell.periodic = {1, 1, 0};
    world.cell.edge = {Vec3{8, 0, 0}, Vec3{0, 8, 0}, Vec3{0, 0, 20}};
    return world;
  }
  if (around == Around::nothing) return world;
  add(world, 2, {}, kInfinity, kFixed | kTurned);
  add(world, 3, {0, 0, -0.5}, bounding_radius(world.shapes[3]), kFixed | kTurned);
  add(world, 4, {0, 0, 6}, bounding_radius(world.shapes[4]), kDriven | kTurned);
  return world;
}

bool touch(const World& world, std::uint32_t i, std::uint32_t j) {
  ContactPoints contacts;
  const Vec3 d = world.bodies.place[j].position - world.bodies.place[i].position;
  const Vec3 shift = world.cell.repeats() ? world.cell.nearest(d) - d : Vec3{};
  find_contacts(placed(world, i), placed(world, j, shift), 0, contacts);
  return contacts.count > 0;
}

struct Moved {
  std::vector<Vec3> from, by;
};

// Where the flow takes all bodies within a unit of time. The driven box turns.
Moved courses(const World& world, const Flow& flow, Random& random) {
  Moved moved;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Vec3& x = world.bodies.place[i].position;
    const unsigned flags = world.bodies.info[i].flags;
    const Vec3 free = flow.drift + Vec3{flow.shear * x.z, 0, 0} + flow.noise * random_vector(random);
    moved.from.push_back(x);
    moved.by.push_back(flags & kFixed ? Vec3{} : flags & kDriven ? Vec3{0.3, 0, 0.5} : free);
  }
  return moved;
}

void place_at(World& world, const Moved& moved, double t) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    world.bodies.place[i].position = moved.from[i] + t * moved.by[i];
    const unsigned flags = world.bodies.info[i].flags;
    if ((flags & kTurned) && !(flags & kFixed)) world.bodies.orientation[i] = rotation({0, 0.3 * t, 0.1 * t});
  }
}

// Pairs that touch and that the list lacks.
int missed(const World& world, const VerletList& list) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> listed;
  for (const PairList* pairs : {&list.spheres, &list.general})
    for (const Pair pair : pairs->pairs) listed.insert(std::minmax(pair.a, pair.b));
  int count = 0;
  for (std::uint32_t i = 0; i < world.bodies.size(); ++i)
    for (std::uint32_t j = i + 1; j < world.bodies.size(); ++j) {
      const bool immobile = is_immobile(world.bodies.info[i]) && is_immobile(world.bodies.info[j]);
      if (!immobile && !listed.contains({i, j}) && touch(world, i, j)) ++count;
    }
  return count;
}

class ApproachIn : public testing::TestWithParam<Around> {};

TEST_P(ApproachIn, NoPairOutsideTheListTouchesWhileItHolds) {
  Random random(11);
  constexpr double kSkin = 0.1;
  for (const Flow& flow : kFlows) {
    World world = grains(GetParam(), random);
    Threads threads(1);
    VerletList list;
    ListBuilder().build(world, threads, kSkin, list);
    const Moved moved = courses(world, flow, random);
    Approach approach;
    int held = 0, missing_later = 0;
    for (double t = 0.004; t < 0.4; t *= 1.3) {
      place_at(world, moved, t);
      const bool holds = approach.measure(world, list) <= kSkin;
      const int missing = missed(world, list);
      EXPECT_TRUE(!holds || missing == 0) << flow.name << " at " << t << ": " << missing;
      held += holds ? 1 : 0, missing_later += missing;
    }
    EXPECT_GT(held, 0) << flow.name;
    EXPECT_GT(missing_later, 0) << flow.name;  // the list was needed
  }
}
INSTANTIATE_TEST_SUITE_P(All, ApproachIn, testing::Values(Around::nothing, Around::walls, Around::cell));

// A stream that carries all bodies along by several skins: the list still holds. Against a wall it does not.
TEST(Approach, OfBodiesThatMoveTogetherIsSmall) {
  for (const Around around : {Around::cell, Around::walls}) {
    Random random(12);
    constexpr double kSkin = 0.05;
    World world = grains(around, random);
    for (Info& info : world.bodies.info)
      if (info.shape == 0) info.flags = 0;
    Threads threads(1);
    VerletList list;
    ListBuilder().build(world, threads, kSkin, list);
    place_at(world, courses(world, {"stream", {0, 0, -1}, 0, 0}, random), 3 * kSkin);
    const double nearer = Approach().measure(world, list);
    if (around == Around::cell)
      EXPECT_LE(nearer, kSkin);
    else
      EXPECT_GT(nearer, kSkin);
  }
}

// A checkpoint has the list and the world: a new object sees the same, whatever the old one saw before.
TEST(Approach, DependsOnTheWorldAndTheListAlone) {
  Random random(13);
  World world = grains(Around::walls, random);
  Threads threads(1);
  VerletList list;
  ListBuilder().build(world, threads, 0.1, list);
  const Moved moved = courses(world, kFlows[2], random);
  Approach old;
  for (double t = 0.002; t < 0.1; t *= 1.5) {
    place_at(world, moved, t);
    EXPECT_EQ(old.measure(world, list), Approach().measure(world, list)) << t;
  }
}

TEST(Approach, OfABodyThatIsNowhereIsInfinite) {
  Random random(14);
  World world = grains(Around::walls, random);
  Threads threads(1);
  VerletList list;
  ListBuilder().build(world, threads, 0.1, list);
  world.bodies.place[3].position.y = std::nan("");
  EXPECT_EQ(Approach().measure(world, list), Approach::kFar);
}

}  // namespace
}  // namespace cairn
