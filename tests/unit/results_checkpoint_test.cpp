#include <gtest/gtest.h>

#include <cstring>

#include "base/error.h"
#include "base/random.h"
#include "failing_calls.h"
#include "results/checkpoint.h"
#include "scratch.h"
#include "world_samples.h"

namespace cairn {
namespace {

using Way = FailingCalls::Way;

Record record_of(const World& world) {
  Record record;
  put_world(record, world);
  return record;
}

Record record_with_step(std::uint64_t step) {
  Record record;
  record.put("step", step);
  record.put("padding", std::vector<double>(500, 0.5));
  return record;
}

std::uint64_t stored_step(const std::string& folder) {
  return load_checkpoint(folder).record.get<std::uint64_t>("step");
}

// A world as the scene alone would build it.
World fresh_world() {
  World world = sample_world(3, 99);
  world.bodies = {};
  world.memory.clear();
  world.materials.combine_all();
  return world;
}

TEST(Checkpoint, WorldRoundTripIsBitForBit) {
  const Scratch scratch;
  World world = sample_world(50, 1);
  world.materials.list[0].young = 7e9;
  save_checkpoint(scratch.folder(), record_of(world));
  World back = fresh_world();
  get_world(load_checkpoint(scratch.folder()).record, back);

  EXPECT_EQ(state_hash(back), state_hash(world));
  EXPECT_EQ(record_of(back).encode("x"), record_of(world).encode("x"));
  EXPECT_EQ(back.bodies.local_of_uid, world.bodies.local_of_uid);
  EXPECT_EQ(back.bodies.local(1), kNoBody);
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    ASSERT_EQ(back.bodies.info[i].uid, world.bodies.info[i].uid);
    ASSERT_EQ(back.bodies.load[i].torque, world.bodies.load[i].torque);
    ASSERT_EQ(back.bodies.inertia[i].inverse_moments, world.bodies.inertia[i].inverse_moments);
  }
  EXPECT_EQ(back.materials.at(1, 0).friction, 0.75);
  EXPECT_EQ(back.materials.list[0].young, 7e9);
  EXPECT_TRUE(std::isnan(back.materials.list[1].friction));
  EXPECT_EQ(back.damping.local, 0.7);
  EXPECT_EQ(back.gravity, world.gravity);
}

TEST(Checkpoint, AnotherSceneIsRefused) {
  const Record record = record_of(sample_world(5, 1));
  World other = fresh_world();
  other.shapes.pop_back();
  EXPECT_THROW(get_world(record, other), RunError);
  other = fresh_world();
  other.materials.list[1].name = "steel";
  EXPECT_THROW(get_world(record, other), RunError);
  other = fresh_world();
  other.materials.list.pop_back();
  EXPECT_THROW(get_world(record, other), RunError);
}

TEST(Checkpoint, ContradictionsAreRefused) {
  const auto expect_refused = [](auto spoil) {
    World world = sample_world(5, 1);
    spoil(world);
    World back = fresh_world();
    EXPECT_THROW(get_world(record_of(world), back), RunError);
  };
  expect_refused([](World& world) { world.bodies.load.pop_back(); });
  expect_refused([](World& world) { world.bodies.info[0].shape = 17; });
  expect_refused([](World& world) { world.bodies.info[0].material = 2; });
  expect_refused([](World& world) { world.bodies.info[0].group = 2; });
  expect_refused([](World& world) { world.bodies.info[0].uid = 1000; });
  expect_refused([](World& world) { world.bodies.info[1].uid = world.bodies.info[0].uid; });
  expect_refused([](World& world) { world.bodies.local_of_uid.pop_back(); });
}

TEST(Checkpoint, TwoAreKept) {
  const Scratch scratch;
  EXPECT_THROW(load_checkpoint(scratch.folder()), RunError);
  for (std::uint64_t step = 1; step <= 3; ++step) save_checkpoint(scratch.folder(), record_with_step(step));
  const Checkpoint newest = load_checkpoint(scratch.folder());
  EXPECT_EQ(newest.record.get<std::uint64_t>("step"), 3u);
  EXPECT_EQ(newest.file, "checkpoint");
  EXPECT_EQ(newest.warning, "");

  // Damaged newest: the previous one is used, and it is said why.
  Bytes bytes = read_file(scratch.file("checkpoint"));
  bytes[bytes.size() / 2] ^= std::byte{4};
  write_durably(scratch.file("checkpoint"), bytes);
  const Checkpoint previous = load_checkpoint(scratch.folder());
  EXPECT_EQ(previous.record.get<std::uint64_t>("step"), 2u);
  EXPECT_EQ(previous.file, "checkpoint.previous");
  EXPECT_NE(previous.warning.find("checksum of 'padding' is wrong"), std::string::npos) << previous.warning;

  // Both damaged: no silent start from anything.
  write_durably(scratch.file("checkpoint.previous"), bytes_of("cairnrec"));
  EXPECT_THROW(load_checkpoint(scratch.folder()), RunError);
  remove_checkpoints(scratch.folder());
  EXPECT_TRUE(std::filesystem::is_empty(scratch.folder()));
}

TEST(Checkpoint, AnUnreadableNewestIsSkipped) {
  const Scratch scratch;
  save_checkpoint(scratch.folder(), record_with_step(1));
  save_checkpoint(scratch.folder(), record_with_step(2));
  const FailingCalls calls(Way::once, 1);
  const Checkpoint loaded = load_checkpoint(scratch.folder(), calls);
  EXPECT_EQ(loaded.record.get<std::uint64_t>("step"), 1u);
  EXPECT_NE(loaded.warning.find("Input/output error"), std::string::npos) << loaded.warning;
}

TEST(Checkpoint, OfAnotherLayoutIsRefusedAndOfAnotherVersionWarnedOf) {
  const Scratch scratch;
  write_durably(scratch.folder() + "/checkpoint", record_with_step(1).encode("layout 1"));
  try {
    load_checkpoint(scratch.folder());
    FAIL();
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("'layout 1'"), std::string::npos) << error.what();
  }
  Record own, other;
  sign(own);
  EXPECT_EQ(version_warning(own, "checkpoint"), "");
  other.put("program", std::string_view("0.0.1+older"));
  EXPECT_NE(version_warning(other, "checkpoint").find("cairn 0.0.1+older"), std::string::npos);
}

TEST(Checkpoint, NoneOf10000BitFlipsIsAccepted) {
  const Bytes good = record_of(sample_world(20, 2)).encode(kCheckpointLayout);
  ASSERT_EQ(decode_record(good, kCheckpointLayout).refusal, Refusal::none);
  Random random(7);
  Bytes bytes = good;
  for (int trial = 0; trial < 10000; ++trial) {
    const std::size_t flips = trial < 5000 ? 1 : 1 + random.next() % 8;
    for (std::size_t k = 0; k < flips; ++k) {
      const std::uint64_t bit = random.next() % (8 * bytes.size());
      bytes[bit / 8] ^= std::byte{static_cast<unsigned char>(1u << bit % 8)};
    }
    ASSERT_TRUE(bytes == good || decode_record(bytes, kCheckpointLayout).refusal != Refusal::none)
        << "trial " << trial;
    bytes = good;
  }
}

TEST(Checkpoint, EveryTruncationIsRefused) {
  const Bytes bytes = record_of(sample_world(4, 2)).encode(kCheckpointLayout);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ASSERT_EQ(decode_record(std::span(bytes).first(size), kCheckpointLayout).refusal, Refusal::truncated)
        << size;
  }
}

// Saves checkpoint 3 over 1 and 2 with the k-th call failing, for every k; then 4 with all calls working.
void expect_nothing_lost(Way way, int error) {
  for (int at = 0;; ++at) {
    const Scratch scratch;
    save_checkpoint(scratch.folder(), record_with_step(1));
    save_checkpoint(scratch.folder(), record_with_step(2));
    const FailingCalls calls(way, at, error);
    bool saved = true;
    try {
      save_checkpoint(scratch.folder(), record_with_step(3), calls);
    } catch (const RunError&) {
      saved = false;
    }
    const std::uint64_t step = stored_step(scratch.folder());
    if (at >= calls.count()) {
      EXPECT_GT(at, 6);
      EXPECT_TRUE(saved);
      return;
    }
    EXPECT_TRUE(step == 3 || (step == 2 && !saved)) << "call " << at << ": " << step;
    save_checkpoint(scratch.folder(), record_with_step(4));
    EXPECT_EQ(stored_step(scratch.folder()), 4u);
    write_durably(scratch.file("checkpoint"), bytes_of("damaged"));
    EXPECT_EQ(stored_step(scratch.folder()), step) << "call " << at;
  }
}

TEST(Checkpoint, NoFailingCallLosesTheLastOne) {
  for (const int error : {EIO, ENOSPC, EDQUOT}) {
    expect_nothing_lost(Way::once, error);
    expect_nothing_lost(Way::for_good, error);
  }
  expect_nothing_lost(Way::cut_short, 0);
}

TEST(Checkpoint, KilledProcessesLoseNothing) {
  Random random(11);
  const int trials = is_long_run() ? 1000 : 60;
  for (int trial = 0; trial < trials; ++trial) {
    const Scratch scratch;
    const int least = 1 + static_cast<int>(random.next() % 10);
    const auto moment = static_cast<unsigned>(random.uniform(0, 500));
    const int saved = count_until_killed(least, moment, [&](int k) {
      save_checkpoint(scratch.folder(), record_with_step(static_cast<std::uint64_t>(k)));
    });
    ASSERT_GE(saved, least);
    const std::uint64_t step = stored_step(scratch.folder());
    ASSERT_TRUE(step == static_cast<std::uint64_t>(saved - 1) || step == static_cast<std::uint64_t>(saved))
        << "trial " << trial << ": " << saved << " saved, found " << step;
  }
}

}  // namespace
}  // namespace cairn
