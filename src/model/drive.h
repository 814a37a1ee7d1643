// Prescribed motion and loads that the scene puts on bodies. Functions of time come from the scene and are
// the same on every run of it, so that a checkpoint need not store them.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "math/vec3.h"
#include "model/bodies.h"

namespace cairn {

using TimeFunction = std::function<double(double)>;

// A driven body moves with `velocity` and turns with `speed` about `axis` through `center` (its own centre if
// center_is_body); the centre of rotation travels with the translation.
struct Drive {
  Uid body = 0;
  std::array<TimeFunction, 3> velocity;  // m/s; empty functions are zero
  Vec3 axis{0, 0, 1};
  TimeFunction speed;  // rad/s
  Vec3 center;
  bool about_body = true;
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
