#include "run/watched.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "base/printable.h"
#include "measure/surface_line.h"
#include "run/simulation.h"
#include "run/tally.h"
#include "scene/groups.h"
#include "step/joint_rows.h"
#include "step/servo.h"

namespace cairn {
namespace {

// The farthest that a motor may jump in a step: an angle [rad], and a part of the smaller body's radius.
constexpr double kLongestTurn = 0.05, kLongestSlide = 0.05;
constexpr double kFewLate = 3, kLateShare = 0.1;  // bodies of an inlet that may wait, and their part of all

// The radius of the smaller body of a joint that can move.
double smaller_radius_of(const World& world, const Joint& joint) {
  double radius = std::numeric_limits<double>::infinity();
  for (const Uid uid : {joint.body, joint.base})
    if (uid != kGround && !is_immobile(world.bodies.info[world.bodies.local(uid)]))
      radius = std::min(radius, world.bodies.place[world.bodies.local(uid)].radius);
  return radius;
}

}  // namespace

ServoOutlook outlook(const World& world, const Stepper& stepper, const Drive& drive) {
  CAIRN_ASSERT(drive.servo.has_value());
  const Servo& servo = *drive.servo;
  const std::uint32_t wall = world.bodies.local(drive.body);
  ServoOutlook result;
  const double face = farthest_along(world, wall, servo.axis);
  if (servo.state.layer.contacts == 0 || std::isnan(face)) return result;
  // The nearest and the farthest point of the free bodies.
  double nearest = kInfinity, farthest = -kInfinity;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    if (is_immobile(world.bodies.info[i])) continue;
    nearest = std::min(nearest, -farthest_along(world, i, -servo.axis));
    farthest = std::max(farthest, farthest_along(world, i, servo.axis));
  }
  result.distance = nearest - face;
  result.turns_its_back = farthest < dot(world.bodies.place[wall].position, servo.axis);
  result.time = result.distance <= 0
                    ? 0
                    : servo_travel_time(world, servo, stepper.servo_drag(world, drive), result.distance);
  return result;
}

// Warns of servo walls that push the wrong way, or come too late.
void Simulation::look_at_servos() {
  const double left = plan_.end - world_.time;
  for (const Drive& drive : world_.drives) {
    if (!drive.servo || world_.bodies.local(drive.body) == kNoBody) continue;
    const ServoOutlook found = outlook(looked_at(), *stepper_, drive);
    const Vec3& axis = drive.servo->axis;
    const std::string name = quote(cairn::body_name(world_, drive.body));
    if (found.turns_its_back)
      warnings_.push_back(
          fmt::format("warning: the servo of {} pushes along [{:g}, {:g}, {:g}], away from all bodies that "
                      "move: its axis must point to them, and so must the normal of a plane",
                      name, axis.x, axis.y, axis.z));
    else if (std::isfinite(found.time) && found.time > left)
      warnings_.push_back(
          fmt::format("warning: the servo of {} is {:.3g} m away from the bodies that move and needs about "
                      "{:.2g} s, but the run ends in {:.2g} s: put it nearer, give it a larger `gain`, or a "
                      "later `time.end`",
                      name, found.distance, found.time, left));
  }
}

// Warns of motors that must move their joint by more than a step can, because their position jumps. The jump
// counts beyond the way of the step before, so that a motor may turn fast.
void Simulation::watch_motors() {
  // After the warning the mark counts the steps since, up to 255.
  std::uint8_t& since = tally_->warned_jump;
  if (since > 0) {
    if (since < 255) ++since;
    return;
  }
  const double now = world_.time, h = plan_.step;
  std::string names;
  const auto look = [&](const Joint& joint, const JointCoordinate& coordinate, JointRole role) {
    const Motor& motor = coordinate.motor;
    if (motor.asks != Motor::Asks::position || motor.time > 0 || std::isfinite(motor.max)) return;
    const double before = world_.step == 0 ? 0 : motor.target(now) - motor.target(now - h);
    const double way = motor.target(now + h) - read_joint(world_, joint, role).position - before;
    const double most =
        role == JointRole::turn ? kLongestTurn : kLongestSlide * smaller_radius_of(world_, joint);
    if (std::abs(way) > most)
      names += fmt::format("{}{} by {:.3g} {}", names.empty() ? "" : ", ", quote(joint.name), way,
                           role == JointRole::turn ? "rad" : "m");
  };
  for (const Joint& joint : world_.joints) {
    if (!is_whole(world_, joint)) continue;
    look(joint, joint.slide, JointRole::shift);
    look(joint, joint.turn, JointRole::turn);
  }
  if (names.empty()) return;
  since = 1;
  warnings_.push_back(
      fmt::format("warning: the position of a motor jumps at t = {:.6g} s, which moves its joint "
                  "within one step: {}; {}",
                  now, names, kJumpCure));
}

// Warns once of an inlet that finds no room for what it should give. The warnings are part of the state, so
// they tell if one has been given.
void Simulation::watch_inlets() {
  for (const Inlet& inlet : inlets_) {
    const double wanted = static_cast<double>(inlet.placed) + inlet.late;
    if (inlet.late < kFewLate || inlet.late < kLateShare * wanted) continue;
    const std::string begin =
        warning_at(inlet.mark, fmt::format("the inlet {} finds no room", quote(inlet.name)));
    const auto is_known = [&](const std::string& warning) { return warning.starts_with(begin); };
    if (std::ranges::any_of(warnings_, is_known)) continue;
    warnings_.push_back(
        begin + fmt::format(": {:.0f} of {:.0f} bodies that should have entered until t = {:.6g} s wait; "
                            "make its region larger, its velocity higher, or its rate lower",
                            inlet.late, wanted, world_.time));
  }
}

}  // namespace cairn
