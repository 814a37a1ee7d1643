// 64-bit hash of a state: the same words in the same order give the same number on every machine.
// Each word is mixed by a bijection (two multiply-xorshift rounds) and folded into the running value, so that
// any single changed bit changes the result. Not cryptographic.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

namespace cairn {

class Hash {
 public:
  void add(std::uint64_t word) { state_ = std::rotl(state_ ^ mix(word + kStep), 29) * kOdd + kStep; }
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }

  // Raw bytes, eight at a time; the length is part of the hash.
  void add(std::span<const std::byte> bytes) {
    add(static_cast<std::uint64_t>(bytes.size()));
    for (std::size_t i = 0; i < bytes.size(); i += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + i, bytes.size() - i < 8 ? bytes.size() - i : 8);
      add(word);
    }
  }

  std::uint64_t value() const { return mix(state_); }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15ull;
  static constexpr std::uint64_t kOdd = 0xbf58476d1ce4e5b9ull;
  static constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
  }
  std::uint64_t state_ = 0x243f6a8885a308d3ull;
};

// Checksum of the bytes of a file. It always notices a change within a single word, and misses any other
// change with probability 2^-64.
inline std::uint64_t checksum(std::span<const std::byte> bytes) {
  Hash hash;
  hash.add(bytes);
  return hash.value();
}

}  // namespace cairn
