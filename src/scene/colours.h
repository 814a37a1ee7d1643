// Colours of groups in pictures: a name of a CSS colour, or a code "#rrggbb" of hexadecimal digits.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "scene/scene.h"

namespace cairn {

struct NamedColour {
  std::string_view name, code;
};

inline constexpr std::array kColours = {
    NamedColour{"black", "#000000"},  NamedColour{"white", "#ffffff"},     NamedColour{"grey", "#808080"},
    NamedColour{"gray", "#808080"},   NamedColour{"silver", "#c0c0c0"},    NamedColour{"red", "#ff0000"},
    NamedColour{"orange", "#ffa500"}, NamedColour{"yellow", "#ffff00"},    NamedColour{"green", "#008000"},
    NamedColour{"blue", "#0000ff"},   NamedColour{"purple", "#800080"},    NamedColour{"pink", "#ffc0cb"},
    NamedColour{"brown", "#a52a2a"},  NamedColour{"tan", "#d2b48c"},       NamedColour{"gold", "#ffd700"},
    NamedColour{"olive", "#808000"},  NamedColour{"lime", "#00ff00"},      NamedColour{"teal", "#008080"},
    NamedColour{"cyan", "#00ffff"},   NamedColour{"turquoise", "#40e0d0"}, NamedColour{"navy", "#000080"},
    NamedColour{"indigo", "#4b0082"}, NamedColour{"magenta", "#ff00ff"},   NamedColour{"salmon", "#fa8072"},
    NamedColour{"maroon", "#800000"},
};

Option colour_option();

// The code of an entry's colour, in lower case; empty if it has none. Throws InputError if the colour is
// neither a name nor a code.
std::string colour_code(const Value& entry);

// The colour codes of all groups: that of the group's entry, or else that of the run from which the scene
// starts, or else empty.
std::vector<std::string> group_colours(const Scene& scene, const std::vector<std::string>& groups);

}  // namespace cairn
