// The same bits, always: each scene has one hash, for any number of threads, in debug and release, and after
// a resume at any step. A change of a golden number needs a reason in the commit that makes it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "golden/scenes.h"
#include "simulate.h"

namespace cairn::test {
namespace {

class GoldenScene : public testing::TestWithParam<Golden> {};

std::uint64_t hash_after(const Golden& golden, int threads, std::uint64_t steps) {
  SceneRun run(golden.yaml, threads);
  while (run.world().step < steps) {
    run.simulation.advance();
    check(run.world());
  }
  return run.simulation.hash();
}

TEST_P(GoldenScene, HasOneHashForAnyNumberOfThreads) {
  for (const int threads : {1, 2, 3, 4}) {
    const std::uint64_t hash = hash_after(GetParam(), threads, GetParam().steps);
    EXPECT_EQ(hash, GetParam().hash) << fmt::format("{} threads: 0x{:016x}", threads, hash);
  }
}

TEST_P(GoldenScene, HasTheSameHashWithoutTheWidestVectors) {
  SceneRun run(GetParam().yaml, 2);
  run.simulation.use_vectors(Vectors::usual);
  while (run.world().step < GetParam().steps) run.simulation.advance();
  EXPECT_EQ(run.simulation.hash(), GetParam().hash);
}

TEST_P(GoldenScene, GoesOnTheSameAfterAResumeAtAnyStep) {
  Random random(GetParam().steps);
  for (int trial = 0; trial < 3; ++trial) {
    const std::uint64_t stop = 1 + random.next() % (GetParam().steps - 1);
    SceneRun first(GetParam().yaml, 1 + trial % 2);
    while (first.simulation.step() < stop) first.simulation.advance();
    Record record;
    first.simulation.save(record);
    const Bytes bytes = record.encode("test");
    const Decoded decoded = decode_record(bytes, "test");
    ASSERT_EQ(decoded.refusal, Refusal::none) << decoded.reason;

    Simulation second(Scene::from_text(GetParam().yaml, "test.yaml"), 2);
    second.load(decoded.record);
    while (second.step() < GetParam().steps) second.advance();
    const std::uint64_t hash = second.hash();
    EXPECT_EQ(hash, GetParam().hash) << fmt::format("resumed at step {}: 0x{:016x}", stop, hash);
  }
}

INSTANTIATE_TEST_SUITE_P(All, GoldenScene, testing::ValuesIn(kScenes),
                         [](const auto& golden) { return std::string(golden.param.name); });

}  // namespace
}  // namespace cairn::test
