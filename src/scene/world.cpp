// The world at the start of a scene. Bodies get their uids in the order of the scene, but fills are placed
// last, because they leave out the space that other bodies take.
#include "scene/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "base/assert.h"
#include "scene/bonds.h"
#include "scene/cell.h"
#include "scene/domain.h"
#include "scene/entry.h"
#include "scene/groups.h"
#include "scene/joints.h"
#include "scene/loads.h"
#include "scene/materials.h"
#include "scene/out_of_memory.h"
#include "scene/overlap.h"
#include "scene/pressing.h"
#include "scene/start.h"
#include "scene/thermal.h"

namespace cairn {
namespace {

constexpr std::size_t kMostMaterials = 1000;  // the table of pairs has the square of this
constexpr double kLargestOverlap = 0.01;      // at the start, over the smaller radius

void build_materials(const Scene& scene, const std::optional<EarlierRun>& earlier, Materials& materials) {
  for (const Value::Item& item : scene["materials"].map_items())
    materials.list.push_back(read_material(item.name(), item.value));
  std::vector<PairChange> pairs;
  if (earlier) pairs = earlier->add_materials(materials);
  if (materials.list.size() > kMostMaterials)
    throw InputError(fmt::format("more than {} materials", kMostMaterials), scene["materials"].mark());
  for (PairChange& pair : read_pairs(scene["pairs"], materials)) pairs.push_back(std::move(pair));
  combine_all(materials, pairs);
}

std::vector<std::pair<int, int>> read_exceptions(const Scene& scene, const std::vector<std::string>& groups) {
  std::vector<std::pair<int, int>> apart;
  for (const Value& pair : scene["collide"]["except"].items()) {
    const std::vector<int> two = find_groups(pair, groups);
    apart.emplace_back(std::minmax(two[0], two[1]));
  }
  for (const auto& [a, b] : jointed_groups(scene, groups)) apart.emplace_back(a, b);
  std::ranges::sort(apart);
  apart.erase(std::unique(apart.begin(), apart.end()), apart.end());
  return apart;
}

// --- Entries and their bodies
struct PlacedEntry {
  Entry entry;
  std::vector<Entry> kinds;  // for a fill; several for a mixture
  std::vector<Bodies::Body> bodies;
};

// An entry with the name of an earlier group redefines that group and makes no bodies.
std::vector<PlacedEntry> read_entries(const Scene& scene, const std::vector<std::string>& already,
                                      World& world) {
  const std::set<std::string> earlier(already.begin(), already.end());
  std::vector<PlacedEntry> entries;
  int group = static_cast<int>(already.size());
  for (const NamedEntry& named : body_entries(scene)) {
    if (earlier.contains(named.name)) continue;
    if (!already.empty() && !named.value->has("shape"))
      throw InputError(fmt::format("{}: the run this scene starts from has no such group{}; an entry of new "
                                   "bodies needs the key 'shape'",
                                   quote(named.name), suggestion(named.name, already)),
                       named.value->mark());
    entries.push_back({read_entry(*named.value, group++, scene, world), {}, {}});
  }
  for (PlacedEntry& placed : entries)
    if (is_fill(*placed.entry.value)) placed.kinds = read_mixture(placed.entry, scene, world);
  return entries;
}

void place_all(const Scene& scene, World& world, std::vector<PlacedEntry>& entries) {
  for (PlacedEntry& placed : entries)
    if (!is_fill(*placed.entry.value)) placed.bodies = place_entry(placed.entry, scene, world);
  for (PlacedEntry& placed : entries) {
    if (!is_fill(*placed.entry.value)) continue;
    const FillRequest request = read_fill(placed.kinds, scene, world);
    Obstacles obstacles = obstacles_for(placed.entry, request.region, world);
    for (const PlacedEntry& other : entries)
      for (const Bodies::Body& body : other.bodies) add_obstacle(obstacles, placed.entry, body, world);
    placed.bodies = place_fill(placed.kinds, request, obstacles, world);
  }
  for (PlacedEntry& placed : entries) {
    const Value& velocity = (*placed.entry.value)["velocity"];
    if (is_maxwell(velocity)) give_maxwell(placed.bodies, velocity, world.dimension, placed.entry.seed);
  }
  for (const PlacedEntry& placed : entries)
    for (const Bodies::Body& body : placed.bodies) world.bodies.add(body);
}

// --- Checks of the whole
Mark mark_of_group(const Scene& scene, const World& world, int group) {
  for (const NamedEntry& named : body_entries(scene))
    if (named.name == world.groups[static_cast<std::size_t>(group)]) return named.value->mark();
  return scene["start"] ? scene["start"].mark() : scene.root().mark();
}

void check_domain(const Scene& scene, const World& world) {
  const std::optional<DomainRule> rule = build_domain(scene);
  if (!rule || rule->outside == Outside::ignore) return;
  for (const std::uint32_t i : world.bodies.by_uid()) {
    const Info& info = world.bodies.info[i];
    const Vec3 &x = world.bodies.place[i].position, inside = max(min(x, rule->domain.high), rule->domain.low);
    if (is_immobile(info) || x == inside) continue;
    throw InputError(fmt::format("{} lies outside the domain at the start: ({:.6g}, {:.6g}, {:.6g}) m",
                                 quote(body_name(world, info.uid)), x.x, x.y, x.z),
                     mark_of_group(scene, world, info.group));
  }
}

// Groups that may overlap at the start.
std::vector<std::uint8_t> relaxing_groups(const World& world, const std::vector<PlacedEntry>& entries) {
  std::vector<std::uint8_t> relaxing(world.groups.size(), 0);
  for (const PlacedEntry& placed : entries)
    relaxing[placed.entry.prototype.info.group] = (*placed.entry.value)["relax"].flag();
  return relaxing;
}

bool is_ball_or_wall(const Info& info) { return !(info.flags & kTurned) || is_immobile(info); }

void check_overlaps(const Scene& scene, const World& world, const std::vector<std::uint8_t>& relaxing,
                    std::size_t earlier_bodies) {
  // Overlaps above the limit. Bodies of the earlier run and of relaxing groups may overlap.
  struct Worst {
    std::uint32_t i = 0, j = 0;
    double depth = 0, share = 0;
  } worst;
  std::size_t count = 0;
  const Bodies& bodies = world.bodies;
  for_each_overlap(world, [&](std::uint32_t i, std::uint32_t j, const Overlap& found) {
    const bool stored = bodies.info[i].uid < earlier_bodies && bodies.info[j].uid < earlier_bodies;
    const double depth = found.depth, share = depth / smaller_size(world, i, j);
    if (stored || relaxing[bodies.info[i].group] || relaxing[bodies.info[j].group] ||
        share <= kLargestOverlap)
      return;
    ++count;
    if (share > worst.share) worst = {i, j, depth, share};
  });
  if (count == 0) return;
  // The message names the deepest one.
  const Info &a = bodies.info[worst.i], &b = bodies.info[worst.j];
  const bool round = is_ball_or_wall(a) && is_ball_or_wall(b);
  const bool same = bodies.place[worst.i].position == bodies.place[worst.j].position;
  throw InputError(
      fmt::format(
          "{} and {} overlap by {:.3g} m at the start, {:.3g} % of the smaller {}{}{}; move them apart, "
          "or say 'relax: true' to have them pushed apart",
          quote(body_name(world, a.uid)), quote(body_name(world, b.uid)), worst.depth, 100 * worst.share,
          round ? "radius" : "half thickness", same ? " (their centres coincide)" : "",
          count > 1 ? fmt::format("; {} pairs overlap too much, this one the most", count) : ""),
      mark_of_group(scene, world, std::max(a.group, b.group)));
}

// Warns of meshes that are not solids but do not say so.
void warn_of_meshes(const std::vector<PlacedEntry>& entries, const World& world, Warnings& warnings) {
  for (const PlacedEntry& placed : entries) {
    const auto* mesh = std::get_if<Mesh>(&world.shapes[placed.entry.prototype.info.shape]);
    if (mesh == nullptr || mesh->fault.empty()) continue;
    warnings.push_back(warning_at((*placed.entry.value)["shape"].mark(),
                                  fmt::format("{}: the mesh is no solid and taken as a thin sheet: {}; say "
                                              "'kind: sheet' if that is meant",
                                              quote(placed.entry.name), mesh->fault)));
  }
}

// Asserts what every stepper relies on: valid indices, and finite places and motions.
void check_world(const World& world) {
  const Bodies& bodies = world.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Info& info = bodies.info[i];
    CAIRN_ASSERT(info.shape < world.shapes.size() && info.material < world.materials.list.size());
    CAIRN_ASSERT(info.group < world.groups.size());
    CAIRN_ASSERT(is_finite(bodies.place[i].position) && bodies.place[i].radius > 0);
    CAIRN_ASSERT(is_finite(bodies.motion[i].velocity) && is_finite(bodies.motion[i].spin));
    CAIRN_ASSERT(is_immobile(info) == (bodies.inertia[i].inverse_mass == 0));
  }
  CAIRN_ASSERT(std::ranges::is_sorted(world.apart) && std::ranges::is_sorted(world.pressing.groups));
  for (const Joint& joint : world.joints) CAIRN_ASSERT(joint.body != joint.base);
}

// --- Warnings about events that never happen, remaining overlap, and scenes where nothing moves
void warn(const Scene& scene, const World& world, double remaining, Warnings& warnings) {
  const double end = scene["time"]["end"].number();
  for (const Value& event : scene["events"].items())
    if (event["moment"].chosen() == "at" && event["moment"].selected().number() >= end)
      warnings.push_back(warning_at(event.mark(), "the event comes at or after the end of the run"));
  if (remaining > kLargestOverlap)
    warnings.push_back(
        warning_at(scene["bodies"].mark(),
                   fmt::format("relaxing left an overlap of {:.2g} % of the smaller radius or half thickness",
                               100 * remaining)));
  const bool any_free =
      std::ranges::any_of(world.bodies.info, [](const Info& info) { return !is_immobile(info); });
  if (!any_free && inlets_of(scene).empty() && scene["events"].items().empty())
    warnings.push_back(warning_at(scene.root().mark(), "nothing in this scene moves freely"));
}

}  // namespace

using namespace declare;

Option collide_option() {
  Option pair = list_of("pair", text("name", required, "of a body entry"),
                        "two names; twice the same: among "
                        "themselves")
                    .count(2);
  return object(
      "collide", {list_of("except", std::move(pair), "pairs of entries that pass through each other", "[]")},
      "who meets whom; without it everybody but bodies tied by a joint, and fixed and driven bodies "
      "that overlap at the start",
      "{}");
}

Option damping_option(Presence presence) {
  return object(
      "damping",
      {number("global", dim::rate, "0", "rate at which every free body loses its velocity").non_negative(),
       number("local", dim::none, "0", "fraction of each force component along the motion that is taken away")
           .within(0, 1)},
      "artificial damping of free bodies for quasi-static runs", std::move(presence));
}

Damping read_damping(const Value& damping) { return {damping["global"].number(), damping["local"].number()}; }

Vec3 read_gravity(const Value& gravity, int dimension) {
  const Vec3 g(gravity.vector());
  if (dimension == 2 && g.y != 0)
    throw InputError("in a 2-D scene gravity has no y component", gravity.mark());
  return g;
}

World build_world(const Scene& scene, Warnings& warnings) {
  World world;
  world.dimension = dimension_of(scene);
  world.gravity = read_gravity(scene["gravity"], world.dimension);
  world.damping = read_damping(scene["damping"]);

  // Materials, names, and pairs of groups that do not collide.
  const std::optional<EarlierRun> earlier = EarlierRun::of(scene);
  build_materials(scene, earlier, world.materials);
  const std::vector<std::string> already = earlier ? earlier->groups() : std::vector<std::string>{};
  world.groups = group_names(scene, already);
  world.apart = read_exceptions(scene, world.groups);
  if (const Value& shown = scene["output"]["groups"]) find_groups(shown, world.groups);

  // Bodies of the earlier run, then those of the scene. Shapes of later bodies come last.
  if (earlier) earlier->add_bodies(world);
  const std::size_t earlier_bodies = world.bodies.size();
  std::vector<PlacedEntry> entries = read_entries(scene, already, world);
  within_memory(scene, "the bodies were placed", [&] { place_all(scene, world, entries); });
  for (const NamedEntry& late : late_entries(scene)) add_shape(*late.value, scene, world);

  // Overlaps and the domain.
  const std::vector<std::uint8_t> relaxing = relaxing_groups(world, entries);
  const double remaining = relax_groups(world, relaxing, dimension_of(scene));
  build_cell(scene, world);
  check_overlaps(scene, world, relaxing, earlier_bodies);
  check_domain(scene, world);
  // Loads of the bodies at their final places.
  if (earlier) earlier->add_loads(scene, world);
  Uid next = earlier_bodies;
  for (const PlacedEntry& placed : entries) {
    const Entry& entry = placed.entry;
    std::vector<Uid> own(placed.bodies.size());
    std::iota(own.begin(), own.end(), next);
    next += own.size();
    apply_loads(world, own, read_loads(*entry.value, entry.name, entry.turn, scene, world.groups));
  }
  build_thermostat(scene, world);
  // Joints, bonds, contact memory, and bodies that press each other.
  build_joints(scene, world);
  build_bonds(scene, world);
  if (earlier) earlier->add_memory(scene, world, warnings);
  build_pressing(scene, world, warnings);
  warn_of_meshes(entries, world, warnings);
  warn(scene, world, remaining, warnings);
  check_world(world);
  return world;
}

}  // namespace cairn
