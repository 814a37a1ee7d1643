#include "text/value.h"

#include "base/assert.h"

namespace cairn {
namespace {

const Value& absent() {
  static const Value empty;
  return empty;
}

const std::string& no_text() {
  static const std::string empty;
  return empty;
}

}  // namespace

const Option& Value::option() const {
  CAIRN_ASSERT(option_ != nullptr);
  return *option_;
}

const std::vector<Value>& Value::parts() const {
  CAIRN_ASSERT(std::holds_alternative<std::vector<Value>>(content_));
  return std::get<std::vector<Value>>(content_);
}

const Value& Value::operator[](std::string_view field) const {
  if (type() == OptionType::variant) return selected()[field];
  if (type() == OptionType::map) {
    const std::vector<Value>& pairs = parts();
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
      if (pairs[i].text() == field) return pairs[i + 1];
    return absent();
  }
  CAIRN_ASSERT(type() == OptionType::object && option().child(field) != nullptr);
  for (const Value& part : parts())
    if (part.name() == field) return part;
  return absent();
}

double Value::number() const {
  if (const auto* whole = std::get_if<std::int64_t>(&content_)) return static_cast<double>(*whole);
  CAIRN_ASSERT(is_number());
  return std::get<double>(content_);
}

std::int64_t Value::integer() const {
  CAIRN_ASSERT(std::holds_alternative<std::int64_t>(content_));
  return std::get<std::int64_t>(content_);
}

bool Value::flag() const {
  CAIRN_ASSERT(std::holds_alternative<bool>(content_));
  return std::get<bool>(content_);
}

const std::string& Value::text() const {
  if (std::holds_alternative<std::vector<Value>>(content_)) {
    CAIRN_ASSERT(is_table());
    return parts().back().text();
  }
  CAIRN_ASSERT(std::holds_alternative<std::string>(content_));
  return std::get<std::string>(content_);
}

const std::array<double, 3>& Value::vector() const {
  CAIRN_ASSERT((std::holds_alternative<std::array<double, 3>>(content_)));
  return std::get<std::array<double, 3>>(content_);
}

const std::vector<Value>& Value::items() const {
  CAIRN_ASSERT(type() == OptionType::list);
  return parts();
}

std::vector<Value::Item> Value::map_items() const {
  CAIRN_ASSERT(type() == OptionType::map);
  const std::vector<Value>& pairs = parts();
  std::vector<Item> result;
  result.reserve(pairs.size() / 2);
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) result.push_back({pairs[i], pairs[i + 1]});
  return result;
}

const std::string& Value::chosen() const {
  if (empty()) return no_text();
  if (type() == OptionType::variant) return parts().front().name();
  const bool word = !option().choices.empty() && std::holds_alternative<std::string>(content_);
  return word ? std::get<std::string>(content_) : no_text();
}

const Value& Value::selected() const {
  CAIRN_ASSERT(type() == OptionType::variant);
  return parts().front();
}

bool Value::is_table() const {
  return type() == OptionType::function && std::holds_alternative<std::vector<Value>>(content_);
}

void Value::move_to(const Mark& mark) {
  mark_ = mark;
  if (auto* below = std::get_if<std::vector<Value>>(&content_))
    for (Value& part : *below) part.move_to(mark);
}

}  // namespace cairn
