// A joint ties two bodies together. It has a point and three axes on each body, which coincide at the start.
// Its kind (joints/table.cpp) decides which relative motions it removes; the others may have limits and a
// motor. Positions, speeds and forces are those of `body` relative to `base`, along and about the first axis.
// Positions are zero at the start, except for the coordinate of a distance joint, which is its length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "math/quat.h"
#include "model/drive.h"

namespace cairn {

inline constexpr Uid kGround = std::numeric_limits<Uid>::max();  // never moves

// Limits of a position [m] or an angle [rad].
struct JointLimit {
  double min = -std::numeric_limits<double>::infinity(), max = std::numeric_limits<double>::infinity();
};

struct Motor {
  enum class Asks : std::uint8_t { nothing, speed, position, effort };
  Asks asks = Asks::nothing;
  TimeFunction target;                                   // m/s, m, N; rad/s, rad, N m
  double max = std::numeric_limits<double>::infinity();  // largest effort [N or N m]
  double time = 0;  // time constant for closing a position error [s]; 0: within a step
};

// One motion that a joint leaves free.
struct JointCoordinate {
  std::optional<JointLimit> limit;
  Motor motor;
};

// The state that survives a step.
struct JointState {
  // Impulses of the last step along the axes of the joint's blocks; impulses of limits are separate.
  Vec3 impulse, turn_impulse;          // N s, N m s
  double limit = 0, turn_limit = 0;    // N s, N m s
  double angle = 0;                    // total turn, full turns counted [rad]
  Vec3 force, torque;                  // on `body` at the joint's point, world axes [N, N m]
  double effort = 0, turn_effort = 0;  // of motor and limit [N, N m]
};

struct Joint {
  std::string name;
  std::size_t kind = 0;  // its row in the table of joints
  Uid body = 0, base = kGround;
  Vec3 point, base_point;  // from the centre of each body, in its axes; for the ground in world axes
  Quat axes, base_axes;    // the joint's axes in each body's axes
  double length = 0;       // of a rod [m]; 0: the joint is none
  JointCoordinate slide, turn;
  JointState state;
};

}  // namespace cairn
