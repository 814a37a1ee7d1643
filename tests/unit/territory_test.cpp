// A world that is spread over ranks: each rank has what it needs, and all of them together have the world.
#include "territory/territory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/thread_ranks.h"
#include "unit/world_samples.h"

namespace cairn {
namespace {

// Another owner for every leaf each time; the same on all ranks.
class RandomMap final : public Partition {
 public:
  explicit RandomMap(std::uint64_t seed) : random_(seed) {}
  std::vector<int> owners(std::span<const LeafPlace> leaves, int ranks) override {
    std::vector<int> owners;
    for (std::size_t k = 0; k < leaves.size(); ++k)
      owners.push_back(static_cast<int>(random_.next() % static_cast<std::uint64_t>(ranks)));
    return owners;
  }

 private:
  Random random_;
};

TEST(Bisection, GivesEachRankItsShareOfTheWeight) {
  Random random(1);
  std::vector<LeafPlace> leaves;
  double all = 0, heaviest = 0;
  for (int k = 0; k < 2000; ++k) {
    leaves.push_back({10 * random_vector(random), random.uniform(1, 5)});
    all += leaves.back().weight, heaviest = std::max(heaviest, leaves.back().weight);
  }
  for (const int ranks : {1, 2, 3, 7, 16}) {
    std::vector<double> weight(static_cast<std::size_t>(ranks));
    const std::vector<int> owners = Bisection().owners(leaves, ranks);
    for (std::size_t k = 0; k < leaves.size(); ++k)
      weight[static_cast<std::size_t>(owners[k])] += leaves[k].weight;
    // Each cut misses its place by half a leaf, and there are at most five cuts above a rank.
    for (const double own : weight) EXPECT_NEAR(own, all / ranks, 3 * heaviest) << ranks;
  }
  EXPECT_TRUE(Bisection().owners({}, 3).empty());
  EXPECT_EQ(Bisection().owners(std::vector<LeafPlace>{{{}, 1}}, 3).size(), 1u) << "more ranks than leaves";
}

using UidPair = std::pair<Uid, Uid>;
std::multiset<UidPair> pairs_of(const World& world, const VerletList& list) {
  std::multiset<UidPair> found;
  for (const PairList* pairs : {&list.spheres, &list.general})
    for (const auto& [a, b] : pairs->pairs)
      found.insert(std::minmax(world.bodies.info[a].uid, world.bodies.info[b].uid));
  return found;
}

struct Case {
  std::uint64_t seed;
  int ranks;
  bool is_periodic;
};

class Spread : public testing::TestWithParam<Case> {
 protected:
  // A cloud of spheres with a box, a plane and a driven ball, and a memory of all pairs of spheres that
  // touch.
  World make() const {
    World world = sample_world(900, GetParam().seed);
    for (Place& place : world.bodies.place) place.position *= 2;
    if (GetParam().is_periodic) {
      world.cell.periodic = {1, 0, 1};
      world.cell.edge = {Vec3{4, 0, 0}, Vec3{0, 1, 0}, Vec3{0.7, 0, 4}};
    }
    const Uid driven = world.bodies.info[40].uid;
    world.bodies.info[40].flags = kDriven, world.bodies.inertia[40] = {};
    world.drives.push_back({});
    world.drives.back().body = driven;
    world.memory.clear();
    VerletList list;
    Threads threads(1);
    World copy = world;
    ListBuilder().build(copy, threads, 0, list);
    Random random(7);
    for (const auto& [a, b] : pairs_of(copy, list))
      world.memory.push_back({{a, b, 0}, random_vector(random), {random_vector(random), 0}});
    std::ranges::sort(world.memory, {}, &ContactRecord::key);
    return world;
  }
};

TEST_P(Spread, EveryRankListsThePairsOfItsOwnBodies) {
  constexpr double kSkin = 0.03;
  const World start = make();
  World whole = start;
  VerletList list;
  Threads one(1);
  ListBuilder().build(whole, one, kSkin, list);
  const std::multiset<UidPair> expected = pairs_of(whole, list);
  ASSERT_GT(expected.size(), 500u) << "hardly any pair: nothing is tested";
  run_on_threads(GetParam().ranks, [&](Ranks& ranks) {
    RandomMap partition(GetParam().seed);
    Territory territory({ranks, partition});
    World world = start;
    VerletList own;
    Threads threads(1);
    ListBuilder::sort(world, kSkin, own);
    territory.cut(world, own);
    ListBuilder().list_pairs(world, threads, own);
    EXPECT_EQ(territory.bodies(), start.bodies.size());
    EXPECT_NE(world.bodies.local(start.drives[0].body), kNoBody) << "driven bodies are everywhere";
    // The local order is a part of that of the whole world.
    std::uint32_t before = 0;
    for (const Info& info : world.bodies.info) {
      const std::uint32_t at = whole.bodies.local(info.uid);
      EXPECT_GE(at, before);
      before = at;
    }
    // All pairs with a body at home, and the same finders in the same order.
    const auto is_here = [&](Uid uid) {
      const std::uint32_t i = world.bodies.local(uid);
      return i != kNoBody && !is_ghost(world.bodies.info[i]);
    };
    std::multiset<UidPair> here;
    const auto is_large = [&](Uid uid) { return whole.bodies.local(uid) >= list.small; };
    for (const UidPair& pair : expected) {
      const bool first = is_here(pair.first) && !is_large(pair.first);
      const bool second = is_here(pair.second) && !is_large(pair.second);
      if (first || second || (is_large(pair.first) && is_large(pair.second))) here.insert(pair);
    }
    EXPECT_EQ(pairs_of(world, own), here);
  });
}

TEST_P(Spread, GatheringBringsTheWorldBack) {
  const World start = make();
  World sorted = start;
  VerletList list;
  ListBuilder::sort(sorted, 0.03, list);
  run_on_threads(GetParam().ranks, [&](Ranks& ranks) {
    RandomMap partition(GetParam().seed);
    Territory territory({ranks, partition});
    World world = start;
    VerletList own;
    ListBuilder::sort(world, 0.03, own);
    territory.cut(world, own);
    // Whatever stands in copies is not what comes back, and refresh() mends it.
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
      if (is_ghost(world.bodies.info[i])) world.bodies.motion[i] = {}, world.bodies.place[i].position = {};
    const VerletList all = territory.whole(own);
    EXPECT_EQ(all.parts.begin, list.parts.begin);
    EXPECT_EQ(all.small, list.small);
    EXPECT_EQ(all.reference, list.reference);
    territory.refresh(world);
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
      const std::uint32_t from = sorted.bodies.local(world.bodies.info[i].uid);
      EXPECT_EQ(world.bodies.place[i].position, sorted.bodies.place[from].position);
      EXPECT_EQ(world.bodies.motion[i].spin, sorted.bodies.motion[from].spin);
    }
    territory.gather(world, own.parts);
    ASSERT_EQ(world.bodies.size(), sorted.bodies.size());
    for (std::uint32_t i = 0; i < world.bodies.size(); ++i) {
      EXPECT_EQ(world.bodies.info[i].uid, sorted.bodies.info[i].uid);
      EXPECT_EQ(world.bodies.info[i].flags, sorted.bodies.info[i].flags);
    }
    EXPECT_EQ(world.memory.size(), start.memory.size());
    EXPECT_EQ(state_hash(world), state_hash(start));
  });
}

INSTANTIATE_TEST_SUITE_P(All, Spread,
                         testing::Values(Case{1, 1, false}, Case{2, 2, false}, Case{3, 3, true},
                                         Case{4, 5, true}, Case{5, 8, false}, Case{6, 8, true}));

}  // namespace
}  // namespace cairn
