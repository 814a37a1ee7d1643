// A point of the body stays in a plane of the base; all turns are free.
//   d along a = 0                     1 row
#include "joints/joints.h"

namespace cairn {

JointRow point_on_plane_row() {
  return {"point_on_plane",
          "",
          "holds a point of one body in a plane of the other",
          {point_option(), axis_option("normal of the plane, which the second body carries")},
          false,
          false,
          [](const Joint&, const JointSides& sides) -> JointParts {
            return {point_part(sides, {true, false, false}), {}};
          }};
}

}  // namespace cairn
