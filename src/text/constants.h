// Constants that expressions know by name.
#pragma once

#include <algorithm>
#include <array>
#include <numbers>
#include <string_view>

namespace cairn {

struct NamedConstant {
  std::string_view name, meaning;
  double value;
};

inline constexpr std::array kConstants = {
    NamedConstant{"pi", "half a turn: 3.14159...", std::numbers::pi},
    NamedConstant{"tau", "a whole turn: 2 pi", 2 * std::numbers::pi},
};

// Null if there is no constant of this name.
constexpr const NamedConstant* find_constant(std::string_view name) {
  const auto found = std::ranges::find(kConstants, name, &NamedConstant::name);
  return found == kConstants.end() ? nullptr : &*found;
}

}  // namespace cairn
