// The joints of a world as blocks of a contact problem, and the results of their impulses. The new velocities
// u⁺ move the bodies over the time r (θ h, or h). x̃ are the places that the present velocities v lead to in
// that time.
//   held row   u⁺ + error(x̃)/r − u(v) = 0: a Newton step from x̃ to zero error at the end of the step
//   motor      u⁺ = speed; a position is a held row, or with a time τ  u⁺ + (position − target)/τ − rate = 0
//   limit      a held row, but an inequality; always present, for the nearer of the two limits
// If only velocities count (r = 0), u⁺ = 0 replaces held rows, and limits that pushed in this step. A motor
// with a maximum is bounded by it, times the time in which it acts. Held rows have a compliance of E = 1e-8
// N_ii: redundant joints share their load evenly, and a load P moves them by 1e-8 P h²/m.
#pragma once

#include <string>
#include <vector>

#include "joints/joint.h"
#include "problem/contact_problem.h"

namespace cairn {

struct JointStep {
  double h = 0;      // step [s]
  double acts = 0;   // time over which impulses act: h, or a part of it [s]
  double reach = 0;  // r [s]; 0: only velocities have to be right
  double end = 0;    // time at which they have to be right [s]
};

// Energy effect of joints over a step [J].
struct JointWork {
  double lost = 0;    // in held rows and limits
  double drives = 0;  // added by motors and driven bodies
};

// How far held rows give way. Rows are slightly compliant, so a solution exists even if joints or motors
// contradict each other; the compliance then takes up the difference.
struct JointSlack {
  double share = 0;         // of the problem's scale; about 1e-8 times a mass ratio if all rows can be
                            // satisfied
  std::uint32_t joint = 0;  // index of the joint that gives way most
  double speed = 0;         // speed at which it gives way [m/s, or rad/s if it turns]
  bool turns = false;
  bool is_met() const { return share <= kMost; }
  static constexpr double kMost = 1e-2;
};

enum class JointRole : std::uint8_t { shift, turn, limit, turn_limit };

// `more` adds to the impulses of the same step.
enum class Remembering { anew, more };

class JointRows {
 public:
  // Appends the blocks of all joints. index[i] is the problem's index of body i of the world; the last
  // element is the ground. Without an index both are the same.
  void append(const World& world, const JointStep& step, ContactProblem& problem,
              std::span<const std::uint32_t> index = {});
  std::size_t first() const { return first_; }  // index of the first block
  std::size_t count() const { return rows_.size(); }

  // First guess: the impulses of the last step.
  void guess(const World& world, std::span<Vec3> impulse) const;
  // Stores the impulses of this step, which has length h.
  void remember(World& world, const ContactProblem& problem, std::span<const Vec3> impulse, double h,
                Remembering remembering = Remembering::anew) const;
  // For a prepared problem and its impulses.
  JointSlack slack(const ContactProblem& problem, std::span<const Vec3> impulse) const;
  // mean(i) is the mean of the motions of body i of the problem before and after. Its inverse mass is 0 if
  // the body has no kinetic energy.
  template <class MotionOf>
  JointWork work(const ContactProblem& problem, std::span<const Vec3> impulse, MotionOf&& mean) const {
    JointWork sum;
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const Block& block = problem.blocks[first_ + k];
      const BodyState a = mean(block.a), b = mean(block.b);
      add_work(problem, first_ + k, impulse[first_ + k], a, b, sum);
    }
    return sum;
  }

 private:
  struct Row {
    std::uint32_t joint = 0;
    JointRole role = JointRole::shift;
    bool is_coordinate = false, has_motor = false;  // of its first row
  };
  void put(const World& world, std::uint32_t k, const JointStep& step, std::span<const std::uint32_t> index,
           ContactProblem& problem);
  void add_work(const ContactProblem& problem, std::size_t i, const Vec3& gamma, const BodyState& a,
                const BodyState& b, JointWork& sum) const;

  std::size_t first_ = 0;
  std::vector<Row> rows_;
};

// Messages for the user.
inline constexpr const char* kJointCure = "take away a joint, or give its motor or limit another value";
std::string describe(const World& world, const JointSlack& slack);

// True if both bodies exist.
bool is_whole(const World& world, const Joint& joint);
// The present pose of a body or of the ground.
Pose pose_of(const World& world, Uid body);
Motion motion_of(const World& world, Uid body);
JointSides sides_of(const World& world, const Joint& joint);

// Position [m or rad] and speed of a joint's coordinate.
struct JointReading {
  double position = 0, speed = 0;
};
JointReading read_joint(const World& world, const Joint& joint, JointRole role);

// The force or torque that a motor has to apply at time t; 0 if it controls speed or position.
double effort_of(const Motor& motor, double t);

// Calls apply(body, force, torque about its centre) for every effort of a motor.
template <class Apply>
void for_each_effort(const World& world, double t, Apply&& apply) {
  for (const Joint& joint : world.joints) {
    const double push = effort_of(joint.slide.motor, t), twist = effort_of(joint.turn.motor, t);
    if ((push == 0 && twist == 0) || !is_whole(world, joint)) continue;
    const JointParts parts = parts_of(joint, sides_of(world, joint));
    const std::uint32_t body = world.bodies.local(joint.body), base = world.bodies.local(joint.base);
    if (push != 0) {
      const Vec3 force = push * parts.shift->n;
      if (body != kNoBody) apply(body, force, cross(parts.shift->arm, force));
      if (base != kNoBody) apply(base, -force, cross(force, parts.shift->base_arm));
    }
    if (twist != 0) {
      const Vec3 torque = twist * parts.turn->n;
      if (body != kNoBody) apply(body, Vec3{}, torque);
      if (base != kNoBody) apply(base, Vec3{}, -torque);
    }
  }
}

}  // namespace cairn
