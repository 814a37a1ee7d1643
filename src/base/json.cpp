#include "base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/assert.h"
#include "base/printable.h"

namespace cairn {
namespace {

constexpr std::size_t kWidth = 110;

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  out += c;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    const bool has_word = text[at] == '\n' || text[at] == '\r' || text[at] == '\t';
    if (const ControlCharacter control = control_at(text, at); control.size > 0 && !has_word) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", control.code);
    } else if (length == 0) {
      out += "\xef\xbf\xbd";
    } else if (length == 1) {
      append_escaped(out, text[at]);
    } else {
      out += text.substr(at, length);
    }
    at += std::max<std::size_t>(length, 1);
  }
  return out + '"';
}

}  // namespace

// Appends values to a text, one operator() per kind of value.
class JsonText {
 public:
  enum class Layout { pretty, one_line };
  explicit JsonText(Layout layout) : layout_(layout) {}
  std::string out;

  void write(const Json& json) { std::visit(*this, json.value_); }
  void operator()(std::nullptr_t) { out += "null"; }
  void operator()(bool value) { out += value ? "true" : "false"; }
  void operator()(std::int64_t value) { out += std::to_string(value); }
  void operator()(std::uint64_t value) { out += std::to_string(value); }
  void operator()(double value) { out += std::isfinite(value) ? fmt::format("{}", value) : "null"; }
  void operator()(const std::string& text) { out += quoted(text); }

  void operator()(const Json::Array& values) {
    if (layout_ == Layout::one_line || values.empty() || (is_plain(values) && fits(values))) {
      return in_one_line(values);
    }
    open('[');
    for (const Json& value : values) {
      next_line(&value == values.data());
      write(value);
    }
    close(']');
  }

  void operator()(const Json::Object& members) {
    if (members.empty()) {
      out += "{}";
      return;
    }
    open('{');
    for (const auto& member : members) {
      next_line(&member == members.data());
      out += quoted(member.first) + ": ";
      write(member.second);
    }
    close('}');
  }

 private:
  static bool is_plain(const Json::Array& values) {
    return std::ranges::none_of(values, [](const Json& value) {
      return std::holds_alternative<Json::Array>(value.value_) ||
             std::holds_alternative<Json::Object>(value.value_);
    });
  }
  static bool fits(const Json::Array& values) {
    if (values.size() > kWidth) return false;
    JsonText trial(Layout::one_line);
    trial.in_one_line(values);
    return trial.out.size() <= kWidth;
  }
  void in_one_line(const Json::Array& values) {
    out += '[';
    for (const Json& value : values) {
      if (&value != values.data()) out += ", ";
      write(value);
    }
    out += ']';
  }
  void open(char bracket) {
    out += bracket;
    ++depth_;
  }
  void next_line(bool is_first) {
    if (!is_first) out += layout_ == Layout::pretty ? "," : ", ";
    new_line();
  }
  void close(char bracket) {
    --depth_;
    new_line();
    out += bracket;
  }
  void new_line() {
    if (layout_ == Layout::pretty) out.append(1, '\n').append(2 * depth_, ' ');
  }

  Layout layout_;
  std::size_t depth_ = 0;
};

Json& Json::set(std::string_view name, Json value) {
  if (std::holds_alternative<std::nullptr_t>(value_)) value_ = Object{};
  CAIRN_ASSERT(std::holds_alternative<Object>(value_));
  auto& members = std::get<Object>(value_);
  const auto it = std::ranges::find(members, name, &Object::value_type::first);
  if (it != members.end()) {
    it->second = std::move(value);
  } else {
    members.emplace_back(name, std::move(value));
  }
  return *this;
}

Json& Json::add(Json value) {
  if (std::holds_alternative<std::nullptr_t>(value_)) value_ = Array{};
  CAIRN_ASSERT(std::holds_alternative<Array>(value_));
  std::get<Array>(value_).push_back(std::move(value));
  return *this;
}

std::string Json::text() const {
  JsonText writer(JsonText::Layout::pretty);
  writer.write(*this);
  return writer.out + '\n';
}

std::string Json::line() const {
  JsonText writer(JsonText::Layout::one_line);
  writer.write(*this);
  return writer.out;
}

}  // namespace cairn
