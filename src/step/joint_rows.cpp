#include "step/joint_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/assert.h"
#include "base/error.h"
#include "step/integrate.h"

namespace cairn {
namespace {

constexpr double kSoftness = 1e-8;  // E over N_ii of held rows

// The angle plus the full turns that bring it nearest to `near`.
double unwound(double angle, double near) {
  constexpr double turn = 2 * std::numbers::pi;
  return angle + turn * std::round((near - angle) / turn);
}

// Position of a part's coordinate.
double position_of(const Joint& joint, const JointPart& part, bool turning) {
  return turning ? unwound(part.error.x, joint.state.angle) : part.error.x + joint.length;
}

Block block_of(const JointPart& part, std::uint32_t body, std::uint32_t base, bool turning) {
  return {base, body, turning ? 1u : 0u, part.n, part.t1, part.base_arm, part.arm};
}

BodyState state_of(const Motion& motion) { return {motion.velocity, 0, motion.spin, 0}; }

// Velocity of the periodic image of the body relative to the body.
Vec3 image_rate(const World& world, const Joint& joint) {
  if (!world.cell.repeats()) return {};
  const Pose body = pose_of(world, joint.body), base = pose_of(world, joint.base);
  const Vec3 apart = body.position + rotate(body.orientation, joint.point) - base.position -
                     rotate(base.orientation, joint.base_point);
  return world.cell.shift_rate(world.cell.image_towards(apart));
}

// A row for a coordinate with a motor.
struct CoordinateRow {
  Component component = Component::none;
  double bias = 0;
};

// Speed, position with a time constant, velocity level, or position at the end of the step.
CoordinateRow motor_row(const Motor& motor, double now, double held, const JointStep& step) {
  const auto& target = motor.target;
  const Component component = std::isfinite(motor.max) ? Component::bounded : Component::free;
  const double before = step.end - step.h;
  if (motor.asks == Motor::Asks::speed) return {component, -target(step.end - 0.5 * step.reach)};
  const double rate = (target(step.end) - target(before)) / step.h;
  if (motor.time > 0) return {component, (now - target(before)) / std::max(motor.time, step.h) - rate};
  if (step.reach == 0) return {component, -rate};
  return {component, held - target(step.end) / step.reach};
}

}  // namespace

bool is_whole(const World& world, const Joint& joint) {
  const auto is_there = [&](Uid uid) { return uid == kGround || world.bodies.local(uid) != kNoBody; };
  return is_there(joint.body) && is_there(joint.base);
}

Pose pose_of(const World& world, Uid body) {
  if (body == kGround) return {};
  const std::uint32_t i = world.bodies.local(body);
  return {world.bodies.place[i].position, world.bodies.orientation[i]};
}

Motion motion_of(const World& world, Uid body) {
  return body == kGround ? Motion{} : world.bodies.motion[world.bodies.local(body)];
}

JointSides sides_of(const World& world, const Joint& joint) {
  return sides_of(joint, pose_of(world, joint.body), pose_of(world, joint.base), world.cell);
}

JointReading read_joint(const World& world, const Joint& joint, JointRole role) {
  CAIRN_ASSERT(role == JointRole::shift || role == JointRole::turn);
  const bool turning = role == JointRole::turn;
  const JointParts parts = parts_of(joint, sides_of(world, joint));
  const JointPart& part = turning ? *parts.turn : *parts.shift;
  const Vec3 u = relative_velocity(block_of(part, 0, 0, turning), state_of(motion_of(world, joint.base)),
                                   state_of(motion_of(world, joint.body)));
  const double image = turning ? 0 : dot(part.n, image_rate(world, joint));
  return {position_of(joint, part, turning), u.x + image};
}

double effort_of(const Motor& motor, double t) {
  return motor.asks == Motor::Asks::effort ? std::clamp(motor.target(t), -motor.max, motor.max) : 0;
}

void JointRows::append(const World& world, const JointStep& step, ContactProblem& problem,
                       std::span<const std::uint32_t> index) {
  rows_.clear();
  first_ = problem.size();
  for (std::uint32_t k = 0; k < world.joints.size(); ++k)
    if (is_whole(world, world.joints[k])) put(world, k, step, index, problem);
  if (rows_.empty()) return;
  problem.compliance.resize(problem.size());
  // Small compliance for held rows.
  if (!problem.restitution.empty()) problem.restitution.resize(problem.size());
  for (std::size_t i = first_; i < problem.size(); ++i) {
    // A row that moves no body is dropped.
    const auto at = static_cast<std::uint32_t>(i);
    const Mat3 own = coupling(problem, at, at);
    const double most = std::max({own.row0.x, own.row1.y, own.row2.z});
    for (int row = 0; row < 3; ++row) {
      Component& component = problem.sets[i].component[static_cast<std::size_t>(row)];
      if (!(own.row(row)[row] > 1e-14 * most)) component = Component::none;
      if (component == Component::free) problem.compliance[i][row] = kSoftness * own.row(row)[row];
    }
    if (!problem.key_order.empty() || first_ == 0) problem.key_order.push_back(at);
  }
  // Joint rows come last in a sweep, one after the other.
  problem.sweep.parts.push_back(static_cast<std::uint32_t>(problem.size()));
  problem.sweep.colours.push_back(static_cast<std::uint32_t>(problem.sweep.parts.size() - 1));
}

// Adds the blocks of one joint: its shift and its turn, each with held rows, a motor and a limit.
void JointRows::put(const World& world, std::uint32_t k, const JointStep& step,
                    std::span<const std::uint32_t> index, ContactProblem& problem) {
  const Joint& joint = world.joints[k];
  const auto index_of = [&](Uid uid) {
    const auto ground = static_cast<std::uint32_t>(world.bodies.size());
    const std::uint32_t i = uid == kGround ? ground : world.bodies.local(uid);
    return index.empty() ? i : index[i];
  };
  const auto ahead = [&](Uid uid) {
    return uid == kGround ? Pose{}
                          : drifted(world, world.bodies.local(uid), step.end - step.reach, step.reach);
  };
  const std::uint32_t body = index_of(joint.body), base = index_of(joint.base);
  const JointParts now = parts_of(joint, sides_of(world, joint));
  const JointParts then = parts_of(joint, sides_of(joint, ahead(joint.body), ahead(joint.base), world.cell));
  const Vec3 rate = image_rate(world, joint);

  // Adds one part of the joint; `later` is its error at the end of the present motion.
  const auto put_part = [&](const JointPart& part, const JointPart& later, const JointCoordinate& coordinate,
                            bool turning) {
    const Block block = block_of(part, body, base, turning);
    const Vec3 u = relative_velocity(block, state_of(motion_of(world, joint.base)),
                                     state_of(motion_of(world, joint.body)));
    const Vec3 image = turning ? Vec3{} : to_block(block, rate);
    const bool moves = step.reach > 0;
    // The bias that brings an error to zero.
    const auto held = [&](int row, double error) {
      return moves ? error / step.reach - u[row] + image[row] * (step.h / step.reach) : image[row];
    };
    // Held rows.
    AdmissibleSet set{.kind = SetKind::box};
    Vec3 bias = image;
    for (int row = 0; row < 3; ++row) {
      if (!part.held[static_cast<std::size_t>(row)]) continue;
      set.component[static_cast<std::size_t>(row)] = Component::free;
      if (!part.rolls) bias[row] = held(row, later.error[row]);
    }
    // The motor, on the first row.
    const double position = position_of(joint, part, turning),
                 position_then = position_of(joint, later, turning);
    const Motor& motor = coordinate.motor;
    Row row{k, turning ? JointRole::turn : JointRole::shift, !part.held[0], false};
    if (motor.asks == Motor::Asks::speed || motor.asks == Motor::Asks::position) {
      const CoordinateRow driven = motor_row(motor, position, held(0, position_then), step);
      set.component[0] = driven.component;
      bias.x = driven.bias;
      if (motor.asks == Motor::Asks::speed || motor.time > 0) bias.x += image.x;
      set.cohesion = motor.max * step.acts;
      row.is_coordinate = true;
      row.has_motor = !joints()[joint.kind].brakes;
    }
    const auto add = [&](const AdmissibleSet& what, const Vec3& with, const Row& as) {
      problem.blocks.push_back(block);
      problem.sets.push_back(what);
      problem.bias.push_back(with);
      rows_.push_back(as);
    };
    add(set, bias, row);
    if (!coordinate.limit) return;
    // The nearer of the two limits, as a row of its own.
    const auto& [low, high] = *coordinate.limit;
    const bool lower = position - low < high - position;
    const double touched = turning ? joint.state.turn_limit : joint.state.limit;
    if (!std::isfinite(lower ? low : high) || (!moves && touched == 0)) return;
    const AdmissibleSet stop{.kind = SetKind::box, .component = {lower ? Component::push : Component::pull}};
    add(stop, {held(0, position_then - (lower ? low : high)), 0, 0},
        {k, turning ? JointRole::turn_limit : JointRole::limit, true, false});
  };
  if (now.shift) put_part(*now.shift, *then.shift, joint.slide, false);
  if (now.turn) put_part(*now.turn, *then.turn, joint.turn, true);
}

void JointRows::guess(const World& world, std::span<Vec3> impulse) const {
  CAIRN_ASSERT(impulse.size() >= first_ + rows_.size());
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const JointState& state = world.joints[rows_[k].joint].state;
    Vec3& gamma = impulse[first_ + k];
    switch (rows_[k].role) {
      case JointRole::shift:
        gamma = state.impulse;
        break;
      case JointRole::turn:
        gamma = state.turn_impulse;
        break;
      case JointRole::limit:
        gamma = {state.limit, 0, 0};
        break;
      case JointRole::turn_limit:
        gamma = {state.turn_limit, 0, 0};
        break;
    }
  }
}

void JointRows::remember(World& world, const ContactProblem& problem, std::span<const Vec3> impulse, double h,
                         Remembering remembering) const {
  CAIRN_ASSERT(h > 0 && impulse.size() >= first_ + rows_.size());
  // New angles, and efforts of motors.
  const bool more = remembering == Remembering::more;
  for (Joint& joint : world.joints) {
    JointState& state = joint.state;
    if (!more) state = {.impulse = {}, .turn_impulse = {}, .angle = state.angle, .force = {}, .torque = {}};
    if (!is_whole(world, joint)) continue;
    const JointParts parts = parts_of(joint, sides_of(world, joint));
    if (parts.turn) state.angle = unwound(parts.turn->error.x, state.angle);
    if (more) continue;
    state.effort = effort_of(joint.slide.motor, world.time);
    state.turn_effort = effort_of(joint.turn.motor, world.time);
    if (state.effort != 0) state.force = state.effort * parts.shift->n;
    if (state.turn_effort != 0) state.torque = state.turn_effort * parts.turn->n;
  }
  // Add the impulses of the rows.
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    JointState& state = world.joints[rows_[k].joint].state;
    const Vec3& gamma = impulse[first_ + k];
    const Vec3 total = to_world(problem.blocks[first_ + k], gamma) / h;
    const JointRole role = rows_[k].role;
    const bool turning = role == JointRole::turn || role == JointRole::turn_limit;
    (turning ? state.torque : state.force) += total;
    const Joint& joint = world.joints[rows_[k].joint];
    const bool has_motor = (turning ? joint.turn : joint.slide).motor.asks != Motor::Asks::nothing;
    const bool is_limit = role == JointRole::limit || role == JointRole::turn_limit;
    if (rows_[k].is_coordinate && !(is_limit && has_motor))
      (turning ? state.turn_effort : state.effort) += gamma.x / h;
    if (role == JointRole::shift) state.impulse += gamma;
    if (role == JointRole::turn) state.turn_impulse += gamma;
    if (role == JointRole::limit) state.limit += gamma.x;
    if (role == JointRole::turn_limit) state.turn_limit += gamma.x;
  }
}

JointSlack JointRows::slack(const ContactProblem& problem, std::span<const Vec3> impulse) const {
  CAIRN_ASSERT(impulse.size() == problem.size());
  JointSlack result;
  double given = 0, most = 0;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const std::size_t i = first_ + k;
    for (int row = 0; row < 3; ++row) {
      if (problem.sets[i].component[static_cast<std::size_t>(row)] != Component::free) continue;
      const double speed = std::abs(problem.compliance[i][row] * impulse[i][row]);
      const double impulse_given = problem.rho[i] * speed;
      given += impulse_given * impulse_given;
      if (!(impulse_given > most)) continue;
      most = impulse_given;
      result.joint = rows_[k].joint;
      result.speed = speed;
      result.turns = problem.blocks[i].turning != 0;
    }
  }
  // Relative to the scale of the whole problem: joint rows alone may have no load of their own, while
  // contacts load them.
  result.share = std::sqrt(given) / problem.scale;
  return result;
}

std::string describe(const World& world, const JointSlack& slack) {
  return fmt::format(
      "joint {} cannot be met together with the others: it gives way by {:.3g} {}, and all by {:.2g} of "
      "what "
      "they are asked for",
      quote(world.joints[slack.joint].name), slack.speed, slack.turns ? "rad/s" : "m/s", slack.share);
}

void JointRows::add_work(const ContactProblem& problem, std::size_t i, const Vec3& gamma, const BodyState& a,
                         const BodyState& b, JointWork& sum) const {
  const Block& block = problem.blocks[i];
  const Vec3 u = relative_velocity(block, a, b), done = scaled(gamma, u), p = to_world(block, gamma);
  const auto power = [&](const BodyState& body, const Vec3& arm) {
    return block.turning ? dot(p, body.spin) : dot(p, body.velocity + cross(body.spin, arm));
  };
  const bool motor = rows_[i - first_].has_motor;
  sum.drives += motor ? done.x : 0;
  sum.lost -= done.y + done.z + (motor ? 0 : done.x);
  if (a.inverse_mass == 0) sum.drives += power(a, block.arm_a);
  if (b.inverse_mass == 0) sum.drives -= power(b, block.arm_b);
}

}  // namespace cairn
