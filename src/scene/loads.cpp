#include "scene/loads.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/assert.h"
#include "scene/entry.h"
#include "scene/groups.h"
#include "scene/time_function.h"

namespace cairn {
namespace {

constexpr double kUnit = 1e-12;  // largest error of the squared length of an axis

bool is_empty(const Force& force) { return !force[0] && !force[1] && !force[2]; }

SpringPlan read_spring(const Value& spring, const Quat& turn, const std::vector<std::string>& groups) {
  SpringPlan plan;
  const Value& to = spring["to"];
  plan.to_world = to.type() == OptionType::vector;
  if (plan.to_world) {
    plan.other_point = Vec3(to.vector());
  } else {
    plan.group = find_group(to.text(), to.mark(), groups);
    plan.other_point = Vec3(spring["to_point"].vector());
  }
  plan.point = rotate_back(turn, Vec3(spring["point"].vector()));
  plan.stiffness = spring["stiffness"].number();
  plan.damping = spring["damping"].number();
  if (spring.has("length")) plan.length = spring["length"].number();
  return plan;
}

using namespace declare;

Option spring_option() {
  Option end = any_of("to",
                      {vector("to", dim::length, required, "a point of the world"),
                       text("to", required, "name of another body")},
                      "the other end: a point of the world or a body", required);
  return object(
      "spring",
      {std::move(end),
       vector("point", dim::length, "[0, 0, 0]", "where it holds this body, from its centre, in its frame"),
       vector("to_point", dim::length, "[0, 0, 0]", "where it holds the other body, likewise"),
       number("stiffness", dim::stiffness, required, "force per stretch").non_negative(),
       number("damping", dim::damping, "0", "force per speed of stretching").non_negative(),
       number("length", dim::length, optional,
              "at which it pulls nothing; without it the distance at the start")
           .non_negative()},
      "linear spring and damper to a point or to another body");
}

}  // namespace

Option motion_option(std::string name) {
  return object(
      std::move(name),
      {object("translation",
              {vector_function("velocity", dim::speed, required,
                               "along x, y, z; numbers, expressions of t or tables")},
              "travels"),
       object("rotation",
              {vector("axis", dim::none, required, "direction of the axis; any length but zero"),
               function("speed", dim::angular_speed, required, "right-handed about the axis"),
               vector("center", dim::length, optional,
                      "a point of the axis, which travels with the translation; without it the body's own "
                      "centre")},
              "turns"),
       servo_option(), volume_option()},
      "moves as prescribed, whatever pushes it");
}

Option springs_option() {
  return any_of("spring", {spring_option(), list_of("spring", spring_option(), "several springs")},
                "a spring, or a list of them, on a free body", optional);
}

Option surface_option() {
  return object(
      "surface",
      {vector_function("velocity", dim::speed, required,
                       "along x, y, z; numbers, expressions of t or tables; what points into the surface "
                       "has no effect")},
      "the surface of a fixed or driven wall, mesh or solid moves along itself, like a conveyor belt: "
      "friction sees its velocity besides that of the body");
}

MotionPlan read_motion_plan(const Value& motion, const std::string& name, const Scene& scene,
                            const std::vector<std::string>& groups) {
  MotionPlan plan;
  if (motion.has("servo")) plan.servo = read_servo(motion["servo"], name, scene, groups);
  if (motion.has("volume")) plan.volume = read_volume(motion["volume"], name, scene, groups);
  if (plan.servo && plan.volume)
    throw InputError(fmt::format("{}: a wall has a 'servo' or holds a 'volume', not both", quote(name)),
                     motion["volume"].mark());
  if (motion.has("translation")) plan.velocity = time_functions(motion["translation"]["velocity"], scene);
  if (!motion.has("rotation")) return plan;
  const Value& rotation = motion["rotation"];
  plan.axis = direction_of(rotation["axis"], name);
  plan.speed = time_function(rotation["speed"], scene);
  if (rotation.has("center")) plan.center = Vec3(rotation["center"].vector());
  return plan;
}

void stop_driving(World& world, const std::vector<Uid>& bodies) {
  std::erase_if(world.drives,
                [&](const Drive& drive) { return std::ranges::binary_search(bodies, drive.body); });
}

void check_motion(const MotionPlan& plan, const World& world, const std::vector<Uid>& bodies) {
  if (bodies.empty()) return;
  const Bodies::Body first = world.bodies.get(world.bodies.local(bodies.front()));
  if (plan.servo) check_servo(*plan.servo, first, bodies.size(), world);
  if (plan.volume) check_volume(*plan.volume, first.info.group, bodies.size(), world);
}

void drive_bodies(World& world, const std::vector<Uid>& bodies, const MotionPlan& plan) {
  CAIRN_ASSERT(std::ranges::is_sorted(bodies) && std::abs(norm2(plan.axis) - 1) < kUnit);
  check_motion(plan, world, bodies);
  stop_driving(world, bodies);
  for (const Uid body : bodies) {
    world.drives.push_back({.body = body,
                            .velocity = plan.velocity,
                            .axis = plan.axis,
                            .speed = plan.speed,
                            .center = plan.center.value_or(Vec3{}),
                            .about_body = !plan.center,
                            .servo = {},
                            .volume = {}});
    if (plan.volume) world.drives.back().volume = make_volume(*plan.volume, world);
    if (plan.servo) world.drives.back().servo = make_servo(*plan.servo, world, body);
  }
}

void set_belts(World& world, const std::vector<Uid>& bodies, const std::array<TimeFunction, 3>& velocity) {
  CAIRN_ASSERT(std::ranges::is_sorted(bodies));
  std::erase_if(world.belts, [&](const Belt& belt) { return std::ranges::binary_search(bodies, belt.body); });
  for (const Uid body : bodies) {
    world.belts.push_back({.body = body, .velocity = velocity, .now = {}});
    std::uint16_t& flags = world.bodies.info[world.bodies.local(body)].flags;
    flags = static_cast<std::uint16_t>(flags | kBelt);
  }
}

void set_load(World& world, const std::vector<Uid>& bodies, Force AppliedLoad::*which, const Force& value) {
  std::map<Uid, std::size_t> known;
  for (std::size_t k = 0; k < world.loads.size(); ++k) known.emplace(world.loads[k].body, k);
  for (const Uid body : bodies) {
    const auto [load, is_new] = known.emplace(body, world.loads.size());
    if (is_new) world.loads.push_back({.body = body, .force = {}, .torque = {}});
    world.loads[load->second].*which = value;
  }
}

std::vector<SpringPlan> read_springs(const Value& entry, const Quat& turn,
                                     const std::vector<std::string>& groups) {
  const Value& spring = entry["spring"];
  if (!spring) return {};
  if (spring.type() != OptionType::list) return {read_spring(spring, turn, groups)};
  std::vector<SpringPlan> plans;
  for (const Value& one : spring.items()) plans.push_back(read_spring(one, turn, groups));
  return plans;
}

void add_spring(World& world, Uid body, const SpringPlan& plan) {
  const Bodies& bodies = world.bodies;
  BodySpring spring{.body = body,
                    .to_world = plan.to_world,
                    .other = 0,
                    .point = plan.point,
                    .other_point = plan.other_point,
                    .stiffness = plan.stiffness,
                    .damping = plan.damping,
                    .length = plan.length.value_or(0)};
  const auto world_point = [&](Uid uid, const Vec3& point) {
    const std::uint32_t i = bodies.local(uid);
    return bodies.place[i].position + rotate(bodies.orientation[i], point);
  };
  // The other end, and without a given length the present distance.
  Vec3 other_end = plan.other_point;
  if (!plan.to_world) {
    const std::vector<Uid> others = members(world, plan.group);
    if (others.empty()) return;  // the other body was removed
    spring.other = others.front();
    other_end = world_point(spring.other, plan.other_point);
  }
  if (!plan.length) spring.length = norm(other_end - world_point(body, plan.point));
  world.springs.push_back(spring);
}

EntryLoads read_loads(const Value& entry, const std::string& name, const Quat& turn, const Scene& scene,
                      const std::vector<std::string>& groups) {
  EntryLoads loads;
  const bool driven = entry.has("motion"), fixed = entry.has("fixed") && entry["fixed"].flag();
  for (const char* key : {"force", "torque", "spring"})
    if ((driven || fixed) && entry.has(key))
      throw InputError(
          fmt::format("{}: a '{}' would move nothing, the bodies are fixed or driven", quote(name), key),
          entry[key].mark());
  if (driven) loads.motion = read_motion_plan(entry["motion"], name, scene, groups);
  loads.force = time_functions(entry["force"], scene);
  loads.torque = time_functions(entry["torque"], scene);
  loads.springs = read_springs(entry, turn, groups);
  if (const Value& surface = entry["surface"]) {
    if (!driven && !fixed)
      throw InputError(fmt::format("{}: only the surface of a fixed or driven body can move", quote(name)),
                       surface.mark());
    const std::string& shape = entry["shape"].chosen();
    if (shape == "sphere" || shape == "disc")
      throw InputError(
          fmt::format("{}: the surface of a {} cannot move; let the body turn", quote(name), shape),
          surface.mark());
    loads.surface = time_functions(surface["velocity"], scene);
    if (dimension_of(scene) == 2 && (*loads.surface)[1] && (*loads.surface)[1](0) != 0)
      throw InputError("in a 2-D scene nothing moves along y", surface.mark());
  }
  return loads;
}

void apply_loads(World& world, const std::vector<Uid>& bodies, const EntryLoads& loads) {
  if (loads.motion) drive_bodies(world, bodies, *loads.motion);
  if (!is_empty(loads.force) || !is_empty(loads.torque))
    for (const Uid body : bodies) world.loads.push_back({body, loads.force, loads.torque});
  for (const SpringPlan& spring : loads.springs)
    for (const Uid body : bodies) add_spring(world, body, spring);
  if (loads.surface) set_belts(world, bodies, *loads.surface);
}

MotionPlan later(MotionPlan plan, double start) {
  plan.velocity = later(plan.velocity, start);
  plan.speed = later(plan.speed, start);
  if (plan.volume) plan.volume->target = later(plan.volume->target, start);
  if (!plan.servo) return plan;
  Servo& servo = plan.servo->servo;
  for (TimeFunction* function : {&servo.pressure, &servo.force, &servo.area})
    *function = later(*function, start);
  return plan;
}

EntryLoads later(EntryLoads loads, double start) {
  if (loads.motion) loads.motion = later(*std::move(loads.motion), start);
  loads.force = later(loads.force, start);
  loads.torque = later(loads.torque, start);
  if (loads.surface) loads.surface = later(*loads.surface, start);
  return loads;
}

}  // namespace cairn
