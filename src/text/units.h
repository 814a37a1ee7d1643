// Numbers and units as users write them: `2`, `2.5mm`, `2500 kg/m3`, `9.81 m/s^2`, `3 N mm`.
//   unit = (symbol [power] or "1") { ("/" without spaces, or a space) symbol [power] }
//   power = digits, ^digits, ^-digits, ² or ³
// Decimal prefixes shift the exponent of the number before it is rounded, so that `2.3 mm` has the same
// bits as `0.0023`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/dimension.h"

namespace cairn {

// One unit equals factor 10^power_of_ten in SI.
struct Unit {
  double factor = 1;
  int power_of_ten = 0;
  Dimension dimension;
  std::size_t size = 0;  // characters read
};

// The longest unit at the beginning of the text, or nothing if the text does not begin with one.
std::optional<Unit> read_unit(std::string_view text);

// Every symbol, with and without prefixes, for suggestions.
std::vector<std::string> unit_symbols();

// The unit that a word most likely means: two units that need a space between them ("N m" for Nm), or the
// symbol with the nearest name; empty if there is none.
std::string nearest_unit(std::string_view word);

// The meaning of a symbol: "the unit hour", "the unit kilonewton"; empty if it is no unit.
std::string unit_meaning(std::string_view symbol);

// One row per unit without prefix, for `cairn list units`.
struct UnitRow {
  std::string name, meaning;
};
std::vector<UnitRow> unit_rows();

// Length of the decimal number (without sign) at the beginning of the text; 0 if there is none.
std::size_t decimal_size(std::string_view text);

// The decimal number that is the whole text, times 10^shift; infinite if it is out of range.
double decimal_value(std::string_view text, int shift);

// The fast path for plain numbers: the whole text is a number, with sign and without unit. Nothing otherwise.
std::optional<double> plain_number(std::string_view text);

}  // namespace cairn
