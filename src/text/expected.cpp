#include "text/expected.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace cairn {
namespace {

std::string such_as(const std::string& noun, const std::string& instance) {
  return fmt::format("{} such as '{}'", noun, instance);
}

std::string plural(const std::string& noun) {
  return noun.ends_with('y') ? noun.substr(0, noun.size() - 1) + "ies" : noun + "s";
}

std::string one_of(const std::vector<std::string>& names) {
  return (names.size() == 1 ? "" : "one of ") + fmt::format("{}", fmt::join(names, ", "));
}

std::string expected_any(const Option& option) {
  std::string text;
  for (const Option& alternative : option.children)
    text += (text.empty() ? "" : ", or ") + expected(alternative);
  return text;
}

std::string expected_object(const Option& option) {
  constexpr std::size_t kShown = 6;
  std::vector<std::string> names;
  for (const Option& field : option.children) {
    const bool is_merged = field.type == OptionType::variant && field.writing == Writing::merged;
    const std::vector<std::string> keys = is_merged ? field.child_names() : std::vector{field.name};
    names.insert(names.end(), keys.begin(), keys.end());
  }
  if (names.size() > kShown) {
    names.resize(kShown);
    names.emplace_back("...");
  }
  return fmt::format("a map with keys {}", fmt::join(names, ", "));
}

std::string expected_list(const Option& option) {
  if (!option.min_count) return "a list";
  if (option.min_count == option.max_count) return fmt::format("a list of {}", *option.min_count);
  return fmt::format("a list of {} to {}", *option.min_count, *option.max_count);
}

// The example of the dimension. That of a plain number keeps to its bounds.
std::string number_example(const Option& option) {
  constexpr double kUsual = 0.5;
  const bool is_plain = option.dimension == dim::none;
  if (is_plain && option.lower && option.lower->value >= kUsual)
    return fmt::format("{}", option.lower->value + (option.lower->open ? 1 : 0));
  if (is_plain && option.upper && option.upper->value <= kUsual)
    return fmt::format("{}", option.upper->value / 2);
  return example_of(option.dimension);
}

// The required fields of an object, or the first if none is.
std::string fields_example(const Option& option) {
  std::vector<std::string> items;
  for (const Option& field : option.children)
    if (field.presence.kind == Presence::kRequired) items.push_back(item(field));
  if (items.empty() && !option.children.empty()) items.push_back(item(option.children[0]));
  return fmt::format("{}", fmt::join(items, ", "));
}

// As many items as are needed. Texts get different names.
std::string list_example(const Option& option) {
  std::vector<std::string> items;
  const std::size_t count = option.min_count.value_or(1);
  for (std::size_t k = 0; k < count; ++k) {
    items.push_back(example(option.children[0]));
    if (option.children[0].type == OptionType::text && count > 1) items.back() += std::to_string(k + 1);
  }
  return fmt::format("[{}]", fmt::join(items, ", "));
}

// The cure for a word where a vector or a map is expected: "; write {energy: {}}".
std::string word_cure(const Option& option, const Node& node) {
  if (!node.is_scalar() || node.is_nothing()) return {};
  if (option.type == OptionType::vector) return node.text() == "0" ? "; write [0, 0, 0]" : "";
  if (option.type == OptionType::map) return fmt::format("; write for example '{}'", example(option));
  if (option.type != OptionType::object) return {};
  for (const Option& field : option.children)
    if (field.type == OptionType::variant && field.writing == Writing::merged)
      if (const Option* named = field.child(node.text())) return fmt::format("; write {{{}}}", item(*named));
  // A name alone would be no example.
  const bool is_telling = !option.children.empty() && option.children[0].type != OptionType::text;
  return is_telling ? fmt::format("; write for example '{}'", example(option)) : "";
}

std::string expected_number(const Option& option, const std::string& noun) {
  const std::string number = such_as(with_article(noun), example(option));
  return option.choices.empty() ? number : number + " or " + one_of(option.choices);
}

}  // namespace

std::string column_text(const ColumnRow& row) {
  const std::string unit = row.unit == "1" ? "" : " [" + row.unit + "]";
  return fmt::format("{}{}: {}", fmt::join(row.list(), ", "), unit, row.meaning);
}

std::string with_article(const std::string& noun) {
  const bool vowel = !noun.empty() && std::string_view("aeiou").find(noun[0]) != std::string_view::npos;
  return (vowel ? "an " : "a ") + noun;
}

std::string comma_cure(std::string_view text) {
  // A call that is not closed: YAML ended the value at the comma between two arguments.
  const std::size_t open = text.rfind('(');
  const bool is_call = open != std::string_view::npos && open > 0 &&
                       std::isalpha(static_cast<unsigned char>(text[open - 1])) != 0;
  if (!is_call || std::ranges::count(text, '(') <= std::ranges::count(text, ')')) return {};
  return "; put an expression with a comma in quotes";
}

std::string expected(const Option& option) {
  switch (option.type) {
    case OptionType::number:
      return expected_number(option, noun_of(option.dimension));
    case OptionType::integer:
      return expected_number(option, "whole number");
    case OptionType::flag:
      return "true or false";
    case OptionType::text:
      return "a text";
    case OptionType::choice:
      return one_of(option.choices);
    case OptionType::vector:
      return such_as("three " + plural(noun_of(option.dimension)), example(option));
    case OptionType::function:
      return such_as(with_article(noun_of(option.dimension)), example(option)) +
             ", an expression of t, or a table";
    case OptionType::condition:
      return such_as("a condition", example(option));
    case OptionType::object:
      return expected_object(option);
    case OptionType::list:
      return expected_list(option);
    case OptionType::map:
      return "a map of names";
    case OptionType::variant:
      return one_of(option.child_names());
    case OptionType::any_of:
      return expected_any(option);
    case OptionType::lets:
      return "a map of names and values";
  }
  return {};
}

std::string item(const Option& option) {
  const bool is_variant = option.type == OptionType::variant && option.writing != Writing::nested;
  if (!is_variant) return fmt::format("{}: {}", option.name, example(option));
  const Option& first = option.children[0];
  if (option.writing == Writing::merged) return item(first);
  const std::string fields = fields_example(first);
  return fmt::format("{}: {}{}{}", option.name, first.name, fields.empty() ? "" : ", ", fields);
}

std::string example(const Option& option) {
  switch (option.type) {
    case OptionType::number:
    case OptionType::function:
      return number_example(option);
    case OptionType::integer:
      if (option.lower && option.lower->value > 10) return fmt::format("{}", option.lower->value);
      return option.upper && option.upper->value < 10 ? fmt::format("{}", option.upper->value) : "10";
    case OptionType::flag:
      return "true";
    case OptionType::text:
      return "name";
    case OptionType::choice:
      return option.choices.front();
    case OptionType::vector: {
      if (option.dimension == dim::none) return "[1, 0, 0]";
      if (option.dimension == dim::acceleration) return "[0, 0, -9.81 m/s2]";
      const bool is_corner = option.name == "max" && option.dimension == dim::length;  // beyond that of `min`
      return fmt::format("[{0}, {0}, {0}]", is_corner ? "20 mm" : example_of(option.dimension));
    }
    case OptionType::condition:
      return fmt::format("{} < {}", option.children[0].name, example(option.children[0]));
    case OptionType::object:
      return "{" + fields_example(option) + "}";
    case OptionType::list:
      return list_example(option);
    case OptionType::map:
      return fmt::format("{{name: {}}}", example(option.children[0]));
    case OptionType::variant:
      return fmt::format("{{{}: {}}}", option.children[0].name, example(option.children[0]));
    case OptionType::any_of:
      return example(option.children[0]);
    case OptionType::lets:
      return "{d: 2 mm}";
  }
  return {};
}

std::string bounds(const Option& option) {
  std::string text;
  const std::string unit = unit_of(option.dimension);
  const auto add = [&](const std::optional<Bound>& bound, const char* closed, const char* open) {
    if (!bound) return;
    if (!text.empty()) text += " and ";
    text += fmt::format("{} {}", bound->open ? open : closed, bound->value);
    if (bound->value != 0 && !unit.empty()) text += " " + unit;
  };
  add(option.lower, ">=", ">");
  add(option.upper, "<=", "<");
  return text;
}

std::string found(const Node& node) {
  if (node.is_nothing()) return "nothing";
  if (node.is_list()) return fmt::format("a list of {}", node.size);
  if (node.is_map()) return node.size == 0 ? "an empty map" : "a map with key " + quote(node.first->text());
  return quote(node.text());
}

void fail(const Path& path, const std::string& message, const Mark& mark) {
  const std::string key = path.text();
  throw InputError(key.empty() ? message : key + ": " + message, mark);
}

void fail_type(const Path& path, const Option& option, const Node& node) {
  std::string cure = word_cure(option, node);
  for (const Node* item = node.is_list() ? node.first : nullptr; item != nullptr && cure.empty();
       item = item->next)
    cure = comma_cure(item->text());
  fail(path, fmt::format("expected {}, got {}{}", expected(option), found(node), cure), node.mark());
}

std::string Path::text() const {
  std::string parent = above != nullptr ? above->text() : "";
  if (index >= 0) return fmt::format("{}[{}]", parent, index);
  if (!parent.empty()) parent += '.';
  return parent + shortened(name);
}

}  // namespace cairn
