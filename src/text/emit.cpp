#include "text/emit.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "base/printable.h"

namespace cairn {
namespace {

constexpr std::size_t kLongestLine = 100;

std::string list_in_line(const std::vector<std::string>& items) {
  return fmt::format("[{}]", fmt::join(items, ", "));
}

bool has_parts(const Value& value) {
  const auto* parts = std::get_if<std::vector<Value>>(&value.content());
  return parts != nullptr && !parts->empty();
}

std::string key_text(std::string_view key, int indent) {
  return std::string(indent, ' ') + yaml_text(key) + ":";
}

// Writes lines; `indent` is the column of the keys or dashes.
class Emitter {
 public:
  std::string text;

  // Writes the keys of an object, a chosen alternative or a map, or the items of a list.
  void lines(const Value& value, int indent) {
    switch (value.type()) {
      case OptionType::object:
        return fields(value, indent);
      case OptionType::variant:
        return field(value.selected().name(), value.selected(), indent);
      case OptionType::map:
        for (const Value::Item& item : value.map_items()) field(item.name(), item.value, indent);
        return;
      default:
        return items(value, indent);
    }
  }

 private:
  void fields(const Value& object, int indent) {
    if (!has_parts(object)) return;
    for (const Value& part : std::get<std::vector<Value>>(object.content())) {
      const bool variant = part.type() == OptionType::variant;
      if (variant && part.option().writing == Writing::merged) {
        field(part.selected().name(), part.selected(), indent);
      } else if (variant && part.option().writing == Writing::tagged) {
        text += key_text(part.name(), indent) + " " + part.chosen() + "\n";
        fields(part.selected(), indent);
      } else {
        field(part.name(), part, indent);
      }
    }
  }

  void field(std::string_view key, const Value& value, int indent) {
    const std::string line = in_line(value);
    text += key_text(key, indent) + (line.empty() ? "\n" : " " + line + "\n");
    if (line.empty()) lines(value, indent + 2);
  }

  void items(const Value& list, int indent) {
    for (const Value& item : list.items()) {
      const std::string line = in_line(item);
      const std::size_t begin = text.size();
      if (line.empty()) lines(item, indent + 2);
      if (line.empty()) text[begin + static_cast<std::size_t>(indent)] = '-';
      if (!line.empty()) text += std::string(indent, ' ') + "- " + line + "\n";
    }
  }

  // The text that fits after the key; empty if the value needs lines of its own.
  std::string in_line(const Value& value) const {
    switch (value.type()) {
      case OptionType::object:
      case OptionType::map:
        return has_parts(value) ? "" : "{}";
      case OptionType::variant: {
        const bool name_alone = value.selected().type() == OptionType::object && !has_parts(value.selected());
        return name_alone ? value.chosen() : "";
      }
      case OptionType::list:
        return short_list(value);
      case OptionType::vector: {
        const auto& [x, y, z] = value.vector();
        return list_in_line({yaml_number(x), yaml_number(y), yaml_number(z)});
      }
      default:
        return scalar(value);
    }
  }

  std::string short_list(const Value& list) const {
    std::vector<std::string> lines;
    std::size_t size = 0;
    for (const Value& item : list.items()) {
      lines.push_back(in_line(item));
      size += lines.back().size() + 2;
      if (lines.back().empty() || size > kLongestLine) return {};
    }
    return list_in_line(lines);
  }

  static std::string scalar(const Value& value) {
    if (value.is_table()) return "{table: " + yaml_text(value.text()) + "}";
    const Value::Content& content = value.content();
    if (const auto* number = std::get_if<double>(&content)) return yaml_number(*number);
    if (const auto* whole = std::get_if<std::int64_t>(&content)) return fmt::format("{}", *whole);
    if (const auto* flag = std::get_if<bool>(&content)) return *flag ? "true" : "false";
    CAIRN_ASSERT(std::holds_alternative<std::string>(content));
    return yaml_text(std::get<std::string>(content));
  }
};

bool is_plain_word(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto inside = [&](char c) {
    return letter(c) || (c >= '0' && c <= '9') || std::string_view(" .-/").find(c) != std::string_view::npos;
  };
  return !text.empty() && letter(text.front()) && text.back() != ' ' &&
         std::all_of(text.begin(), text.end(), inside);
}

// Words that YAML 1.1 readers take for flags or null.
bool is_special(std::string_view text) {
  constexpr std::string_view kWords[] = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"};
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return std::find(std::begin(kWords), std::end(kWords), lower) != std::end(kWords);
}

}  // namespace

std::string emit(const Value& root) {
  Emitter emitter;
  emitter.lines(root, 0);
  return emitter.text.empty() ? "{}\n" : std::move(emitter.text);
}

std::string yaml_text(std::string_view text) {
  if (is_plain_word(text) && !is_special(text)) return std::string(text);
  std::string quoted = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const ControlCharacter control = control_at(text, at);
    if (text[at] == '"' || text[at] == '\\') quoted += '\\';
    if (control.size == 0)
      quoted += text[at];
    else
      quoted += control.code < 0x100 ? fmt::format("\\x{:02x}", control.code)
                                     : fmt::format("\\u{:04x}", control.code);
    at += std::max<std::size_t>(control.size, 1);
  }
  return quoted + '"';
}

std::string yaml_number(double value) {
  std::string text = fmt::format("{}", value);
  const std::size_t e = text.find('e');
  if (e != std::string::npos && text.find('.') == std::string::npos) text.insert(e, ".0");
  return text;
}

}  // namespace cairn
