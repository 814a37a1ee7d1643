// A straight guide: nothing turns, and the body's point stays on a line of the base.
//   d across a = 0,  θ = 0            5 rows; coordinate: d along a
#include "joints/joints.h"

namespace cairn {

JointRow slider_row() {
  std::vector<Option> options{point_option(), axis_option("direction in which it slides")};
  for (Option& option : slide_options()) options.push_back(std::move(option));
  return {.name = "slider",
          .reference = "",
          .meaning = "guide: free to slide along one axis, without turning",
          .options = std::move(options),
          .slides = true,
          .turns = false,
          .parts = [](const Joint&, const JointSides& sides) -> JointParts {
            return {point_part(sides, {false, true, true}), axes_part(sides)};
          }};
}

}  // namespace cairn
