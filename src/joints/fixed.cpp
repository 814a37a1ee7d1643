// Nothing moves: the points coincide, and so do the axes.
//   d = 0,  θ = 0                     6 rows
#include "joints/joints.h"

namespace cairn {

JointRow fixed_row() {
  return {.name = "fixed",
          .reference = "",
          .meaning = "holds two bodies together like one; force and torque are those at the point",
          .options = {point_option()},
          .slides = false,
          .turns = false,
          .parts = [](const Joint&, const JointSides& sides) -> JointParts {
            return {point_part(sides, {true, true, true}), axes_part(sides)};
          }};
}

}  // namespace cairn
