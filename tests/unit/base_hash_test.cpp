// The state hash: fixed values, every bit counts, order and length count.
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "base/hash.h"
#include "base/random.h"

namespace cairn {
namespace {

std::uint64_t hash_of(const std::vector<std::uint64_t>& words) {
  Hash hash;
  for (const std::uint64_t word : words) hash.add(word);
  return hash.value();
}

std::uint64_t hash_of_bytes(const std::vector<std::byte>& bytes) {
  Hash hash;
  hash.add(std::span<const std::byte>(bytes));
  return hash.value();
}

TEST(Hash, FixedValues) {
  EXPECT_EQ(hash_of({}), 0xe9e0033e3badaf36ull);
  EXPECT_EQ(hash_of({0}), 0x95d3aa1860d284daull);
  EXPECT_EQ(hash_of({1, 2, 3}), 0x6e393f9ecde28c3aull);
  EXPECT_EQ(hash_of_bytes({std::byte{1}, std::byte{2}, std::byte{3}}), 0xd51a5cd29aa24d69ull);
}

TEST(Hash, EverySingleBitCounts) {
  Random random(1);
  std::vector<std::uint64_t> words(20);
  for (auto& word : words) word = random.next();
  std::set<std::uint64_t> seen{hash_of(words)};
  int changed_bits = 0;
  for (std::size_t w = 0; w < words.size(); ++w) {
    for (int bit = 0; bit < 64; ++bit) {
      std::vector<std::uint64_t> flipped = words;
      flipped[w] ^= std::uint64_t{1} << bit;
      const std::uint64_t value = hash_of(flipped);
      EXPECT_TRUE(seen.insert(value).second) << "word " << w << " bit " << bit;
      changed_bits += std::popcount(value ^ hash_of(words));
    }
  }
  // A good hash changes half of its bits: 32 on average, and over 1280 flips the mean is within 1.
  EXPECT_NEAR(changed_bits / (20.0 * 64), 32, 1);
}

TEST(Hash, EverySingleBitOfBytesCounts) {
  std::vector<std::byte> bytes(21, std::byte{0});
  std::set<std::uint64_t> seen{hash_of_bytes(bytes)};
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    for (int bit = 0; bit < 8; ++bit) {
      std::vector<std::byte> flipped = bytes;
      flipped[k] ^= static_cast<std::byte>(1 << bit);
      EXPECT_TRUE(seen.insert(hash_of_bytes(flipped)).second);
    }
  }
}

TEST(Hash, OrderAndLengthCount) {
  EXPECT_NE(hash_of({1, 2}), hash_of({2, 1}));
  EXPECT_NE(hash_of({}), hash_of({0}));
  EXPECT_NE(hash_of({0}), hash_of({0, 0}));
  std::set<std::uint64_t> seen;
  for (std::size_t length = 0; length < 40; ++length) {
    EXPECT_TRUE(seen.insert(hash_of_bytes(std::vector<std::byte>(length))).second) << length;
  }
}

TEST(Hash, DoublesCountBitByBit) {
  const auto hash_of_double = [](double x) {
    Hash hash;
    hash.add(x);
    return hash.value();
  };
  EXPECT_NE(hash_of_double(0.0), hash_of_double(-0.0));
  EXPECT_NE(hash_of_double(1.0), hash_of_double(std::nextafter(1.0, 2.0)));
  EXPECT_EQ(hash_of_double(0.1), hash_of_double(0.1));
}

}  // namespace
}  // namespace cairn
