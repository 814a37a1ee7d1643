// What scenes put on bodies: prescribed motion, forces, torques, springs.
#pragma once

#include <optional>
#include <vector>

#include "model/world.h"
#include "scene/scene.h"
#include "scene/servo.h"

namespace cairn {

Option motion_option(std::string name);
Option springs_option();

// A motion as a scene gives it, for any number of bodies.
struct MotionPlan {
  std::array<TimeFunction, 3> velocity;
  Vec3 axis{0, 0, 1};
  TimeFunction speed;
  std::optional<Vec3> center;  // none: each body about its own
  std::optional<ServoPlan> servo;
};

MotionPlan read_motion_plan(const Value& motion, const std::string& name, const Scene& scene,
                            const std::vector<std::string>& groups);
// Throws InputError where these bodies cannot move so.
void check_motion(const MotionPlan& plan, const World& world, const std::vector<Uid>& bodies);
// Drives these bodies from now on, instead of what drove them before.
void drive_bodies(World& world, const std::vector<Uid>& bodies, const MotionPlan& plan);
void stop_driving(World& world, const std::vector<Uid>& bodies);

using Force = std::array<TimeFunction, 3>;
// The new force or torque of these bodies; the other stays.
void set_load(World& world, const std::vector<Uid>& bodies, Force AppliedLoad::*which, const Force& value);

// A spring as a scene gives it.
struct SpringPlan {
  bool to_world = true;
  int group = 0;            // of the other body
  Vec3 point, other_point;  // body axes; of the world the point itself
  double stiffness = 0, damping = 0;
  std::optional<double> length;  // none: the distance at the start
};

std::vector<SpringPlan> read_springs(const Value& entry, const Quat& turn,
                                     const std::vector<std::string>& groups);
void add_spring(World& world, Uid body, const SpringPlan& plan);

// Everything of this kind that an entry gives to its bodies.
struct EntryLoads {
  std::optional<MotionPlan> motion;
  Force force, torque;
  std::vector<SpringPlan> springs;
};
// Throws InputError where a load would act on bodies that nothing moves.
EntryLoads read_loads(const Value& entry, const std::string& name, const Quat& turn, const Scene& scene,
                      const std::vector<std::string>& groups);
void apply_loads(World& world, const std::vector<Uid>& bodies, const EntryLoads& loads);

}  // namespace cairn
