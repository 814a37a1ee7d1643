#include "scene/unused.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "scene/groups.h"
#include "step/methods.h"

namespace cairn {
namespace {

using Names = std::vector<std::string>;

// Of a map of materials or pairs.
void collect(const Value& map, const Names& used, std::vector<UnusedProperty>& unused) {
  if (!map) return;
  for (const Value::Entry& entry : map.entries())
    for (const Option& property : entry.value.option().children) {
      const bool needed = property.name == "density" || std::ranges::find(used, property.name) != used.end();
      if (needed || !entry.value.has(property.name)) continue;
      // A method without adhesion does what adhesion 0 asks for; restitution 0 asks for dashpots.
      if (entry.value[property.name].number() == 0 && property.name != "restitution") continue;
      UnusedProperty found{property.name, entry.name(), entry.value[property.name].mark()};
      if (std::ranges::find(unused, found) == unused.end()) unused.push_back(std::move(found));
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
  // property by property, each with its owners
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

}  // namespace cairn
