#include "text/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"

namespace cairn {
namespace {

struct Symbol {
  std::string_view name;
  double factor;
  int power_of_ten;
  Dimension dimension;
  std::string_view prefixes, noun;
};

constexpr double kTurn = 2 * std::numbers::pi;

// clang-format off
constexpr std::array kSymbols = {
    Symbol{"m",    1,           0, dim::length,        "numcdk", "metre"},
    Symbol{"in",   254,        -4, dim::length,        "", "inch"},
    Symbol{"ft",   3048,       -4, dim::length,        "", "foot"},
    Symbol{"g",    1,          -3, dim::mass,          "umk", "gram"},
    Symbol{"t",    1,           3, dim::mass,          "", "tonne"},
    Symbol{"s",    1,           0, dim::time,          "num", "second"},
    Symbol{"min",  60,          0, dim::time,          "", "minute"},
    Symbol{"h",    3600,        0, dim::time,          "", "hour"},
    Symbol{"hr",   3600,        0, dim::time,          "", "hour"},
    Symbol{"rad",  1,           0, dim::angle,         "m", "radian"},
    Symbol{"deg",  kTurn / 360, 0, dim::angle,         "", "degree"},
    Symbol{"rev",  kTurn,       0, dim::angle,         "", "turn"},
    Symbol{"rpm",  kTurn / 60,  0, dim::angular_speed, "", "turn per minute"},
    Symbol{"Hz",   1,           0, dim::frequency,     "mkM", "hertz"},
    Symbol{"N",    1,           0, dim::force,         "numkM", "newton"},
    Symbol{"Pa",   1,           0, dim::pressure,      "mhkMG", "pascal"},
    Symbol{"bar",  1,           5, dim::pressure,      "mk", "bar"},
    Symbol{"J",    1,           0, dim::energy,        "numkM", "joule"},
    Symbol{"W",    1,           0, dim::power,         "umkM", "watt"},
    Symbol{"l",    1,          -3, dim::volume,        "umcd", "litre"},
    Symbol{"L",    1,          -3, dim::volume,        "umcd", "litre"},
    Symbol{"cc",   1,          -6, dim::volume,        "", "cubic centimetre"},
};
// clang-format on

constexpr std::string_view kPrefixes = "numcdhkMG";
constexpr std::array kPrefixPowers = {-9, -6, -3, -2, -1, 2, 3, 6, 9};
constexpr std::array kPrefixNames = {"nano",  "micro", "milli", "centi", "deci",
                                     "hecto", "kilo",  "mega",  "giga"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Both Unicode characters that look like a micro sign stand for u.
bool begins_with_micro(std::string_view text) {
  return text.starts_with("\xC2\xB5") || text.starts_with("\xCE\xBC");
}

std::optional<Unit> find_symbol(std::string_view name) {
  for (const Symbol& s : kSymbols)
    if (s.name == name) return Unit{s.factor, s.power_of_ten, s.dimension, 0};
  const std::size_t prefix = name.empty() ? std::string_view::npos : kPrefixes.find(name[0]);
  if (prefix == std::string_view::npos) return std::nullopt;
  for (const Symbol& s : kSymbols)
    if (s.name == name.substr(1) && s.prefixes.find(name[0]) != std::string_view::npos)
      return Unit{s.factor, s.power_of_ten + kPrefixPowers[prefix], s.dimension, 0};
  return std::nullopt;
}

struct Power {
  int value = 1;
  std::size_t size = 0;
};

// Reads `2`, `^2`, `^-2` or `²`; at most two digits, so that a wrong one cannot overflow.
std::optional<Power> read_power(std::string_view text) {
  if (text.starts_with("\xC2\xB2")) return Power{2, 2};
  if (text.starts_with("\xC2\xB3")) return Power{3, 2};
  std::size_t i = text.starts_with("^") ? 1 : 0;
  if (i == 1 && text.size() > 1 && (text[1] == '-' || text[1] == '+')) ++i;
  const std::size_t begin = i;
  int value = 0;
  while (i < text.size() && is_digit(text[i]) && i < begin + 3) value = 10 * value + (text[i++] - '0');
  if (i == begin) return text.starts_with("^") ? std::nullopt : std::optional(Power{});
  if (i > begin + 2) return std::nullopt;
  return Power{begin == 2 && text[1] == '-' ? -value : value, i};
}

// Reads one symbol with its power.
std::optional<Unit> read_factor(std::string_view text) {
  const std::size_t micro = begins_with_micro(text) ? 2 : 0;
  std::size_t end = micro;
  while (end < text.size() && is_letter(text[end])) ++end;
  std::string name(micro > 0 ? "u" : "");
  name += text.substr(micro, end - micro);
  std::optional<Unit> unit = find_symbol(name);
  const std::optional<Power> power = read_power(text.substr(end));
  if (!unit || !power) return std::nullopt;
  const std::size_t size = end + power->size;
  if (size < text.size() && (is_letter(text[size]) || text[size] == '_' || is_digit(text[size])))
    return std::nullopt;
  return Unit{std::pow(unit->factor, power->value), unit->power_of_ten * power->value,
              combine(unit->dimension, power->value, dim::none, 0), size};
}

// Reads the joint to the next factor: the sign of its power and the characters it takes; 0 if there is none.
// A tonne never follows a joint: in `2 m/t` the letter is the time.
Power read_joint(std::string_view text) {
  const bool over = text.starts_with("/");
  const std::size_t word = over ? 1 : std::min(text.find_first_not_of(' '), text.size());
  const std::string_view rest = text.substr(word);
  const bool tonne = rest.starts_with('t') && (rest.size() == 1 || !is_letter(rest[1]));
  return {over ? -1 : 1, tonne ? 0 : word};
}

}  // namespace

std::optional<Unit> read_unit(std::string_view text) {
  // A unit may begin with the number one, as in `1/s`.
  const bool inverse = text.starts_with("1/");
  std::optional<Unit> result = inverse ? Unit{1, 0, dim::none, 1} : read_factor(text);
  while (result) {
    const Power joint = read_joint(text.substr(result->size));
    const auto next = joint.size > 0 ? read_factor(text.substr(result->size + joint.size)) : std::nullopt;
    if (!next) break;
    result->factor *= joint.value > 0 ? next->factor : 1 / next->factor;
    result->power_of_ten += joint.value * next->power_of_ten;
    result->dimension = combine(result->dimension, 1, next->dimension, joint.value);
    result->size += joint.size + next->size;
  }
  if (inverse && result->size == 1) return std::nullopt;
  return result;
}

std::vector<std::string> unit_symbols() {
  std::vector<std::string> names;
  for (const Symbol& s : kSymbols) {
    names.emplace_back(s.name);
    for (const char prefix : s.prefixes) names.push_back(prefix + std::string(s.name));
  }
  return names;
}

std::string nearest_unit(std::string_view word) {
  const auto whole = [](std::string_view text) {
    const std::optional<Unit> unit = read_unit(text);
    return unit && unit->size == text.size() ? unit : std::nullopt;
  };
  for (std::size_t cut = 1; cut < word.size(); ++cut) {
    const std::string_view left = word.substr(0, cut), right = word.substr(cut);
    const std::optional<Unit> first = whole(left);
    const std::optional<Unit> second = whole(right);
    // Nobody means m mm by mmm.
    if (!first || !second || first->dimension == second->dimension) continue;
    // An s behind a metre, a gram or an hour is a plural.
    const Dimension& d = first->dimension;
    const bool is_plural =
        right == "s" && (d == dim::length || d == dim::mass || d == dim::time || d == dim::angle);
    if (!is_plural) return fmt::format("{} {}", left, right);
  }
  return nearest(word, unit_symbols());
}

std::string unit_meaning(std::string_view symbol) {
  for (const Symbol& s : kSymbols)
    if (s.name == symbol) return fmt::format("the unit {}", s.noun);
  const std::size_t prefix = symbol.empty() ? std::string_view::npos : kPrefixes.find(symbol[0]);
  for (const Symbol& s : kSymbols)
    if (prefix != std::string_view::npos && s.name == symbol.substr(1) &&
        s.prefixes.find(symbol[0]) != s.prefixes.npos)
      return fmt::format("the unit {}{}", kPrefixNames[prefix], s.noun);
  return {};
}

std::vector<UnitRow> unit_rows() {
  std::vector<UnitRow> rows;
  for (const Symbol& s : kSymbols) {
    const double factor = decimal_value(fmt::format("{}", s.factor), s.power_of_ten);
    const std::string si = unit_of(s.dimension);
    std::string meaning = fmt::format("{}: {}", s.noun, noun_of(s.dimension));
    if (si != s.name) meaning += fmt::format(", {:.6g} {}", factor, si);
    for (const char prefix : s.prefixes)
      meaning += fmt::format("{}{}{}", prefix == s.prefixes[0] ? "; also " : ", ", prefix, s.name);
    rows.push_back({std::string(s.name), std::move(meaning)});
  }
  return rows;
}

std::size_t decimal_size(std::string_view text) {
  std::size_t i = 0, digits = 0;
  for (; i < text.size() && is_digit(text[i]); ++i) ++digits;
  if (i < text.size() && text[i] == '.') ++i;
  for (; i < text.size() && is_digit(text[i]); ++i) ++digits;
  if (digits == 0) return 0;
  // An exponent needs digits: `2 eV` has none.
  std::size_t e = i;
  if (e < text.size() && (text[e] == 'e' || text[e] == 'E')) ++e;
  if (e > i && e < text.size() && (text[e] == '+' || text[e] == '-')) ++e;
  if (e == i || e >= text.size() || !is_digit(text[e])) return i;
  while (e < text.size() && is_digit(text[e])) ++e;
  return e;
}

double decimal_value(std::string_view text, int shift) {
  constexpr int kFar = 100000;
  std::string shifted;
  // Add the shift to the decimal exponent of the text.
  if (shift != 0) {
    const std::size_t e = std::min(text.find_first_of("eE"), text.size());
    int power = 0;
    if (e < text.size()) {
      const std::size_t begin = text.substr(e + 1).starts_with('+') ? e + 2 : e + 1;
      const auto read = std::from_chars(text.data() + begin, text.data() + text.size(), power);
      if (read.ec != std::errc()) power = text[begin] == '-' ? -kFar : kFar;
    }
    shifted = std::string(text.substr(0, e)) + "e" + std::to_string(std::clamp(power, -kFar, kFar) + shift);
    text = shifted;
  }
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc() ? value : std::numeric_limits<double>::infinity();
}

std::optional<double> plain_number(std::string_view text) {
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  if (sign == text.size() || (!is_digit(text[sign]) && text[sign] != '.')) return std::nullopt;
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace cairn
