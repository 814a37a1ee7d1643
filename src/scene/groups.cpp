#include "scene/groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/assert.h"
#include "base/printable.h"
#include "scene/colours.h"

namespace cairn {
namespace {

constexpr std::size_t kMostGroups = 65'535;
constexpr std::size_t kLongestName = 100;

std::string name_of(const Value& entry, const std::string& without) {
  return entry.has("name") ? entry["name"].text() : without;
}

void check_name(const NamedEntry& entry) {
  const bool given = entry.value->has("name");
  const Mark mark = given ? (*entry.value)["name"].mark() : entry.value->mark();
  bool control = false;
  for (std::size_t at = 0; at < entry.name.size(); ++at) control |= control_at(entry.name, at).size > 0;
  if (entry.name.empty() || entry.name.size() > kLongestName || control)
    throw InputError("a name must have 1 to 100 characters, none of them a control character", mark);
  if (given && (entry.name == "ground" || entry.name == "world"))
    throw InputError(
        fmt::format("{} is reserved for what never moves; choose another name", quote(entry.name)), mark);
}

}  // namespace

std::vector<NamedEntry> body_entries(const Scene& scene) {
  std::vector<NamedEntry> entries;
  for (const Value& body : scene["bodies"].items())
    entries.push_back({name_of(body, fmt::format("bodies[{}]", entries.size())), &body});
  return entries;
}

std::vector<const Value*> inlets_of(const Scene& scene) {
  const Value& inlet = scene["inlet"];
  if (!inlet) return {};
  if (inlet.type() != OptionType::list) return {&inlet};
  std::vector<const Value*> inlets;
  for (const Value& one : inlet.items()) inlets.push_back(&one);
  return inlets;
}

std::vector<NamedEntry> late_entries(const Scene& scene) {
  std::vector<NamedEntry> entries;
  const std::vector<Value>& events = scene["events"].items();
  for (std::size_t k = 0; k < events.size(); ++k) {
    const Value& action = events[k]["action"];
    if (action.chosen() != "add") continue;
    entries.push_back({name_of(action.selected(), fmt::format("events[{}].add", k)), &action.selected()});
  }
  const std::vector<const Value*> inlets = inlets_of(scene);
  for (std::size_t k = 0; k < inlets.size(); ++k)
    entries.push_back({name_of(*inlets[k], k == 0 ? "inlet" : fmt::format("inlet[{}]", k)), inlets[k]});
  return entries;
}

std::vector<std::string> group_names(const Scene& scene, std::vector<std::string> already) {
  // Only an entry of `bodies` may have the name of an earlier group; it redefines that group.
  const std::set<std::string> old(already.begin(), already.end());
  std::set<std::string> own;
  const auto add = [&](const NamedEntry& entry, const std::set<std::string>& may_repeat) {
    check_name(entry);
    colour_code(*entry.value);  // throws if it is not a colour
    const Value& name = (*entry.value)["name"];
    const Mark mark = name ? name.mark() : entry.value->mark();
    const bool redefines = may_repeat.contains(entry.name);
    if (!own.insert(entry.name).second || (!redefines && old.contains(entry.name)))
      throw InputError(fmt::format("the name {} is taken by another entry", quote(entry.name)), mark);
    if (!redefines) already.push_back(entry.name);
    if (already.size() > kMostGroups)
      throw InputError("more than 65535 entries: put bodies of one kind into a CSV file and one entry", mark);
  };
  for (const NamedEntry& entry : body_entries(scene)) add(entry, old);
  for (const NamedEntry& entry : late_entries(scene)) add(entry, {});
  return already;
}

int add_group(const Value& entry, const std::string& unnamed, std::vector<std::string>& groups) {
  const NamedEntry named{name_of(entry, unnamed), &entry};
  check_name(named);
  colour_code(entry);
  if (std::ranges::find(groups, named.name) != groups.end())
    throw InputError(fmt::format("the name {} is taken by another entry", quote(named.name)),
                     entry.has("name") ? entry["name"].mark() : entry.mark());
  if (groups.size() >= kMostGroups) throw InputError("more than 65535 entries", entry.mark());
  groups.push_back(named.name);
  return static_cast<int>(groups.size()) - 1;
}

int find_group(const std::string& name, const Mark& mark, const std::vector<std::string>& groups,
               const std::vector<std::string>& others) {
  const auto found = std::ranges::find(groups, name);
  if (found != groups.end()) return static_cast<int>(found - groups.begin());
  std::vector<std::string> known = groups;
  known.insert(known.end(), others.begin(), others.end());
  const std::string tail = known.empty() ? "; the scene has none" : suggestion(name, known);
  throw InputError(fmt::format("unknown body {}{}", quote(name), tail), mark);
}

std::vector<int> find_groups(const Value& names, const std::vector<std::string>& groups) {
  if (names.type() != OptionType::list) return {find_group(names.text(), names.mark(), groups)};
  std::vector<int> found;
  for (const Value& name : names.items()) found.push_back(find_group(name.text(), name.mark(), groups));
  return found;
}

std::vector<Uid> members(const World& world, int group) {
  CAIRN_ASSERT(group >= 0 && static_cast<std::size_t>(group) < world.groups.size());
  std::vector<Uid> uids;
  for (const Info& info : world.bodies.info)
    if (info.group == group) uids.push_back(info.uid);
  std::ranges::sort(uids);
  return uids;
}

std::string body_name(const World& world, Uid uid) {
  CAIRN_ASSERT(world.bodies.local(uid) != kNoBody);
  const int group = world.bodies.info[world.bodies.local(uid)].group;
  const std::string& name = world.groups[static_cast<std::size_t>(group)];
  const std::vector<Uid> uids = members(world, group);
  if (uids.size() == 1) return name;
  return fmt::format("{}[{}]", name, std::ranges::find(uids, uid) - uids.begin());
}

std::string warning_at(const Mark& mark, const std::string& message) {
  const TextPlace place = mark.place();
  if (place.file.empty()) return "warning: " + message;
  return place.line > 0 ? fmt::format("{}:{}: warning: {}", place.file, place.line, message)
                        : fmt::format("{}: warning: {}", place.file, message);
}

}  // namespace cairn
