// Cardan joint: a cross of two pins. The base carries the first pin a, the body the second pin c.
//   d = 0,  a · c = 0                 4 rows
// The error a · c grows with (c × a) · (ω_body − ω_base). The speeds of two shafts at an angle β obey
//   ω_2/ω_1 = cos β / (1 − sin²β cos²φ),
// φ the turn of the first shaft, zero where its pin lies in the plane of the shafts.
#include "joints/joints.h"

namespace cairn {

JointRow universal_row() {
  return {.name = "universal",
          .reference = "",
          .meaning = "cross of two pins: passes on turning between shafts at an angle",
          .options = {point_option(), axis_option("pin that the second body carries"),
                      declare::vector("other_axis", dim::none, required,
                                      "pin that the first body carries, across the other")},
          .slides = false,
          .turns = false,
          .parts = [](const Joint&, const JointSides& sides) -> JointParts {
            const Vec3 a = rotate(sides.base_axes, {1, 0, 0}), c = rotate(sides.axes, {0, 1, 0});
            JointPart turn;
            turn.n = unit(cross(c, a));
            turn.t1 = a;
            turn.held = {true, false, false};
            turn.error = {dot(a, c), 0, 0};
            return {point_part(sides, {true, true, true}), turn};
          }};
}

}  // namespace cairn
