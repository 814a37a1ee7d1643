// The events of a scene, and warnings about events that find no bodies.
#include "scene/events.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

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

// Keys of an event besides its time or condition and its action.
declare::Fields condition_fields() {
  using namespace declare;
  return {
      text("name", optional, "makes a condition of other events: true once this event has happened"),
      reset_option(), after_option(optional),
      flag("repeat", optional, "happens each time that the condition comes true, not only the first time")};
}

// An event from outside has no time.
bool has_condition(const Value& event) {
  return event.declares("moment") && event["moment"].chosen() == "when";
}

// A name must be one that conditions can read.
void check_event_name(const Value& name) {
  const std::string& text = name.text();
  const bool is_word =
      !text.empty() && input_name_size(text) == text.size() && text.find_first_of(".-") == std::string::npos;
  if (!is_word)
    throw InputError(fmt::format("event {}: a name is made of letters, digits and _", quote(text)),
                     name.mark());
  for (const char* taken : {"and", "or", "not"})
    if (text == taken)
      throw InputError(fmt::format("event {}: this word joins conditions", quote(text)), name.mark());
}

// Options that an event without a condition cannot have.
void refuse_without_condition(const Value& event) {
  for (const char* key : {"reset", "after", "repeat"})
    if (event.has(key))
      throw InputError(
          fmt::format("`{}` belongs to an event with a condition, such as `when: contacts > 10`", key),
          event[key].mark());
}

// All events: those with a time, sorted by it, then those with a condition.
std::vector<std::pair<Event, const Value*>> all_events(const Scene& scene, const World& world) {
  std::vector<const Value*> values;
  for (const Value& event : scene["events"].items()) values.push_back(&event);
  const auto at = [](const Value* event) {
    return has_condition(*event) ? std::numeric_limits<double>::infinity()
                                 : (*event)["moment"].selected().number();
  };
  std::ranges::stable_sort(values, {}, at);
  EventSetting setting{scene, world, overrides_of(world.materials)};
  for (PairChange& change : read_pairs(scene["pairs"], world.materials))
    setting.pairs.push_back(std::move(change));
  std::vector<std::pair<Event, const Value*>> events;
  for (const Value* value : values) {
    Event event = actions().make((*value)["action"], setting);
    CAIRN_ASSERT(event.apply || event.define);
    if (!has_condition(*value)) {
      refuse_without_condition(*value);
      event.at = at(value);
    }
    if (value->has("name")) event.name = (*value)["name"].text();
    event.mark = value->mark();
    events.emplace_back(std::move(event), value);
  }
  return events;
}

}  // namespace

std::vector<std::string> event_names(const Scene& scene) {
  std::vector<std::string> names;
  for (const Value& event : scene["events"].items()) {
    if (!event.has("name")) continue;
    check_event_name(event["name"]);
    names.push_back(event["name"].text());
    if (std::ranges::count(names, names.back()) > 1)
      throw InputError(fmt::format("the name {} is taken by another event", quote(names.back())),
                       event["name"].mark());
  }
  return names;
}

Option events_option() {
  using namespace declare;
  Option moment = variant(
      "moment",
      {number("at", dim::time, required, "when; takes effect at the first step from then on").non_negative(),
       when_option("makes it happen; functions of t then count the time from there")},
      "a time or a condition");
  declare::Fields fields{std::move(moment).merged()};
  for (Option& field : condition_fields()) fields.push_back(std::move(field));
  fields.push_back(actions().option("what happens").merged());
  return list_of("events", object("event", std::move(fields), "one change"),
                 "changes at given times or when a condition comes true; at one time in the order written",
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
  event_names(scene);
  std::vector<Event> events;
  for (auto& [event, value] : all_events(scene, world))
    if (!has_condition(*value)) events.push_back(std::move(event));
  return events;
}

std::vector<ConditionalEvent> build_conditional_events(const Scene& scene, const World& world,
                                                       const std::vector<NamedMeasure>& measures) {
  const std::vector<std::string> names = event_names(scene);
  std::vector<ConditionalEvent> events;
  for (auto& [event, value] : all_events(scene, world))
    if (has_condition(*value)) events.push_back(conditional(std::move(event), *value, measures, names));
  return events;
}

ConditionalEvent conditional(Event event, const Value& value, const std::vector<NamedMeasure>& measures,
                             const std::vector<std::string>& names) {
  using Repeat = ConditionalEvent::Repeat;
  const Value& when = has_condition(value) ? value["moment"].selected() : value["when"];
  const bool repeats = value.has("repeat") && value["repeat"].flag();
  const Repeat repeat = repeats ? Repeat::always : Repeat::never;
  if (repeats && event.makes == Event::Makes::add)
    throw InputError("an event that repeats cannot add bodies; an `inlet` adds bodies again and again",
                     value["repeat"].mark());
  // It may find bodies, or none, when its time comes.
  event.is_idle = event.makes != Event::Makes::add;
  Rule rule = read_rule(when, value, "event", measures, names);
  return {.event = std::move(event), .rule = std::move(rule), .repeat = repeat, .state = {}};
}

const Option& outside_event_option() {
  static const Option option = [] {
    declare::Fields fields{when_option("makes it happen; without it the event happens now", optional)};
    for (Option& field : condition_fields()) fields.push_back(std::move(field));
    fields.push_back(actions().option("what happens").merged());
    return declare::object("event", std::move(fields), "one change, now or when a condition comes true");
  }();
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
    if (value.has("name")) {
      check_event_name(value["name"]);
      event.name = value["name"].text();
    }
    if (!value.has("when")) refuse_without_condition(value);
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

void warn_of_idle_events(std::vector<Event>& events, const std::vector<ConditionalEvent>& conditional,
                         const Scene& scene, const World& world, Warnings& warnings) {
  // Groups that have bodies at the start, and groups that may get bodies at any time.
  const auto index = [](int group) { return static_cast<std::size_t>(group); };
  std::vector<bool> present(world.groups.size(), false), fed = present;
  for (const Info& info : world.bodies.info) present[info.group] = true;
  const std::vector<NamedEntry> late = late_entries(scene);
  for (std::size_t k = late.size() - inlets_of(scene).size(); k < late.size(); ++k)
    fed[index(find_group(late[k].name, late[k].value->mark(), world.groups))] = true;
  for (const ConditionalEvent& later : conditional)
    if (later.event.makes == Event::Makes::add)
      for (const int group : later.event.groups) fed[index(group)] = true;

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
