// The joints of a world as blocks of a contact problem, and what their impulses mean. With r the time over
// which the new velocities u⁺ move the bodies (θ h, or h), and x̃ the places to which the present ones v lead
// within it:
//   held row   u⁺ + error(x̃)/r − u(v) = 0: Newton's step from x̃ to no error at the end of the step
//
//   motor      u⁺ = speed; a position is a held row, or with a time τ  u⁺ + (position − target)/τ − rate = 0
//
//   limit      as a held row, but an inequality; always there, for the nearer of the two
//
// Where only velocities count, u⁺ = 0 takes the place of held rows and of limits that pushed in this step. A
// motor with a maximum is bounded by it, times the time in which it acts. Held rows are softer than rigid by
// 1e-8 of what their bodies are (E = 1e-8 N_ii): redundant joints share their load evenly, and a load P moves
// them by 1e-8 P h²/m.
#pragma once

#include <string>
#include <vector>

#include "joints/joint.h"
#include "problem/contact_problem.h"

namespace cairn {

struct JointStep {
  double h = 0;      // of the step [s]
  double acts = 0;   // over which impulses act: h, or a part of it [s]
  double reach = 0;  // r [s]; 0: only velocities are to be right
  double end = 0;    // time at which they are to be [s]
};

// What joints did to the energy over a step [J].
struct JointWork {
  double lost = 0;    // in held rows and limits
  double drives = 0;  // put in by motors and by driven bodies
};

// How far the rows that hold give way. Rows are a little soft, so that there is an answer even where joints
// or motors contradict each other; the softness then takes up what can not be met.
struct JointSlack {
  double share = 0;         // of what all rows are asked for; 1e-8 times a ratio of masses if all can be met
  std::uint32_t joint = 0;  // index of the joint that gives way most
  double speed = 0;         // how fast it does [m/s, or rad/s if it turns]
  bool turns = false;
  bool is_met() const { return share <= kMost; }
  static constexpr double kMost = 1e-2;
};

enum class JointRole : std::uint8_t { shift, turn, limit, turn_limit };

// Whether impulses are those of a new step, or more of the same.
enum class Remembering { anew, more };

class JointRows {
 public:
  // Appends the blocks of all joints. Body i of the world, and the ground after the last of them, is body
  // index[i] of the problem, or body i if there is no index.
  void append(const World& world, const JointStep& step, ContactProblem& problem,
              std::span<const std::uint32_t> index = {});
  std::size_t first() const { return first_; }  // of the blocks
  std::size_t count() const { return rows_.size(); }

  // Impulses of the step before.
  void guess(const World& world, std::span<Vec3> impulse) const;
  // Those of this step, which lasted h.
  void remember(World& world, const ContactProblem& problem, std::span<const Vec3> impulse, double h,
                Remembering remembering = Remembering::anew) const;
  // Of a prepared problem and the impulses found for it.
  JointSlack slack(const ContactProblem& problem, std::span<const Vec3> impulse) const;
  // mean(i): of the motions before and after, of body i of the problem; its inverse mass is 0 if it has no
  // kinetic energy.
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
    bool is_coordinate = false, has_motor = false;  // its first row
  };
  void put(const World& world, std::uint32_t k, const JointStep& step, std::span<const std::uint32_t> index,
           ContactProblem& problem);
  void add_work(const ContactProblem& problem, std::size_t i, const Vec3& gamma, const BodyState& a,
                const BodyState& b, JointWork& sum) const;

  std::size_t first_ = 0;
  std::vector<Row> rows_;
};

// A sentence for the user.
std::string describe(const World& world, const JointSlack& slack);

// Both bodies are there.
bool is_whole(const World& world, const Joint& joint);
// The present place of a body or of the ground.
Pose pose_of(const World& world, Uid body);
Motion motion_of(const World& world, Uid body);
JointSides sides_of(const World& world, const Joint& joint);

// Position [m or rad] and speed of a joint's coordinate, of turning or of sliding.
struct JointReading {
  double position = 0, speed = 0;
};
JointReading read_joint(const World& world, const Joint& joint, JointRole role);

// The force or torque that a motor is asked for at time t; 0 if it is asked for something else.
double effort_of(const Motor& motor, double t);

// apply(body, force, torque about its centre) for every effort of a motor.
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
