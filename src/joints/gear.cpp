// Teeth of two wheels, or of a wheel and a rack, that roll on each other without slip:
//   t·(v_B + ω_B × s_B − v_A − ω_A × s_A) = 0 at the pitch point       1 row
// The wheels turn about their centres, on joints of their own. The pitch point lies on the line of the
// centres at the radii r of the start, so that the ratio of the speeds is r_A/r_B, and the carrier of a
// planet may turn. A wheel on a rack touches it at its radius, always on the same side. Speeds are held, so
// the teeth keep their place to the error of the solver.
#include <cmath>

#include "joints/joints.h"

namespace cairn {
namespace {

Vec3 across(const Vec3& a, const Vec3& axis) { return a - dot(a, axis) * axis; }

// The row along t, for arms that end at one point.
JointParts rolling(const Vec3& t, const Vec3& other, const Vec3& arm, const Vec3& base_arm) {
  JointPart part;
  part.n = t;
  part.t1 = other;
  part.arm = arm;
  part.base_arm = base_arm;
  part.held = {true, false, false};
  part.rolls = true;
  return {part, {}};
}

// From the centre of the base to that of the body.
Vec3 between(const JointSides& sides) { return sides.apart - sides.arm + sides.hinge; }

}  // namespace

JointRow gear_row() {
  return {.name = "gear",
          .reference = "",
          .meaning = "two toothed wheels on parallel axes: their rims move alike where they meet",
          .options = {point_option(), axis_option("direction of both axes")},
          .slides = false,
          .turns = false,
          .parts = [](const Joint&, const JointSides& sides) -> JointParts {
            const Vec3 axis = rotate(sides.base_axes, {1, 0, 0}), apart = between(sides);
            const Vec3 line = across(apart, axis), e = line / norm(line);
            const double r = norm(across(sides.arm, axis)), base_r = norm(across(sides.hinge, axis));
            // The point is between the centres, or beyond the smaller wheel inside a ring.
            const double distance = norm(line);
            const bool outside =
                std::abs(distance - (r + base_r)) < std::abs(distance - std::abs(r - base_r));
            const double side = outside || r > base_r ? -1 : 1, base_side = outside || base_r > r ? 1 : -1;
            return rolling(cross(axis, e), e, side * r * e, base_side * base_r * e);
          }};
}

JointRow rack_row() {
  return {.name = "rack",
          .reference = "",
          .meaning = "a toothed wheel, the first body, on a straight rack",
          .options = {point_option(), axis_option("direction of the rack")},
          .slides = false,
          .turns = false,
          .parts = [](const Joint& joint, const JointSides& sides) -> JointParts {
            const Vec3 t = rotate(sides.base_axes, {1, 0, 0}), e = rotate(sides.base_axes, {0, 1, 0});
            const Vec3 arm = norm(joint.point) * e;
            return rolling(t, e, arm, between(sides) + arm);
          }};
}

}  // namespace cairn
