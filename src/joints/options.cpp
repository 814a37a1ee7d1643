// Declarations of options that all joints, or several of them, share.
#include "joints/joint.h"

namespace cairn {
namespace {

using namespace declare;

// The dimensions of one kind of motion, sliding or turning.
struct Units {
  Dimension position, speed, effort;
  const char *position_name, *effort_name;
};

Option limit(const std::string& name, const Units& units) {
  const std::string what = units.position_name;
  return object(name,
                {number("min", units.position, optional, "smallest " + what + "; without it none"),
                 number("max", units.position, optional, "largest " + what + "; without it none")},
                "how far it goes, from where it is at the start");
}

Option motor(const std::string& name, const Units& units) {
  return object(name,
                {variant("what",
                         {function("speed", units.speed, required, "speed that it keeps"),
                          function("position", units.position, required,
                                   std::string(units.position_name) +
                                       " that it goes to, from where it is at the start"),
                          function(units.effort_name, units.effort, required,
                                   std::string(units.effort_name) + " that it applies to the first body")},
                         "what the motor holds", required)
                     .merged(),
                 number("max", units.effort, optional,
                        std::string("largest ") + units.effort_name + " that it has; without it no limit")
                     .positive(),
                 number("time", dim::time, "0",
                        "of a position: the time in which it closes an error; 0: within a step, which needs "
                        "a smooth position or a small max")
                     .non_negative()},
                "what moves it");
}

}  // namespace

Option point_option() {
  return vector("point", dim::length, required, "where the joint is at the start, world axes");
}

Option axis_option(std::string meaning) {
  return vector("axis", dim::none, required, std::move(meaning) + "; its length does not matter");
}

std::vector<Option> slide_options() {
  const Units units{dim::length, dim::speed, dim::force, "position", "force"};
  return {limit("limit", units), motor("motor", units)};
}

std::vector<Option> turn_options(const std::string& before) {
  const Units units{dim::angle, dim::angular_speed, dim::torque, "angle", "torque"};
  return {limit(before + "limit", units), motor(before + "motor", units)};
}

Fields shared_options() {
  return {list_of("bodies", text("name", required, "of a body entry, or ground"),
                  "the first and the second body; positions, speeds and forces are those of the first "
                  "against the second",
                  required)
              .count(2),
          text("name", optional, "how measures and messages call it; without it joints[0] ..."),
          flag("collide", "false", "whether its two bodies also meet each other")};
}

}  // namespace cairn
