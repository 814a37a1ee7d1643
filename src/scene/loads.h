// Prescribed motion, forces, torques and springs of bodies, as a scene gives them.
#pragma once

#include <optional>
#include <vector>

#include "model/world.h"
#include "scene/scene.h"
#include "scene/servo.h"

namespace cairn {

Option motion_option(std::string name);
Option springs_option();
Option surface_option();

// A prescribed motion, for any number of bodies.
struct MotionPlan {
  std::array<TimeFunction, 3> velocity;
  Vec3 axis{0, 0, 1};
  TimeFunction speed;
  std::optional<Vec3> center;  // none: each body turns about its own centre
  std::optional<ServoPlan> servo;
  std::optional<VolumePlan> volume;
};

MotionPlan read_motion_plan(const Value& motion, const std::string& name, const Scene& scene,
                            const std::vector<std::string>& groups);
// Throws InputError if these bodies cannot move in this way.
void check_motion(const MotionPlan& plan, const World& world, const std::vector<Uid>& bodies);
// Drives these bodies from now on, in place of any earlier motion.
void drive_bodies(World& world, const std::vector<Uid>& bodies, const MotionPlan& plan);
void stop_driving(World& world, const std::vector<Uid>& bodies);

// Makes belts of the surfaces of these bodies.
void set_belts(World& world, const std::vector<Uid>& bodies, const std::array<TimeFunction, 3>& velocity);

using Force = std::array<TimeFunction, 3>;
// Sets the force or the torque of these bodies; the other one stays.
void set_load(World& world, const std::vector<Uid>& bodies, Force AppliedLoad::*which, const Force& value);

// A spring from a body to a point of the world or to another body.
struct SpringPlan {
  bool to_world = true;
  int group = 0;            // of the other body
  Vec3 point, other_point;  // in body axes; a point of the world in world axes
  double stiffness = 0, damping = 0;
  std::optional<double> length;  // none: the distance at the start
};

std::vector<SpringPlan> read_springs(const Value& entry, const Quat& turn,
                                     const std::vector<std::string>& groups);
void add_spring(World& world, Uid body, const SpringPlan& plan);

// The motion, loads and springs of an entry.
struct EntryLoads {
  std::optional<MotionPlan> motion;
  Force force, torque;
  std::vector<SpringPlan> springs;
  std::optional<std::array<TimeFunction, 3>> surface;  // velocity of a belt
};
// Throws InputError if a load would act on fixed or driven bodies, or if a belt would be a free body or a
// ball.
EntryLoads read_loads(const Value& entry, const std::string& name, const Quat& turn, const Scene& scene,
                      const std::vector<std::string>& groups);
void apply_loads(World& world, const std::vector<Uid>& bodies, const EntryLoads& loads);

// The same with t = 0 at time `start`.
MotionPlan later(MotionPlan plan, double start);
EntryLoads later(EntryLoads loads, double start);

}  // namespace cairn
