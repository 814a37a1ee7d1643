// A point of one body stays at a point of the other; all turns are free.
//   d = 0                             3 rows
#include "joints/joints.h"

namespace cairn {

JointRow ball_row() {
  return {.name = "ball",
          .reference = "",
          .meaning = "holds a point of one body at a point of the other, free to turn about it",
          .options = {point_option()},
          .slides = false,
          .turns = false,
          .parts = [](const Joint&, const JointSides& sides) -> JointParts {
            return {point_part(sides, {true, true, true}), {}};
          }};
}

}  // namespace cairn
