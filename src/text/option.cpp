#include "text/option.h"

#include <iterator>
#include <sstream>

#include "base/assert.h"

namespace cairn {

std::vector<std::string> ColumnRow::list() const {
  std::istringstream stream(names);
  return {std::istream_iterator<std::string>(stream), {}};
}

const Option* Option::child(std::string_view child_name) const {
  for (const Option& c : children)
    if (c.name == child_name) return &c;
  return nullptr;
}

std::vector<std::string> Option::child_names() const {
  std::vector<std::string> names;
  for (const Option& c : children) names.push_back(c.name);
  return names;
}

Option Option::positive() && {
  lower = Bound{0, true};
  return std::move(*this);
}

Option Option::non_negative() && { return std::move(*this).at_least(0); }

Option Option::within(double low, double high) && {
  CAIRN_ASSERT(low <= high);
  lower = Bound{low};
  upper = Bound{high};
  return std::move(*this);
}

Option Option::at_least(double low) && {
  lower = Bound{low};
  return std::move(*this);
}

Option Option::or_one_of(std::vector<std::string> words) && {
  CAIRN_ASSERT(type == OptionType::number || type == OptionType::integer);
  choices = std::move(words);
  return std::move(*this);
}

Option Option::count(std::size_t exactly) && { return std::move(*this).count(exactly, exactly); }

Option Option::count(std::size_t low, std::size_t high) && {
  CAIRN_ASSERT(type == OptionType::list && low <= high);
  min_count = low;
  max_count = high;
  return std::move(*this);
}

Option Option::tagged() && {
  CAIRN_ASSERT(type == OptionType::variant);
  for (const Option& c : children) CAIRN_ASSERT(c.type == OptionType::object);
  writing = Writing::tagged;
  return std::move(*this);
}

Option Option::merged() && {
  CAIRN_ASSERT(type == OptionType::variant && presence.kind != Presence::kDefault);
  writing = Writing::merged;
  return std::move(*this);
}

Option Option::with(std::string key, std::vector<std::string> words) && {
  with_key = std::move(key);
  with_words = std::move(words);
  return std::move(*this);
}

Option Option::without(std::string key) && {
  without_key = std::move(key);
  return std::move(*this);
}

Option Option::refer(std::string key) && {
  reference = std::move(key);
  return std::move(*this);
}

Option Option::called(std::string other_name) && {
  name = std::move(other_name);
  return std::move(*this);
}

namespace declare {
namespace {

Option make(std::string name, OptionType type, Presence presence, std::string meaning) {
  Option o;
  o.name = std::move(name);
  o.type = type;
  o.presence = std::move(presence);
  o.meaning = std::move(meaning);
  return o;
}

Option make(std::string name, OptionType type, Dimension dimension, Presence presence, std::string meaning) {
  Option o = make(std::move(name), type, std::move(presence), std::move(meaning));
  o.dimension = dimension;
  return o;
}

Option make(std::string name, OptionType type, Fields children, Presence presence, std::string meaning) {
  Option o = make(std::move(name), type, std::move(presence), std::move(meaning));
  o.children = std::move(children);
  return o;
}

}  // namespace

Option number(std::string name, Dimension dimension, Presence presence, std::string meaning) {
  return make(std::move(name), OptionType::number, dimension, std::move(presence), std::move(meaning));
}

Option integer(std::string name, Presence presence, std::string meaning) {
  return make(std::move(name), OptionType::integer, std::move(presence), std::move(meaning));
}

Option flag(std::string name, Presence presence, std::string meaning) {
  return make(std::move(name), OptionType::flag, std::move(presence), std::move(meaning));
}

Option text(std::string name, Presence presence, std::string meaning) {
  return make(std::move(name), OptionType::text, std::move(presence), std::move(meaning));
}

Option choice(std::string name, std::vector<std::string> words, Presence presence, std::string meaning) {
  CAIRN_ASSERT(!words.empty());
  Option o = make(std::move(name), OptionType::choice, std::move(presence), std::move(meaning));
  o.choices = std::move(words);
  return o;
}

Option vector(std::string name, Dimension dimension, Presence presence, std::string meaning) {
  return make(std::move(name), OptionType::vector, dimension, std::move(presence), std::move(meaning));
}

Option function(std::string name, Dimension dimension, Presence presence, std::string meaning) {
  return make(std::move(name), OptionType::function, dimension, std::move(presence), std::move(meaning));
}

Option vector_function(std::string name, Dimension dimension, Presence presence, std::string meaning) {
  Option component = function("component", dimension, required, "along x, y, z");
  return list_of(std::move(name), std::move(component), std::move(meaning), std::move(presence)).count(3);
}

Option condition(std::string name, Fields comparable, Presence presence, std::string meaning) {
  for (const Option& c : comparable) CAIRN_ASSERT(c.type == OptionType::number);
  return make(std::move(name), OptionType::condition, std::move(comparable), std::move(presence),
              std::move(meaning));
}

Option object(std::string name, Fields fields, std::string meaning, Presence presence) {
  return make(std::move(name), OptionType::object, std::move(fields), std::move(presence),
              std::move(meaning));
}

Option variant(std::string name, Fields alternatives, std::string meaning, Presence presence) {
  CAIRN_ASSERT(!alternatives.empty());
  return make(std::move(name), OptionType::variant, std::move(alternatives), std::move(presence),
              std::move(meaning));
}

Option any_of(std::string name, Fields alternatives, std::string meaning, Presence presence) {
  CAIRN_ASSERT(!alternatives.empty());
  for (Option& a : alternatives) a.name = name;
  return make(std::move(name), OptionType::any_of, std::move(alternatives), std::move(presence),
              std::move(meaning));
}

Option list_of(std::string name, Option element, std::string meaning, Presence presence) {
  return make(std::move(name), OptionType::list, Fields{std::move(element)}, std::move(presence),
              std::move(meaning));
}

Option map_of(std::string name, Option element, std::string meaning, Presence presence) {
  return make(std::move(name), OptionType::map, Fields{std::move(element)}, std::move(presence),
              std::move(meaning));
}

Option lets(std::string name, std::string meaning) {
  return make(std::move(name), OptionType::lets, Presence(optional), std::move(meaning));
}

}  // namespace declare
}  // namespace cairn
