// A rod in a sleeve: it slides along an axis and turns about it.
//   d across a = 0,  a × b = 0 across a      4 rows; coordinates: d along a, and the angle about it
#include "joints/joints.h"

namespace cairn {

JointRow cylindrical_row() {
  std::vector<Option> options{point_option(), axis_option("axis of the sleeve")};
  for (Option& option : slide_options()) options.push_back(std::move(option));
  for (Option& option : turn_options("turn_")) options.push_back(std::move(option));
  return {.name = "cylindrical",
          .reference = "",
          .meaning = "rod in a sleeve: free to slide along an axis and to turn about it",
          .options = std::move(options),
          .slides = true,
          .turns = true,
          .parts = [](const Joint&, const JointSides& sides) -> JointParts {
            return {point_part(sides, {false, true, true}), axis_part(sides)};
          }};
}

}  // namespace cairn
