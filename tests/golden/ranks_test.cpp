// The same bits on any number of ranks: each explicit golden scene on several ranks, which are threads of
// this process, with leaves divided by bisection, and with leaves given away at random at every list of
// pairs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "base/thread_ranks.h"
#include "golden/scenes.h"
#include "run/simulation.h"
#include "simulate.h"
#include "territory/partition.h"

namespace cairn::test {
namespace {

// Another owner for every leaf at every list.
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

struct Spread {
  const Golden* golden;
  int ranks;
  bool is_random;
};
std::string name_of(const Spread& spread) {
  return fmt::format("{}_on_{}{}", spread.golden->name, spread.ranks, spread.is_random ? "_at_random" : "");
}
void PrintTo(const Spread& spread, std::ostream* out) { *out << name_of(spread); }

bool is_explicit(const Golden& golden) {
  return std::string_view(golden.yaml).find("method: {explicit") != std::string_view::npos;
}
bool remembers_dents_or_reaches(const Golden& golden) {
  const std::string_view yaml = golden.yaml;
  return yaml.find("law: luding") != yaml.npos || yaml.find("law: edinburgh") != yaml.npos;
}
bool has_joints(const Golden& golden) {
  return std::string_view(golden.yaml).find("joints:") != std::string_view::npos;
}

std::vector<Spread> spreads() {
  std::vector<Spread> all;
  for (const Golden& golden : kScenes) {
    if (!is_explicit(golden) || has_joints(golden) || remembers_dents_or_reaches(golden)) continue;
    for (const int ranks : {1, 2, 3, 4, 8}) all.push_back({&golden, ranks, false});
    for (const int ranks : {2, 5}) all.push_back({&golden, ranks, true});
  }
  return all;
}

// Calls use(simulation, ranks) on every rank, before the first step.
template <class Use>
void on_ranks(const char* yaml, int count, bool is_random, Use&& use) {
  run_on_threads(count, [&](Ranks& ranks) {
    Bisection bisection;
    RandomMap random_map(static_cast<std::uint64_t>(count));
    Partition& partition = is_random ? static_cast<Partition&>(random_map) : bisection;
    Simulation simulation(Scene::from_text(yaml, "test.yaml"), 1, Company{ranks, partition});
    use(simulation, ranks);
  });
}

constexpr std::uint64_t kMostSteps = 1600;  // the last event of `drum` comes at step 1500
std::uint64_t steps_of(const Golden& golden) { return std::min(golden.steps, kMostSteps); }

// The hash of a program by itself, after the steps that ranks make.
std::uint64_t hash_alone(const Golden& golden) {
  if (golden.steps <= kMostSteps) return golden.hash;
  SceneRun run(golden.yaml);
  while (run.simulation.step() < kMostSteps) run.simulation.advance();
  return run.simulation.hash();
}

class SpreadScene : public testing::TestWithParam<Spread> {};

TEST_P(SpreadScene, HasTheHashOfOneRank) {
  const auto& [golden, count, is_random] = GetParam();
  const std::uint64_t steps = steps_of(*golden), expected = hash_alone(*golden);
  on_ranks(golden->yaml, count, is_random, [&](Simulation& simulation, Ranks& ranks) {
    simulation.start();
    while (simulation.step() < steps) simulation.advance();
    EXPECT_EQ(simulation.hash(), expected) << "rank " << ranks.own();
  });
}

// What a run writes and decides is the same too: energies, counts, warnings, and the state that it stores.
TEST(Spread, StopsOnThreeRanksAndGoesOnWithAnyNumber) {
  const Golden& golden = kScenes[0];
  const std::uint64_t steps = golden.steps, stop = steps / 3;
  Bytes stored;
  on_ranks(golden.yaml, 3, true, [&](Simulation& simulation, Ranks& ranks) {
    simulation.start();
    while (simulation.step() < stop) simulation.advance();
    Record record;
    simulation.save(record);
    const Bytes bytes = record.encode("test");
    if (ranks.first()) stored = bytes;
    // Looking at a run and storing it changes nothing.
    while (simulation.step() < steps) simulation.advance();
    EXPECT_EQ(simulation.hash(), golden.hash);
  });
  // The stored state is that of one rank.
  SceneRun alone(golden.yaml);
  while (alone.simulation.step() < stop) alone.simulation.advance();
  Record record;
  alone.simulation.save(record);
  EXPECT_TRUE(record.encode("test") == stored);
  for (const int count : {1, 2, 5}) {
    on_ranks(golden.yaml, count, false, [&](Simulation& simulation, Ranks& ranks) {
      const Decoded decoded = decode_record(stored, "test");
      simulation.load(decoded.record);
      while (simulation.step() < steps) simulation.advance();
      EXPECT_EQ(simulation.hash(), golden.hash) << "rank " << ranks.own() << " of " << count;
    });
  }
}

TEST(Spread, RefusesWhatCannotBeSpread) {
  int refused = 0;
  for (const Golden& golden : kScenes) {
    if (is_explicit(golden) && !has_joints(golden) && !remembers_dents_or_reaches(golden)) continue;
    ++refused;
    try {
      on_ranks(golden.yaml, 2, false, [](Simulation&, Ranks&) {});
      ADD_FAILURE() << golden.name;
    } catch (const InputError& error) {
      const std::string what = error.what(), name = has_joints(golden) ? "joints" : "method ";
      EXPECT_NE(what.find(name), std::string::npos) << what;
      EXPECT_NE(what.find("cannot be spread over 2 ranks"), std::string::npos) << what;
    }
    on_ranks(golden.yaml, 1, false, [](Simulation& simulation, Ranks&) { simulation.start(); });
  }
  EXPECT_GE(refused, 6);
}

INSTANTIATE_TEST_SUITE_P(All, SpreadScene, testing::ValuesIn(spreads()),
                         [](const auto& spread) { return name_of(spread.param); });

}  // namespace
}  // namespace cairn::test
