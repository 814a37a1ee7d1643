#include "text/scalar.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/assert.h"
#include "text/condition.h"
#include "text/limits.h"
#include "text/units.h"

namespace cairn {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  const std::size_t end = text.find_last_not_of(' ');
  return text.substr(begin, end == std::string_view::npos ? 0 : end + 1 - begin);
}

// "0.5" for "50 %"; empty if the text is not a percentage.
std::string fraction_for(std::string_view text) {
  if (!text.ends_with('%')) return {};
  const std::optional<double> number = plain_number(trimmed(text.substr(0, text.size() - 1)));
  return number ? fmt::format("{:.12g}", *number / 100) : "";
}

// "true" for "yes" in any case; empty for words that mean neither.
std::string flag_for(std::string_view text) {
  std::string word;
  for (const char c : text) word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const char* yes : {"true", "yes", "y", "on", "1"})
    if (word == yes) return "true";
  for (const char* no : {"false", "no", "n", "off", "0"})
    if (word == no) return "false";
  return {};
}

// Adds the key and the expected value to an error of an expression.
[[noreturn]] void fail_expression(const InputError& error, const Node& node, const Option& option,
                                  const Path& path) {
  std::string message = error.message();
  if (!message.starts_with("expected") && !message.starts_with("must be"))
    message += "; expected " + expected(option);
  const bool takes_fraction = option.dimension == dim::none && option.type != OptionType::integer;
  if (const std::string fraction = fraction_for(node.text()); takes_fraction && !fraction.empty())
    message = fmt::format("expected {}, got {}; write {}", expected(option), found(node), fraction);
  if (const std::string near = nearest(node.text(), option.choices); !near.empty())
    message = fmt::format("expected {}, got {}; did you mean '{}'?", expected(option), found(node), near);
  throw InputError(path.text() + ": " + message, error.place());
}

void check_bounds(double value, const Node& node, const Option& option, const Path& path) {
  const auto& [lower, upper] = std::tie(option.lower, option.upper);
  const bool low = lower && (lower->open ? value <= lower->value : value < lower->value);
  const bool high = upper && (upper->open ? value >= upper->value : value > upper->value);
  if (low || high) fail(path, fmt::format("must be {}, got {}", bounds(option), found(node)), node.mark());
  if (option.type == OptionType::integer) return;

  // Whatever the key allows, every number must be of a sensible size (text/limits.h).
  const bool from_zero = lower && lower->value == 0;
  std::string bound = refuse_large(value, option.dimension);
  if (bound.empty() && from_zero && value != 0) bound = refuse_small(value, option.dimension);
  if (bound.empty()) return;
  const std::string zero = from_zero && !lower->open && value < 1 ? "0 or " : "";
  fail(path, fmt::format("must be {}{}, got {}", zero, bound, found(node)), node.mark());
}

Value read_integer(const Node& node, const Option& option, const Lets& lets, const Path& path) {
  constexpr double kLargest = 9007199254740992.0;  // 2^53: beyond it doubles skip whole numbers
  const std::string_view text = node.text();
  std::int64_t whole = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), whole);
  const bool plain = read.ec == std::errc() && read.ptr == text.data() + text.size();
  if (plain) {
    check_bounds(static_cast<double>(whole), node, option, path);
    return {option, node.mark(), whole};
  }
  const double value = read_number(node, option, lets, path);
  if (value != std::floor(value)) fail_type(path, option, node);
  if (std::abs(value) > kLargest) fail(path, found(node) + " is too large", node.mark());
  return {option, node.mark(), static_cast<std::int64_t>(value)};
}

Value read_function(const Node& node, const Option& option, const Lets& lets, const Path& path) {
  if (const std::optional<double> number = plain_number(node.text())) {
    check_bounds(*number, node, option, path);
    return {option, node.mark(), *number};
  }
  try {
    const Expression expression(node.text(), node.text_mark(), option.dimension, lets);
    check_bounds(expression(0), node, option, path);
    if (expression.is_constant()) return {option, node.mark(), expression(0)};
    return {option, node.mark(), expression.text()};
  } catch (const InputError& error) {
    if (error.message().starts_with(path.text())) throw;
    fail_expression(error, node, option, path);
  }
}

// The names in a condition besides the declared ones are checked by its owner, who knows the measures.
Value read_condition(const Node& node, const Option& option, const Lets& lets, const Path& path) {
  std::vector<Input> declared;
  for (const Option& child : option.children)
    if (child.name.find('.') == std::string::npos) declared.push_back({child.name, child.dimension});
  try {
    const Condition condition(node.text(), node.text_mark(), {declared, {}, Inputs::Others::accepted}, lets);
    const bool is_same = condition.text() == node.text();
    return {option, is_same ? node.text_mark() : node.mark(), condition.text()};
  } catch (const InputError& error) {
    throw InputError(path.text() + ": " + error.message(), error.place());
  }
}

}  // namespace

double read_number(const Node& node, const Option& option, const Lets& lets, const Path& path) {
  std::optional<double> value = plain_number(node.text());
  if (!value) {
    try {
      value = evaluate(node.text(), node.text_mark(), option.dimension, lets);
    } catch (const InputError& error) {
      fail_expression(error, node, option, path);
    }
  }
  check_bounds(*value, node, option, path);
  return *value;
}

Value read_scalar(const Node& node, const Option& option, const Lets& lets, const Path& path) {
  const std::string_view text = node.text();
  const bool is_choice =
      std::find(option.choices.begin(), option.choices.end(), text) != option.choices.end();
  if (is_choice || option.type == OptionType::text) return {option, node.mark(), std::string(text)};
  switch (option.type) {
    case OptionType::number:
      return {option, node.mark(), read_number(node, option, lets, path)};
    case OptionType::integer:
      return read_integer(node, option, lets, path);
    case OptionType::function:
      return read_function(node, option, lets, path);
    case OptionType::condition:
      return read_condition(node, option, lets, path);
    case OptionType::flag:
      if (text == "true" || text == "false") return {option, node.mark(), text == "true"};
      if (const std::string word = flag_for(text); !word.empty())
        fail(path, fmt::format("expected {}, got {}; write {}", expected(option), found(node), word),
             node.mark());
      break;
    case OptionType::choice:
      fail(path,
           fmt::format("{} is not {}{}", found(node), expected(option), suggestion(text, option.choices)),
           node.mark());
    default:
      break;
  }
  fail_type(path, option, node);
}

}  // namespace cairn
