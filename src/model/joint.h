// What ties two bodies together. A joint has a point and three axes on each of its bodies, which coincide at
// the start; its kind (joints/table.cpp) says which of their relative motions it takes away. What is left may
// have limits and a motor. Positions, speeds and forces are those of `body` against `base`, along and about
// the first axis, and zero at the start; only a length is what it is.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "math/quat.h"
#include "model/drive.h"

namespace cairn {

inline constexpr Uid kGround = std::numeric_limits<Uid>::max();  // never moves

// In the order of the table of joints.
enum class JointKind : std::uint8_t {
  fixed,
  ball,
  revolute,
  slider,
  cylindrical,
  universal,
  distance,
  point_on_line,
  point_on_plane,
};

// Of a position [m] or an angle [rad].
struct JointLimit {
  double min = -std::numeric_limits<double>::infinity(), max = std::numeric_limits<double>::infinity();
};

struct Motor {
  enum class Asks : std::uint8_t { nothing, speed, position, effort };
  Asks asks = Asks::nothing;
  TimeFunction target;                                   // m/s, m, N; rad/s, rad, N m
  double max = std::numeric_limits<double>::infinity();  // largest effort [N or N m]
  double time = 0;  // in which an error of position is closed [s]; 0: in a step
};

// One way in which a joint can move.
struct JointCoordinate {
  std::optional<JointLimit> limit;
  Motor motor;
};

// What survives a step.
struct JointState {
  // Of the last step, along the axes of the joint's blocks; the limits of sliding and turning apart.
  Vec3 impulse, turn_impulse;          // N s, N m s
  double limit = 0, turn_limit = 0;    // N s, N m s
  double angle = 0;                    // how far it has turned, full turns counted [rad]
  Vec3 force, torque;                  // on `body` at the joint's point, world axes [N, N m]
  double effort = 0, turn_effort = 0;  // of motor and limit [N, N m]
};

struct Joint {
  std::string name;
  JointKind kind = JointKind::fixed;
  Uid body = 0, base = kGround;
  Vec3 point, base_point;  // in the axes of each body, from its centre; of the ground in world axes
  Quat axes, base_axes;    // the joint's axes in those of each body
  double length = 0;       // of kind distance [m]
  JointCoordinate slide, turn;
  JointState state;
};

}  // namespace cairn
