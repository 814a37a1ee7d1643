#include "scene/joints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"
#include "joints/joint.h"
#include "scene/entry.h"
#include "scene/groups.h"
#include "scene/time_function.h"
#include "shapes/orientation.h"
#include "step/joint_fit.h"
#include "step/joint_rows.h"

namespace cairn {
namespace {

constexpr double kNearlyPlane = 1e-9, kOffLine = 1e-6;

bool is_ground(const Value& name) { return name.text() == "ground" || name.text() == "world"; }

// Messages about a name that is unknown also know the ground.
int group_of(const Value& name, const std::vector<std::string>& groups) {
  return find_group(name.text(), name.mark(), groups, {"ground"});
}

// The one body of an entry, or the ground.
Uid find_body(const Value& name, const World& world) {
  if (is_ground(name)) return kGround;
  const std::vector<Uid> found = members(world, group_of(name, world.groups));
  if (found.size() == 1) return found.front();
  throw InputError(
      fmt::format("a joint ties single bodies, and {} {}", quote(name.text()),
                  found.empty() ? "has none at the start" : fmt::format("has {} of them", found.size())),
      name.mark());
}

bool is_mobile(const World& world, Uid body) {
  return body != kGround && !is_immobile(world.bodies.info[world.bodies.local(body)]);
}

void find_bodies(const Value& names, const World& world, Joint& joint) {
  const Value &first = names.items()[0], &second = names.items()[1];
  joint.body = find_body(first, world);
  joint.base = find_body(second, world);
  if (joint.body == joint.base)
    throw InputError(fmt::format("a joint ties two different bodies, not {} to itself", quote(first.text())),
                     names.mark());
  if (!is_mobile(world, joint.body) && !is_mobile(world, joint.base))
    throw InputError("neither of the two bodies moves freely: the joint would hold nothing", names.mark());
}

// Axes whose first one is `axis` and whose second one is as near to `second` as possible.
Quat axes_along(const Vec3& axis, const Vec3& second) {
  const Quat first = rotation_between({1, 0, 0}, axis);
  const Vec3 now = rotate(first, {0, 1, 0});
  return rotation(std::atan2(dot(cross(now, second), axis), dot(now, second)) * axis) * first;
}

Quat read_axes(const Value& options, const JointRow& row, int dimension) {
  if (!options.declares("axis")) return {};
  const Vec3 axis = direction_of(options["axis"], options.name());
  const bool across = std::abs(std::abs(axis.y) - 1) < kNearlyPlane, within = std::abs(axis.y) < kNearlyPlane;
  const bool turns =
      (row.turns && !row.slides) || row.name == "gear" || (row.brakes && options.has("torque"));
  if (dimension == 2 && (turns ? !across : !within))
    throw InputError(fmt::format("in a 2-D scene the axis of a {} must {}", options.name(),
                                 turns ? "be [0, 1, 0]" : "have no y component"),
                     options["axis"].mark());
  if (!options.declares("other_axis")) return axes_along(axis, within ? Vec3{0, 1, 0} : perpendicular(axis));
  const Vec3 other = direction_of(options["other_axis"], options.name());
  if (std::abs(dot(axis, other)) > 1e-6)
    throw InputError("'other_axis' must be at a right angle to 'axis'", options["other_axis"].mark());
  return axes_along(axis, other);
}

JointLimit read_limit(const Value& value) {
  JointLimit limit;
  if (value.has("min")) limit.min = value["min"].number();
  if (value.has("max")) limit.max = value["max"].number();
  if (!value.has("min") && !value.has("max")) throw InputError("a limit needs a min or a max", value.mark());
  if (limit.min >= limit.max)
    throw InputError(
        fmt::format("the min of this limit, {:.6g}, must be below its max, {:.6g}", limit.min, limit.max),
        value.mark());
  return limit;
}

Motor read_motor(const Value& value, const Scene& scene) {
  const Value& what = value["what"];
  Motor motor;
  motor.asks = what.chosen() == "speed"      ? Motor::Asks::speed
               : what.chosen() == "position" ? Motor::Asks::position
                                             : Motor::Asks::effort;
  motor.target = time_function(what.selected(), scene);
  if (value.has("max")) motor.max = value["max"].number();
  motor.time = value["time"].number();
  if (motor.time > 0 && motor.asks != Motor::Asks::position)
    throw InputError("'time' needs a motor with a 'position'", value["time"].mark());
  return motor;
}

// `before`: prefix of the keys.
JointCoordinate read_coordinate(const Value& options, const std::string& before, const Scene& scene) {
  JointCoordinate coordinate;
  if (options.has(before + "limit")) coordinate.limit = read_limit(options[before + "limit"]);
  if (options.has(before + "motor")) coordinate.motor = read_motor(options[before + "motor"], scene);
  return coordinate;
}

// Dry friction is a motor that keeps a speed of zero with a limited effort.
JointCoordinate braked(const Value& limit) {
  JointCoordinate coordinate;
  if (limit.empty()) return coordinate;
  coordinate.motor.asks = Motor::Asks::speed;
  coordinate.motor.target = [](double) { return 0.0; };
  coordinate.motor.max = limit.number();
  return coordinate;
}

void read_brake(const Value& options, Joint& joint) {
  if (!options.has("torque") && !options.has("force"))
    throw InputError("a brake needs a torque, such as `torque: 0.2 N m`, or a force", options.mark());
  joint.slide = braked(options["force"]);
  joint.turn = braked(options["torque"]);
}

// Toothed wheels meet off their centres, and a rack beside the wheel.
void check_teeth(const Value& options, const World& world, Joint& joint) {
  const Pose body = pose_of(world, joint.body), base = pose_of(world, joint.base);
  const Vec3 axis = rotate(base.orientation * joint.base_axes, {1, 0, 0});
  const auto across = [&](const Vec3& a) { return a - dot(a, axis) * axis; };
  const Vec3 arm = rotate(body.orientation, joint.point),
             base_arm = rotate(base.orientation, joint.base_point);
  const bool is_rack = options.name() == "rack";
  const double r = is_rack ? norm(arm) : norm(across(arm)), base_r = norm(across(base_arm));
  if (r == 0 || (!is_rack && base_r == 0))
    throw InputError("'point' lies on the axis of a wheel: it must be where the two meet",
                     options["point"].mark());
  if (is_rack && std::abs(dot(arm, axis)) > kNearlyPlane * r)
    throw InputError("'point' must lie beside the centre of the wheel, at a right angle to the rack",
                     options["point"].mark());
  const Vec3 line = across(body.position - base.position);
  if (is_rack) {
    // The second axis points from the wheel to the rack.
    joint.base_axes = conjugate(base.orientation) * axes_along(axis, arm / r);
  } else if (norm(cross(line, arm)) > kOffLine * norm(line) * r || norm(line) == 0) {
    throw InputError("'point' must lie on the line through the centres of the two wheels",
                     options["point"].mark());
  }
}

void check_limit(const Value& options, const std::string& key, const JointCoordinate& coordinate,
                 double position) {
  if (!coordinate.limit) return;
  const auto& [low, high] = *coordinate.limit;
  if (position < low || position > high)
    throw InputError(fmt::format("the joint starts at {:.6g}, outside its limit from {:.6g} to {:.6g}",
                                 position, low, high),
                     options[key].mark());
}

// A point of the scene in the axes of a body.
Vec3 point_on(const World& world, Uid body, const Vec3& point) {
  const Pose pose = pose_of(world, body);
  return rotate_back(pose.orientation, point - pose.position);
}

void read_places(const Value& options, int dimension, const World& world, Joint& joint) {
  const Vec3 point(options["point"].vector());
  const bool rod = options.declares("to");
  const Vec3 to = rod ? Vec3(options["to"].vector()) : point;
  for (const char* key : {"point", "to"})
    if (dimension == 2 && options.declares(key) && options[key].vector()[1] != 0)
      throw InputError("in a 2-D scene a joint must be at y = 0", options[key].mark());
  joint.point = point_on(world, joint.body, point);
  joint.base_point = point_on(world, joint.base, to);
  const Quat axes = read_axes(options, joints()[joint.kind], dimension);
  joint.axes = conjugate(pose_of(world, joint.body).orientation) * axes;
  joint.base_axes = conjugate(pose_of(world, joint.base).orientation) * axes;
  if (!rod) return;
  joint.length = norm(point - to);
  if (options.has("length")) joint.length = options["length"].number();
  if (joint.length == 0)
    throw InputError("the two ends of a distance coincide: a ball joint holds them together",
                     options["to"].mark());
}

Joint read_joint(const Value& value, const Scene& scene, const World& world) {
  const Value& options = value.selected();
  const int dimension = dimension_of(scene);
  const JointRow& row = joints().find(value);
  Joint joint;
  joint.kind = joints().index(row.name);
  if (dimension == 2 && options.declares("other_axis"))
    throw InputError("a 2-D scene cannot have a universal joint", value.mark());
  find_bodies(options["bodies"], world, joint);
  read_places(options, dimension, world, joint);
  if (row.brakes) {
    read_brake(options, joint);
    return joint;
  }
  if (options.name() == "gear" || options.name() == "rack") check_teeth(options, world, joint);
  const std::string turn = row.slides ? "turn_" : "";
  if (row.slides) joint.slide = read_coordinate(options, "", scene);
  if (row.turns) joint.turn = read_coordinate(options, turn, scene);
  check_limit(options, "limit", joint.slide, joint.length);
  check_limit(options, turn + "limit", joint.turn, 0);
  return joint;
}

// Throws InputError for a rod that cannot have its given length because of the other joints.
void refuse_misfit(const Scene& scene, const World& world) {
  Threads threads(1);
  const auto misfit = find_misfit(world, threads);
  if (!misfit) return;
  const Joint& joint = world.joints[misfit->joint];
  const Value& options = scene["joints"].items()[misfit->joint].selected();
  const std::string reach = misfit->reach ? fmt::format("{:.4g} m is as near as they come", *misfit->reach)
                                          : "the other joints contradict each other already";
  throw InputError(
      fmt::format("joint {} cannot have its length {:.6g} m together with the other joints: its ends are "
                  "{:.6g} m apart at the start, and {}",
                  quote(joint.name), joint.length, norm(sides_of(world, joint).apart), reach),
      options["length"].mark());
}

}  // namespace

Option joints_option() {
  return declare::list_of("joints", joints().option("what ties two bodies together"),
                          "what ties bodies together", "[]");
}

std::vector<std::pair<int, int>> jointed_groups(const Scene& scene, const std::vector<std::string>& groups) {
  std::vector<std::pair<int, int>> pairs;
  for (const Value& value : scene["joints"].items()) {
    const Value& options = value.selected();
    const Value &a = options["bodies"].items()[0], &b = options["bodies"].items()[1];
    if (options["collide"].flag() || is_ground(a) || is_ground(b)) continue;
    pairs.emplace_back(std::minmax(group_of(a, groups), group_of(b, groups)));
  }
  return pairs;
}

void build_joints(const Scene& scene, World& world) {
  std::set<std::string> names;
  for (const Value& value : scene["joints"].items()) {
    const Value& options = value.selected();
    Joint joint = read_joint(value, scene, world);
    const bool given = options.has("name");
    joint.name = given ? options["name"].text() : fmt::format("joints[{}]", world.joints.size());
    if (!names.insert(joint.name).second)
      throw InputError(fmt::format("the name {} is taken by another joint", quote(joint.name)),
                       given ? options["name"].mark() : value.mark());
    world.joints.push_back(std::move(joint));
  }
  refuse_misfit(scene, world);
}

}  // namespace cairn
