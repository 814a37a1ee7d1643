// Inlets: bodies enter at a rate, each at a random place of the region where it overlaps nothing. The size of
// body k is drawn from a random stream of its own. So a large body that finds no room waits, and no smaller
// one is drawn in its place.
#include "scene/inlets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "scene/colours.h"
#include "scene/entry.h"
#include "scene/groups.h"
#include "scene/time_function.h"

namespace cairn {
namespace {

constexpr int kTries = 200;  // for one body; if all fail, it waits until the next feeding

struct Source {
  Entry entry;
  FillRegion region;
  Sizes sizes;
  TimeFunction rate;       // bodies per second, or
  TimeFunction mass_rate;  // kg/s
  double from = 0, until = kInfinity;
  std::uint64_t count = 0;  // most bodies; 0: no limit

  Bodies::Body body(std::uint64_t k, const World& world) const {
    Random random(entry.seed * 0x9e3779b97f4a7c15ull + k);
    return make_body(entry, world, k, {{}, sizes.radius(k, random)});
  }

  std::uint64_t feed(Inlet& inlet, World& world, double t, double h) const {
    CAIRN_ASSERT(h > 0 && !rate != !mass_rate);
    const double begin = std::max(t, from), end = std::min(t + h, until);
    if (end > begin) inlet.due += (end - begin) * rate_at(0.5 * (begin + end));
    // Bodies enter one after the other, as long as one is due and finds room.
    std::optional<Obstacles> obstacles;
    std::uint64_t placed = 0;
    inlet.late = 0;
    while (count == 0 || inlet.placed < count) {
      Bodies::Body next = body(inlet.placed, world);
      const double cost = rate ? 1 : mass(next.inertia);
      if (inlet.due < cost * (1 - 1e-9)) break;
      if (!obstacles) obstacles = obstacles_for(entry, region, world);
      if (!find_room(inlet, *obstacles, next.place)) {
        inlet.late = inlet.due / cost;
        break;
      }
      obstacles->add_sphere(next.place);
      world.bodies.add(next);
      inlet.due -= cost;
      ++inlet.placed;
      ++placed;
    }
    return placed;
  }

  double rate_at(double t) const {
    const double now = rate ? rate(t) : mass_rate(t);
    if (!(now >= 0 && std::isfinite(now)))
      throw RunError(fmt::format("the rate of the inlet {} is {:.6g} at t = {:.6g} s, expected 0 or more",
                                 quote(entry.name), now, t));
    return now;
  }

  bool find_room(Inlet& inlet, const Obstacles& obstacles, Place& place) const {
    for (int k = 0; k < kTries; ++k) {
      place.position = region.random_center(place.radius, inlet.random);
      if (obstacles.is_free(place)) return true;
    }
    return false;
  }
};

Source read_source(const Value& value, const Scene& scene, const World& world) {
  Source source;
  source.entry = read_late_entry(value, scene, world);
  source.entry.offset = {};  // the centre of mass enters inside the region
  source.region = read_fill_region(value["region"], dimension_of(scene));
  source.sizes = sizes_of(source.entry, value["sizes"], source.entry.seed, scene, world);
  if (auto* face = std::get_if<FaceRegion>(&source.region.shape)) face->reach = source.sizes.largest;
  if (!source.region.has_room(source.sizes.largest))
    throw InputError("the region is too small for the bodies that should enter there",
                     value["region"].mark());
  const Value& amount = value["amount"];
  (amount.chosen() == "rate" ? source.rate : source.mass_rate) = time_function(amount.selected(), scene);
  source.from = value["from"].number();
  if (value.has("until")) source.until = value["until"].number();
  if (source.until <= source.from) throw InputError("the inlet ends before it begins", value["until"].mark());
  if (value.has("count")) source.count = static_cast<std::uint64_t>(value["count"].integer());
  source.body(0, world);  // throws if it has no mass
  return source;
}

// The smallest two bodies of a later entry, or its single body.
std::vector<Bodies::Body> smallest_bodies(const Entry& entry, const Scene& scene, const World& world) {
  const Value& value = *entry.value;
  const bool is_inlet = value.declares("sizes");
  if (is_inlet || is_fill(value)) {
    const Value& sizes = is_inlet ? value["sizes"] : value["generator"]["sizes"];
    return {2, make_body(entry, world, 0, {{}, sizes_of(entry, sizes, 0, scene, world).smallest})};
  }
  std::vector<Bodies::Body> bodies = place_late_entry(entry, scene, world);
  std::ranges::sort(bodies, {}, [](const Bodies::Body& body) { return body.place.radius; });
  bodies.resize(std::min<std::size_t>(bodies.size(), 2));
  return bodies;
}

using namespace declare;

Option one_inlet() {
  return object(
      "inlet",
      {text("name", optional,
            "how messages and measures call its bodies; without it inlet, inlet[1] ...; ground and world are "
            "taken"),
       colour_option(), material_option(required), shape_option(), sizes_option(), inlet_region_option(),
       variant("amount",
               {function("rate", dim::rate, required, "bodies per time").non_negative(),
                function("mass_rate", dim::mass_rate, required, "mass per time").non_negative()},
               "how much enters: a number, an expression of t or a table", required)
           .merged(),
       number("from", dim::time, "0", "when it begins").non_negative(),
       number("until", dim::time, optional, "when it ends; without it never").non_negative(),
       integer("count", optional, "most bodies it gives; without it no limit").at_least(1),
       vector("velocity", dim::speed, "[0, 0, 0]", "of the bodies that enter"),
       vector("angular_velocity", dim::angular_speed, "[0, 0, 0]", "of the bodies that enter, world axes"),
       orientation_option(), integer("seed", "1", "of the random places")},
      "bodies that enter while the scene runs, where there is room");
}

}  // namespace

Option inlet_option() {
  return any_of("inlet", {one_inlet(), list_of("inlet", one_inlet(), "several inlets")},
                "source of bodies, or a list of them", optional);
}

World with_later_bodies(const Scene& scene, const World& world) {
  World later = world;
  for (const NamedEntry& late : late_entries(scene)) {
    const Entry entry = read_late_entry(*late.value, scene, world);
    for (const Bodies::Body& body : smallest_bodies(entry, scene, world)) later.bodies.add(body);
  }
  return later;
}

World with_inlet_bodies(const Scene& scene, const World& world) {
  World later = world;
  const Vec3 down = world.gravity;
  for (const Value* inlet : inlets_of(scene)) {
    const Source source = read_source(*inlet, scene, world);
    const auto [low, high] = source.region.bounds();
    const Vec3 top{down.x > 0 ? low.x : high.x, down.y > 0 ? low.y : high.y, down.z > 0 ? low.z : high.z};
    for (const double radius : {source.sizes.smallest, source.sizes.largest})
      later.bodies.add(make_body(source.entry, world, 0, {top, radius}));
  }
  return later;
}

std::vector<Inlet> build_inlets(const Scene& scene, const World& world) {
  std::vector<Inlet> inlets;
  for (const Value* value : inlets_of(scene)) {
    const Source source = read_source(*value, scene, world);
    Inlet inlet;
    inlet.name = source.entry.name;
    inlet.mark = value->mark();
    inlet.random = Random(source.entry.seed);
    inlet.until = source.until;
    inlet.feed = [source](Inlet& own, World& now, double t, double h) { return source.feed(own, now, t, h); };
    inlets.push_back(std::move(inlet));
  }
  return inlets;
}

}  // namespace cairn
