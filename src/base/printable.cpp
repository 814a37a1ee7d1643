#include "base/printable.h"

#include <fmt/core.h>

#include <algorithm>

namespace cairn {

ControlCharacter control_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t k) -> unsigned {
    return at + k < text.size() ? static_cast<unsigned char>(text[at + k]) : 0u;
  };
  const unsigned first = byte(0), second = byte(1), third = byte(2);
  if (first < 0x20 || first == 0x7f) return {first, 1};
  if (first == 0xc2 && second >= 0x80 && second <= 0x9f) return {second, 2};
  if (first == 0xe2 && second == 0x80 && (third == 0xa8 || third == 0xa9))
    return {0x2000u + third - 0x80u, 3};
  if (first == 0xef && second == 0xbf && (third == 0xbe || third == 0xbf)) return {0xff40u + third, 3};
  return {};
}

std::string printable(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const ControlCharacter control = control_at(text, at);
    const bool kept = control.size == 0 || text[at] == '\n';
    shown += kept ? text[at] : text[at] == '\t' ? ' ' : '?';
    at += std::max<std::size_t>(control.size, 1);
  }
  return shown;
}

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t k) -> unsigned {
    return at + k < text.size() ? static_cast<unsigned char>(text[at + k]) : 0u;
  };
  const auto follows = [&](std::size_t k) { return (byte(k) & 0xc0u) == 0x80u; };
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool overlong = first == 0xe0 && second < 0xa0, surrogate = first == 0xed && second > 0x9f;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool overlong = first == 0xf0 && second < 0x90, beyond = first == 0xf4 && second > 0x8f;
    return follows(1) && follows(2) && follows(3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

std::string how_many(std::uint64_t number, std::string_view noun) {
  const bool is_y = noun.ends_with('y');
  return number == 1 ? fmt::format("1 {}", noun)
                     : fmt::format("{} {}{}", number, noun.substr(0, noun.size() - (is_y ? 1 : 0)),
                                   is_y ? "ies" : "s");
}

std::string markup(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

}  // namespace cairn
