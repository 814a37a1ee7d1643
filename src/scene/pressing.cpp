#include "scene/pressing.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "collide/contacts.h"
#include "collide/neighbours.h"
#include "scene/events.h"
#include "scene/groups.h"
#include "scene/method.h"

namespace cairn {
namespace {

using GroupPair = std::pair<int, int>;
constexpr double kTouching = 1e-6;  // overlap over the smaller radius of bodies that merely touch

// The fixed and driven bodies of an item, including those that an event fixes or drives.
struct Prescribed {
  bool any = false, driven = false;
  std::set<std::uint32_t> shapes;
  std::set<std::uint16_t> materials;
};

std::vector<Prescribed> prescribed_groups(const Scene& scene, const World& world) {
  std::vector<Prescribed> groups(world.groups.size());
  std::set<std::string> fixed_later, driven_later;
  for (const Value* motions : actions_of(scene, "motion"))
    for (const Value::Item& item : motions->map_items()) driven_later.insert(item.name());
  for (const Value* names : actions_of(scene, "fix"))
    for (const int group : find_groups(*names, world.groups))
      fixed_later.insert(world.groups[static_cast<std::size_t>(group)]);
  for (const Info& info : world.bodies.info) {
    const std::string& name = world.groups[info.group];
    const bool driven = (info.flags & kDriven) || driven_later.contains(name);
    if (!is_immobile(info) && !driven && !fixed_later.contains(name)) continue;
    Prescribed& group = groups[info.group];
    group.any = true;
    group.driven = group.driven || driven;
    group.shapes.insert(info.shape);
    group.materials.insert(info.material);
  }
  return groups;
}

bool can_meet(const World& world, const Prescribed& a, const Prescribed& b) {
  if (!a.any || !b.any || !(a.driven || b.driven)) return false;
  return std::ranges::any_of(a.shapes, [&](std::uint32_t i) {
    return std::ranges::any_of(
        b.shapes, [&](std::uint32_t j) { return can_collide(world.shapes[i], world.shapes[j]); });
  });
}

// True if the materials have the moduli that the law needs.
bool has_moduli(const World& world, const ForceLaw& law, const Prescribed& a, const Prescribed& b) {
  return std::ranges::all_of(a.materials, [&](std::uint16_t i) {
    return std::ranges::all_of(b.materials, [&](std::uint16_t j) {
      return law.missing({world.materials.list[i]}, {world.materials.list[j]}).empty();
    });
  });
}

// The pairs of groups that have overlapping bodies.
std::set<GroupPair> overlapping(const World& world, const std::vector<GroupPair>& pairs) {
  World copy = world;  // listing sorts bodies
  copy.pressing = {pairs, true};
  Threads threads(1);
  Neighbours neighbours;
  neighbours.ensure(copy, threads, 0);
  std::vector<Contact> found;
  const Bodies& bodies = copy.bodies;
  ContactFinder().find(
      copy, neighbours.list(), [](std::uint32_t, std::uint32_t, const Vec3&) { return 0.0; }, threads, found);
  std::set<GroupPair> result;
  for (const Contact& contact : found) {
    const double smaller = smaller_radius(bodies, contact.a, contact.b);
    if (contact.gap < -kTouching * smaller)
      result.insert(std::minmax<int>(bodies.info[contact.a].group, bodies.info[contact.b].group));
  }
  return result;
}

// Warns of measures of force on one of two groups that have no force between them.
void warn_of_measures(const Scene& scene, const World& world, GroupPair pair, const char* why,
                      Warnings& warnings) {
  for (const Value::Item& item : scene["measure"].map_items()) {
    const Value& what = item.value["what"];
    if (!what || what.chosen() != "force") continue;
    const auto name = [&](int group) { return world.groups[static_cast<std::size_t>(group)]; };
    const std::string& body = what.selected()["body"].text();
    if (body != name(pair.first) && body != name(pair.second)) continue;
    warnings.push_back(warning_at(
        item.key.mark(),
        fmt::format("measure.{}: no force acts between {} and {}, which are both fixed or driven: {}",
                    item.name(), quote(name(pair.first)), quote(name(pair.second)), why)));
  }
}

// The pairs that pressed each other in the run from which this one starts.
std::set<GroupPair> remembered(const World& world) {
  std::set<GroupPair> result;
  const Bodies& bodies = world.bodies;
  for (const ContactRecord& contact : world.memory) {
    const Info &a = bodies.info[bodies.local(contact.key.a)], &b = bodies.info[bodies.local(contact.key.b)];
    if (is_immobile(a) && is_immobile(b)) result.insert(std::minmax<int>(a.group, b.group));
  }
  return result;
}

}  // namespace

void build_pressing(const Scene& scene, World& world, Warnings& warnings) {
  // Pairs of groups that can meet and have a force.
  const std::vector<Prescribed> groups = prescribed_groups(scene, world);
  const std::unique_ptr<ForceLaw> law = force_law_of(scene);
  std::vector<GroupPair> pairs;
  for (int a = 0; a < static_cast<int>(groups.size()); ++a)
    for (int b = a + 1; b < static_cast<int>(groups.size()); ++b) {
      const Prescribed &p = groups[static_cast<std::size_t>(a)], &q = groups[static_cast<std::size_t>(b)];
      if (!can_meet(world, p, q) || std::ranges::binary_search(world.apart, GroupPair(a, b))) continue;
      if (law && !has_moduli(world, *law, p, q))
        warn_of_measures(scene, world, {a, b}, "neither of their materials has a `young`", warnings);
      else
        pairs.emplace_back(a, b);
    }
  if (pairs.empty()) return;
  // Pairs that overlap at the start count as one part.
  const std::set<GroupPair> pressed = remembered(world);
  for (const GroupPair& pair : overlapping(world, pairs)) {
    if (pressed.contains(pair)) continue;
    warn_of_measures(scene, world, pair, "they overlap at the start and count as parts of one another",
                     warnings);
    std::erase(pairs, pair);
  }
  world.pressing = {std::move(pairs), law != nullptr};
}

}  // namespace cairn
