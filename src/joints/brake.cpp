// Dry friction between two bodies, besides the joints that guide them:
//   |τ| ≤ τ_max about a,  τ = −τ_max sign(ω) in motion      and the same for a force along a
// It holds as long as its limit allows (stiction), exactly: a bounded row u = 0. No row is held.
#include "joints/joints.h"

namespace cairn {

JointRow brake_row() {
  using namespace declare;
  return {
      .name = "brake",
      .reference = "",
      .meaning = "dry friction that resists turning about an axis and sliding along it, up to a limit",
      .options =
          {point_option(), axis_option("axis of the turning and direction of the sliding"),
           number("torque", dim::torque, optional, "largest torque of friction about the axis").positive(),
           number("force", dim::force, optional, "largest force of friction along the axis").positive()},
      .slides = true,
      .turns = true,
      .brakes = true,
      .parts = [](const Joint&, const JointSides& sides) -> JointParts {
        JointPart turn = axis_part(sides);
        turn.held = {};
        return {point_part(sides, {}), turn};
      }};
}

}  // namespace cairn
