// A pin in a slot: a point of the body stays on a line of the base; all turns are free.
//   d across a = 0                    2 rows; coordinate: d along a
#include "joints/joints.h"

namespace cairn {

JointRow point_on_line_row() {
  std::vector<Option> options{point_option(),
                              axis_option("direction of the line, which the second body carries")};
  for (Option& option : slide_options()) options.push_back(std::move(option));
  return {.name = "point_on_line",
          .reference = "",
          .meaning = "holds a point of one body on a line of the other",
          .options = std::move(options),
          .slides = true,
          .turns = false,
          .parts = [](const Joint&, const JointSides& sides) -> JointParts {
            return {point_part(sides, {false, true, true}), {}};
          }};
}

}  // namespace cairn
