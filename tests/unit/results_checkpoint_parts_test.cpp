// Checkpoints of several ranks: any number of readers, damaged and missing parts, failing disks, killed
// writers.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <optional>

#include "base/error.h"
#include "base/thread_ranks.h"
#include "failing_calls.h"
#include "results/checkpoint_parts.h"
#include "scratch.h"
#include "world_samples.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;
using Way = FailingCalls::Way;

constexpr int kWriters = 3;

template <class T>
void put_share(Record& share, const Record& whole, const std::string& name, const Ranks& ranks) {
  const auto all = whole.get<std::vector<T>>(name);
  std::vector<T> own;
  for (std::size_t k = 0; k < all.size(); ++k)
    if (static_cast<int>(k) % ranks.count() == ranks.own()) own.push_back(all[k]);
  share.put(name, own);
}

// The record of a world of which each rank holds some bodies and contacts.
Record share_of(const World& world, const Ranks& ranks) {
  Record whole, share;
  put_world(whole, world);
  put_share<Place>(share, whole, "bodies.place", ranks);
  put_share<Quat>(share, whole, "bodies.orientation", ranks);
  put_share<Motion>(share, whole, "bodies.motion", ranks);
  put_share<Inertia>(share, whole, "bodies.inertia", ranks);
  put_share<Load>(share, whole, "bodies.load", ranks);
  put_share<Info>(share, whole, "bodies.info", ranks);
  put_share<ContactRecord>(share, whole, "memory", ranks);
  put_share<PlasticRecord>(share, whole, "plastic", ranks);
  whole.take(kSpreadItems);
  share.append(whole);
  return share;
}

World world_of_step(std::uint64_t step) {
  World world = sample_world(50, 1);
  world.step = step;
  return world;
}

void save(const std::string& folder, std::uint64_t step, int writers = kWriters) {
  run_on_threads(writers,
                 [&](Ranks& ranks) { save_checkpoint(ranks, folder, share_of(world_of_step(step), ranks)); });
}

std::uint64_t step_of(const Record& record) { return record.get<std::uint64_t>("step"); }

std::vector<std::string> parts_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry& item : fs::directory_iterator(folder))
    if (is_part_name(item.path().filename().string())) names.push_back(item.path().filename().string());
  return names;
}

// A world as the scene alone would build it.
World fresh_world() {
  World world = sample_world(3, 99);
  world.bodies = {};
  world.memory.clear();
  world.materials.combine_all();
  return world;
}

TEST(CheckpointParts, AProgramByItselfGetsTheWholeWorld) {
  const Scratch scratch;
  save(scratch.folder(), 7);
  EXPECT_EQ(parts_in(scratch.folder()).size(), static_cast<std::size_t>(kWriters));
  World back = fresh_world();
  get_world(load_checkpoint(scratch.folder()).record, back);
  EXPECT_EQ(state_hash(back), state_hash(world_of_step(7)));
}

TEST(CheckpointParts, AnyNumberOfReadersShareTheBodies) {
  const Scratch scratch;
  for (const int writers : {1, 2, 5}) {
    save(scratch.folder(), 7, writers);
    for (const int readers : {1, 2, 3, 5, 8}) {
      std::mutex lock;
      std::vector<Uid> uids;
      std::size_t contacts = 0;
      run_on_threads(readers, [&](Ranks& ranks) {
        const Checkpoint checkpoint = load_checkpoint(ranks, scratch.folder());
        const std::lock_guard guard(lock);
        EXPECT_EQ(step_of(checkpoint.record), 7u);
        for (const Info& info : checkpoint.record.get<std::vector<Info>>("bodies.info"))
          uids.push_back(info.uid);
        contacts += checkpoint.record.get<ContactMemory>("memory").size();
        EXPECT_EQ(checkpoint.record.get<std::vector<Place>>("bodies.place").size(),
                  checkpoint.record.get<std::vector<Info>>("bodies.info").size());
      });
      const World world = world_of_step(7);
      std::vector<Uid> all;
      for (const Info& info : world.bodies.info) all.push_back(info.uid);
      std::ranges::sort(uids);
      std::ranges::sort(all);
      EXPECT_EQ(uids, all) << writers << " writers, " << readers << " readers";
      EXPECT_EQ(contacts, world.memory.size());
    }
  }
}

TEST(CheckpointParts, RecordsThatTwoRanksKnowAreTakenOnce) {
  const Scratch scratch;
  run_on_threads(2, [&](Ranks& ranks) {
    Record share = share_of(world_of_step(7), ranks);
    share.take(std::array<std::string, 1>{"memory"});
    share.put("memory", world_of_step(7).memory);  // all, from both
    save_checkpoint(ranks, scratch.folder(), std::move(share));
  });
  World back = fresh_world();
  get_world(load_checkpoint(scratch.folder()).record, back);
  EXPECT_EQ(state_hash(back), state_hash(world_of_step(7)));
}

// Loads on one and on two ranks, which must agree.
Checkpoint loaded(const std::string& folder) {
  const Checkpoint one = load_checkpoint(folder);
  run_on_threads(2, [&](Ranks& ranks) {
    const Checkpoint own = load_checkpoint(ranks, folder);
    EXPECT_EQ(step_of(own.record), step_of(one.record));
    EXPECT_EQ(own.file, one.file);
    EXPECT_EQ(own.warning, one.warning);
  });
  return {one.record, one.file, one.warning};
}

TEST(CheckpointParts, ADamagedPartRefusesItsGeneration) {
  const Scratch scratch;
  save(scratch.folder(), 1);
  save(scratch.folder(), 2);
  ASSERT_EQ(parts_in(scratch.folder()).size(), 2u * kWriters);
  for (int rank = 0; rank < kWriters; ++rank) {
    const std::string path = scratch.file("checkpoint.2." + std::to_string(rank));
    const Bytes whole = read_file(path);
    // One bit, the end, all of it.
    Bytes flipped = whole;
    flipped[whole.size() / 2] ^= std::byte{1};
    for (const Bytes& bytes : {flipped, Bytes(whole.begin(), whole.end() - 9), Bytes()}) {
      write_replacing(path, bytes);
      const Checkpoint checkpoint = loaded(scratch.folder());
      EXPECT_EQ(step_of(checkpoint.record), 1u);
      EXPECT_EQ(checkpoint.file, "checkpoint.previous");
      EXPECT_NE(checkpoint.warning.find("checkpoint.2." + std::to_string(rank)), std::string::npos)
          << checkpoint.warning;
    }
    fs::remove(path);
    EXPECT_EQ(step_of(loaded(scratch.folder()).record), 1u);
    write_replacing(path, whole);
    EXPECT_EQ(step_of(loaded(scratch.folder()).record), 2u);
  }
  // Without any good generation all ranks say why.
  fs::remove(scratch.file("checkpoint.1.0"));
  fs::remove(scratch.file("checkpoint.2.2"));
  std::atomic<int> refused{0};
  run_on_threads(2, [&](Ranks& ranks) {
    try {
      load_checkpoint(ranks, scratch.folder());
    } catch (const RunError& error) {
      refused += std::string(error.what()).find("no checkpoint can be used") != std::string::npos;
    }
  });
  EXPECT_EQ(refused, 2);
}

TEST(CheckpointParts, TwoGenerationsAreKept) {
  const Scratch scratch;
  for (std::uint64_t step = 1; step <= 5; ++step) save(scratch.folder(), step, step == 3 ? 5 : kWriters);
  EXPECT_EQ(parts_in(scratch.folder()).size(), 2u * kWriters);
  // A program by itself writes one file; the parts of older generations go.
  save_checkpoint(scratch.folder(), load_checkpoint(scratch.folder()).record);
  EXPECT_EQ(parts_in(scratch.folder()).size(), 0u + kWriters);
  save_checkpoint(scratch.folder(), load_checkpoint(scratch.folder()).record);
  EXPECT_TRUE(parts_in(scratch.folder()).empty());
}

TEST(CheckpointParts, AFailingDiskOfOneRankEndsAllAndKeepsTheLastCheckpoint) {
  for (const int who : {0, 1}) {
    for (int at = 0; at < 60; ++at) {
      const Scratch scratch;
      save(scratch.folder(), 1, 2);
      save(scratch.folder(), 2, 2);
      const FailingCalls failing(Way::for_good, at, ENOSPC);
      std::atomic<int> failed{0};
      run_on_threads(2, [&](Ranks& ranks) {
        const FileCalls good;
        const FileCalls& calls = ranks.own() == who ? static_cast<const FileCalls&>(failing) : good;
        try {
          save_checkpoint(ranks, scratch.folder(), share_of(world_of_step(3), ranks), calls);
        } catch (const RunError& error) {
          ++failed;
          EXPECT_NE(std::string(error.what()).find("No space left on device"), std::string::npos)
              << error.what();
        }
      });
      EXPECT_TRUE(failed == 0 || failed == 2) << "not all ranks know";
      const std::uint64_t step = step_of(loaded(scratch.folder()).record);
      EXPECT_TRUE(step == 2 || step == 3);
      EXPECT_TRUE(failed == 2 || step == 3);
      if (!failing.has_failed()) break;
      ASSERT_LT(at, 59);
    }
  }
}

TEST(CheckpointParts, ARunThatIsKilledLeavesTheLastCheckpoint) {
  for (const unsigned microseconds : {0u, 300u, 1000u, 2500u, 4000u}) {
    const Scratch scratch;
    const int count = count_until_killed(
        3, microseconds, [&](int k) { save(scratch.folder(), static_cast<std::uint64_t>(k)); });
    const std::uint64_t step = step_of(load_checkpoint(scratch.folder()).record);
    EXPECT_GE(step, static_cast<std::uint64_t>(count - 1));
    EXPECT_LE(step, static_cast<std::uint64_t>(count));
    // The next checkpoint removes parts that nobody names.
    save(scratch.folder(), 100);
    save(scratch.folder(), 101);
    EXPECT_EQ(parts_in(scratch.folder()).size(), 2u * kWriters);
  }
}

TEST(CheckpointParts, OtherNamesAreNoParts) {
  for (const char* name :
       {"checkpoint", "checkpoint.previous", "checkpoint.1", "checkpoint.1.", "checkpoint.x.1",
        "checkpoint.1.2.3", "checkpoint.1.2.0123456789abcdef.new", "../checkpoint.1.2", "checkpoint..2"})
    EXPECT_FALSE(is_part_name(name)) << name;
  EXPECT_TRUE(is_part_name("checkpoint.12.0"));
}

}  // namespace
}  // namespace cairn
