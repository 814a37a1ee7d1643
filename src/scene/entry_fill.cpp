// Fills: solids of one shape, or of a mixture of shapes, at random places.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/printable.h"
#include "pack/region.h"
#include "pack/sizes.h"
#include "scene/entry.h"

namespace cairn {
namespace {

const Value& fill_of(const Entry& entry) { return (*entry.value)["generator"].selected(); }

// The same entry with another shape.
Entry with_shape(const Entry& entry, const Value& shape, const Scene& scene, World& world) {
  if (shape.chosen() == "disc" || !has_size(shape))
    refuse(entry, "a mixture takes solids with a size", shape.mark());
  TurnedShape turned = read_shape(shape, scene.folders());
  Entry other = entry;
  const Quat given = entry.prototype.orientation * conjugate(entry.turn);
  const unsigned flags = entry.prototype.info.flags & ~static_cast<unsigned>(kTurned);
  other.prototype.info.flags = static_cast<std::uint16_t>(is_ball(turned.shape) ? flags : flags | kTurned);
  other.prototype.info.shape = static_cast<std::uint32_t>(world.shapes.size());
  other.prototype.orientation = given * turned.turn;
  other.turn = turned.turn;
  other.offset = turned.offset;
  other.radius = bounding_radius(turned.shape);
  world.shapes.push_back(std::move(turned.shape));
  return other;
}

void check_solid(const Entry& kind, const World& world) {
  if (!std::isfinite(kind.radius) || is_wall(world.shapes[kind.prototype.info.shape]))
    refuse(kind, "a fill takes solid bodies", fill_of(kind).mark());
}

double solidity_of(const Entry& kind, const World& world) {
  const Shape& shape = world.shapes[kind.prototype.info.shape];
  return is_ball(shape) ? 1 : mass_properties(shape).volume / mass_properties(Sphere{kind.radius}).volume;
}

double volume_of(const Entry& kind, const World& world) {
  return solidity_of(kind, world) * mass_properties(Sphere{kind.radius}).volume;
}

// Mass of body i of an entry, if its bounding ball has this radius.
double mass_of(const Entry& kind, const World& world, std::uint64_t i, double radius) {
  return mass(make_body(kind, world, i, {{}, radius}).inertia);
}

// The mass of each body of a fill, which has its kind from the mixture and its material by index.
void weigh(const std::vector<Entry>& kinds, const World& world, FillRequest& request) {
  const bool one_size = kinds.size() > 1;  // of each kind: its mass does not follow the radius
  const double radius = request.sizes.largest;
  const bool flat = std::holds_alternative<Disc>(world.shapes[kinds.front().prototype.info.shape]);
  std::vector<std::vector<double>> masses;  // by kind and material
  for (const Entry& kind : kinds) {
    std::vector<double>& own = masses.emplace_back();
    for (std::size_t m = 0; m < kind.materials.size(); ++m)
      own.push_back(mass_of(kind, world, m, one_size ? kind.radius : radius));
    if (!(own.front() > 0 && std::isfinite(own.front())))
      refuse(kind, "bodies that do not move freely have no mass to count", fill_of(kind).mark());
  }
  const std::vector<std::uint8_t> row = mixed(kinds, kinds.size() > 1 ? request.sizes.list.size() : 0);
  request.mass_of = [=](std::uint64_t i, double r) {
    const std::vector<double>& own = masses[row.empty() ? 0 : row[i % row.size()]];
    const double scale = one_size ? 1 : r / radius;
    return own[i % own.size()] * (flat ? scale * scale : scale * scale * scale);
  };
}

// Turns fractions by mass into fractions by number. All kinds have the materials of the entry.
void count_by_number(std::vector<Entry>& kinds, const World& world) {
  double sum = 0;
  for (Entry& kind : kinds) sum += kind.fraction /= volume_of(kind, world);
  for (Entry& kind : kinds) kind.fraction /= sum;
}

// An upper bound of the number of bodies of a mixture, from its smallest or lightest solid.
double most_bodies(const std::vector<Entry>& kinds, const World& world, const FillRequest& request) {
  if (request.count) return static_cast<double>(*request.count);
  double least = kInfinity;
  for (const Entry& kind : kinds) {
    if (!request.mass) least = std::min(least, volume_of(kind, world));
    for (std::size_t m = 0; request.mass && m < kind.materials.size(); ++m)
      least = std::min(least, mass_of(kind, world, m, kind.radius));
  }
  return (request.mass ? *request.mass : request.solid_fraction * request.region.volume()) / least + 1;
}

// Sets size and solidity of each body of a mixture.
void mix(const std::vector<Entry>& kinds, const World& world, FillRequest& request) {
  const double most = static_cast<double>(kMostBodies), needed = most_bodies(kinds, world, request);
  request.sizes = {};
  request.sizes.kind = Sizes::Kind::list;
  for (const std::uint8_t k : mixed(kinds, static_cast<std::size_t>(std::min(needed, most)))) {
    request.sizes.list.push_back(kinds[k].radius);
    request.solidity.push_back(solidity_of(kinds[k], world));
  }
  const auto [low, high] = std::ranges::minmax(request.sizes.list);
  request.sizes.smallest = low;
  request.sizes.largest = high;
}

// Names the solid that takes most of the region, if one does: by random places of the smallest body.
std::string taken_by(const FillRequest& request, const Obstacles& obstacles, const World& world) {
  constexpr int kTries = 1000;
  std::map<int, std::pair<int, const Shape*>> found;  // places by group
  Random random(1);
  for (int k = 0; k < kTries; ++k) {
    const double r = request.sizes.smallest;
    const auto blocker = obstacles.solid_at({request.region.random_center(r, random), r});
    if (!blocker) continue;
    auto& [count, shape] = found[blocker->group];
    ++count;
    shape = blocker->shape;
  }
  const auto most = std::ranges::max_element(found, {}, [](const auto& item) { return item.second.first; });
  if (most == found.end() || 2 * most->second.first < kTries) return {};
  const std::string name = quote(world.groups[static_cast<std::size_t>(most->first)]);
  if (std::holds_alternative<Plane>(*most->second.second))
    return fmt::format("the region lies behind the plane {}: its normal must point to the bodies", name);
  return fmt::format("{} takes {:.0f} % of the region", name, 100.0 * most->second.first / kTries);
}

std::string does_not_fit(const FillResult& result, const FillRequest& request, const Obstacles& obstacles,
                         const World& world) {
  if (result.wanted > kMostBodies) return "more than the limit of 1e7 bodies would be needed";
  if (!request.region.has_room(request.sizes.largest))
    return fmt::format("the region is too small for even one body of diameter {:.4g} m",
                       2 * request.sizes.largest);
  const std::string taken = taken_by(request, obstacles, world);
  if (!taken.empty())
    return fmt::format("{} of {} fitted without overlap: {}", result.places.size(),
                       how_many(result.wanted, "body"), taken);
  const bool crowded =
      request.region.dimension == 2 ? result.solid_fraction > 0.6 : result.solid_fraction > 0.4;
  return fmt::format(
      "{} of {} fitted without overlap, at a solid fraction of {:.3f}; make the region larger, the "
      "bodies smaller or fewer{}",
      result.places.size(), how_many(result.wanted, "body"), result.solid_fraction,
      crowded ? ", or take a lattice and let it settle" : "");
}

// Velocities have a random stream of their own, so that places do not depend on them.
void spread_velocities(const Entry& entry, const Vec3& spread, std::uint64_t seed,
                       std::vector<Bodies::Body>& bodies) {
  if (spread == Vec3{}) return;
  if ((entry.prototype.info.flags & kLockPlane) == kLockPlane && spread.y != 0)
    refuse(entry, "in a 2-D scene nothing moves along y", fill_of(entry)["spread"].mark());
  Random random(seed ^ 0x5eed5eed5eed5eedull);
  for (Bodies::Body& body : bodies) {
    Vec3& v = body.motion.velocity;
    for (int k = 0; k < 3; ++k) v[k] += random.uniform(-spread[k], spread[k]);
  }
}

using namespace declare;

Option mixture_option() {
  Option other = object("other",
                        {shape_option(), number("fraction", dim::none, required,
                                                "of all bodies, by number or mass as `fractions` says")
                                             .within(0, 1)},
                        "a further shape");
  return list_of("mixture", std::move(other), "further shapes; the entry's own `shape` makes up the rest")
      .count(1, 100);
}

Option level_option() {
  return object(
      "level",
      {number("height", dim::length, required, "z of the surface"),
       number("solid_fraction", dim::none, "0.6",
              "of the bed at rest: poured beads of one size reach 0.6, discs in the plane 0.82")
           .within(0.05, 0.95)},
      "as many as fill the region up to this height once they rest; the region above it is room to fall "
      "from");
}

}  // namespace

Option fill_option() {
  Option region = fill_region_option();
  region.meaning = "where; bodies lie wholly inside";
  Option amount =
      variant(
          "amount",
          {integer("count", required, "number of bodies").within(1, static_cast<double>(kMostBodies)),
           number("solid_fraction", dim::none, required,
                  "volume of the bodies over that of the region (areas in 2-D); random places reach 0.3, "
                  "denser fills are pushed apart, 0.6 is about the limit")
               .positive(),
           number("mass", dim::mass, required, "mass of the bodies; of discs in the plane per metre of depth")
               .positive(),
           level_option()},
          "how many", required)
          .merged();
  amount.children[1].upper = Bound{0.95};
  return object(
      "fill",
      {std::move(region).merged(), std::move(amount), seed_option(), sizes_option(), mixture_option(),
       choice("fractions", {"number", "mass"}, "number", "how the fractions of a mixture count")
           .with("mixture"),
       vector("spread", dim::speed, "[0, 0, 0]",
              "random velocities besides `velocity`: each component even between minus and plus this")},
      "bodies at random places that overlap nothing");
}

bool is_fill(const Value& entry) { return entry["generator"].chosen() == "fill"; }

std::vector<Entry> read_mixture(const Entry& entry, const Scene& scene, World& world) {
  std::vector<Entry> kinds{entry};
  const Value& value = fill_of(entry);
  if (!value.has("mixture")) return kinds;
  if (value.has("sizes")) refuse(entry, "a mixture and 'sizes' exclude each other", value["mixture"].mark());
  for (const Value& item : value["mixture"].items()) {
    kinds.push_back(with_shape(entry, item["shape"], scene, world));
    kinds.back().fraction = item["fraction"].number();
    kinds.front().fraction -= kinds.back().fraction;
  }
  if (kinds.front().fraction < -1e-12)
    refuse(entry, "the fractions of a mixture are more than 1 in all", value["mixture"].mark());
  if (value["fractions"].chosen() == "mass") count_by_number(kinds, world);
  return kinds;
}

std::vector<std::uint8_t> mixed(const std::vector<Entry>& kinds, std::size_t n) {
  std::vector<std::uint8_t> row;
  std::vector<double> count(kinds.size(), 0);
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t next = 0;
    // The kind that lags behind its fraction the most comes next.
    double most = -kInfinity;
    for (std::size_t k = 0; k < kinds.size(); ++k)
      if (const double lack = kinds[k].fraction * static_cast<double>(i + 1) - count[k]; lack > most) {
        most = lack;
        next = k;
      }
    count[next] += 1;
    row.push_back(static_cast<std::uint8_t>(next));
  }
  return row;
}

namespace {

// How many bodies: their number, their mass, or the volume they shall have in the region.
void read_amount(const Entry& entry, const Value& amount, FillRequest& request) {
  const Value& chosen = amount.selected();
  if (amount.chosen() == "count") {
    request.count = static_cast<std::uint64_t>(chosen.integer());
  } else if (amount.chosen() == "solid_fraction") {
    request.solid_fraction = chosen.number();
  } else if (amount.chosen() == "mass") {
    request.mass = chosen.number();
  } else {
    const double filled = request.region.volume_below(chosen["height"].number());
    if (filled == 0) refuse(entry, "the region has nothing below this level", chosen["height"].mark());
    request.solid_fraction = chosen["solid_fraction"].number() * filled / request.region.volume();
  }
}

}  // namespace

FillRequest read_fill(const std::vector<Entry>& kinds, const Scene& scene, const World& world) {
  const Entry& entry = kinds.front();
  const Value& value = fill_of(entry);
  if (entry.value->has("position"))
    refuse(entry, "a fill has a region instead of a 'position'", (*entry.value)["position"].mark());
  for (const Entry& kind : kinds) check_solid(kind, world);
  FillRequest request;
  request.region = read_fill_region(value["region"], dimension_of(scene));
  request.seed = seed_of(value, scene);
  request.sizes = sizes_of(entry, value["sizes"], request.seed, scene, world);
  read_amount(entry, value["amount"], request);
  if (kinds.size() > 1)
    mix(kinds, world, request);
  else
    request.solidity = {solidity_of(entry, world)};
  if (request.mass) weigh(kinds, world, request);
  return request;
}

void add_obstacle(Obstacles& obstacles, const Entry& entry, const Bodies::Body& body, const World& world) {
  if (!collide(world, entry.prototype.info.group, body.info.group)) return;
  obstacles.add({world.shapes[body.info.shape], body.place.position, body.orientation, body.place.radius},
                body.info.group);
}

Obstacles obstacles_for(const Entry& entry, const FillRegion& region, const World& world) {
  const Shape& own = world.shapes[entry.prototype.info.shape];
  Obstacles obstacles(std::holds_alternative<Disc>(own) ? own : Shape(Sphere{}), region.bounds());
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    add_obstacle(obstacles, entry, world.bodies.get(i), world);
  return obstacles;
}

std::vector<Bodies::Body> place_fill(const std::vector<Entry>& kinds, const FillRequest& request,
                                     const Obstacles& obstacles, const World& world) {
  const Entry& entry = kinds.front();
  // The kind of each body. The fill places bounding balls, so that every body is placed by its centre of
  // mass.
  std::vector<Entry> centred = kinds;
  for (Entry& kind : centred) kind.offset = {};
  const std::vector<std::uint8_t> row = mixed(kinds, kinds.size() > 1 ? request.sizes.list.size() : 0);
  const auto kind_of = [&](std::uint64_t i) -> const Entry& {
    return row.empty() ? centred[0] : centred[row[i]];
  };
  // Bodies that are not balls give the fill their shape and orientation.
  FillRequest own = request;
  const bool all_balls = std::ranges::all_of(
      kinds, [&](const Entry& kind) { return is_ball(world.shapes[kind.prototype.info.shape]); });
  if (!all_balls)
    own.body = [&](std::uint64_t i) {
      const Entry& kind = kind_of(i);
      return FillBody{&world.shapes[kind.prototype.info.shape], orientation_of(kind, i)};
    };

  // Places, then bodies at these places.
  const FillResult result = fill(own, obstacles);
  const Value& value = fill_of(entry);
  if (result.places.size() < result.wanted || result.wanted > kMostBodies)
    refuse(entry, does_not_fit(result, request, obstacles, world), value.mark());
  if (result.wanted == 0) refuse(entry, "the amount is too small for even one body", value.mark());
  std::vector<Bodies::Body> bodies;
  bodies.reserve(result.places.size());
  for (const Place& place : result.places)
    bodies.push_back(make_body(kind_of(bodies.size()), world, bodies.size(), place));
  spread_velocities(entry, Vec3(value["spread"].vector()), request.seed, bodies);
  return bodies;
}

}  // namespace cairn
