// The events of a scene, and warnings about events that find no bodies.
#include "scene/events.h"

#include <fmt/format.h>

#include <algorithm>

#include "scene/bonds.h"
#include "scene/entry.h"
#include "scene/event_rows.h"
#include "scene/groups.h"

namespace cairn {
namespace {

const Table<EventRow>& actions() {
  static const Table<EventRow> table("action", [] {
    std::vector<EventRow> rows = body_events();
    for (EventRow& row : world_events()) rows.push_back(std::move(row));
    return rows;
  }());
  return table;
}

}  // namespace

Option events_option() {
  using namespace declare;
  Option event = object(
      "event",
      {number("at", dim::time, required, "when; takes effect at the first step from then on").non_negative(),
       actions().option("what happens").merged()},
      "one change");
  return list_of("events", std::move(event), "changes at given times; at one time in the order written",
                 "[]");
}

std::vector<const Value*> actions_of(const Scene& scene, std::string_view action) {
  std::vector<const Value*> found;
  for (const Value& event : scene["events"].items())
    if (event["action"].chosen() == action) found.push_back(&event["action"].selected());
  return found;
}

std::string names_of(const std::vector<int>& groups, const World& world) {
  std::vector<std::string> names;
  for (const int group : groups) names.push_back(world.groups[static_cast<std::size_t>(group)]);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<Event> build_events(const Scene& scene, const World& world) {
  std::vector<const Value*> values;
  for (const Value& event : scene["events"].items()) values.push_back(&event);
  std::ranges::stable_sort(values, {}, [](const Value* event) { return (*event)["at"].number(); });
  EventSetting setting{scene, world, overrides_of(world.materials)};
  for (PairChange& change : read_pairs(scene["pairs"], world.materials))
    setting.pairs.push_back(std::move(change));
  std::vector<Event> events;
  for (const Value* value : values) {
    events.push_back(actions().make((*value)["action"], setting));
    CAIRN_ASSERT(events.back().apply || events.back().define);
    events.back().at = (*value)["at"].number();
    events.back().mark = value->mark();
  }
  return events;
}

const Option& outside_event_option() {
  static const Option option =
      declare::object("event", {actions().option("what happens").merged()}, "one change, now");
  return option;
}

Event build_outside_event(const Value& value, const Scene& scene, World& world) {
  const Value& action = value["action"];
  EventSetting setting{scene, world, overrides_of(world.materials)};
  const EventParts before(world);
  try {
    const Value& chosen = action.selected();
    if (action.chosen() == "add") {
      const int group = add_group(chosen, fmt::format("added[{}]", world.groups.size()), world.groups);
      setting.late = LateParts{.group = group, .shape = add_shape(chosen, scene, world)};
    } else if (action.chosen() == "bond") {
      setting.late = LateParts{.bond = static_cast<std::uint32_t>(world.bond_kinds.size())};
      world.bond_kinds.push_back(read_bond_kind(chosen, scene));
    }
    Event event = actions().make(action, setting);
    event.mark = value.mark();
    return event;
  } catch (...) {
    before.restore(world);
    throw;
  }
}

EventParts::EventParts(const World& world)
    : shapes_(world.shapes.size()), groups_(world.groups.size()), bonds_(world.bond_kinds.size()) {}

void EventParts::restore(World& world) const {
  world.shapes.erase(world.shapes.begin() + static_cast<std::ptrdiff_t>(shapes_), world.shapes.end());
  world.groups.resize(groups_);
  world.bond_kinds.resize(bonds_);
}

void warn_of_idle_events(std::vector<Event>& events, const Scene& scene, const World& world,
                         Warnings& warnings) {
  // Groups that have bodies at the start, and groups of inlets, which may get bodies at any time.
  const auto index = [](int group) { return static_cast<std::size_t>(group); };
  std::vector<bool> present(world.groups.size(), false), fed = present;
  for (const Info& info : world.bodies.info) present[info.group] = true;
  const std::vector<NamedEntry> late = late_entries(scene);
  for (std::size_t k = late.size() - inlets_of(scene).size(); k < late.size(); ++k)
    fed[index(find_group(late[k].name, late[k].value->mark(), world.groups))] = true;

  // Follows additions and removals through all events.
  for (Event& event : events) {
    std::vector<int> idle;
    for (const int group : event.groups) {
      const bool adds = event.makes == Event::Makes::add;
      if (!adds && !present[index(group)] && !fed[index(group)]) idle.push_back(group);
      if (event.makes != Event::Makes::change) present[index(group)] = adds;
    }
    event.is_idle = !idle.empty();
    if (event.is_idle)
      warnings.push_back(warning_at(
          event.mark, fmt::format("the event ({}) finds no bodies of {} at t = {:.6g} s: they are removed "
                                  "before, or added later",
                                  event.what, names_of(idle, world), event.at)));
  }
}

std::string idle_groups(const Event& event, const World& world) {
  std::vector<int> idle;
  for (const int group : event.groups)
    if (event.makes != Event::Makes::add && members(world, group).empty()) idle.push_back(group);
  return names_of(idle, world);
}

}  // namespace cairn
