// Control characters in texts that users wrote: terminals obey them, and readers of YAML refuse or fold them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cairn {

// U+0000 - U+001F, U+007F - U+009F, the line ends U+2028 and U+2029, U+FFFE and U+FFFF, in UTF-8.
struct ControlCharacter {
  unsigned code = 0;
  std::size_t size = 0;  // bytes; 0: the character is none of them
};
ControlCharacter control_at(std::string_view text, std::size_t at);

// The text with a space for each tab and a ? for every other control character but line feeds.
std::string printable(std::string_view text);

}  // namespace cairn
