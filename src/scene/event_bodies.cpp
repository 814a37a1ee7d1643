// Events that add, remove, fix, release and drive bodies.
#include <fmt/format.h>

#include <algorithm>

#include "model/removal.h"
#include "scene/entry.h"
#include "scene/event_rows.h"
#include "scene/groups.h"
#include "scene/loads.h"

namespace cairn {
namespace {

using namespace declare;
using Groups = std::vector<int>;

// Declares an event that names body entries.
Option names(const char* key, const char* meaning) {
  return any_of(key,
                {text(key, required, meaning),
                 list_of(key, text("name", required, "of a body entry"), meaning).count(1, 100'000)},
                meaning, required);
}

bool is_one_of(const Groups& groups, const Info& info) {
  return std::ranges::find(groups, info.group) != groups.end();
}

std::vector<Uid> members_of(const World& world, const Groups& groups) {
  std::vector<Uid> uids;
  for (const Info& info : world.bodies.info)
    if (is_one_of(groups, info)) uids.push_back(info.uid);
  std::ranges::sort(uids);
  return uids;
}

// Makes the bodies fixed, driven or free from now on: `flags` is kFixed, kDriven or 0.
void set_freedom(World& world, const Groups& groups, unsigned flags) {
  Bodies& bodies = world.bodies;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    if (!is_one_of(groups, bodies.info[i])) continue;
    Bodies::Body body = bodies.get(i);
    body.info.flags = static_cast<std::uint16_t>((body.info.flags & ~(kFixed | kDriven)) | flags);
    give_inertia(body, world, world.groups[body.info.group], {});
    bodies.info[i] = body.info;
    bodies.inertia[i] = body.inertia;
    if (flags == kFixed) bodies.motion[i] = {};
  }
}

// Throws InputError if bodies of these groups have no mass, which free bodies need.
void check_can_be_free(const World& world, const Groups& groups, const Mark& mark) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    if (!is_one_of(groups, world.bodies.info[i])) continue;
    Bodies::Body body = world.bodies.get(i);
    body.info.flags = static_cast<std::uint16_t>(body.info.flags & ~(kFixed | kDriven));
    give_inertia(body, world, world.groups[body.info.group], mark);
  }
}

Event set_free_or_fixed(const char* verb, const Groups& groups, unsigned flags, const World& world) {
  Event event;
  event.what = fmt::format("{} {}", verb, names_of(groups, world));
  event.groups = groups;
  event.apply = [groups, flags](World& now) { set_freedom(now, groups, flags); };
  event.define = [groups](World& now, double) { stop_driving(now, members_of(now, groups)); };
  return event;
}

// A fill is placed when the event happens, around the bodies of that time.
void add_fill(const Entry& entry, const EventSetting& setting, Event& event) {
  const Value& fill = (*entry.value)["generator"].selected();
  if (fill.has("mixture"))
    refuse(entry, "a mixture can only be there from the start", fill["mixture"].mark());
  const FillRequest request = read_fill({entry}, setting.scene, setting.world);
  event.apply = [entry, request](World& world) {
    at_event(world, [&] {
      const Obstacles obstacles = obstacles_for(entry, request.region, world);
      for (const Bodies::Body& body : place_fill({entry}, request, obstacles, world)) world.bodies.add(body);
    });
  };
}

// Single bodies, lattices, pyramids and files are made before the run begins.
void add_placed(const Entry& entry, const EntryLoads& loads, const EventSetting& setting, Event& event) {
  const std::vector<Bodies::Body> bodies = place_late_entry(entry, setting.scene, setting.world);
  if (loads.motion && loads.motion->servo)
    check_servo(*loads.motion->servo, bodies.front(), bodies.size(), setting.world);
  event.apply = [bodies](World& world) {
    for (const Bodies::Body& body : bodies) world.bodies.add(body);
  };
}

// The world already has the shape and the group of the new bodies.
Event add_bodies(const Value& value, EventSetting& setting) {
  const Scene& scene = setting.scene;
  const World& world = setting.world;
  const Entry entry = setting.late ? read_entry(value, setting.late->group, setting.late->shape, scene, world)
                                   : read_late_entry(value, scene, world);
  const EntryLoads loads = read_loads(value, entry.name, entry.turn, scene, world.groups);
  for (const SpringPlan& spring : loads.springs)
    if (!spring.length)
      refuse(entry, "the spring of a body that is added needs its 'length'", value["spring"].mark());
  if (is_fill(value) && loads.motion && loads.motion->servo)
    throw InputError(fmt::format("{}: a servo moves one body", quote(entry.name)), loads.motion->servo->mark);
  Event event;
  const int group = entry.prototype.info.group;
  event.what = "add " + entry.name;
  event.groups = {group};
  event.makes = Event::Makes::add;
  event.define = [group, loads](World& now, double start) {
    apply_loads(now, members(now, group), later(loads, start));
  };
  if (is_fill(value))
    add_fill(entry, setting, event);
  else
    add_placed(entry, loads, setting, event);
  return event;
}

Event drive(const Value& motions, EventSetting& setting) {
  const Scene& scene = setting.scene;
  const World& world = setting.world;
  std::vector<std::pair<int, MotionPlan>> changes;
  Event event;
  for (const Value::Item& item : motions.map_items()) {
    const int group = find_group(item.name(), item.key.mark(), world.groups);
    changes.emplace_back(group, read_motion_plan(item.value, item.name(), scene, world.groups));
    check_motion(changes.back().second, world, members(world, group));
    event.groups.push_back(group);
  }
  event.what = "motion of " + names_of(event.groups, world);
  event.apply = [groups = event.groups](World& now) { set_freedom(now, groups, kDriven); };
  event.define = [changes](World& now, double start) {
    for (const auto& [group, plan] : changes) drive_bodies(now, members(now, group), later(plan, start));
  };
  return event;
}

Event remove_bodies(const Value& given, EventSetting& setting) {
  Event event;
  event.groups = find_groups(given, setting.world.groups);
  event.what = "remove " + names_of(event.groups, setting.world);
  event.makes = Event::Makes::remove;
  event.apply = [groups = event.groups](World& world) {
    remove_bodies(world, [&](const Info& info) { return is_one_of(groups, info); });
  };
  return event;
}

Event fix(const Value& given, EventSetting& setting) {
  return set_free_or_fixed("fix", find_groups(given, setting.world.groups), kFixed, setting.world);
}

Event release(const Value& given, EventSetting& setting) {
  const Groups groups = find_groups(given, setting.world.groups);
  check_can_be_free(setting.world, groups, given.mark());
  return set_free_or_fixed("release", groups, 0, setting.world);
}

}  // namespace

std::vector<EventRow> body_events() {
  Option motions = map_of("motion", motion_option("motion"),
                          "new motion of bodies by the names of their entries; {} stands still", required);
  return {
      {names("remove", "bodies that disappear, by the names of their entries"), remove_bodies},
      {body_option("add", "bodies that appear: an entry like those of `bodies`"), add_bodies},
      {names("fix", "bodies that stop and never move again"), fix},
      {names("release", "fixed or driven bodies that move freely from now on"), release},
      {std::move(motions), drive},
  };
}

}  // namespace cairn
