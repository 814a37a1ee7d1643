// Prescribed motion and loads of bodies. The functions of time come from the scene and are the same in every
// run of it, so that a checkpoint need not store them.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "math/vec3.h"
#include "model/bodies.h"
#include "model/cell.h"

namespace cairn {

using TimeFunction = std::function<double(double)>;

// The grains next to a servo wall, for its control (step/servo.h).
struct GrainLayer {
  double contacts = 0;         // grains that touch the wall once the sample is dense; 0 if there are none
  double mass = 0;             // of one grain [kg]
  double curvature = 0;        // of one grain [1/m]
  std::uint64_t material = 0;  // material of most grains
};

// A wall that moves along an axis until contacts push back with a given pressure or force.
struct Servo {
  Vec3 axis{0, 0, -1};                    // unit vector along which the wall pushes
  TimeFunction pressure, force;           // Pa, N; one of them is empty
  TimeFunction area;                      // m²; empty: the product of the gaps between `walls`, or unknown
  std::vector<std::array<Uid, 2>> walls;  // pairs of opposite planes or boxes that bound the face
  double gain = 0;                        // speed per missing force [s/kg]; 0: chosen from the grains
  double max_speed = std::numeric_limits<double>::infinity();  // m/s

  // The part that a checkpoint stores.
  struct State {
    double speed = 0;  // along the axis, at mid-step [m/s]
    GrainLayer layer;
  } state;
};

// A wall that holds the volume of a sample (step/volume_walls.h).
struct VolumeWall {
  TimeFunction target;                    // m³; empty: the volume stays what it is
  std::vector<std::array<Uid, 2>> walls;  // the pairs of opposite planes or boxes around the sample, sorted

  // The part that a checkpoint stores.
  struct State {
    Vec3 velocity;    // at mid-step [m/s]
    double kept = 0;  // the volume at the start [m³]; 0: not yet known
  } state;
};

// The components xx, yy, zz, xy, xz, yz of a stress [Pa], compression positive.
using CellStress = std::array<double, 6>;

// Stress control of a periodic cell (step/cell_servo.h).
struct CellServo {
  std::array<TimeFunction, 6> stress;  // targets, as CellStress; empty where the rate is prescribed
  double max_rate = std::numeric_limits<double>::infinity();  // 1/s
  Follow follow = Follow::yes;                                // whether free bodies take over changes at once
  GrainLayer grain;  // the mean grain and, as contacts, the number of all; a checkpoint stores it
};

// A driven body moves with `velocity` and turns with `speed` about `axis` through `center`, or through its
// own centre if about_body is true. The centre of rotation moves with the translation.
struct Drive {
  Uid body = 0;
  std::array<TimeFunction, 3> velocity;  // m/s; empty functions are zero
  Vec3 axis{0, 0, 1};
  TimeFunction speed;  // rad/s
  Vec3 center;
  bool about_body = true;
  std::optional<Servo> servo;        // its speed is added to the velocity,
  std::optional<VolumeWall> volume;  // and so is the velocity of this
};

// The surface of a fixed or driven body that moves along itself, like a conveyor belt. Where it is touched,
// its velocity without the part along the normal adds to that of the body.
struct Belt {
  Uid body = 0;
  std::array<TimeFunction, 3> velocity;  // m/s, world axes; empty functions are zero
  Vec3 now;                              // its value in this step
};

// A force [N] and a torque [N m] on a free body, in world axes, applied in every step.
struct AppliedLoad {
  Uid body = 0;
  std::array<TimeFunction, 3> force, torque;
};

// A linear spring with a damper, between a point of a body (body axes) and a point of another body
// or of the world.
struct BodySpring {
  Uid body = 0;
  bool to_world = true;
  Uid other = 0;
  Vec3 point, other_point;
  double stiffness = 0;  // N/m
  double damping = 0;    // N s/m along the spring
  double length = 0;     // m, rest length
};

}  // namespace cairn
