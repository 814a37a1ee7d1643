// A hinge: the points coincide, and the first axes stay parallel.
//   d = 0,  a × b = 0 across a        5 rows; coordinate: the angle of the body about a
#include "joints/joints.h"

namespace cairn {

JointRow revolute_row() {
  std::vector<Option> options{point_option(), axis_option("axis of the hinge")};
  for (Option& option : turn_options()) options.push_back(std::move(option));
  return {.name = "revolute",
          .reference = "",
          .meaning = "hinge: free to turn about one axis through a point",
          .options = std::move(options),
          .slides = false,
          .turns = true,
          .parts = [](const Joint&, const JointSides& sides) -> JointParts {
            return {point_part(sides, {true, true, true}), axis_part(sides)};
          }};
}

}  // namespace cairn
