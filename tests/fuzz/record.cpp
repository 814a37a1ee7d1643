// Checkpoints. What is accepted encodes to the same bytes.
#include "base/record.h"

#include <cstring>

#include "fuzz/fuzz.h"

void cairn::fuzz::attack(const std::string& bytes) {
  const std::span<const std::byte> all(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size());
  const Decoded decoded = decode_record(all, "fuzz");
  if (decoded.refusal != Refusal::none) return;
  const Bytes again = decoded.record.encode("fuzz");
  if (again.size() != all.size() || std::memcmp(again.data(), all.data(), all.size()) != 0) __builtin_trap();
}
