// What a kind of joint asks of its two bodies: rows of a contact problem (problem/kinematics.h) with A = base
// and B = body, and how far each is from what it holds.
//   shift  directions at the body's point; error d = Fᵀ(x_body − x_base), the way between the points
//   turn   directions about which it turns; error: the angles between the axes
// F: the joint's axes on the base, in world axes. An error grows with the relative velocity u of its row, so
// that u + error/h = 0 takes it away within a step. The first row is the coordinate: the one along or about
// which the joint moves, if it does; limits and motors act on it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "model/world.h"
#include "problem/admissible_set.h"
#include "problem/kinematics.h"
#include "text/table.h"

namespace cairn {

struct Pose {
  Vec3 position;
  Quat orientation;
};

// Where the two sides of a joint are, in world axes.
struct JointSides {
  Vec3 arm, base_arm;    // from the centre of each body to the body's point
  Vec3 hinge;            // from the centre of the base to its own point
  Vec3 apart;            // from the base's point to the body's
  Quat axes, base_axes;  // the joint's axes on the body and on the base
};
// The ground is at the origin. In a periodic cell the nearest image of the base counts.
JointSides sides_of(const Joint& joint, const Pose& body, const Pose& base, const Cell& cell);

// Rows of which some are held, each at zero error.
struct JointPart {
  Vec3 n, t1;
  Vec3 arm, base_arm;
  std::array<bool, 3> held{};
  Vec3 error;
};
struct JointParts {
  std::optional<JointPart> shift, turn;
};

// One row of the table of joints.
struct JointRow {
  std::string name, reference, meaning;
  std::vector<Option> options;         // beside shared_options()
  bool slides = false, turns = false;  // has such a coordinate
  JointParts (*parts)(const Joint& joint, const JointSides& sides);
};

// In the order of JointKind.
const Table<JointRow>& joints();
inline JointParts parts_of(const Joint& joint, const JointSides& sides) {
  return joints()[static_cast<std::size_t>(joint.kind)].parts(joint, sides);
}

// --- Parts that several kinds have.
// The body's point against the base's, along the joint's axes on the base.
JointPart point_part(const JointSides& sides, std::array<bool, 3> held);
// Both sets of axes alike.
JointPart axes_part(const JointSides& sides);
// The first axes parallel; the first row is the angle of the body about it, within half a turn of zero.
JointPart axis_part(const JointSides& sides);

// --- Options that several kinds have.
std::vector<Option> shared_options();  // of all kinds
Option point_option();
Option axis_option(std::string meaning);
// Of sliding: limit, motor. Of turning: the same, with angles; the names may have something before them.
std::vector<Option> slide_options();
std::vector<Option> turn_options(const std::string& before = "");

}  // namespace cairn
