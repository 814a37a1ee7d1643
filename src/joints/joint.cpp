#include "joints/joint.h"

#include <cmath>

namespace cairn {
namespace {

constexpr Vec3 kFirst{1, 0, 0}, kSecond{0, 1, 0};

// The body's joint axes in the base's joint axes.
Quat relative_turn(const JointSides& sides) { return conjugate(sides.base_axes) * sides.axes; }

// A part along the joint's axes on the base.
JointPart about_axes(const JointSides& sides) {
  JointPart part;
  part.n = rotate(sides.base_axes, kFirst);
  part.t1 = rotate(sides.base_axes, kSecond);
  return part;
}

}  // namespace

JointSides sides_of(const Joint& joint, const Pose& body, const Pose& base, const Cell& cell) {
  JointSides sides;
  sides.arm = rotate(body.orientation, joint.point);
  sides.hinge = rotate(base.orientation, joint.base_point);
  sides.apart = cell.nearest(body.position - base.position + (sides.arm - sides.hinge));
  sides.base_arm = sides.hinge + sides.apart;
  sides.axes = body.orientation * joint.axes;
  sides.base_axes = base.orientation * joint.base_axes;
  return sides;
}

JointPart point_part(const JointSides& sides, std::array<bool, 3> held) {
  JointPart part = about_axes(sides);
  part.arm = sides.arm;
  part.base_arm = sides.base_arm;
  part.held = held;
  part.error = rotate_back(sides.base_axes, sides.apart);
  return part;
}

// A small turn θ has the quaternion (1, θ/2).
JointPart axes_part(const JointSides& sides) {
  JointPart part = about_axes(sides);
  const Quat turn = relative_turn(sides);
  part.held = {true, true, true};
  part.error = (turn.w < 0 ? -2.0 : 2.0) * turn.vector();
  return part;
}

// Let a be the first axis of the base and b the first axis of the body. A small turn θ gives b = a + θ × a.
// Then a × b is the part of θ perpendicular to a. The angle about a is 2 atan2(q_a, q_w) of the quaternion q.
JointPart axis_part(const JointSides& sides) {
  JointPart part = about_axes(sides);
  const Quat turn = relative_turn(sides);
  const Vec3 axis = rotate(turn, kFirst);
  part.held = {false, true, true};
  part.error = {2 * std::atan2(turn.x, turn.w), -axis.z, axis.y};
  return part;
}

}  // namespace cairn
