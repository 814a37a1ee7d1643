// Texts for people. Makes users' texts safe: terminals obey control characters, YAML readers reject or fold
// them, and HTML and XML give some characters a meaning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cairn {

// U+0000 - U+001F, U+007F - U+009F, the line ends U+2028 and U+2029, U+FFFE and U+FFFF, in UTF-8.
struct ControlCharacter {
  unsigned code = 0;
  std::size_t size = 0;  // bytes; 0: not a control character
};
ControlCharacter control_at(std::string_view text, std::size_t at);

// The text with a space for each tab and a ? for every other control character except line feeds.
std::string printable(std::string_view text);

// Length of the UTF-8 character that starts at `at`, or 0 if there is none. Overlong forms and
// surrogates are invalid.
std::size_t utf8_length(std::string_view text, std::size_t at);

// "1 body", "2 bodies".
std::string how_many(std::uint64_t number, std::string_view noun);

// The text escaped for HTML and XML: & < > " by their names.
std::string markup(std::string_view text);

}  // namespace cairn
