// Events: what each does to the world, with every name and number checked before the run begins.
#include <fmt/format.h>

#include <algorithm>

#include "model/removal.h"
#include "scene/build.h"
#include "scene/build_bonds.h"
#include "scene/build_cell.h"
#include "scene/build_materials.h"
#include "scene/entry.h"
#include "scene/groups.h"
#include "scene/loads.h"
#include "scene/time_function.h"

namespace cairn {
namespace {

using Groups = std::vector<int>;

std::string names_of(const Groups& groups, const World& world) {
  std::vector<std::string> names;
  for (const int group : groups) names.push_back(world.groups[static_cast<std::size_t>(group)]);
  return fmt::format("{}", fmt::join(names, ", "));
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

// How bodies move from now on: flags is kFixed, kDriven or 0.
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

// Bodies that are to move freely need a mass.
void check_can_be_free(const World& world, const Groups& groups, const Mark& mark) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    if (!is_one_of(groups, world.bodies.info[i])) continue;
    Bodies::Body body = world.bodies.get(i);
    body.info.flags = static_cast<std::uint16_t>(body.info.flags & ~(kFixed | kDriven));
    give_inertia(body, world, world.groups[body.info.group], mark);
  }
}

class EventBuilder {
 public:
  EventBuilder(const Scene& scene, const World& world)
      : scene_(scene), world_(world), pairs_(overrides_of(world.materials)) {
    for (PairChange& change : read_pairs(scene["pairs"], world.materials))
      pairs_.push_back(std::move(change));
  }

  Event build(const Value& value) {
    Event event;
    event.at = value["at"].number();
    event.mark = value.mark();
    const Value& action = value["action"].selected();
    const std::string& kind = value["action"].chosen();
    if (kind == "remove") remove(action, event);
    if (kind == "add") add(action, event);
    if (kind == "fix" || kind == "release") set_free_or_fixed(action, kind, event);
    if (kind == "gravity") gravity(action, event);
    if (kind == "motion") motion(action, event);
    if (kind == "force") load(action, &AppliedLoad::force, event);
    if (kind == "torque") load(action, &AppliedLoad::torque, event);
    if (kind == "materials") materials(action, event);
    if (kind == "pairs") pairs(action, event);
    if (kind == "damping") damping(action, event);
    if (kind == "deform") deform(action, event);
    if (kind == "bond") bond(action, event);
    return event;
  }

 private:
  void remove(const Value& names, Event& event) const {
    const Groups groups = find_groups(names, world_.groups);
    event.what = "remove " + names_of(groups, world_);
    event.groups = groups, event.makes = Event::Makes::remove;
    event.apply = [groups](World& world) {
      remove_bodies(world, [&](const Info& info) { return is_one_of(groups, info); });
    };
  }

  void set_free_or_fixed(const Value& names, const std::string& kind, Event& event) const {
    const Groups groups = find_groups(names, world_.groups);
    if (kind == "release") check_can_be_free(world_, groups, names.mark());
    event.what = kind + " " + names_of(groups, world_);
    event.groups = groups;
    event.apply = [groups, flags = kind == "fix" ? kFixed : 0](World& world) {
      set_freedom(world, groups, flags);
    };
    event.define = [groups](World& world) { stop_driving(world, members_of(world, groups)); };
  }

  void gravity(const Value& value, Event& event) const {
    const Vec3 g(value.vector());
    if (dimension_of(scene_) == 2 && g.y != 0)
      throw InputError("in a 2-D scene gravity has no y component", value.mark());
    event.what = fmt::format("gravity ({:.6g}, {:.6g}, {:.6g}) m/s2", g.x, g.y, g.z);
    event.apply = [g](World& world) { world.gravity = g; };
  }

  void deform(const Value& value, Event& event) const {
    if (!world_.cell.repeats()) throw InputError("deform needs a scene with a `periodic` cell", value.mark());
    const Mat3 gradient = read_gradient(value, world_.cell);
    const Follow follow = value["follow"].flag() ? Follow::yes : Follow::no;
    event.what = "deform the periodic cell";
    event.apply = [gradient, follow](World& world) { set_gradient(world, gradient, follow); };
  }

  void motion(const Value& motions, Event& event) const {
    struct Change {
      int group;
      MotionPlan plan;
    };
    std::vector<Change> changes;
    Groups groups;
    for (const Value::Entry& entry : motions.entries()) {
      const int group = find_group(entry.name(), entry.key.mark(), world_.groups);
      changes.push_back({group, read_motion_plan(entry.value, entry.name(), scene_, world_.groups)});
      check_motion(changes.back().plan, world_, members(world_, group));
      groups.push_back(group);
    }
    event.what = "motion of " + names_of(groups, world_);
    event.groups = groups;
    event.apply = [groups](World& world) { set_freedom(world, groups, kDriven); };
    event.define = [changes](World& world) {
      for (const Change& change : changes) drive_bodies(world, members(world, change.group), change.plan);
    };
  }

  void load(const Value& forces, Force AppliedLoad::*which, Event& event) const {
    struct Change {
      int group;
      Force value;
    };
    std::vector<Change> changes;
    Groups groups;
    for (const Value::Entry& entry : forces.entries()) {
      changes.push_back(
          {find_group(entry.name(), entry.key.mark(), world_.groups), time_functions(entry.value, scene_)});
      groups.push_back(changes.back().group);
    }
    event.what = fmt::format("{} on {}", forces.name(), names_of(groups, world_));
    event.groups = groups;
    event.define = [changes, which](World& world) {
      for (const Change& change : changes) set_load(world, members(world, change.group), which, change.value);
    };
  }

  void materials(const Value& values, Event& event) {
    std::vector<std::pair<std::uint16_t, Value>> changes;
    for (const Value::Entry& entry : values.entries()) {
      changes.emplace_back(find_material(entry.name(), entry.key.mark(), world_.materials), entry.value);
      event.what += (event.what.empty() ? "material " : ", ") + entry.name();
    }
    event.apply = [changes, pairs = pairs_](World& world) {
      for (const auto& [material, value] : changes) change_material(world.materials.list[material], value);
      combine_all(world.materials, pairs);
    };
    event.changes_materials = true;
  }

  void pairs(const Value& values, Event& event) {
    for (PairChange& change : read_pairs(values, world_.materials)) pairs_.push_back(std::move(change));
    for (const Value::Entry& entry : values.entries())
      event.what += (event.what.empty() ? "pair " : ", ") + entry.name();
    event.apply = [pairs = pairs_](World& world) { combine_all(world.materials, pairs); };
    event.changes_materials = true;
  }

  void bond(const Value& value, Event& event) const {
    const std::vector<const Value*> all = bond_values(scene_);
    const auto kind = static_cast<std::uint32_t>(std::ranges::find(all, &value) - all.begin());
    const BondPlan plan = read_bond(value, kind, world_.groups);
    event.what = "bond " + names_of({plan.a, plan.b}, world_);
    event.groups = {plan.a, plan.b};
    event.apply = [plan](World& world) {
      try {
        make_bonds(world, plan);
      } catch (const InputError& error) {
        throw RunError(fmt::format("event at t = {:.6g} s: {}", world.time, error.message()));
      }
    };
  }

  void damping(const Value& value, Event& event) const {
    const Damping damping{value["global"].number(), value["local"].number()};
    event.what = fmt::format("damping global {:.6g} 1/s, local {:.6g}", damping.global, damping.local);
    event.apply = [damping](World& world) { world.damping = damping; };
  }

  // Shape and group are in the world already. Single bodies, lattices, pyramids and files are made now; a
  // fill goes round what is there when the time has come.
  void add(const Value& value, Event& event) {
    const std::vector<NamedEntry> late = late_entries(scene_);
    const auto own = std::ranges::find(late, &value, &NamedEntry::value);
    const std::size_t shape =
        world_.shapes.size() - late.size() + static_cast<std::size_t>(own - late.begin());
    const int group = find_group(own->name, value.mark(), world_.groups);
    const Entry entry = read_entry(value, group, static_cast<std::uint32_t>(shape), scene_, world_);
    event.what = "add " + entry.name;
    event.groups = {group}, event.makes = Event::Makes::add;

    const EntryLoads loads = read_loads(value, entry.name, entry.turn, scene_, world_.groups);
    for (const SpringPlan& spring : loads.springs)
      if (!spring.length)
        throw InputError(
            fmt::format("{}: the spring of a body that is added needs its 'length'", quote(entry.name)),
            value["spring"].mark());
    event.define = [group, loads](World& world) { apply_loads(world, members(world, group), loads); };
    const bool servo = loads.motion && loads.motion->servo;
    if (is_fill(value) && servo)
      throw InputError(fmt::format("{}: a servo moves one body", quote(entry.name)),
                       loads.motion->servo->mark);
    if (is_fill(value)) return add_fill(entry, event);
    World scratch;
    scratch.shapes = world_.shapes;
    scratch.materials = world_.materials;
    const std::vector<Bodies::Body> bodies = place_entry(entry, scene_, scratch);
    if (scratch.shapes.size() > world_.shapes.size())
      throw InputError(
          fmt::format("{}: bodies that are added can not be scaled by a file", quote(entry.name)),
          value.mark());
    if (servo) check_servo(*loads.motion->servo, bodies.front(), bodies.size(), world_);
    event.apply = [bodies](World& world) {
      for (const Bodies::Body& body : bodies) world.bodies.add(body);
    };
  }

  void add_fill(const Entry& entry, Event& event) const {
    if ((*entry.value)["generator"].selected().has("mixture"))
      throw InputError(fmt::format("{}: a mixture can only be there from the start", quote(entry.name)),
                       (*entry.value)["generator"].selected()["mixture"].mark());
    const FillRequest request = read_fill({entry}, scene_, world_);
    event.apply = [entry, request](World& world) {
      try {
        const Obstacles obstacles = obstacles_for(entry, request.region, world);
        for (const Bodies::Body& body : place_fill({entry}, request, obstacles, world))
          world.bodies.add(body);
      } catch (const InputError& error) {
        throw RunError(fmt::format("event at t = {:.6g} s: {}", world.time, error.message()));
      }
    };
  }

  const Scene& scene_;
  const World& world_;
  std::vector<PairChange> pairs_;  // in force by now
};

}  // namespace

std::vector<Event> build_events(const Scene& scene, const World& world) {
  std::vector<const Value*> values;
  for (const Value& event : scene["events"].items()) values.push_back(&event);
  std::ranges::stable_sort(values, {}, [](const Value* event) { return (*event)["at"].number(); });
  EventBuilder builder(scene, world);
  std::vector<Event> events;
  for (const Value* value : values) events.push_back(builder.build(*value));
  return events;
}

void warn_of_idle_events(std::vector<Event>& events, const Scene& scene, const World& world,
                         Warnings& warnings) {
  // groups that may have bodies; an inlet may give some at any time
  const auto index = [](int group) { return static_cast<std::size_t>(group); };
  std::vector<bool> present(world.groups.size(), false), fed = present;
  for (const Info& info : world.bodies.info) present[info.group] = true;
  const std::vector<NamedEntry> late = late_entries(scene);
  for (std::size_t k = late.size() - inlets_of(scene).size(); k < late.size(); ++k)
    fed[index(find_group(late[k].name, late[k].value->mark(), world.groups))] = true;

  for (Event& event : events) {
    Groups idle;
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
  Groups idle;
  for (const int group : event.groups)
    if (event.makes != Event::Makes::add && members_of(world, {group}).empty()) idle.push_back(group);
  return names_of(idle, world);
}

}  // namespace cairn
