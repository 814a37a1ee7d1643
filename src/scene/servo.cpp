#include "scene/servo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "scene/entry.h"
#include "scene/groups.h"
#include "scene/time_function.h"

namespace cairn {
namespace {

constexpr double kParallel = 1e-9;  // 1 − cos of the largest angle that counts as parallel
constexpr Uid kGone = std::numeric_limits<Uid>::max();  // stands for a wall that was removed

template <class Plan>
[[noreturn]] void refuse(const Plan& plan, const std::string& message, const Mark& mark) {
  throw InputError(fmt::format("{}: {}", quote(plan.name), message), mark);
}

// Area of the flat face normal to the axis (body axes); NaN if there is none.
double face_area(const Shape& shape, const Vec3& axis) {
  const auto along = [&](int k) { return 1 - std::abs(axis[k]) < kParallel; };
  if (const Box* box = std::get_if<Box>(&shape)) {
    for (int k = 0; k < 3; ++k)
      if (along(k)) return 4 * box->half[(k + 1) % 3] * box->half[(k + 2) % 3];
  }
  const Cylinder* cylinder = std::get_if<Cylinder>(&shape);
  if (cylinder != nullptr && along(2)) return std::numbers::pi * cylinder->radius * cylinder->radius;
  return kNotGiven;
}

// The same in 2-D: the length of the face in the plane, times one metre. `depth` is the y axis in body axes;
// the size of the box along it does not count.
double face_in_plane(const Shape& shape, const Vec3& axis, const Vec3& depth) {
  const Box* box = std::get_if<Box>(&shape);
  const Vec3 across = cross(axis, depth);
  for (int k = 0; box != nullptr && k < 3; ++k)
    if (1 - std::abs(across[k]) < kParallel) return 2 * box->half[k];
  return kNotGiven;
}

double face_area(const ServoPlan& plan, const Bodies::Body& body, const World& world) {
  const Shape& shape = world.shapes[body.info.shape];
  const Vec3 axis = rotate_back(body.orientation, plan.servo.axis);
  if (plan.dimension == 3) return face_area(shape, axis);
  return face_in_plane(shape, axis, rotate_back(body.orientation, {0, 1, 0}));
}

template <class Plan>
void check_wall(const Plan& plan, int group, const World& world) {
  const std::vector<Uid> bodies = members(world, group);
  if (bodies.empty()) return;  // an event adds the wall later
  const std::string& name = world.groups[static_cast<std::size_t>(group)];
  if (bodies.size() > 1)
    refuse(plan, fmt::format("'between' needs single walls, {} are several bodies", quote(name)), plan.mark);
  const Shape& shape = world.shapes[world.bodies.info[world.bodies.local(bodies.front())].shape];
  if (!std::holds_alternative<Plane>(shape) && !std::holds_alternative<Box>(shape))
    refuse(plan, fmt::format("'between' needs planes or boxes, {} is neither", quote(name)), plan.mark);
}

// Pairs of opposite walls.
template <class Plan>
std::vector<std::array<int, 2>> read_pairs(const Plan& plan, const Value& pairs,
                                           const std::vector<std::string>& groups) {
  std::vector<std::array<int, 2>> between;
  for (const Value& pair : pairs.items()) {
    const auto group = [&](std::size_t k) {
      return find_group(pair.items()[k].text(), pair.items()[k].mark(), groups);
    };
    between.push_back({group(0), group(1)});
    if (between.back()[0] == between.back()[1])
      refuse(plan, "'between' needs two different walls", pair.mark());
  }
  return between;
}

// The bodies of such walls; a wall that is gone is nobody.
std::vector<std::array<Uid, 2>> walls_of(const std::vector<std::array<int, 2>>& between, const World& world) {
  const auto first = [&](int group) {
    const std::vector<Uid> uids = members(world, group);
    return uids.empty() ? kGone : uids.front();
  };
  std::vector<std::array<Uid, 2>> walls;
  for (const std::array<int, 2>& pair : between) walls.push_back({first(pair[0]), first(pair[1])});
  return walls;
}

}  // namespace

Option servo_option() {
  using namespace declare;
  return object(
      "servo",
      {variant("target",
               {function("pressure", dim::pressure, required, "force over area; negative pulls"),
                function("force", dim::force, required, "in all; negative pulls")},
               "what contacts shall push back with; a number, an expression of t or a table", required)
           .merged(),
       vector("axis", dim::none, required, "direction in which it pushes, world axes; any length but zero"),
       function(
           "area", dim::area, optional,
           "by which the pressure is multiplied; without it the face of a box or cylinder along the axis")
           .positive(),
       list_of(
           "between",
           list_of("walls", text("wall", required, "name of a plane or box"), "two opposite walls").count(2),
           "instead of `area`: its width and depth are the gaps between these walls; in 2-D one pair")
           .count(1, 2),
       number("gain", dim::mobility, "auto",
              "speed per missing force; auto: as the layer of grains next to the wall passes a wave on")
           .positive()
           .or_one_of({"auto"}),
       number("max_speed", dim::speed, optional, "along the axis; without it no limit").positive()},
      "moves one body along an axis until contacts push back as asked, beside the other motions");
}

ServoPlan read_servo(const Value& servo, const std::string& name, const Scene& scene,
                     const std::vector<std::string>& groups) {
  // Axis and target.
  const int dimension = dimension_of(scene);
  ServoPlan plan{.servo = {}, .dimension = dimension, .between = {}, .name = name, .mark = servo.mark()};
  plan.servo.axis = direction_of(servo["axis"], name);
  if (dimension == 2 && plan.servo.axis.y != 0)
    refuse(plan, "in a 2-D scene the axis must have no y component", servo["axis"].mark());
  const Value& target = servo["target"].selected();
  (servo["target"].chosen() == "force" ? plan.servo.force : plan.servo.pressure) =
      time_function(target, scene);
  // The area, or the walls that bound it.
  if (servo.has("area")) plan.servo.area = time_function(servo["area"], scene);
  if (servo.has("area") && servo.has("between"))
    refuse(plan, "'area' and 'between' exclude each other", servo["between"].mark());
  if (servo.has("between")) plan.between = read_pairs(plan, servo["between"], groups);
  if (servo.has("between") && plan.between.size() != static_cast<std::size_t>(dimension - 1))
    refuse(plan,
           dimension == 2 ? "in a 2-D scene 'between' has one pair of walls"
                          : "'between' needs two pairs of walls",
           servo["between"].mark());
  // Gain and largest speed.
  if (servo["gain"].is_number()) plan.servo.gain = servo["gain"].number();
  if (servo.has("max_speed")) plan.servo.max_speed = servo["max_speed"].number();
  return plan;
}

void check_servo(const ServoPlan& plan, const Bodies::Body& body, std::size_t count, const World& world) {
  if (count > 1) refuse(plan, fmt::format("a servo moves one body, the entry has {}", count), plan.mark);
  for (const std::array<int, 2>& pair : plan.between)
    for (const int group : pair) check_wall(plan, group, world);
  if (plan.servo.pressure && !plan.servo.area && plan.between.empty() &&
      std::isnan(face_area(plan, body, world)))
    refuse(plan,
           "the pressure of a servo needs its 'area' or 'between': the shape has no flat face along the axis",
           plan.mark);
}

Servo make_servo(const ServoPlan& plan, const World& world, Uid body) {
  Servo servo = plan.servo;
  servo.walls = walls_of(plan.between, world);
  const double face = face_area(plan, world.bodies.get(world.bodies.local(body)), world);
  if (!servo.area && servo.walls.empty() && !std::isnan(face)) servo.area = [face](double) { return face; };
  return servo;
}

Option volume_option() {
  using namespace declare;
  return object(
      "volume",
      {function("target", dim::volume, optional,
                "of the sample: a number, an expression of t or a table; without it what it is at the start")
           .positive(),
       list_of(
           "between",
           list_of("walls", text("wall", required, "name of a plane or box"), "two opposite walls").count(2),
           "the pairs of walls around the sample, this one among them: three, in 2-D two", required)
           .count(2, 3)},
      "moves one wall towards its opposite so that the volume between walls stays what it is, as in an "
      "undrained "
      "test; walls that name the same sample share the strain");
}

VolumePlan read_volume(const Value& volume, const std::string& name, const Scene& scene,
                       const std::vector<std::string>& groups) {
  VolumePlan plan{.target = {}, .between = {}, .name = name, .mark = volume.mark()};
  if (volume.has("target")) plan.target = time_function(volume["target"], scene);
  plan.between = read_pairs(plan, volume["between"], groups);
  const int dimension = dimension_of(scene);
  if (plan.between.size() != static_cast<std::size_t>(dimension))
    refuse(plan, fmt::format("in {} dimensions 'between' needs {} pairs of walls", dimension, dimension),
           volume["between"].mark());
  return plan;
}

void check_volume(const VolumePlan& plan, int group, std::size_t count, const World& world) {
  if (count > 1)
    refuse(plan, fmt::format("one wall holds a volume, the entry has {} bodies", count), plan.mark);
  bool is_own = false;
  for (const std::array<int, 2>& pair : plan.between)
    for (const int wall : pair) {
      check_wall(plan, wall, world);
      is_own = is_own || wall == group;
    }
  if (!is_own) refuse(plan, "the wall itself must be one of those 'between' which the sample is", plan.mark);
}

VolumeWall make_volume(const VolumePlan& plan, const World& world) {
  VolumeWall wall{.target = plan.target, .walls = walls_of(plan.between, world), .state = {}};
  for (std::array<Uid, 2>& pair : wall.walls) std::ranges::sort(pair);
  std::ranges::sort(wall.walls);
  return wall;
}

}  // namespace cairn
