// Events that change gravity, loads, materials, the cell, damping and bonds.
#include <fmt/format.h>

#include <algorithm>

#include "scene/bonds.h"
#include "scene/cell.h"
#include "scene/entry.h"
#include "scene/event_rows.h"
#include "scene/groups.h"
#include "scene/loads.h"
#include "scene/time_function.h"

namespace cairn {
namespace {

using namespace declare;

Event set_gravity(const Value& value, EventSetting& setting) {
  Event event;
  const Vec3 g = read_gravity(value, dimension_of(setting.scene));
  event.what = fmt::format("gravity ({:.6g}, {:.6g}, {:.6g}) m/s2", g.x, g.y, g.z);
  event.apply = [g](World& world) { world.gravity = g; };
  return event;
}

// Declares an event that gives free bodies a new force or torque.
Option load_option(const std::string& name, Dimension dimension) {
  return map_of(name, vector_function(name, dimension, required, "new " + name),
                fmt::format("new {} on free bodies by the names of their entries", name), required);
}

template <Force AppliedLoad::*which>
Event set_loads(const Value& forces, EventSetting& setting) {
  std::vector<std::pair<int, Force>> changes;
  Event event;
  for (const Value::Item& item : forces.map_items()) {
    const int group = find_group(item.name(), item.key.mark(), setting.world.groups);
    changes.emplace_back(group, time_functions(item.value, setting.scene));
    event.groups.push_back(group);
  }
  event.what = fmt::format("{} on {}", forces.name(), names_of(event.groups, setting.world));
  event.define = [changes](World& world, double start) {
    for (const auto& [group, force] : changes)
      set_load(world, members(world, group), which, later(force, start));
  };
  return event;
}

// "material glass, steel"
std::string listed(const char* noun, const Value& map) {
  std::string text;
  for (const Value::Item& item : map.map_items())
    text += (text.empty() ? std::string(noun) + " " : ", ") + item.name();
  return text;
}

Event set_materials(const Value& values, EventSetting& setting) {
  std::vector<std::pair<std::uint16_t, Value>> changes;
  for (const Value::Item& item : values.map_items())
    changes.emplace_back(find_material(item.name(), item.key.mark(), setting.world.materials), item.value);
  Event event;
  event.what = listed("material", values);
  event.changes_materials = true;
  event.apply = [changes, pairs = setting.pairs](World& world) {
    for (const auto& [material, value] : changes) change_material(world.materials.list[material], value);
    combine_all(world.materials, pairs);
  };
  return event;
}

Event set_pairs(const Value& values, EventSetting& setting) {
  for (PairChange& change : read_pairs(values, setting.world.materials))
    setting.pairs.push_back(std::move(change));
  Event event;
  event.what = listed("pair", values);
  event.changes_materials = true;
  event.apply = [pairs = setting.pairs](World& world) { combine_all(world.materials, pairs); };
  return event;
}

Event deform(const Value& value, EventSetting& setting) {
  const Cell& cell = setting.world.cell;
  if (!cell.repeats()) throw InputError("deform needs a scene with a `periodic` cell", value.mark());
  const Deformation deformation = read_deformation(value, setting.scene, setting.world);
  Event event;
  event.what = "deform the periodic cell";
  event.apply = [deformation](World& world) { deform_at(world, deformation); };
  event.define = [servo = deformation.servo](World& world, double start) {
    world.cell_servo = servo;
    if (!servo) return;
    for (TimeFunction& stress : world.cell_servo->stress) stress = later(stress, start);
  };
  return event;
}

Event set_damping(const Value& value, EventSetting&) {
  const Damping damping = read_damping(value);
  Event event;
  event.what = fmt::format("damping global {:.6g} 1/s, local {:.6g}", damping.global, damping.local);
  event.apply = [damping](World& world) { world.damping = damping; };
  return event;
}

Event make_bond(const Value& value, EventSetting& setting) {
  const std::vector<const Value*> all = bond_values(setting.scene);
  const auto kind = static_cast<std::uint32_t>(std::ranges::find(all, &value) - all.begin());
  CAIRN_ASSERT(setting.late || kind < all.size());
  const BondPlan plan = read_bond(value, setting.late ? setting.late->bond : kind, setting.world.groups);
  Event event;
  event.groups = {plan.a, plan.b};
  event.what = "bond " + names_of(event.groups, setting.world);
  event.apply = [plan](World& world) { at_event(world, [&] { make_bonds(world, plan); }); };
  return event;
}

Option changed_materials() {
  Fields fields = material_fields();
  std::erase_if(fields, [](const Option& field) { return field.name == "density"; });
  Option changed = object("material", std::move(fields), "its new values; what is not named stays");
  return map_of("materials", std::move(changed), "new properties of materials", required);
}

}  // namespace

std::vector<EventRow> world_events() {
  return {
      {vector("gravity", dim::acceleration, required, "new acceleration of free fall"), set_gravity},
      {load_option("force", dim::force), set_loads<&AppliedLoad::force>},
      {load_option("torque", dim::torque), set_loads<&AppliedLoad::torque>},
      {changed_materials(), set_materials},
      {pairs_option("new properties of pairs", required), set_pairs},
      {object("deform", deformation_fields(), "new deformation of the periodic cell", required), deform},
      {damping_option(required), set_damping},
      {bond_option(), make_bond},
  };
}

}  // namespace cairn
