#include "scene/unused.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "scene/groups.h"
#include "step/methods.h"
#include "text/emit.h"
#include "text/interpret.h"

namespace cairn {
namespace {

using Names = std::vector<std::string>;

// Collects the unused properties of a map of materials or pairs.
void collect(const Value& map, const Names& used, std::vector<UnusedProperty>& unused) {
  if (!map) return;
  for (const Value::Item& item : map.map_items())
    for (const Option& property : item.value.option().children) {
      const bool needed = property.name == "density" || std::ranges::find(used, property.name) != used.end();
      if (needed || !item.value.has(property.name)) continue;
      // A value of 0 is unused only for restitution, which then asks for dashpots. A method without adhesion,
      // for example, does exactly what adhesion 0 asks for.
      if (item.value[property.name].number() == 0 && property.name != "restitution") continue;
      UnusedProperty found{property.name, item.name(), item.value[property.name].mark()};
      if (std::ranges::find(unused, found) == unused.end()) unused.push_back(std::move(found));
    }
}

// True if a field of an object has a value other than its default.
bool is_set(const Value& object, const std::string& name) {
  if (!object.has(name)) return false;
  const Option* field = object.option().child(name);
  if (field->presence.kind != Presence::kDefault) return true;
  const Option alone = declare::object("", {*field}, "");
  return emit(Value(alone, object.mark(), std::vector<Value>{object[name]})) != emit(defaults(alone));
}

// The reason why a field has no effect; empty if it has one.
std::string idle_reason(const Value& object, const Option& field) {
  if (!field.without_key.empty() && is_set(object, field.without_key))
    return fmt::format("beside `{}`", field.without_key);
  if (field.with_key.empty()) return {};
  const Names& words = field.with_words;
  const bool helps = words.empty() ? is_set(object, field.with_key)
                                   : std::ranges::count(words, object[field.with_key].chosen()) > 0;
  if (helps) return {};
  const std::string word = words.empty() ? "" : fmt::format(": {}", fmt::join(words, "` or `"));
  return fmt::format("without `{}{}`", field.with_key, word);
}

// Warns of all given fields without effect, in this value and below.
void collect_idle(const Value& value, std::vector<std::string>& warnings) {
  if (value.type() == OptionType::variant) return collect_idle(value.selected(), warnings);
  if (value.type() != OptionType::object) return;
  for (const Option& field : value.option().children) {
    if (!value.has(field.name)) continue;
    const std::string reason = idle_reason(value, field);
    if (!reason.empty() && is_set(value, field.name))
      warnings.push_back(
          warning_at(value[field.name].mark(), fmt::format("`{}` has no effect {}", field.name, reason)));
    collect_idle(value[field.name], warnings);
  }
}

}  // namespace

std::vector<UnusedProperty> unused_properties(const Scene& scene) {
  const Names used = methods().find(scene["method"]).uses(scene["method"].selected());
  std::vector<UnusedProperty> unused;
  collect(scene["materials"], used, unused);
  collect(scene["pairs"], used, unused);
  for (const Value& event : scene["events"].items()) {
    const std::string& kind = event["action"].chosen();
    if (kind == "materials" || kind == "pairs") collect(event["action"].selected(), used, unused);
  }
  return unused;
}

std::string unused_warning(const std::vector<UnusedProperty>& unused, const std::string& who) {
  if (unused.empty()) return {};
  // One line per property, with all its owners.
  std::vector<std::pair<std::string, Names>> lines;
  for (const UnusedProperty& one : unused) {
    auto line = std::ranges::find(lines, one.property, &std::pair<std::string, Names>::first);
    if (line == lines.end()) line = lines.insert(line, {one.property, {}});
    line->second.push_back(one.owner);
  }
  std::string text;
  for (const auto& [property, owners] : lines)
    text += fmt::format("{}`{}` of {}", text.empty() ? "" : ", ", property, fmt::join(owners, " and "));
  return warning_at(unused.front().mark, who + " " + text);
}

std::string unused_warning(const Scene& scene) {
  const Value& method = scene["method"];
  const char* part = method.selected().declares("law") ? "law" : "solver";
  return unused_warning(unused_properties(scene),
                        fmt::format("method {} with {} {} does not use", method.chosen(), part,
                                    method.selected()[part].chosen()));
}

std::vector<std::string> idle_options(const Scene& scene) {
  std::vector<std::string> warnings;
  collect_idle(scene["method"], warnings);
  return warnings;
}

}  // namespace cairn
