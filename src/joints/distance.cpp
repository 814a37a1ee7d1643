// A massless rod between two points; with a limit a rope or a strut, with a motor a winch.
//   |d| = length                      1 row; coordinate: |d|
// If the points coincide, the rod has no direction; it then acts along the first axis of the base.
#include "joints/joints.h"

namespace cairn {

JointRow distance_row() {
  std::vector<Option> options{
      declare::vector("point", dim::length, required,
                      "its end on the first body, where that is at the start"),
      declare::vector("to", dim::length, required, "its end on the second body, where that is at the start"),
      declare::number("length", dim::length, optional,
                      "what it is held at; without it the distance at the start")
          .positive()};
  for (Option& option : slide_options()) options.push_back(std::move(option));
  return {.name = "distance",
          .reference = "",
          .meaning = "keeps two points at a distance: a rod; with a limit alone a rope",
          .options = std::move(options),
          .slides = true,
          .turns = false,
          .parts = [](const Joint& joint, const JointSides& sides) -> JointParts {
            const double length = norm(sides.apart);
            JointPart shift;
            shift.n = length > 0 ? sides.apart / length : rotate(sides.base_axes, {1, 0, 0});
            shift.t1 = perpendicular(shift.n);
            shift.arm = sides.arm;
            shift.base_arm = sides.hinge;
            shift.held = {!joint.slide.limit, false, false};
            shift.error = {length - joint.length, 0, 0};
            return {shift, {}};
          }};
}

}  // namespace cairn
