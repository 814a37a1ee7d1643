// Servo walls of a scene.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "model/world.h"
#include "scene/scene.h"

namespace cairn {

Option servo_option();

struct ServoPlan {
  Servo servo;  // without its walls and the area of its face
  int dimension = 3;
  std::vector<std::array<int, 2>> between;  // groups of the walls
  std::string name;                         // of the entry
  Mark mark;
};

ServoPlan read_servo(const Value& servo, const std::string& name, const Scene& scene,
                     const std::vector<std::string>& groups);

// A wall that holds the volume of a sample.
Option volume_option();
struct VolumePlan {
  TimeFunction target;                      // m³; empty: what it is at the start
  std::vector<std::array<int, 2>> between;  // groups of the walls
  std::string name;                         // of the entry
  Mark mark;
};
VolumePlan read_volume(const Value& volume, const std::string& name, const Scene& scene,
                       const std::vector<std::string>& groups);
// Throws InputError for an entry of several bodies, walls without flat faces, or a wall that is none of them.
void check_volume(const VolumePlan& plan, int group, std::size_t count, const World& world);
VolumeWall make_volume(const VolumePlan& plan, const World& world);

// Throws InputError for an entry of several bodies, a pressure without an area, or walls without flat faces.
// `body` is the first of `count` bodies of the entry.
void check_servo(const ServoPlan& plan, const Bodies::Body& body, std::size_t count, const World& world);

// The servo of a body that is in the world.
Servo make_servo(const ServoPlan& plan, const World& world, Uid body);

}  // namespace cairn
