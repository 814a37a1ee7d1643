// The rows that a kind of joint adds to the contact problem (problem/kinematics.h), and the error of each
// row. A is the base and B the body.
//   shift  directions at the body's point; error d = Fᵀ(x_body − x_base), from the base's point to the body's
//   turn   directions of rotation axes; error: the angles between the joint's axes on base and body
// F holds the joint's axes on the base, in world axes. An error grows with the relative velocity u of its
// row, so that u + error/h = 0 removes it within a step. If the joint can move, the first row is its
// coordinate, along or about the first axis; limits and motors act on it.
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

// Both sides of a joint, in world axes.
struct JointSides {
  Vec3 arm, base_arm;    // from the centre of each body to the body's point
  Vec3 hinge;            // from the centre of the base to its own point
  Vec3 apart;            // from the base's point to the body's
  Quat axes, base_axes;  // the joint's axes on the body and on the base
};
// The ground is at the origin. In a periodic cell the nearest image counts.
JointSides sides_of(const Joint& joint, const Pose& body, const Pose& base, const Cell& cell);

// Three rows; those that are held keep their error at zero.
struct JointPart {
  Vec3 n, t1;
  Vec3 arm, base_arm;
  std::array<bool, 3> held{};
  Vec3 error;
  bool rolls = false;  // held rows keep their speed at zero and have no error: toothed wheels
};
struct JointParts {
  std::optional<JointPart> shift, turn;
};

// One row of the table of joints.
struct JointRow {
  std::string name, reference, meaning;
  std::vector<Option> options;         // in addition to shared_options()
  bool slides = false, turns = false;  // the joint has a coordinate of this kind
  bool brakes = false;                 // it takes energy out of its coordinates by dry friction
  JointParts (*parts)(const Joint& joint, const JointSides& sides);
};

const Table<JointRow>& joints();
inline JointParts parts_of(const Joint& joint, const JointSides& sides) {
  return joints()[joint.kind].parts(joint, sides);
}

// --- Parts that several kinds share.
// Holds the body's point at the base's point, along the chosen joint axes of the base.
JointPart point_part(const JointSides& sides, std::array<bool, 3> held);
// Holds all axes of the body parallel to those of the base.
JointPart axes_part(const JointSides& sides);
// Holds the first axes parallel. The first row is the angle of the body about them, within
// half a turn of zero.
JointPart axis_part(const JointSides& sides);

// --- Options that several kinds share.
std::vector<Option> shared_options();  // of all kinds
Option point_option();
Option axis_option(std::string meaning);
// Limit and motor for sliding, and for turning with angles. `before` is a prefix of the names.
std::vector<Option> slide_options();
std::vector<Option> turn_options(const std::string& before = "");

}  // namespace cairn
