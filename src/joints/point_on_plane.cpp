// A point of the body stays in a plane of the base; all turns are free.
//   d along a = 0                     1 row
#include "joints/joints.h"

namespace cairn {

JointRow point_on_plane_row() {
  return {.name = "point_on_plane",
          .reference = "",
          .meaning = "holds a point of one body in a plane of the other",
          .options = {point_option(), axis_option("normal of the plane, which the second body carries")},
          .slides = false,
          .turns = false,
          .parts = [](const Joint&, const JointSides& sides) -> JointParts {
            return {point_part(sides, {true, false, false}), {}};
          }};
}

}  // namespace cairn
