#include "base/base64.h"

#include <string_view>

namespace cairn {

std::string base64(std::span<const std::byte> bytes) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t k) {
      return i + k < bytes.size() ? std::to_integer<unsigned>(bytes[i + k]) : 0u;
    };
    const unsigned word = byte(0) << 16 | byte(1) << 8 | byte(2);
    text += kLetters[word >> 18];
    text += kLetters[word >> 12 & 63];
    text += i + 1 < bytes.size() ? kLetters[word >> 6 & 63] : '=';
    text += i + 2 < bytes.size() ? kLetters[word & 63] : '=';
  }
  return text;
}

}  // namespace cairn
