#include "scene/doubts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "pack/region.h"
#include "scene/domain.h"
#include "scene/entry.h"
#include "scene/groups.h"
#include "scene/method.h"

namespace cairn {
namespace {

constexpr double kUnlikely = 50;  // a larger ratio of sizes is rarely meant

double longest_side(const Bounds& b) {
  const Vec3 sides = b.high - b.low;
  return std::max({sides.x, sides.y, sides.z});
}

void include(Bounds& all, const Bounds& part) {
  for (int k = 0; k < 3; ++k) {
    all.low[k] = std::min(all.low[k], part.low[k]);
    all.high[k] = std::max(all.high[k], part.high[k]);
  }
}

// The size of a scene without its meshes.
struct Others {
  Bounds bounds{{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
  double smallest = kInfinity;  // diameter of a body

  bool empty() const { return smallest == kInfinity; }
};

// The bodies at the start and the regions of inlets. Planes have no size.
Others others_of(const Scene& scene, const World& world) {
  Others others;
  const Bodies& bodies = world.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Shape& shape = world.shapes[bodies.info[i].shape];
    const Place& place = bodies.place[i];
    if (std::holds_alternative<Mesh>(shape) || !std::isfinite(bounding_radius(shape))) continue;
    include(others.bounds, grown({place.position, place.position}, place.radius));
    others.smallest = std::min(others.smallest, 2 * place.radius);
  }
  for (const Value* inlet : inlets_of(scene))
    include(others.bounds, read_fill_region((*inlet)["region"], world.dimension).bounds());
  return others;
}

// The mesh of a group, if its bodies have one.
const Mesh* mesh_of(const World& world, const std::string& group) {
  const auto found = std::ranges::find(world.groups, group);
  if (found == world.groups.end()) return nullptr;
  const std::vector<Uid> bodies = members(world, static_cast<int>(found - world.groups.begin()));
  if (bodies.empty()) return nullptr;
  return std::get_if<Mesh>(&world.shapes[world.bodies.info[world.bodies.local(bodies.front())].shape]);
}

// The size of the scene includes the position of the mesh, so that a mesh far from the rest is not taken as
// too large.
void warn_of_mesh(const NamedEntry& entry, const Mesh& mesh, Others others, Warnings& warnings) {
  const Value& shape = (*entry.value)["shape"];
  const Value& position = (*entry.value)["position"];
  const Vec3 place = position ? Vec3(position.vector()) : Vec3{};
  include(others.bounds, {place, place});
  const double size = longest_side(mesh.bounds()), scene_size = longest_side(others.bounds);
  const std::string begin = fmt::format("{}: the mesh is {:.3g} m long, ", quote(entry.name), size);
  if (size > kUnlikely * scene_size)
    warnings.push_back(warning_at(
        shape.mark(), begin + fmt::format("{:.2g} times as long as everything else: is it in mm? Then say "
                                          "`unit: 1 mm`",
                                          size / scene_size)));
  if (kUnlikely * size < others.smallest)
    warnings.push_back(warning_at(
        shape.mark(), begin + fmt::format("and the smallest other body {:.3g} m: is it in m? Then say "
                                          "`unit: 1 m`",
                                          others.smallest)));
}

void warn_of_meshes(const Scene& scene, const World& world, Warnings& warnings) {
  std::optional<Others> others;
  for (const NamedEntry& entry : body_entries(scene)) {
    const Value& shape = (*entry.value)["shape"];
    if (!shape || shape.chosen() != "mesh" || !shape.selected().has("file")) continue;
    if (!others) others = others_of(scene, world);
    const Mesh* mesh = mesh_of(world, entry.name);
    if (mesh != nullptr && !others->empty()) warn_of_mesh(entry, *mesh, *others, warnings);
  }
}

void warn_of_discs(const Scene& scene, const World& world, Warnings& warnings) {
  const Value& method = scene["method"].selected();
  if (!method.declares("law") || method["law"].chosen() != "hertz_mindlin") return;
  const bool has_discs = std::ranges::any_of(world.bodies.info, [&](const Info& info) {
    return std::holds_alternative<Disc>(world.shapes[info.shape]) && !is_immobile(info);
  });
  if (has_discs)
    warnings.push_back(warning_at(
        method["law"].mark(),
        "hertz_mindlin takes contacts of discs as those of balls, while a disc has the mass of a "
        "cylinder 1 m "
        "long: overlaps are far too large; `law: hooke, stiffness: 1e6 N/m` or the like suits discs"));
}

// True if a servo moves a body of this entry, at the start or after an event.
bool gets_servo(const Scene& scene, const World& world, const std::string& name) {
  const auto has_servo = [](const Value& motion) { return motion && motion.has("servo"); };
  const auto moves_now = [&](const Drive& drive) {
    const std::uint32_t i = world.bodies.local(drive.body);
    return drive.servo && i != kNoBody && world.groups[world.bodies.info[i].group] == name;
  };
  const auto moves_later = [&](const Value& event) {
    const Value& action = event["action"];
    if (action.chosen() == "add")
      return action["name"] && action["name"].text() == name && has_servo(action["motion"]);
    if (action.chosen() != "motion") return false;
    return std::ranges::any_of(action.selected().map_items(), [&](const Value::Item& item) {
      return item.name() == name && has_servo(item.value);
    });
  };
  return std::ranges::any_of(world.drives, moves_now) ||
         std::ranges::any_of(scene["events"].items(), moves_later);
}

// Measure `impacts` needs method impact, and measure `servo` needs a servo wall.
void warn_of_measures(const Scene& scene, const World& world, Warnings& warnings) {
  const MethodRow& method = method_of(scene);
  for (const Value::Item& item : scene["measure"].map_items()) {
    const Value& what = item.value["what"];
    const std::string& kind = what ? what.chosen() : item.name();
    if (kind == "servo" && !gets_servo(scene, world, what.selected()["body"].text()))
      warnings.push_back(warning_at(
          what.selected()["body"].mark(),
          fmt::format("measure.{} stays empty: no servo moves {}; give it one, such as `motion: {{servo: "
                      "{{axis: [0, 0, -1], force: 5 mN}}}}`",
                      item.name(), quote(what.selected()["body"].text()))));
    if (kind != "impacts" || method.contacts == ContactsBy::impact) continue;
    warnings.push_back(warning_at(
        item.key.mark(), fmt::format("measure.{} stays zero: method {} does not resolve impacts one by one, "
                                     "as `method: {{impact: {{}}}}` does",
                                     item.name(), method.name)));
  }
}

// A wall that a list names twice counts twice in the means.
void warn_of_sides(const Scene& scene, Warnings& warnings) {
  for (const Value::Item& item : scene["measure"].map_items()) {
    const Value& what = item.value["what"];
    if (!what || !what.selected().declares("sides")) continue;
    std::set<std::string> seen;
    for (const Value& side : what.selected()["sides"].items())
      if (!seen.insert(side.text()).second)
        warnings.push_back(
            warning_at(side.mark(),
                       fmt::format("measure.{}: the side {} is given twice: area and stresses will be wrong",
                                   item.name(), quote(side.text()))));
  }
}

// An inlet whose region lies outside the domain, wholly or in part.
void warn_of_inlets(const Scene& scene, const World& world, Warnings& warnings) {
  const std::optional<DomainRule> rule = build_domain(scene);
  if (!rule || rule->outside == Outside::ignore) return;
  for (const Value* inlet : inlets_of(scene)) {
    const Bounds region = read_fill_region((*inlet)["region"], world.dimension).bounds();
    Bounds domain = rule->domain;
    if (world.dimension == 2) {
      domain.low.y = region.low.y;
      domain.high.y = region.high.y;
    }
    const Vec3 low = max(region.low, domain.low), high = min(region.high, domain.high);
    if (low == region.low && high == region.high) continue;
    const bool is_out = low.x > high.x || low.y > high.y || low.z > high.z;
    warnings.push_back(warning_at(
        (*inlet)["region"].mark(),
        fmt::format("the region of this inlet lies {} the domain: bodies that enter outside are {}",
                    is_out ? "outside" : "partly outside",
                    rule->outside == Outside::remove ? "removed at once" : "an error that ends the run")));
  }
}

// In 2-D a pressure acts on one metre of depth, and balls have no such depth.
void warn_of_balls_in_plane(const Scene& scene, const World& world, Warnings& warnings) {
  if (world.dimension != 2) return;
  const bool has_pressure = std::ranges::any_of(
      world.drives, [](const Drive& drive) { return drive.servo && drive.servo->pressure; });
  const auto is_ball_of = [&](const Info& info) {
    return !is_immobile(info) && std::holds_alternative<Sphere>(world.shapes[info.shape]);
  };
  const auto ball = std::ranges::find_if(world.bodies.info, is_ball_of);
  if (!has_pressure || ball == world.bodies.info.end()) return;
  warnings.push_back(warning_at(
      scene["bodies"].mark(),
      fmt::format(
          "in a 2-D scene a pressure acts on a depth of 1 m, which the spheres of {} do not have: take "
          "`shape: {{disc: ...}}`, or a servo with `force`",
          quote(world.groups[ball->group]))));
}

}  // namespace

void warn_of_doubts(const Scene& scene, const World& world, Warnings& warnings) {
  warn_of_meshes(scene, world, warnings);
  warn_of_discs(scene, world, warnings);
  warn_of_measures(scene, world, warnings);
  warn_of_sides(scene, warnings);
  warn_of_inlets(scene, world, warnings);
  warn_of_balls_in_plane(scene, world, warnings);
}

}  // namespace cairn
