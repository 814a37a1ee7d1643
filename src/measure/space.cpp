#include "measure/space.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "measure/surface_line.h"

namespace cairn {
namespace {

constexpr double kParallel = 1e-9;  // 1 − cos of the largest angle that counts as parallel
constexpr const char* kAxes[] = {"x", "y", "z"};

bool is_ignored(int axis, const World& world) { return axis == 1 && world.dimension == 2; }

Vec3 along(int axis, double length) {
  Vec3 v;
  v[axis] = length;
  return v;
}

int largest_part(const Vec3& v) {
  int k = 0;
  for (const int other : {1, 2})
    if (std::abs(v[other]) > std::abs(v[k])) k = other;
  return k;
}

// The single plane or box that has this name.
std::uint32_t wall_named(const Value& name, const World& world) {
  const Group group = named_group(name, world);
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < world.bodies.size(); ++i)
    if (world.bodies.info[i].group == group) found.push_back(i);
  const auto refuse = [&](const char* why) {
    throw InputError(fmt::format("between: {} {}; expected a single plane or box that is there at the start",
                                 quote(name.text()), why),
                     name.place());
  };
  if (found.empty()) refuse("is not there yet");
  if (found.size() > 1) refuse("is several bodies");
  const Shape& shape = world.shapes[world.bodies.info[found[0]].shape];
  if (!std::holds_alternative<Plane>(shape) && !std::holds_alternative<Box>(shape)) refuse("is no flat wall");
  return found[0];
}

// The direction from a wall into the space. A plane faces along its normal, a box faces the middle of all
// walls.
Vec3 inward(const World& world, std::uint32_t wall, const Vec3& middle) {
  if (std::holds_alternative<Plane>(world.shapes[world.bodies.info[wall].shape]))
    return rotate(world.bodies.orientation[wall], {0, 0, 1});
  const Vec3 d = middle - world.bodies.place[wall].position;
  const int axis = largest_part(d);
  return along(axis, d[axis] < 0 ? -1 : 1);
}

// Coordinate of the face of a wall whose normal points along the axis with this sign.
double face_of(const World& world, Uid wall, int axis, double sign) {
  const std::uint32_t i = world.bodies.local(wall);
  if (i == kNoBody) return std::numeric_limits<double>::quiet_NaN();
  return sign * farthest_along(world, i, along(axis, sign));
}

}  // namespace

declare::Fields space_options() {
  using namespace declare;
  return {
      region_option(optional, "without it `between` or the whole periodic cell"),
      list_of("between", text("wall", required, "name of a plane or box"),
              "instead of `box`: the box between these walls, which follows them; two along each axis that "
              "does not repeat, in any order")
          .count(2, 6)};
}

Space::Space(const Value& options, const World& world) {
  if (options.has("box") && options.has("between"))
    throw InputError("'box' and 'between' exclude each other", options["between"].mark());
  if (options.has("box")) box_ = read_region(options, world);
  if (options.has("between")) {
    find_walls(options["between"], world);
    return;
  }
  const bool is_flat = world.dimension == 2;
  const auto& periodic = world.cell.periodic;
  if (!box_ && !(periodic[0] && (is_flat || periodic[1]) && periodic[2]))
    throw InputError(
        fmt::format("expected 'box', the part of space, or 'between', the walls around it: only a cell that "
                    "repeats along {} needs none",
                    is_flat ? "x and z" : "x, y and z"),
        options.mark());
}

void Space::find_walls(const Value& names, const World& world) {
  // The walls by name, and their middle.
  std::vector<std::uint32_t> walls;
  Vec3 middle;
  for (const Value& name : names.items()) {
    walls.push_back(wall_named(name, world));
    middle += world.bodies.place[walls.back()].position / static_cast<double>(names.items().size());
  }
  // Each wall becomes the lower or upper side of one axis.
  for (std::size_t n = 0; n < walls.size(); ++n) {
    const Value& name = names.items()[n];
    const Vec3 normal = inward(world, walls[n], middle);
    const int axis = largest_part(normal);
    if (1 - std::abs(normal[axis]) > kParallel)
      throw InputError(fmt::format("between: {} is tilted; expected walls along the axes of the world",
                                   quote(name.text())),
                       name.place());
    Sides& sides = walls_[static_cast<std::size_t>(axis)];
    std::optional<Uid>& side = normal[axis] > 0 ? sides.below : sides.above;
    if (side)
      throw InputError(fmt::format("between: {} is a second {} wall along {}", quote(name.text()),
                                   normal[axis] > 0 ? "lower" : "upper", kAxes[axis]),
                       name.place());
    side = world.bodies.info[walls[n]].uid;
  }
  // Each axis needs both sides, or none if it repeats.
  for (int k = 0; k < 3; ++k) {
    const Sides& sides = walls_[static_cast<std::size_t>(k)];
    const bool is_whole = sides.below && sides.above, is_open = !sides.below && !sides.above;
    const bool repeats = world.cell.periodic[static_cast<std::size_t>(k)] != 0;
    if (is_whole || is_ignored(k, world) || (is_open && repeats)) continue;
    throw InputError(fmt::format("between: no {} wall along {}; expected two walls along each axis that does "
                                 "not repeat",
                                 sides.below ? "upper" : "lower", kAxes[k]),
                     names.mark());
  }
}

Extent Space::at(const World& world) const {
  if (box_) return {*box_, box_->volume()};
  Extent extent{{{{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}}, world.dimension},
                1};
  if (std::ranges::none_of(walls_, [](const Sides& sides) { return sides.below.has_value(); })) {
    extent.volume = world.cell.volume();
    return extent;
  }
  // Along each axis the extent goes from wall to wall, or over the width of the cell.
  const Vec3 widths = world.cell.repeats() ? world.cell.widths() : Vec3{};
  for (int k = 0; k < 3; ++k) {
    if (is_ignored(k, world)) continue;
    const Sides& sides = walls_[static_cast<std::size_t>(k)];
    if (sides.below) {
      extent.region.low[k] = face_of(world, *sides.below, k, 1);
      extent.region.high[k] = face_of(world, *sides.above, k, -1);
    }
    extent.volume *= sides.below ? extent.region.high[k] - extent.region.low[k] : widths[k];
  }
  return extent;
}

bool Space::has_wall(Uid body) const {
  return std::ranges::any_of(walls_, [&](const Sides& s) { return s.below == body || s.above == body; });
}

bool Space::counts(const World& world, const ContactForce& contact, const Extent& extent) const {
  const bool is_a = has_wall(contact.key.a), is_b = has_wall(contact.key.b);
  if (!is_a && !is_b) return extent.region.contains(contact.point);
  const std::uint32_t other = world.bodies.local(is_a ? contact.key.b : contact.key.a);
  return other != kNoBody && extent.region.contains(world.bodies.place[other].position);
}

}  // namespace cairn
