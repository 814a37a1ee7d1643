// Prescribed motion and loads that the scene puts on bodies. Functions of time come from the scene and are
// the same on every run of it, so that a checkpoint need not store them.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "math/vec3.h"
#include "model/bodies.h"

namespace cairn {

using TimeFunction = std::function<double(double)>;

// The grains next to a servo wall, as its control takes them (step/servo.h).
struct GrainLayer {
  double contacts = 0;         // grains that touch the wall once the sample is dense; 0: there are none
  double mass = 0;             // of one grain [kg]
  double curvature = 0;        // of one grain [1/m]
  std::uint64_t material = 0;  // of most grains
};

// A wall that moves along an axis until contacts push back with a given pressure or force.
struct Servo {
  Vec3 axis{0, 0, -1};                    // unit vector along which it pushes
  TimeFunction pressure, force;           // Pa, N; one of them is empty
  TimeFunction area;                      // m²; empty: the product of the gaps between `walls`, or not known
  std::vector<std::array<Uid, 2>> walls;  // planes or boxes that bound the face, as pairs of opposite ones
  double gain = 0;                        // speed per missing force [s/kg]; 0: chosen from the grains
  double max_speed = std::numeric_limits<double>::infinity();  // m/s

  // What a checkpoint stores.
  struct State {
    double speed = 0;  // along the axis, of mid-step [m/s]
    GrainLayer layer;
  } state;
};

// A driven body moves with `velocity` and turns with `speed` about `axis` through `center` (its own centre if
// about_body); the centre of rotation travels with the translation.
struct Drive {
  Uid body = 0;
  std::array<TimeFunction, 3> velocity;  // m/s; empty functions are zero
  Vec3 axis{0, 0, 1};
  TimeFunction speed;  // rad/s
  Vec3 center;
  bool about_body = true;
  std::optional<Servo> servo;  // its speed is added to the velocity
};

// A force [N] and torque [N m] on a free body, world axes, added in every step.
struct AppliedLoad {
  Uid body = 0;
  std::array<TimeFunction, 3> force, torque;
};

// A linear spring with damper between a point of a body (body axes) and a point of another body or of the
// world.
struct BodySpring {
  Uid body = 0;
  bool to_world = true;
  Uid other = 0;
  Vec3 point, other_point;
  double stiffness = 0;  // N/m
  double damping = 0;    // N s/m along the spring
  double length = 0;     // m, at which it pulls nothing
};

}  // namespace cairn
