#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "base/error.h"
#include "base/random.h"
#include "base/record.h"

namespace cairn {
namespace {

constexpr std::string_view kProgram = "1.2.3";

struct Mixed {  // with bytes between its members
  std::uint16_t a = 0;
  double b = 0;
  std::uint8_t c = 0;
};

Record sample() {
  Record record;
  record.put("time", 0.1);
  record.put("step", std::uint64_t{123456789012345});
  record.put("numbers",
             std::vector<double>{1, -0.0, std::numeric_limits<double>::denorm_min(), INFINITY, NAN});
  record.put("nothing", std::vector<double>{});
  record.put("mixed", std::vector<Mixed>{{1, 2.5, 3}, {65535, -1e308, 255}});
  record.put("title", std::string_view("Grüße \0 zero", 14));
  record.put("names", std::vector<std::string>{"beads", "", "wall"});
  return record;
}

TEST(Record, RoundTripIsBitForBit) {
  const Bytes bytes = sample().encode(kProgram);
  const Decoded decoded = decode_record(bytes, kProgram);
  ASSERT_EQ(decoded.refusal, Refusal::none) << decoded.reason;
  const Record& record = decoded.record;
  EXPECT_EQ(record.get<double>("time"), 0.1);
  EXPECT_EQ(record.get<std::uint64_t>("step"), 123456789012345u);
  const auto numbers = record.get<std::vector<double>>("numbers");
  ASSERT_EQ(numbers.size(), 5u);
  EXPECT_TRUE(std::signbit(numbers[1]));
  EXPECT_EQ(numbers[2], std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(std::bit_cast<std::uint64_t>(numbers[4]), std::bit_cast<std::uint64_t>(double{NAN}));
  EXPECT_TRUE(record.get<std::vector<double>>("nothing").empty());
  EXPECT_EQ(record.get<std::vector<Mixed>>("mixed")[1].b, -1e308);
  EXPECT_EQ(record.get<std::string>("title"), std::string("Grüße \0 zero", 14));
  EXPECT_EQ(record.get<std::vector<std::string>>("names"), (std::vector<std::string>{"beads", "", "wall"}));
  EXPECT_EQ(record.encode(kProgram), bytes);
}

// Equal states are equal files, whatever lies in the gaps of a struct.
TEST(Record, GapsBetweenMembersAreZero) {
#if defined(__clang__)
  GTEST_SKIP() << "this compiler cannot clear padding";
#endif
  const auto encode_over = [](int fill) {
    alignas(Mixed) unsigned char memory[sizeof(Mixed)];
    std::memset(memory, fill, sizeof memory);
    auto* mixed = new (memory) Mixed;
    mixed->a = 1, mixed->b = 2, mixed->c = 3;
    Record record;
    record.put("mixed", std::span<const Mixed>(mixed, 1));
    return record.encode(kProgram);
  };
  EXPECT_EQ(encode_over(0x00), encode_over(0xff));
}

TEST(Record, EmptyRecordsAreValid) {
  EXPECT_EQ(decode_record(Record().encode(kProgram), kProgram).refusal, Refusal::none);
}

TEST(Record, WrongQuestionsAreErrors) {
  const Record record = sample();
  EXPECT_TRUE(record.has("time"));
  EXPECT_FALSE(record.has("tim"));
  EXPECT_THROW(record.get<double>("tim"), RunError);
  EXPECT_THROW(record.get<float>("time"), RunError);
  EXPECT_THROW(record.get<double>("numbers"), RunError);
  EXPECT_THROW(record.get<double>("nothing"), RunError);
  EXPECT_THROW(record.get<std::vector<Mixed>>("numbers"), RunError);
  EXPECT_THROW(record.get<std::string>("numbers"), RunError);
}

TEST(RecordDeathTest, NamesAreUnique) {
  Record record;
  record.put("a", 1.0);
  EXPECT_DEATH(record.put("a", 2.0), "has\\(name\\)");
}

TEST(Record, OtherVersionsAreRefused) {
  Bytes bytes = sample().encode(kProgram);
  const Decoded other = decode_record(bytes, "1.2.4");
  EXPECT_EQ(other.refusal, Refusal::layout);
  EXPECT_NE(other.reason.find("1.2.3"), std::string::npos) << other.reason;
  EXPECT_FALSE(other.record.has("time"));
  bytes[8] = std::byte{9};
  EXPECT_EQ(decode_record(bytes, kProgram).refusal, Refusal::format_version);
  bytes[0] = std::byte{'C'};
  EXPECT_EQ(decode_record(bytes, kProgram).refusal, Refusal::not_a_record);
  EXPECT_EQ(decode_record(bytes_of("PK\3\4 something else entirely"), kProgram).refusal,
            Refusal::not_a_record);
}

TEST(Record, EveryTruncationIsRefused) {
  const Bytes bytes = sample().encode(kProgram);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const Decoded decoded = decode_record(std::span(bytes).first(size), kProgram);
    EXPECT_EQ(decoded.refusal, Refusal::truncated) << size << ": " << decoded.reason;
    EXPECT_FALSE(decoded.record.has("time"));
  }
}

TEST(Record, TrailingBytesAreRefused) {
  Bytes bytes = sample().encode(kProgram);
  bytes.push_back(std::byte{0});
  EXPECT_EQ(decode_record(bytes, kProgram).refusal, Refusal::damaged);
}

TEST(Record, EverySingleBitFlipIsRefused) {
  Bytes bytes = sample().encode(kProgram);
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    const std::byte mask{static_cast<unsigned char>(1u << bit % 8)};
    bytes[bit / 8] ^= mask;
    ASSERT_NE(decode_record(bytes, kProgram).refusal, Refusal::none) << "bit " << bit;
    bytes[bit / 8] ^= mask;
  }
  EXPECT_EQ(decode_record(bytes, kProgram).refusal, Refusal::none);
}

// Lengths that lie must not make the reader take memory or leave the bytes.
TEST(Record, RandomBytesAreRefused) {
  Random random(5);
  const Bytes good = sample().encode(kProgram);
  for (int trial = 0; trial < 20000; ++trial) {
    Bytes bytes = good;
    const int changes = 1 + static_cast<int>(random.next() % 20);
    for (int k = 0; k < changes; ++k) {
      const bool at_start = random.next() % 2 == 0;
      const std::size_t at = random.next() % (at_start ? 64 : bytes.size());
      bytes[at] = random.next() % 2 == 0 ? std::byte{0xff} : std::byte(random.next() & 0xff);
    }
    ASSERT_TRUE(bytes == good || decode_record(bytes, kProgram).refusal != Refusal::none);
  }
}

}  // namespace
}  // namespace cairn
